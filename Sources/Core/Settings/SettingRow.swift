/// A row of the settings sheet.
package enum SettingRow: Hashable, Sendable, CaseIterable {
    case delay, split, flip, rotation
    case mark, clip, before, after, longest, tail
    case sessions, scoring, face, arrow, round
    case size, framesPerSecond, camera, exposure, shutter, flicker, focus, sound, buffer
    case learnKey, forgetKeys
    case tvPower, tvStandby
    case textScale, contrast, motion, diagnostics, about, switchOff

    /// Two states: a push throws it.
    package var isSwitch: Bool {
        switch self {
        case .split, .flip, .mark, .clip, .tail, .scoring, .exposure, .sound, .tvPower, .contrast, .motion, .diagnostics: true
        default: false
        }
    }

    /// Something that the knob, held, changes; the others are done or opened by a push.
    package var hasValue: Bool { ![.about, .forgetKeys, .sessions, .switchOff].contains(self) }

    /// A push opens something of its own.
    package var opens: Bool { self == .about || self == .sessions }

    /// The settings with this row's value moved by so many steps; it stops at the ends, and a switch is thrown by any step.
    package func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        guard steps != 0 else { return settings }
        var result = settings
        switch self {
        case .delay: result.delaySeconds = moved(settings.delaySeconds, steps, Settings.delayRange)
        case .split: result.isSplit.toggle()
        case .flip: result.isFlipped.toggle()
        case .rotation: result.rotation = moved(settings.rotation, steps, in: Settings.rotations)
        case .mark: result.mark = settings.mark == .shown ? .live : .shown
        case .clip: result.clip = settings.clip == .segment ? .window : .segment
        case .before: result.beforeSeconds = moved(settings.beforeSeconds, steps, Settings.beforeRange)
        case .after: result.postRollSeconds = moved(settings.postRollSeconds, steps, Settings.postRollRange)
        case .longest: result.longestSeconds = moved(settings.longestSeconds, steps, Settings.longestRange, step: 10)
        case .tail: result.keepsTail.toggle()
        case .size: result.size = moved(settings.size, steps, in: Self.sizes(with: settings.size))
        case .framesPerSecond:
            result.framesPerSecond = moved(settings.framesPerSecond, steps, in: [nil] + VideoLimits.frameRates)
        case .camera: result.camera = moved(settings.camera, steps, in: Self.cameras(with: settings.camera))
        case .exposure: result.isExposureLocked.toggle()
        case .shutter: result.shutter = moved(settings.shutter, steps, in: Self.shutters(with: settings.shutter))
        case .flicker: result.flicker = moved(settings.flicker, steps, in: CameraControls.Flicker.allCases)
        case .focus: result.focus = moved(settings.focus, steps, in: CameraControls.Focus.allCases)
        case .sound: result.recordsSound.toggle()
        case .buffer: result.bufferMinutes = moved(settings.bufferMinutes, steps, Settings.bufferRange)
        case .tvPower: result.switchesTV.toggle()
        case .tvStandby: result.tvStandbyMinutes = moved(settings.tvStandbyMinutes, steps, Settings.tvStandbyRange, step: 10)
        case .scoring: result.scores.toggle()
        case .face: result.face = moved(settings.targetFace.id, steps, in: settings.faces.map(\.id))
        case .arrow: result.arrow = Self.shaft(settings.shaft, moved: steps, within: settings.shafts)
        case .round: result.round = moved(settings.round, steps, in: [nil] + RoundCatalog.all.map(\.id))
        case .textScale: result.textScalePercent = moved(settings.textScalePercent, steps, in: Settings.textScales)
        case .contrast: result.hasHighContrast.toggle()
        case .motion: result.hasReducedMotion.toggle()
        case .diagnostics: result.showsDiagnostics.toggle()
        case .learnKey, .forgetKeys, .sessions, .about, .switchOff: break
        }
        return result
    }

    /// The sizes offered; one that was written into `settings.toml` is offered too.
    package static func sizes(with current: VideoSize?) -> [VideoSize?] {
        let offered: [VideoSize?] = [nil, .vga, .hd720, .hd1080]
        return offered.contains(current) ? offered : offered + [current]
    }

    /// A tenth of a millimetre a step.
    private static func shaft(_ shaft: Length, moved steps: Int, within range: ClosedRange<Length>) -> Length {
        let step: Int64 = 100
        let tenths = (shaft.micrometres + step / 2) / step + Int64(steps.clamped(to: -1000...1000))
        return Length(micrometres: (tenths * step).clamped(to: range.lowerBound.micrometres...range.upperBound.micrometres))
    }

    package static func cameras(with current: String) -> [String] {
        let offered = ["auto", "libcamera", "synthetic"]
        return offered.contains(current) ? offered : offered + [current]
    }

    package static func shutters(with current: Int) -> [Int] {
        Settings.shutters.contains(current) ? Settings.shutters : (Settings.shutters + [current]).sorted()
    }

    private func moved(_ value: Double, _ steps: Int, _ range: ClosedRange<Double>, step: Double = 1) -> Double {
        (value + Double(steps) * step).clamped(to: range)
    }

    private func moved<Value: Equatable>(_ value: Value, _ steps: Int, in choices: [Value]) -> Value {
        let index = choices.firstIndex(of: value) ?? 0
        let (target, overflow) = index.addingReportingOverflow(steps)
        return choices[overflow ? index : target.clamped(to: 0...choices.count - 1)]
    }
}
