// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Synchronization

/// Keeps the picture coming: starts the camera, steps the capture, notices that the camera or the encoder failed, and tries again.
///
/// Thread-bound: the camera thread, or the driver of a virtual run. `requestRestart` may be called from anywhere.
final class CameraSupervisor: Pluggable, @unchecked Sendable {
    // Everything but `request` and `reachable` belongs to the camera thread, and is handed over when that thread starts.

    /// The time from a failed start to the next try.
    static let retryInterval: Duration = .milliseconds(500)
    /// The number of starts in a row that may fail before the camera is opened anew: the camera that comes back may be another one.
    private static let startsBeforeReopening = 10

    private enum State {
        case running(Capture)
        /// Frames have stopped; the camera is still open.
        case silent(Capture)
        case stopped(retryAt: Timestamp)
    }

    /// `nil` while the camera has to be opened.
    private var camera: (any Camera)?
    private var cameraWord: String
    private let timebase: any Timebase
    private let slot: PipelineSlot
    private let state: CaptureState
    private let openCamera: (String) throws -> any Camera
    private let makePipeline: (StreamParameters, Double) throws -> (Pipeline, any Encoder)
    private let tell: (StreamNews) -> Void
    private let request: Mutex<(wanted: StreamRequest, isPending: Bool)>
    /// The parts of the camera that other threads may reach, and the controls that it is adjusted to.
    private struct Reachable {
        var abilities = CameraAbilities()
        var controls: CameraControls
    }

    private let reachable: Mutex<Reachable>
    private var step: State
    private var watch: CameraWatch
    /// The time at which the camera was last asked for a frame.
    private var lastStep: Timestamp
    private var failedStarts = 0
    /// The trouble that was reported of a camera without frames; `nil` while frames come.
    private var trouble: CameraTrouble?
    private var hasEncoderFailed = false
    /// True if the encoder was drained since the camera fell silent.
    private var isDrained = false
    /// True if the stream was restarted because somebody wished it: its first frame is news.
    private var isRestarting = false

    /// - Parameters:
    ///   - camera: `nil` to wait for the camera that is asked for.
    ///   - openCamera: opens the camera of this name in the settings, if another camera is wanted or the camera is to be opened anew.
    ///   - makePipeline: opens the codecs and the delay line for a stream; the line holds this many seconds at most.
    ///   - tell: called on the camera thread; returns at once.
    init(
        camera: (any Camera)?, request: StreamRequest, controls: CameraControls, timebase: any Timebase, slot: PipelineSlot, state: CaptureState,
        openCamera: @escaping (String) throws -> any Camera,
        makePipeline: @escaping (StreamParameters, Double) throws -> (Pipeline, any Encoder),
        tell: @escaping (StreamNews) -> Void
    ) {
        self.camera = camera
        cameraWord = request.camera
        reachable = Mutex(Reachable(controls: controls))
        self.openCamera = openCamera
        self.timebase = timebase
        self.slot = slot
        self.state = state
        self.makePipeline = makePipeline
        self.tell = tell
        self.request = Mutex((request, false))
        let now = timebase.now()
        watch = CameraWatch(now: now)
        lastStep = now
        step = .stopped(retryAt: now)
        if let camera { noteOpened(camera) }
    }

    /// Starts the camera for the first time. A refusal now is final, so that a wrong option ends the program.
    ///
    /// A box that waits for its camera starts without one.
    func start() throws {
        guard camera != nil else { return reopen() }
        step = .running(try open())
    }

    /// Stops the stream and starts it anew: another camera, size, rate or length.
    func requestRestart(_ wanted: StreamRequest) {
        request.withLock { $0 = (wanted, true) }
    }

    /// Pulls the plug of a simulated camera, or puts it back. Thread-safe.
    func setPlugged(_ isPlugged: Bool) {
        reachable.withLock { $0.abilities.plug }?.setPlugged(isPlugged)
    }

    /// Adjusts the camera, and every camera that is opened later. Thread-safe.
    func adjust(_ controls: CameraControls) {
        reachable.withLock { reachable in
            reachable.controls = controls
            return reachable.abilities.adjustable
        }?.adjust(controls)
    }

    /// Captures one frame, checks for silence, or tries to start again. Never blocks longer than the watchdog.
    /// - Returns: true if a frame was captured.
    @discardableResult
    func runOnce() -> Bool {
        if request.withLock({
            let pending = $0.isPending
            $0.isPending = false
            return pending
        }) {
            restart()
        }
        switch step {
        case .stopped(let retryAt):
            let now = timebase.now()
            guard now >= retryAt else {
                timebase.wait(until: min(retryAt, now + CameraWatch.watchdog))
                return false
            }
            reopen()
            return false
        case .running(let capture), .silent(let capture):
            lastStep = timebase.now()
            return note(capture.step(until: lastStep + CameraWatch.watchdog), of: capture)
        }
    }

    /// The time at which `runOnce` is next worth calling in a virtual run.
    var nextStep: Timestamp {
        if request.withLock({ $0.isPending }) { return timebase.now() }
        let due = camera?.nextFrameTime
        return switch step {
        case .stopped(let retryAt): retryAt
        case .running: due ?? watch.lastFrame + CameraWatch.watchdog
        case .silent: due ?? lastStep + CameraWatch.watchdog
        }
    }

    /// Ends the stream; what the encoder still holds goes into the line.
    func stop() {
        switch step {
        case .running(let capture), .silent(let capture):
            capture.drain()
            camera?.stop()
        case .stopped: break
        }
        step = .stopped(retryAt: timebase.now())
    }

    /// Ends the stream and drops the camera. The camera thread's last call.
    func close() {
        stop()
        camera = nil
        reachable.withLock { $0.abilities = CameraAbilities() }
    }

    private var recoversByItself: Bool { camera?.abilities.recoversByItself ?? false }

    private func note(_ outcome: Capture.Outcome, of capture: Capture) -> Bool {
        switch outcome {
        case .captured:
            watch.noteFrame(at: timebase.now())
            isDrained = false
            step = .running(capture)
            reportFlow()
            return true
        case .nothing:
            step = .silent(capture)
            noteSilence(of: capture)
        case .cameraGone(let error):
            reportLost("\(error)")
            // A hardware encoder still holds its last pictures, and no new pictures come that would push them out.
            capture.drain()
            camera?.stop()
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        case .encoderFailed(let error):
            reportFailure(error)
            camera?.stop()
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
        return false
    }

    private func noteSilence(of capture: Capture) {
        let now = timebase.now()
        let silence = watch.silence(at: now)
        let verdict = watch.verdict(
            at: now, interval: slot.current?.footage.parameters.rate.interval ?? .zero,
            mayRestart: !recoversByItself)
        guard verdict != .patience else { return }
        // A hardware encoder gives out what it holds only at its end, and then it has to be opened anew. A short hiccup isn't worth that.
        if silence >= CameraWatch.silenceLimit, !isDrained {
            capture.drain()
            isDrained = true
        }
        reportLost("no picture for \(Int(silence.inMilliseconds)) ms")
        switch verdict {
        case .patience, .lost:
            break
        case .lostAndRestarted:
            camera?.stop()
            resume()
        case .lostAndOpenedAnew:
            camera?.stop()
            openAnew()
        }
    }

    /// Starts the camera again into the same encoder and line, if it gives the same stream as before.
    private func resume() {
        guard let camera else { return openAnew() }
        do {
            let parameters = try camera.start(request.withLock { $0.wanted }.frames)
            guard parameters == slot.current?.footage.parameters else {
                camera.stop()
                return reopen()
            }
            watch.noteStart(at: timebase.now())
        } catch {
            reportLost("\(error)")
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
    }

    /// Drops the camera and opens it by its name again, as if its plug was pulled and put back.
    private func openAnew() {
        letGo()
        step = .stopped(retryAt: timebase.now() + Self.retryInterval)
    }

    /// Closes the camera and drops our reference, so that it can be opened again even if others still refer to it.
    private func letGo() {
        camera?.close()
        camera = nil
    }

    /// Reports that pictures come again. Only a frame that went through the encoder proves it.
    private func reportFlow() {
        guard trouble != nil || isRestarting || hasEncoderFailed, let footage = slot.current?.footage else { return }
        if trouble != nil || isRestarting { tell(.cameraBack(footage.parameters)) }
        if hasEncoderFailed { tell(.encoderBack(footage.encoderName)) }
        (trouble, isRestarting, hasEncoderFailed) = (nil, false, false)
    }

    private func reportLost(_ reason: String, _ trouble: CameraTrouble = .silent) {
        guard trouble != self.trouble else { return }
        self.trouble = trouble
        tell(.cameraLost(reason, trouble))
    }

    private func reportFailure(_ error: CodecError) {
        guard !hasEncoderFailed else { return }
        hasEncoderFailed = true
        tell(.encoderFailed(error.message))
    }

    private func restart() {
        stop()
        state.forgetNewest()
        isRestarting = true
        reopen()
    }

    private func reopen() {
        do {
            step = .running(try open())
            failedStarts = 0
        } catch {
            failedStarts += 1
            if failedStarts % Self.startsBeforeReopening == 0, !recoversByItself { letGo() }
            if let error = error as? CodecError { reportFailure(error) } else { reportLost("\(error)", (error as? CameraError)?.trouble ?? .silent) }
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
    }

    private func open() throws -> Capture {
        let wanted = request.withLock { $0.wanted }
        if wanted.camera != cameraWord { letGo() }
        let camera = if let camera = self.camera { camera } else { try openCamera(wanted.camera) }
        if self.camera == nil { noteOpened(camera) }
        self.camera = camera
        cameraWord = wanted.camera
        let parameters = try camera.start(wanted.frames)
        watch.noteStart(at: timebase.now())
        do {
            let (pipeline, encoder) = try makePipeline(parameters, wanted.maximumSeconds)
            slot.replace(with: pipeline)
            return Capture(
                camera: camera, encoder: encoder, line: pipeline.footage.line, shared: state,
                framesPerGOP: parameters.framesPerGOP)
        } catch {
            camera.stop()
            throw error
        }
    }

    private func noteOpened(_ camera: any Camera) {
        let abilities = camera.abilities
        state.setCamera(name: camera.name, hasFrameStrip: abilities.hasFrameStrip, largestSize: abilities.largestSize)
        let controls = reachable.withLock { reachable in
            reachable.abilities = abilities
            return reachable.controls
        }
        abilities.adjustable?.adjust(controls)
    }
}
