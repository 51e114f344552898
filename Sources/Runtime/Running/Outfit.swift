import Core
import Devices
import Glibc

/// The devices of a run, chosen: what was asked for by name, or with `auto` the box's own where there is one and
/// the laptop's otherwise, with the reason.
struct Outfit {
    var camera: any Camera
    var script: Script?
    var panel: (any Panel)?
    var usesWindow: Bool
    /// What `auto` chose and why, one line each.
    var reasons: [String] = []

    init(_ plan: RunPlan, timebase: any Timebase) throws(Failure) {
        let (camera, cameraReason) = try Self.camera(plan.camera, timebase: timebase)
        self.camera = camera
        if let cameraReason { reasons.append(cameraReason) }
        switch plan.display {
        case .kms:
            throw Failure(.unavailable, "display kms: this version draws in a window or headless; use --display auto")
        case .window:
            usesWindow = true
        case .headless:
            usesWindow = false
        case .automatic:
            usesWindow = WindowDisplay.isDesktopThere()
            reasons.append(usesWindow ? "display: a window, since there is a desktop"
                : "display: headless, since there is no desktop; --snapshots DIR shows what a TV would")
        }
        switch plan.panel {
        case .gpio:
            throw Failure(.unavailable, "panel gpio: this version has the window's keys and scripts; use --panel auto")
        case .keys where !usesWindow:
            throw Failure(.unavailable, "panel keys: keys need a window, and there is none; use --panel script:PATH")
        case .keys, .automatic:
            break
        case .script(let path):
            do {
                let script = try Script(path: path)
                self.script = script
                panel = plan.clock == .real ? ScriptPanel(script: script, timebase: timebase) : nil
            } catch {
                throw Failure(access(path, R_OK) == 0 ? .usage : .noInput, "\(error)")
            }
        }
    }

    private static func camera(_ choice: RunPlan.CameraChoice, timebase: any Timebase) throws(Failure) -> (any Camera, String?) {
        switch choice {
        case .synthetic:
            return (SyntheticCamera(timebase: timebase), nil)
        case .automatic:
            return (SyntheticCamera(timebase: timebase), "camera: the synthetic range, since this version drives no other")
        case .libcamera:
            throw Failure(.unavailable, "camera libcamera: this version has the synthetic camera and files; use --camera auto")
        case .file(let path):
            do {
                return (try FileCamera(path: path, timebase: timebase), nil)
            } catch {
                throw Failure(camera: error)
            }
        }
    }

    /// The camera of this name in the settings, for a change while the box runs.
    static func camera(named word: String, timebase: any Timebase) throws -> any Camera {
        try camera(RunPlan.camera(word), timebase: timebase).0
    }

    /// The microphone that goes with a camera: the simulated one beside the synthetic archer, ALSA's beside people.
    static func microphone(beside camera: any Camera, clock: RunPlan.ClockChoice, timebase: any Timebase,
                           start: Timestamp) throws -> any Microphone {
        if camera is SyntheticCamera { return SimulatedMicrophone(timebase: timebase, shotsFrom: start) }
        guard clock == .real else { throw MicrophoneError("a virtual run can't hear a real microphone") }
        return try ALSAMicrophone()
    }
}

extension Failure {
    /// What it means for the program that a camera refused at the start.
    init(camera error: CameraError) {
        switch error {
        case .notFound, .unreadable: self.init(.noInput, "\(error)")
        case .refused: self.init(.usage, "\(error)")
        case .gone: self.init(.unavailable, "\(error)")
        }
    }
}
