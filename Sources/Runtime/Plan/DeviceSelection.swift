// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Glibc

/// The devices of a run: those that the settings name; with `auto` the box's own if there are any and otherwise the laptop's,
/// with the reason.
struct DeviceSelection {
    enum DisplayChoice: Equatable {
        case window
        case headless(DisplayMode)
        case kms(card: String?)

        var isTV: Bool { kind == .kms }

        var kind: AutoChoice.Display {
            switch self {
            case .window: .window
            case .headless: .headless
            case .kms: .kms
            }
        }
    }

    /// `nil` if the box waits for its camera.
    let camera: (any Camera)?
    let cameras: CameraOpener
    let display: DisplayChoice
    private(set) var script: Script?
    private(set) var panel: (any Panel)?
    /// Keeps a second VIR off the devices, as long as the run lives.
    private let lock: InstanceLock?
    /// One line for each choice of `auto`: what it chose, and why.
    private(set) var reasons: [String] = []

    /// Opens the camera and the panel; the display is opened by its own thread.
    /// - Parameter tell: receives one line about a device, now or later, from any thread.
    init(_ plan: RunPlan, timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) throws(Failure) {
        display = Self.display(plan.display, reasons: &reasons)
        let automatic = Self.automaticCamera(plan, display: display, reasons: &reasons)
        cameras = CameraOpener(automatic: automatic, timebase: timebase)
        lock = try Self.takesDevices(plan, display: display, camera: automatic) ? InstanceLock() : nil
        if let objection = lock?.objection { reasons.append(objection) }
        do {
            camera = try cameras.open(plan.camera)
        } catch {
            // A box says on its TV what helps, and nothing else could say so there.
            guard plan.camera == .automatic || (error.trouble != .silent && display.isTV) else {
                if plan.camera.isDevice { throw Failure(.unavailable, "camera \(error)") }
                throw Failure(camera: error)
            }
            camera = nil
            reasons.append("camera: none yet (\(error)); the box waits for one")
        }
        try choosePanel(plan, timebase: timebase, tell: tell)
    }

    // MARK: Automatic choices

    private static func display(_ choice: RunPlan.DisplayChoice, reasons: inout [String]) -> DisplayChoice {
        switch choice {
        case .kms(let card): return .kms(card: card)
        case .window: return .window
        case .headless(let mode): return .headless(mode)
        case .automatic:
            let (kind, reason) = AutoChoice.display()
            reasons.append("display: \(reason)")
            return switch kind {
            case .kms: .kms(card: nil)
            case .window: .window
            case .headless: .headless(RunPlan.headlessMode)
            }
        }
    }

    private static func automaticCamera(_ plan: RunPlan, display: DisplayChoice, reasons: inout [String]) -> RunPlan.CameraChoice {
        guard plan.camera == .automatic else { return .synthetic }
        guard plan.clock == .real else {
            reasons.append("camera: the synthetic range, since a virtual run can't hurry a real camera")
            return .synthetic
        }
        let (choice, reason) = AutoChoice.camera(isBox: display.isTV)
        reasons.append("camera: \(reason)")
        return choice
    }

    private mutating func choosePanel(
        _ plan: RunPlan, timebase: any Timebase,
        tell: @escaping @Sendable (String) -> Void
    ) throws(Failure) {
        switch plan.panel {
        case .script(let path):
            try InputFile.check(path, option: "--panel script:")
            do {
                let script = try Script(path: path, lines: plan.settings.lines)
                self.script = script
                panel = plan.clock == .real ? ScriptPanel(script: script, timebase: timebase) : nil
            } catch {
                throw Failure(access(path, R_OK) == 0 ? .usage : .noInput, "\(error)")
            }
        case .gpio:
            do {
                let buttons = try GPIOPanel(lines: plan.settings.lines, timebase: timebase, tell: tell)
                // A window has its own keys; the machine's keyboards are for other programs too.
                let isWindow = if case .window = display { true } else { false }
                panel = PanelGroup(isWindow ? [buttons] : [buttons, InputPanel(tell: tell)])
            } catch {
                throw Failure(.unavailable, "panel gpio: \(error)")
            }
        case .keys:
            switch display {
            case .window: break
            // If they are asked for by name, the machine's keyboards work even if there is nothing to look at.
            case .kms, .headless: panel = InputPanel(tell: tell)
            }
        case .automatic where plan.clock == .real:
            chooseAutomaticPanel(plan, timebase: timebase, tell: tell)
        case .automatic:
            break
        }
    }

    private mutating func chooseAutomaticPanel(
        _ plan: RunPlan, timebase: any Timebase,
        tell: @escaping @Sendable (String) -> Void
    ) {
        var buttons: GPIOPanel?
        var objection: String?
        do {
            buttons = try GPIOPanel(lines: plan.settings.lines, timebase: timebase, tell: tell)
        } catch {
            objection = "\(error)"
        }
        let (kinds, reason) = AutoChoice.panel(buttonsObjection: objection, display: display.kind)
        reasons.append("panel: \(reason)")
        var panels: [any Panel] = []
        if let buttons, kinds.contains(.buttons) { panels.append(buttons) }
        if kinds.contains(.inputs) { panels.append(InputPanel(tell: tell)) }
        panel = panels.isEmpty ? nil : PanelGroup(panels)
    }

    // MARK: Parts

    /// Returns the speaker for the sound of clips, by a word of the settings. In a virtual run nobody hears it.
    static func speaker(_ choice: String, clock: RunPlan.ClockChoice, timebase: any Timebase) -> any Speaker {
        clock == .virtual ? SilentSpeaker(timebase: timebase) : ALSASpeaker(output: choice)
    }

    /// Opens the voice. Nobody hears the voice of a virtual run.
    static func voice(clock: RunPlan.ClockChoice, timebase: any Timebase) throws -> any Voice {
        try clock == .virtual ? TranscriptVoice(timebase: timebase) : EspeakVoice()
    }

    /// Returns whether the run takes devices that only one program can have.
    private static func takesDevices(_ plan: RunPlan, display: DisplayChoice, camera: RunPlan.CameraChoice) -> Bool {
        (plan.camera == .automatic ? camera : plan.camera).isDevice || display.isTV || plan.panel == .gpio
    }

    /// Opens the microphone that goes with a camera: the simulated one for the synthetic camera, a film's own sound, else ALSA's.
    static func microphone(
        beside camera: (any Camera)?, clock: RunPlan.ClockChoice, timebase: any Timebase,
        start: Timestamp, faults: MicrophoneFaults
    ) throws -> any Microphone {
        if camera is SyntheticCamera { return SimulatedMicrophone(timebase: timebase, shotsFrom: start, faults: faults) }
        if let film = camera as? FileCamera { return try film.microphone(from: start, faults: faults) }
        guard clock == .real else { throw MicrophoneError("a virtual run can't hear a real microphone") }
        return try ALSAMicrophone.open()
    }
}

extension Failure {
    /// The failure of the program if the stream couldn't be started.
    init(start error: any Error) {
        switch error {
        case let error as CameraError: self.init(camera: error)
        case let error as Failure: self = error
        default: self.init(.unavailable, "\(error)")
        }
    }

    /// The failure of the program if a camera refused at the start.
    init(camera error: CameraError) {
        switch error {
        case .notFound, .unreadable: self.init(.noInput, "\(error)")
        case .refused: self.init(.usage, "\(error)")
        case .gone, .unreachable: self.init(.unavailable, "\(error)")
        }
    }
}
