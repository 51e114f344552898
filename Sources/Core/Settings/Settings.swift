/// Everything that can be set, with its default. `settings.toml` and the command line use the names of `SettingKey`.
public struct Settings: Hashable, Sendable {
    /// How far the TV lags life, in seconds, 1…60.
    public var delaySeconds: Double = 5
    /// `nil`: the camera's own size (1920×1080 for the box's cameras and the synthetic one).
    public var size: VideoSize?
    /// `nil`: the camera's own rate (30 for the synthetic one).
    public var framesPerSecond: Int?
    public var camera: String = "auto"
    public var display: String = "auto"
    public var panel: String = "auto"

    /// Which picture a mark means.
    public var mark: MarkedPicture = .shown
    public var clip: ClipRule = .segment
    /// Seconds before the mark in a `window` clip, 0…60.
    public var beforeSeconds: Double = 8
    /// Seconds after the mark that still belong to its clip, 0…30.
    public var postRollSeconds: Double = 2
    /// No clip begins longer than this before its mark, in seconds; 0 is no limit; at most 1200.
    public var longestSeconds: Double = 60
    /// What comes after the last mark is a clip too.
    public var keepsTail = false
    public var recordsSound = false

    /// Mirrored left to right, as in a dance studio's mirror.
    public var isFlipped = false
    /// How the picture is turned on the TV, in degrees clockwise: 0, 90, 180 or 270.
    public var rotation = 0
    /// Live beside delayed.
    public var isSplit = false
    /// 100, 150 or 200.
    public var textScalePercent = 100
    public var hasHighContrast = false
    /// Sheets and cards cross-fade instead of moving.
    public var hasReducedMotion = false
    public var showsDiagnostics = false
    /// The longest the delay line may get, in minutes, 1…20; memory may make it shorter.
    public var bufferMinutes: Double = 20
    /// Exposure time, gain and white balance stay as they are.
    public var isExposureLocked = false
    /// No exposure is longer than 1/N s, with N 500…10 000; 0 leaves it to the camera.
    public var shutter = 0
    public var flicker = CameraControls.Flicker.automatic
    public var focus = CameraControls.Focus.continuous
    /// The TV is switched on with VIR, and shows VIR's picture (over HDMI: CEC).
    public var switchesTV = false
    /// The TV that is switched on with VIR goes to standby after so many minutes without use, 0…240; 0 is never.
    public var tvStandbyMinutes: Double = 0
    /// The target face comes up after STOP.
    public var scores = true
    /// The id of the face that is shot at: one of `faces`.
    public var face = "wa_122"
    /// The shaft's diameter; `shaft` is what the face allows of it.
    public var arrow = Length(millimetres: 5.5)
    /// The id of the round that is shot; `nil` in free practice.
    public var round: String?
    /// Faces that the settings file adds to the catalogue, by their numbers there, from 1.
    public var customFaces: [Int: Face] = [:]
    /// What the buttons, the knob, the LED and the buzzer are wired to.
    public var lines = PanelLines()

    /// The picture that was on the TV when MARK went down, or the camera's newest then.
    public enum MarkedPicture: String, Sendable, CaseIterable { case shown, live }
    /// From mark to mark, or some seconds before and after each mark.
    public enum ClipRule: String, Sendable, CaseIterable { case segment, window }

    /// What the keys of keyboards, presenters, pedals and remotes stand for.
    public var keys = KeyMap()

    public init() {}

    /// Every face there is to choose from.
    public var faces: [Face] { FaceCatalog.all + customFaces.sorted { $0.key < $1.key }.map(\.value) }
    /// The one that is shot at. A custom one that is gone from the settings leaves the catalogue's first.
    public var targetFace: Face { faces.first { $0.id == face } ?? FaceCatalog.all[0] }

    /// The shafts that what is shot at allows: the faces of the round, or the one that is set.
    public var shafts: ClosedRange<Length> {
        let faces = round.flatMap(RoundCatalog.round)?.stages.compactMap { FaceCatalog.face($0.face) } ?? [targetFace]
        return Face.thinnestShaft...(faces.map(\.thickestShaft).max() ?? Face.usualThickestShaft)
    }
    /// The shaft that is shot here: where another face allowed a thicker one, the thickest.
    public var shaft: Length { min(arrow, shafts.upperBound) }

    // The forms of the words that choose a device. One that isn't there is another matter: whoever opens it says so.
    public static let cameras = ["auto", "libcamera", "libcamera:ID", "synthetic", "file:PATH"]
    public static let displays = ["auto", "kms", "kms:CARD", "window", "headless", "headless:WxH@HZ"]
    public static let panels = ["auto", "gpio", "keys", "script:PATH"]
    /// Those that a card may choose (`SettingOrigin`).
    public static let cardsCameras = ["auto", "libcamera", "libcamera:ID", "synthetic"]
    public static let cardsDisplays = ["auto", "kms", "kms:CARD", "window"]
    public static let cardsPanels = ["auto", "gpio", "keys"]

    // What each takes, in seconds, minutes, degrees and percent.
    public static let delayRange: ClosedRange<Double> = 1...60
    public static let beforeRange: ClosedRange<Double> = 0...60
    public static let postRollRange: ClosedRange<Double> = 0...30
    public static let longestRange: ClosedRange<Double> = 0...1200
    public static let bufferRange: ClosedRange<Double> = 1...20
    public static let tvStandbyRange: ClosedRange<Double> = 0...240
    public static let rotations = [0, 90, 180, 270]
    public static let textScales = [100, 150, 200]
    public static let shutterRange = 500...10_000
    /// The shutters that the settings sheet offers.
    public static let shutters = [0, 500, 1000, 2000, 4000]
}
