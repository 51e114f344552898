// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the menu.
extension Strings {
    package static var menu: String { text("settings.title") }

    package static func title(of topic: MenuPage) -> String {
        switch topic {
        case .target: text("menu.target")
        case .review: text("menu.review")
        case .delay: text("menu.delay-and-clips")
        case .picture: text("menu.picture")
        case .sound: text("menu.sound")
        case .more: text("menu.more")
        }
    }

    package static var aboutTitle: String { text("settings.about-title") }
    package static var on: String { text("settings.on") }
    package static var off: String { text("settings.off") }
    package static var camerasOwn: String { text("settings.cameras-own") }
    /// `2: HD Webcam`.
    package static func camera(_ number: Int, _ camera: CameraOption) -> String {
        text("settings.camera", ["number": number, "camera": camera.name])
    }
    /// `HD Webcam · USB port 1.2.`
    package static func placed(_ camera: CameraOption) -> String {
        let place =
            switch camera.place {
            case .board: text("settings.camera-on-board")
            case .usb(let port?): text("settings.camera-on-usb-port", ["port": port])
            case .usb(nil): text("settings.camera-on-usb")
            }
        return text("settings.camera-placed", ["camera": camera.name, "place": place])
    }
    static var customSize: String { text("settings.custom-size") }
    package static func size(_ size: VideoSize) -> String { text("settings.size", ["width": size.width, "height": size.height]) }
    package static var noLimit: String { text("settings.no-limit") }
    package static var never: String { text("settings.never") }

    /// The paragraphs of the About page. They depend on the settings that decide which footage is written to the card.
    package static func about(_ settings: Settings) -> [String] {
        [
            text("about.life"), text("about.nothing-leaves"), text(settings.keepsTail ? "about.memory-and-rest" : "about.memory"), text("about.card"),
            text("about.sound"),
        ]
    }

    package static func title(of row: SettingRow) -> String { words(of: row).title }

    package static func value(of row: SettingRow, in settings: Settings) -> String {
        switch row {
        case .setting: row.setting?.shown(settings) ?? ""
        case .forgetKeys:
            settings.keys.learned.isEmpty ? text("settings.none-learned") : text("settings.keys-learned", count: settings.keys.learned.count)
        case .reviewUnjudged, .learnKey, .about, .switchOff: ""
        }
    }

    /// One line on what the setting does.
    package static func help(for row: SettingRow, available: Double?) -> String {
        guard case .setting(let key) = row, key.rawValue == "buffer", let available else { return words(of: row).help }
        return words(of: row).help + " " + text("settings.available", ["span": span(available)])
    }

    /// Splits a row's line into its title and its help: `Delay | How far the TV lags life, 1 to 60 s.`
    private static func words(of row: SettingRow) -> (title: String, help: String) {
        let words =
            switch row {
            case .setting(let key): text("setting.\(key.rawValue)")
            case .learnKey: text("settings.learn-key-row")
            case .forgetKeys: text("settings.forget-keys-row")
            case .reviewUnjudged: text("settings.review-unjudged-row")
            case .about: text("settings.about-row")
            case .switchOff: text("settings.switch-off-row")
            }
        let parts = words.split(separator: "|", maxSplits: 1)
        return (trimmed(parts.first ?? ""), trimmed(parts.dropFirst().first ?? ""))
    }

    static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    package static var pushAgain: String { text("settings.push-again") }
    package static var switchOffAsked: String { text("settings.switch-off-asked") }

    package static func listening(for control: Control) -> String { text("settings.listening", ["control": name(of: control)]) }
    package static func listening(_ seconds: Int) -> String { text("settings.seconds-left", ["seconds": seconds]) }
    package static func learned(_ key: KeyCode, as control: Control) -> String {
        text("settings.learned", ["key": key.label, "control": name(of: control)])
    }
    package static var nothingLearned: String { text("settings.nothing-learned") }
    package static var keysForgotten: String { text("settings.keys-forgotten") }

    package static func name(of control: Control) -> String {
        switch control {
        case .mark: mark
        case .stop: stop
        case .left: "◀"
        case .right: "▶"
        case .up: "▲"
        case .down: "▼"
        case .knob: text("settings.knob-push")
        }
    }

    // MARK: Values

    static func afterStop(_ after: Settings.AfterStop) -> String {
        switch after {
        case .review: text("settings.review")
        case .score: text("settings.score")
        case .live: text("settings.live")
        }
    }
    static var clipStack: String { text("settings.stack") }
    static var clipGrid: String { text("settings.grid") }

    static var automatic: String { text("settings.automatic") }
    static var locked: String { text("settings.locked") }
    package static var practice: String { text("settings.practice") }
    static var markedDelayed: String { text("settings.marked-delayed") }
    static var markedLive: String { text("settings.marked-live") }
    static var markToMark: String { text("settings.mark-to-mark") }
    static var asShot: String { text("settings.as-shot") }
    static var highToLow: String { text("settings.high-to-low") }
    static var aroundMark: String { text("settings.around-mark") }
    static var highContrast: String { text("settings.high-contrast") }
    static var normalContrast: String { text("settings.normal-contrast") }
    static var reducedMotion: String { text("settings.reduced-motion") }
    static var fullMotion: String { text("settings.full-motion") }

    package static func onOff(_ isOn: Bool) -> String { isOn ? on : off }
    static func megabytesSet(_ number: Double) -> String { text("figures.megabytes", ["number": plainNumber(number)]) }
    static func minutes(_ minutes: Double) -> String { text("settings.minutes", ["minutes": plainNumber(minutes)]) }
    static func standby(after minutes: Double) -> String { minutes == 0 ? never : self.minutes(minutes) }
    static func longestClip(_ seconds: Double) -> String {
        seconds == 0 ? noLimit : text("settings.longest-seconds", ["seconds": plainNumber(seconds)])
    }
    package static func rotation(_ degrees: Int) -> String { degrees == 0 ? off : text("settings.degrees", ["degrees": degrees]) }
    static func percent(_ percent: Int) -> String { text("settings.percent", ["percent": percent]) }
    static func framesASecond(_ rate: Int) -> String { text("settings.frames-a-second", ["rate": rate]) }
    static func volume(_ percent: Double) -> String { percent == 0 ? off : text("settings.percent", ["percent": plainNumber(percent)]) }
    static func soundOutput(_ output: String) -> String {
        switch output {
        case Settings.automatic: automatic
        case "hdmi": text("settings.hdmi")
        case "headphones": text("settings.headphones")
        default: output
        }
    }
    static func shutter(_ shutter: Int) -> String { text("settings.shutter", ["shutter": shutter]) }
    package static func shaft(_ shaft: Length) -> String { text("settings.shaft", ["shaft": tenths(shaft.millimetres)]) }

    static func flicker(_ flicker: CameraControls.Flicker) -> String {
        switch flicker {
        case .automatic: automatic
        case .off: off
        case .hertz50: text("settings.hertz", ["number": 50])
        case .hertz60: text("settings.hertz", ["number": 60])
        }
    }

    static func focus(_ focus: CameraControls.Focus) -> String {
        switch focus {
        case .continuous: text("settings.continuous")
        case .once: text("settings.once")
        case .locked: locked
        }
    }
}
