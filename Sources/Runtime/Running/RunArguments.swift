/// The words of `vir run` as they were typed; `RunPlan` says what they mean.
public struct RunArguments: Sendable {
    public var camera: String?
    public var display: String?
    public var panel: String?
    public var size: String?
    public var fps: String?
    public var scoring: String?
    public var face: String?
    public var arrow: String?
    public var round: String?
    public var delay: String?
    public var card: String?
    public var settings: String?
    public var options: String?
    public var clock: String
    public var duration: String?
    public var report: String?
    public var snapshots: String?
    public var snapshotEvery: String?

    public init(camera: String? = nil, display: String? = nil, panel: String? = nil, size: String? = nil,
                fps: String? = nil, scoring: String? = nil, face: String? = nil, arrow: String? = nil, round: String? = nil,
                delay: String? = nil, card: String? = nil, settings: String? = nil, options: String? = nil,
                clock: String = "real", duration: String? = nil, report: String? = nil, snapshots: String? = nil,
                snapshotEvery: String? = nil) {
        self.camera = camera
        self.display = display
        self.panel = panel
        self.size = size
        self.fps = fps
        self.scoring = scoring
        self.face = face
        self.arrow = arrow
        self.round = round
        self.delay = delay
        self.card = card
        self.settings = settings
        self.options = options
        self.clock = clock
        self.duration = duration
        self.report = report
        self.snapshots = snapshots
        self.snapshotEvery = snapshotEvery
    }
}
