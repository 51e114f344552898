// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the menu.
extension Strings {
    package static func title(of topic: MenuPage) -> String {
        switch topic {
        case .target: Phrases.Menu.target
        case .review: Phrases.Menu.review
        case .delay: Phrases.Menu.delayAndClips
        case .picture: Phrases.Menu.picture
        case .sound: Phrases.Menu.sound
        case .more: Phrases.Menu.more
        }
    }

    /// `2: HD Webcam`.
    package static func camera(_ number: Int, _ camera: CameraOption) -> String {
        Phrases.Settings.camera(number, camera: camera.name)
    }
    /// `HD Webcam · USB port 1.2.`
    package static func placed(_ camera: CameraOption) -> String {
        let place =
            switch camera.place {
            case .board: Phrases.Settings.cameraOnBoard
            case .usb(let port?): Phrases.Settings.cameraOnUSBPort(port)
            case .usb(nil): Phrases.Settings.cameraOnUSB
            }
        return Phrases.Settings.cameraPlaced(camera.name, place: place)
    }
    package static func size(_ size: VideoSize) -> String { Phrases.Settings.size(size.width, height: size.height) }

    /// The paragraphs of the About page. They depend on the settings that decide which footage is written to the card.
    /// - Parameter version: the program's, such as `0.3.0`; the last line says it.
    package static func about(_ settings: Settings, version: String) -> [String] {
        [
            Phrases.About.life, Phrases.About.nothingLeaves, about(memoryOf: settings),
            Phrases.About.card, about(soundOf: settings), Phrases.About.version(version),
        ]
    }

    /// The paragraph about sound. Without sound in the clips, what the box hears is kept nowhere.
    private static func about(soundOf settings: Settings) -> String {
        settings.listens && !settings.recordsSound ? Phrases.About.listening : Phrases.About.sound
    }

    /// The paragraph about what goes to the card.
    private static func about(memoryOf settings: Settings) -> String {
        if settings.keepsNothing { return Phrases.About.memoryOnly }
        if settings.cutsRallies { return Phrases.About.memoryAndRallies }
        return settings.keepsTail ? Phrases.About.memoryAndRest : Phrases.About.memory
    }

    /// A line that isn't understood, as it stands in its file: `line 1: flip = maybe`.
    package static func wrongLine(_ fault: SettingsFault) -> String {
        guard let text = fault.text else { return wrongSetting(fault) }
        let line = fault.file == SettingsFault.cardsFile ? Phrases.Conditions.lineAlone(fault.line) : place(of: fault)
        return Phrases.Conditions.lineSays(line, text: text)
    }

    /// The same, with what is wrong with it.
    package static func wrongLineInFull(_ fault: SettingsFault) -> String {
        guard let text = fault.text else { return wrongSetting(fault) }
        return Phrases.Conditions.wrongLine(place(of: fault), text: text, problem: fault.message)
    }

    /// `settings.toml, line 3`; for a fault of the whole file, its name.
    private static func place(of fault: SettingsFault) -> String {
        fault.line > 0 ? Phrases.Conditions.lineOfFile(fault.file, line: fault.line) : fault.file
    }

    /// The position of a fault in the settings, and its description.
    package static func wrongSetting(_ fault: SettingsFault) -> String {
        Phrases.Conditions.wrongSetting(place(of: fault), problem: fault.message)
    }

    package static func title(of row: SettingRow) -> String { words(of: row).title }

    package static func value(of row: SettingRow, in settings: Settings) -> String {
        switch row {
        case .setting: row.setting?.shown(settings) ?? ""
        case .forgetKeys:
            settings.keys.learned.isEmpty ? Phrases.Settings.noneLearned : Phrases.Settings.keysLearned(settings.keys.learned.count)
        case .reviewUnjudged, .hearing, .clock, .learnKey, .forgetFootage, .about, .switchOff, .allSettings: ""
        }
    }

    /// One line on what the setting does.
    package static func help(for row: SettingRow, available: Double?) -> String {
        guard case .setting(let key) = row, key.rawValue == "buffer", let available else { return words(of: row).help }
        return words(of: row).help + " " + Phrases.Settings.available(span(available))
    }

    /// Splits a row's line into its title and its help: `Delay | How far the TV lags life, 1 to 60 s.`
    private static func words(of row: SettingRow) -> (title: String, help: String) {
        let words =
            switch row {
            case .setting(let key): Phrases.row("setting", key.rawValue)
            case .learnKey: Phrases.Settings.learnKeyRow
            case .forgetKeys: Phrases.Settings.forgetKeysRow
            case .forgetFootage: Phrases.Settings.forgetFootageRow
            case .reviewUnjudged: Phrases.Settings.reviewUnjudgedRow
            case .hearing: Phrases.Settings.hearingRow
            case .clock: Phrases.Settings.clockRow
            case .about: Phrases.Settings.aboutRow
            case .switchOff: Phrases.Settings.switchOffRow
            case .allSettings: Phrases.Settings.allSettingsRow
            }
        return halves(of: words)
    }

    /// The question before clips are lost with the memory: a second hold of the knob answers it.
    package static func forgetAsks(_ clips: Int) -> String { Phrases.Settings.forgetAsks(clips) }

    package static func listening(for meaning: KeyMap.Meaning) -> String { Phrases.Settings.listening(name(of: meaning)) }
    package static func learned(_ key: KeyCode, as meaning: KeyMap.Meaning) -> String {
        Phrases.Settings.learned(key.label, control: name(of: meaning))
    }

    package static func name(of meaning: KeyMap.Meaning) -> String {
        switch meaning {
        case .control(let control): name(of: control)
        case .timer(.go): lineClock
        case .timer(.emergency): clockEmergency
        case .voice: voiceSwitch
        case .turn: ""
        }
    }

    package static func name(of control: Control) -> String {
        switch control {
        case .mark: mark
        case .stop: stop
        case .left: "◀"
        case .right: "▶"
        case .up: "▲"
        case .down: "▼"
        case .knob: Phrases.Settings.knobPush
        }
    }

    // MARK: Values

    /// Shown on the menu's tile.
    package static func shownAfterStop(_ after: Settings.AfterStop) -> String {
        after == .review ? Phrases.Review.atStop : Phrases.Review.notAtStop
    }
    static func afterStop(_ after: Settings.AfterStop) -> String {
        switch after {
        case .review: Phrases.Settings.review
        case .score: Phrases.Settings.score
        case .live: Phrases.Settings.live
        }
    }

    package static func tvMode(_ mode: TVResolution) -> String { mode == .auto ? automatic : mode.rawValue }

    package static func onOff(_ isOn: Bool) -> String { isOn ? on : off }
    static func megabytesSet(_ number: Double) -> String { Phrases.Figures.megabytes(plain(number)) }
    static func minutes(_ minutes: Double) -> String { Phrases.Settings.minutes(plain(minutes)) }
    static func standby(after minutes: Double) -> String { minutes == 0 ? never : self.minutes(minutes) }
    /// Shown on the menu's tile too.
    package static func endTimer(_ seconds: Double) -> String { seconds == 0 ? off : self.seconds(seconds) }
    static func hornOutput(_ output: Settings.HornOutput) -> String {
        switch output {
        case .both: clockBoth
        case .speaker: clockSpeaker
        case .buzzer: clockBuzzer
        case .off: off
        }
    }
    static func share(_ percent: Double) -> String { Phrases.Settings.percent(plain(percent)) }
    /// - Parameter isScored: true if arrows are scored, so that rallies aren't cut.
    static func kept(_ keep: Settings.Keep) -> String {
        switch keep {
        case .all: Phrases.Settings.keepAll
        case .marked: Phrases.Settings.keepMarked
        case .nothing: Phrases.Settings.keepNothing
        }
    }
    static func clipRule(_ rule: Settings.ClipRule, isScored: Bool) -> String {
        switch rule {
        case .segment: markToMark
        case .window: aroundMark
        case .rally: isScored ? markToMark : rallies
        }
    }
    static func longestClip(_ seconds: Double) -> String {
        seconds == 0 ? noLimit : Phrases.Settings.longestSeconds(plain(seconds))
    }
    static func rallyWhistle(_ seconds: Double) -> String { seconds == 0 ? never : Strings.seconds(seconds) }
    package static func rotation(_ degrees: Int) -> String { degrees == 0 ? off : Phrases.Settings.degrees(degrees) }
    /// A difference of the local time from UTC, in minutes: `UTC+1`, `UTC-3:30`.
    package static func zone(_ offset: Int) -> String {
        let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
        return "UTC" + (offset == 0 ? "" : offset < 0 ? "-" : "+") + (offset == 0 ? "" : "\(hours)") + (minutes == 0 ? "" : ":\(minutes)")
    }
    static func textScale(_ percent: Int) -> String { Phrases.Settings.percent(percent) }
    static func volume(_ percent: Double) -> String { percent == 0 ? off : Phrases.Settings.percent(plain(percent)) }
    static func speaking(_ speaking: Settings.Speaking) -> String {
        switch speaking {
        case .off: off
        case .scores: Phrases.Settings.scores
        case .all: Phrases.Settings.sayAll
        }
    }
    static func metres(_ metres: Double) -> String { Phrases.Settings.metres(plain(metres)) }
    static func soundMarks(_ marks: Settings.SoundMarks) -> String {
        switch marks {
        case .off: off
        case .suggest: Phrases.Settings.suggest
        case .mark: Phrases.Settings.mark
        }
    }
    static func soundOutput(_ output: String) -> String {
        switch output {
        case Settings.automatic: automatic
        case "hdmi": Phrases.Settings.hdmi
        case "headphones": Phrases.Settings.headphones
        default: output
        }
    }
    package static func shaft(_ shaft: Length) -> String { Phrases.Settings.shaft(tenths(shaft.millimetres)) }

    static func flicker(_ flicker: CameraControls.Flicker) -> String {
        switch flicker {
        case .automatic: automatic
        case .off: off
        case .hertz50: Phrases.Settings.hertz(50)
        case .hertz60: Phrases.Settings.hertz(60)
        }
    }

    static func focus(_ focus: CameraControls.Focus) -> String {
        switch focus {
        case .continuous: Phrases.Settings.continuous
        case .once: Phrases.Settings.once
        case .locked: locked
        }
    }
}
