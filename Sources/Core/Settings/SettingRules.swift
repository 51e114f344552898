/// Between a setting's written value and its place in `Settings`. What is read back is what was written.
extension SettingKey {
    /// Sets one setting. Where the value isn't taken `settings` stays as it was. Reentrant.
    public static func apply(_ value: SettingValue, for key: SettingKey, to settings: inout Settings,
                             from origin: SettingOrigin = .owner) throws(SettingProblem) {
        try key.check(value, from: origin)
        switch key {
        case .delay: settings.delaySeconds = try value.seconds(key, within: Settings.delayRange)
        case .size: settings.size = try value.size(key)
        case .fps: settings.framesPerSecond = try value.frameRate(key)
        case .camera: settings.camera = try value.word(key, like: Settings.cameras)
        case .display: settings.display = try value.display(key)
        case .panel: settings.panel = try value.word(key, like: Settings.panels)
        case .mark: settings.mark = try value.choice(key)
        case .clip: settings.clip = try value.choice(key)
        case .before: settings.beforeSeconds = try value.seconds(key, within: Settings.beforeRange)
        case .after: settings.postRollSeconds = try value.seconds(key, within: Settings.postRollRange)
        case .longest: settings.longestSeconds = try value.seconds(key, within: Settings.longestRange)
        case .tail: settings.keepsTail = try value.flag(key)
        case .sound: settings.recordsSound = try value.flag(key)
        case .flip: settings.isFlipped = try value.flag(key)
        case .rotation: settings.rotation = try value.oneOf(Settings.rotations, key, unit: "degrees")
        case .split: settings.isSplit = try value.flag(key)
        case .textScale: settings.textScalePercent = try value.oneOf(Settings.textScales, key, unit: "percent")
        case .contrast: settings.hasHighContrast = try value.contrast(key)
        case .reducedMotion: settings.hasReducedMotion = try value.flag(key)
        case .diagnostics: settings.showsDiagnostics = try value.flag(key)
        case .buffer: settings.bufferMinutes = try value.number(key, within: Settings.bufferRange, unit: "minutes")
        case .exposure: settings.isExposureLocked = try value.exposureLock(key)
        case .shutter: settings.shutter = try value.shutter(key)
        case .flicker: settings.flicker = try value.flicker(key)
        case .focus: settings.focus = try value.choice(key)
        case .tvPower: settings.switchesTV = try value.flag(key)
        case .tvStandby: settings.tvStandbyMinutes = try value.number(key, within: Settings.tvStandbyRange, unit: "minutes")
        case .scoring: settings.scores = try value.flag(key)
        case .face: settings.face = try value.face(key, of: settings.faces)
        case .arrow: settings.arrow = try value.shaft(key, within: settings.shafts)
        case .round: settings.round = try value.round(key)
        case .customFace1, .customFace2, .customFace3, .customFace4, .customFace5, .customFace6:
            guard let number = key.customFaceNumber else { break }
            let others = FaceCatalog.all + settings.customFaces.filter { $0.key != number }.values
            settings.customFaces[number] = try value.customFace(key, beside: others)
        case .keys: settings.keys = try value.keyMap(key)
        case .gpioChip: settings.lines.chip = try value.gpioChip(key)
        case .lineMark, .lineStop, .lineLeft, .lineRight, .lineUp, .lineDown, .lineKnobA, .lineKnobB, .linePush, .lineLED, .lineBuzzer:
            if let part = key.panelPart { settings.lines[part] = try value.panelLine(key) }
        }
    }

    /// How a setting is written.
    public static func value(of key: SettingKey, in settings: Settings) -> SettingValue {
        switch key {
        case .delay: .double(settings.delaySeconds)
        case .size: .string(settings.size?.description ?? Self.automatic)
        case .fps: settings.framesPerSecond.map { .integer($0) } ?? .string(Self.automatic)
        case .camera: .string(settings.camera)
        case .display: .string(settings.display)
        case .panel: .string(settings.panel)
        case .mark: .string(settings.mark.rawValue)
        case .clip: .string(settings.clip.rawValue)
        case .before: .double(settings.beforeSeconds)
        case .after: .double(settings.postRollSeconds)
        case .longest: .double(settings.longestSeconds)
        case .tail: .bool(settings.keepsTail)
        case .sound: .bool(settings.recordsSound)
        case .flip: .bool(settings.isFlipped)
        case .rotation: .integer(settings.rotation)
        case .split: .bool(settings.isSplit)
        case .textScale: .integer(settings.textScalePercent)
        case .contrast: .string(settings.hasHighContrast ? Self.highContrast : Self.normalContrast)
        case .reducedMotion: .bool(settings.hasReducedMotion)
        case .diagnostics: .bool(settings.showsDiagnostics)
        case .buffer: .double(settings.bufferMinutes)
        case .exposure: .string(settings.isExposureLocked ? SettingValue.lockedExposure : SettingValue.automaticExposure)
        case .shutter: .integer(settings.shutter)
        case .flicker: SettingValue(flicker: settings.flicker)
        case .focus: .string(settings.focus.rawValue)
        case .tvPower: .bool(settings.switchesTV)
        case .tvStandby: .double(settings.tvStandbyMinutes)
        case .scoring: .bool(settings.scores)
        case .face: .string(settings.face)
        case .arrow: .double(settings.arrow.millimetres)
        case .round: .string(settings.round ?? Self.freePractice)
        case .customFace1, .customFace2, .customFace3, .customFace4, .customFace5, .customFace6:
            .string(key.customFaceNumber.flatMap { settings.customFaces[$0] }.map(FaceText.text) ?? Self.freePractice)
        case .keys: .string(settings.keys.text)
        case .gpioChip: .string(settings.lines.chip)
        case .lineMark, .lineStop, .lineLeft, .lineRight, .lineUp, .lineDown, .lineKnobA, .lineKnobB, .linePush, .lineLED, .lineBuzzer:
            key.panelPart.flatMap { settings.lines[$0] }.map(SettingValue.init(line:)) ?? .string(PanelLines.none)
        }
    }

    /// Leaves a size or a rate to the camera.
    static let automatic = "auto"
    static let highContrast = "high"
    static let normalContrast = "normal"
}

extension SettingValue: CustomStringConvertible {
    /// As a person would write it, without quotes.
    public var description: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): plainNumber(number)
        case .bool(let flag): "\(flag)"
        }
    }

    fileprivate func seconds(_ key: SettingKey, within range: ClosedRange<Double>) throws(SettingProblem) -> Double {
        try number(key, within: range, unit: "seconds")
    }

    fileprivate func number(_ key: SettingKey, within range: ClosedRange<Double>,
                            unit: String) throws(SettingProblem) -> Double {
        let wanted = "take \(plainNumber(range.lowerBound)) to \(plainNumber(range.upperBound)) \(unit)"
        let number: Double
        switch self {
        case .integer(let integer): number = Double(integer)
        case .double(let double): number = double
        case .string, .bool: throw SettingProblem(key, "\(self) is no number; \(wanted)")
        }
        // NaN is in no range.
        guard range.contains(number) else { throw SettingProblem(key, "\(self) is out of range; \(wanted)") }
        return number
    }

    fileprivate func oneOf(_ choices: [Int], _ key: SettingKey, unit: String) throws(SettingProblem) -> Int {
        for choice in choices {
            if case .integer(choice) = self { return choice }
            if case .double(let number) = self, number == Double(choice) { return choice }
        }
        throw SettingProblem(key, "\(self) isn't one of \(choices.map(String.init).joined(separator: ", ")) \(unit)")
    }

    fileprivate func flag(_ key: SettingKey) throws(SettingProblem) -> Bool {
        if case .bool(let flag) = self { return flag }
        throw SettingProblem(key, "\(self) is neither true nor false")
    }

    fileprivate func choice<Choice: RawRepresentable & CaseIterable>(_ key: SettingKey) throws(SettingProblem) -> Choice
    where Choice.RawValue == String {
        if case .string(let text) = self, let choice = Choice(rawValue: text) { return choice }
        throw SettingProblem(key, "\(self) isn't one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }

    fileprivate func contrast(_ key: SettingKey) throws(SettingProblem) -> Bool {
        switch self {
        case .string(SettingKey.highContrast), .bool(true): return true
        case .string(SettingKey.normalContrast), .bool(false): return false
        default: throw SettingProblem(key, "\(self) isn't one of normal, high")
        }
    }

    /// A word of one of these forms; behind a form's colon anything may stand, but not nothing.
    fileprivate func word(_ key: SettingKey, like forms: [String]) throws(SettingProblem) -> String {
        guard case .string(let text) = self else { throw SettingProblem(key, "\(self) isn't one of \(forms.joined(separator: ", "))") }
        guard !text.isEmpty else { throw SettingProblem(key, "it is empty; take \(forms.joined(separator: ", "))") }
        // It has a line of settings.toml of its own.
        guard !text.contains(where: \.isNewline) else {
            throw SettingProblem(key, "there is a line break in \(text); give the file a name without one")
        }
        let isTaken = forms.contains { form in
            guard let colon = form.firstIndex(of: ":") else { return text == form }
            let head = form[...colon]
            return text.hasPrefix(head) && text.count > head.count
        }
        guard isTaken else { throw SettingProblem(key, "\(self) isn't one of \(forms.joined(separator: ", "))") }
        return text
    }

    /// What follows `headless:` is a TV's mode.
    fileprivate func display(_ key: SettingKey) throws(SettingProblem) -> String {
        let text = try word(key, like: Settings.displays)
        let headless = "headless:"
        guard !text.hasPrefix(headless) || TVMode(text.dropFirst(headless.count)) != nil else {
            throw SettingProblem(key, "\(text) is no TV; write it as headless:1920x1080@60")
        }
        return text
    }

    fileprivate func size(_ key: SettingKey) throws(SettingProblem) -> VideoSize? {
        guard case .string(let text) = self else { throw SettingProblem(key, "\(self) is no size; write it as 1280x720") }
        if text == SettingKey.automatic { return nil }
        guard let size = VideoSize(text) else { throw SettingProblem(key, "\(text) is no size; write it as 1280x720") }
        if let objection = VideoLimits.objection(to: size) { throw SettingProblem(key, "\(size): \(objection)") }
        return size
    }

    fileprivate func frameRate(_ key: SettingKey) throws(SettingProblem) -> Int? {
        if self == .string(SettingKey.automatic) { return nil }
        return try oneOf(VideoLimits.frameRates, key, unit: "frames a second")
    }
}

/// A number without a needless fraction: 5, not 5.0; 2.5 as it is.
func plainNumber(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
}
