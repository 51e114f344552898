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
        case .delay: "Delay"
        case .split: "Split view"
        case .flip: "Mirror"
        case .rotation: "Turn picture"
        case .mark: "MARK means"
        case .clip: "Clips"
        case .before: "Before mark"
        case .after: "After mark"
        case .longest: "Longest"
        case .tail: "Keep the rest"
        case .sessions: sessions
        case .scoring: "Scoring"
        case .face: "Target face"
        case .arrow: "Arrow"
        case .round: "Round"
        case .size: "Picture"
        case .framesPerSecond: "Frames"
        case .camera: "Camera"
        case .exposure: "Exposure"
        case .shutter: "Shutter"
        case .flicker: "Flicker"
        case .focus: "Focus"
        case .sound: "Sound"
        case .buffer: "Buffer"
        case .learnKey: "Learn a key"
        case .forgetKeys: "Forget keys"
        case .tvPower: "TV power"
        case .tvStandby: "TV standby"
        case .textScale: "Text"
        case .contrast: "Contrast"
        case .motion: "Motion"
        case .diagnostics: "Diagnostics"
        case .about: "About, privacy"
        case .switchOff: "Switch off"
        }
    }

    package static func value(of row: SettingRow, in settings: Settings) -> String {
        switch row {
        case .delay: seconds(settings.delaySeconds)
        case .split: onOff(settings.isSplit)
        case .flip: onOff(settings.isFlipped)
        case .rotation: settings.rotation == 0 ? off : "\(settings.rotation)°"
        case .mark: settings.mark == .shown ? "Delayed" : "Live"
        case .clip: settings.clip == .segment ? "Mark to mark" : "Around mark"
        case .before: seconds(settings.beforeSeconds)
        case .after: seconds(settings.postRollSeconds)
        case .longest: settings.longestSeconds == 0 ? noLimit : "\(plainNumber(settings.longestSeconds)) s"
        case .tail: onOff(settings.keepsTail)
        case .size: settings.size.map { "\($0.width)×\($0.height)" } ?? camerasOwn
        case .framesPerSecond: settings.framesPerSecond.map { "\($0) a second" } ?? camerasOwn
        case .camera: settings.camera == SettingKey.automatic ? "Automatic" : settings.camera
        case .exposure: settings.isExposureLocked ? "Locked" : "Automatic"
        case .shutter: settings.shutter == 0 ? "Automatic" : "1/\(settings.shutter) s"
        case .flicker: flicker(settings.flicker)
        case .focus: focus(settings.focus)
        case .sound: onOff(settings.recordsSound)
        case .buffer: "\(plainNumber(settings.bufferMinutes)) min"
        case .scoring: onOff(settings.scores)
        case .face: settings.targetFace.name
        case .arrow: "\(tenths(settings.shaft.millimetres)) mm"
        case .round: settings.round.flatMap(RoundCatalog.round)?.name ?? "Practice"
        case .learnKey, .sessions: ""
        case .forgetKeys: settings.keys.learned.isEmpty ? "None learned" : "\(settings.keys.learned.count) learned"
        case .tvPower: onOff(settings.switchesTV)
        case .tvStandby: settings.tvStandbyMinutes == 0 ? never : "\(plainNumber(settings.tvStandbyMinutes)) min"
        case .textScale: "\(settings.textScalePercent) %"
        case .contrast: settings.hasHighContrast ? "High" : "Normal"
        case .motion: settings.hasReducedMotion ? "Reduced" : "Full"
        case .diagnostics: onOff(settings.showsDiagnostics)
        case .about, .switchOff: ""
        }
    }

    /// One line on what the setting does.
    package static func help(for row: SettingRow, available: Double?) -> String {
        switch row {
        case .delay: "How far the TV lags life, 1 to 60 s."
        case .split: "Live on the left, delayed on the right."
        case .flip: "Left and right changed over, as in a mirror."
        case .rotation: "For a camera or a TV that stands on its side or head."
        case .mark: "Which picture a mark is about: the delayed or the live one."
        case .clip: "From mark to mark, or a few seconds around each."
        case .before: "Where clips go around the mark."
        case .after: "How much of a clip comes after its mark."
        case .longest: "No clip begins longer than this before its mark."
        case .tail: "What comes after the last mark is a clip too."
        case .sessions: "Everything on the card: look again, score, delete."
        case .scoring: "The target face comes up after STOP."
        case .face: "What is shot at. A round brings its own."
        case .arrow: "The shaft’s diameter: a line that it touches counts."
        case .round: "Adds up ends; hold MARK on the summary for the next."
        case .size: "Starts the picture anew; the buffer empties."
        case .framesPerSecond: "Starts the picture anew; the buffer empties."
        case .camera: "Starts the picture anew; the buffer empties."
        case .exposure: "Locked: brightness and colours stay as they are now."
        case .shutter: "A fast one keeps arrows sharp, and needs light."
        case .flicker: "Against bands under lamps: what the mains have."
        case .focus: "Locked: it stays where it is now."
        case .sound: "Into the clips, from a microphone. Starts anew."
        case .buffer: "At most this much." + (available.map { " About \(span($0)) available." } ?? "")
        case .learnKey: "For a pedal or a remote: choose the control, push, press the key."
        case .forgetKeys: "Every key means what it meant at first."
        case .tvPower: "The TV goes on with the box and shows its picture."
        case .tvStandby: "With TV power: the TV sleeps when nobody used the box."
        case .textScale: "How large everything is written."
        case .contrast: "High: solid panels with outlines."
        case .motion: "Reduced: sheets fade in place."
        case .diagnostics: "What the box measures about itself."
        case .about: "What stays here: everything."
        case .switchOff: "Writes what is left. Anywhere: hold STOP for 5 s."
        }
    }

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

    private static func flicker(_ flicker: CameraControls.Flicker) -> String {
        switch flicker {
        case .automatic: "Automatic"
        case .off: off
        case .hertz50: "50 Hz"
        case .hertz60: "60 Hz"
        }
    }

    private static func focus(_ focus: CameraControls.Focus) -> String {
        switch focus {
        case .continuous: "Continuous"
        case .once: "Once, now"
        case .locked: "Locked"
        }
    }

    private static func onOff(_ isOn: Bool) -> String { isOn ? on : off }
}
