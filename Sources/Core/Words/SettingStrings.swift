/// The words of the settings sheet.
extension Strings {
    package static let settings = "Settings"
    package static let aboutTitle = "About and privacy"
    package static let on = "On"
    package static let off = "Off"
    package static let camerasOwn = "Camera’s own"
    package static let noLimit = "No limit"
    package static let never = "Never"

    /// The About page, a paragraph each.
    package static let about = [
        "VIR shows life a few seconds late, so that you can watch yourself.",
        "Nothing leaves this box. It has no network, no account and no cloud.",
        "The picture stays in memory and is overwritten. Only what you mark or save goes to the SD card.",
        "The card is yours. Take it out, and everything goes with it.",
        "Sound is off unless you turn it on.",
    ]

    package static func title(of row: SettingRow) -> String {
        switch row {
        case .setting(let key): settingWords[key.rawValue]?.title ?? key.rawValue
        case .sessions: sessions
        case .learnKey: "Learn a key"
        case .forgetKeys: "Forget keys"
        case .about: "About, privacy"
        case .switchOff: "Switch off"
        }
    }

    package static func value(of row: SettingRow, in settings: Settings) -> String {
        switch row {
        case .setting: row.setting?.shown(settings) ?? ""
        case .forgetKeys: settings.keys.learned.isEmpty ? "None learned" : "\(settings.keys.learned.count) learned"
        case .learnKey, .sessions, .about, .switchOff: ""
        }
    }

    /// One line on what the setting does.
    package static func help(for row: SettingRow, available: Double?) -> String {
        switch row {
        case .setting(let key) where key.rawValue == "buffer": (settingWords["buffer"]?.help ?? "") + (available.map { " About \(span($0)) available." } ?? "")
        case .setting(let key): settingWords[key.rawValue]?.help ?? ""
        case .sessions: "Everything on the card: look again, score, delete."
        case .learnKey: "For a pedal or a remote: choose the control, push, press the key."
        case .forgetKeys: "Every key means what it meant at first."
        case .about: "What stays here: everything."
        case .switchOff: "Writes what is left. Anywhere: hold STOP for 5 s."
        }
    }

    /// The title and the help of each setting on the sheet.
    private static let settingWords: [String: (title: String, help: String)] = [
        "delay": ("Delay", "How far the TV lags life, 1 to 60 s."),
        "split": ("Split view", "Live on the left, delayed on the right."),
        "flip": ("Mirror", "Left and right changed over, as in a mirror."),
        "rotation": ("Turn picture", "For a camera or a TV that stands on its side or head."),
        "mark": ("MARK means", "Which picture a mark is about: the delayed or the live one."),
        "clip": ("Clips", "From mark to mark, or a few seconds around each."),
        "before": ("Before mark", "Where clips go around the mark."),
        "after": ("After mark", "How much of a clip comes after its mark."),
        "longest": ("Longest", "No clip begins longer than this before its mark."),
        "tail": ("Keep the rest", "What comes after the last mark is a clip too."),
        "scoring": ("Scoring", "The target face comes up after STOP."),
        "face": ("Target face", "What is shot at. A round brings its own."),
        "arrow": ("Arrow", "The shaft’s diameter: a line that it touches counts."),
        "round": ("Round", "Adds up ends; hold MARK on the summary for the next."),
        "size": ("Picture", "Starts the picture anew; the buffer empties."),
        "fps": ("Frames", "Starts the picture anew; the buffer empties."),
        "camera": ("Camera", "Starts the picture anew; the buffer empties."),
        "exposure": ("Exposure", "Locked: brightness and colours stay as they are now."),
        "shutter": ("Shutter", "A fast one keeps arrows sharp, and needs light."),
        "flicker": ("Flicker", "Against bands under lamps: what the mains have."),
        "focus": ("Focus", "Locked: it stays where it is now."),
        "sound": ("Sound", "Into the clips, from a microphone. Starts anew."),
        "buffer": ("Buffer", "At most this much."),
        "tv-power": ("TV power", "The TV goes on with the box and shows its picture."),
        "tv-standby": ("TV standby", "With TV power: the TV sleeps when nobody used the box."),
        "text-scale": ("Text", "How large everything is written."),
        "contrast": ("Contrast", "High: solid panels with outlines."),
        "reduced-motion": ("Motion", "Reduced: sheets fade in place."),
        "diagnostics": ("Diagnostics", "What the box measures about itself."),
    ]

    package static let pushAgain = "Push again"
    package static let switchOffAsked = "Push once more within 5 s to switch the box off."

    package static func listening(for control: Control) -> String { "Press the pedal or key that shall be \(name(of: control))." }
    package static func listening(_ seconds: Int) -> String { "Press it: \(seconds) s" }
    package static func learned(_ key: KeyCode, as control: Control) -> String { "\(key.label) is \(name(of: control)) now" }
    package static let nothingLearned = "No key learned"
    package static let keysForgotten = "Learned keys forgotten"

    package static func name(of control: Control) -> String {
        switch control {
        case .mark: mark
        case .stop: stop
        case .left: "◀"
        case .right: "▶"
        case .up: "▲"
        case .down: "▼"
        case .knob: "Knob push"
        }
    }

    // MARK: Values

    static let automatic = "Automatic"
    static let locked = "Locked"
    static let practice = "Practice"
    static let markedDelayed = "Delayed"
    static let markedLive = "Live"
    static let markToMark = "Mark to mark"
    static let aroundMark = "Around mark"
    static let highContrast = "High"
    static let normalContrast = "Normal"
    static let reducedMotion = "Reduced"
    static let fullMotion = "Full"

    static func onOff(_ isOn: Bool) -> String { isOn ? on : off }
    static func minutes(_ minutes: Double) -> String { "\(plainNumber(minutes)) min" }
    static func standby(after minutes: Double) -> String { minutes == 0 ? never : self.minutes(minutes) }
    static func longestClip(_ seconds: Double) -> String { seconds == 0 ? noLimit : "\(plainNumber(seconds)) s" }
    static func rotation(_ degrees: Int) -> String { degrees == 0 ? off : "\(degrees)°" }
    static func percent(_ percent: Int) -> String { "\(percent) %" }
    static func framesASecond(_ rate: Int) -> String { "\(rate) a second" }
    static func shutter(_ shutter: Int) -> String { "1/\(shutter) s" }
    static func shaft(_ shaft: Length) -> String { "\(tenths(shaft.millimetres)) mm" }

    static func flicker(_ flicker: CameraControls.Flicker) -> String {
        switch flicker {
        case .automatic: automatic
        case .off: off
        case .hertz50: "50 Hz"
        case .hertz60: "60 Hz"
        }
    }

    static func focus(_ focus: CameraControls.Focus) -> String {
        switch focus {
        case .continuous: "Continuous"
        case .once: "Once, now"
        case .locked: locked
        }
    }
}
