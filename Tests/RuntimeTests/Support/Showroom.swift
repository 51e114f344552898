import Core
import Devices
import Interface
import Synchronization
@testable import Runtime

/// A TV on which clips play that a virtual run recorded, vblank by vblank: the box's own parts, with no camera.
final class Showroom {
    /// A clip of the run: its pictures are numbered as the camera numbered them.
    struct Film {
        var key: ClipKey
        var path: String
        var record: ClipRecord

        static let rate = FrameRate(30)
        var count: Int64 { record.lastFrame - record.firstFrame + 1 }
        var duration: Duration { Film.rate.offset(of: count) }

        /// The newest picture whose time isn't after this position.
        func frame(dueAt position: Duration) -> Int64 {
            record.firstFrame + min(Film.rate.count(within: position), count) - 1
        }
    }

    /// The clips of one run, for all tests: one that begins on a keyframe and two that don't.
    static let outing = Result { try Outing("4 mark tap\n7.123 mark tap\n9.9 mark tap\n12.5 stop tap\n", for: 14) }

    static func films() throws -> [Film] {
        let outing = try outing.get()
        return zip(outing.clips, outing.report.clips).map { record, clip in
            Film(key: ClipKey(session: String(clip.file.prefix { $0 != "/" }), number: record.number),
                 path: "\(outing.card)/\(clip.file)", record: record)
        }
    }

    let clock = VirtualClock()
    let player: ClipPlayer
    private let display: HeadlessDisplay
    private let projection: Projection
    private let heard = Heard()
    private let strip = FrameStrip(size: VideoSize(width: 160, height: 160))

    private final class Heard: Sendable {
        let events = Mutex<[PlayerNews]>([])
        let isCardThere = Atomic(true)
    }

    init() {
        let heard = heard
        player = ClipPlayer(isCardThere: { heard.isCardThere.load(ordering: .relaxed) },
                            tell: { event in heard.events.withLock { $0.append(event) } })
        display = HeadlessDisplay(mode: DisplayMode(size: VideoSize(width: 320, height: 180), refresh: FrameRate(60)), timebase: clock)
        let shared = Projection.Shared(slot: PipelineSlot(), capture: CaptureState(), delay: DelayControl(.seconds(2)),
                                       meter: DelayMeter(), history: ShownHistory())
        projection = Projection(stage: Stage(display: display), shared: shared, player: player, timebase: clock)
        showsClip = true
        showScene()
    }

    /// Whether the scene has the clip in it.
    var showsClip: Bool {
        didSet { showScene() }
    }

    /// What the player told, in order.
    var events: [PlayerNews] { heard.events.withLock { $0 } }

    func setCardThere(_ isThere: Bool) {
        heard.isCardThere.store(isThere, ordering: .relaxed)
    }

    private func showScene() {
        let layers = showsClip ? [Layer(.video(.clip))] : []
        projection.show(PreparedScene(scene: Scene(layers: layers), generation: 1))
    }

    /// The vblank that comes next.
    var upcoming: Timestamp { display.nextVblank.timestamp }

    /// Goes on to the next vblank.
    /// - Parameter decodes: whether the player's thread had its turn before it.
    /// - Returns: the number of the picture that is on the TV; `nil` for none.
    func next(decodes: Bool = true) throws -> Int64? {
        let vblank = upcoming
        clock.advance(to: vblank)
        if decodes { player.advance(to: vblank) }
        _ = try projection.runOnce()
        _ = try projection.waitForVblank(until: vblank)
        return display.onScreen.first.flatMap { strip.read($0.buffer) }.map(Int64.init)
    }
}
