import Core
import Devices
import Media
import Synchronization

/// What the settings ask of the stream.
struct StreamRequest: Hashable, Sendable {
    /// The camera's name in the settings.
    var camera: String
    var frames: CameraRequest
    /// The longest the delay line may get.
    var maximumSeconds: Double

    init(_ settings: Settings) {
        camera = settings.camera
        frames = CameraRequest(settings)
        maximumSeconds = settings.bufferMinutes * 60
    }
}

/// Keeps the picture coming: starts the camera, steps the capture, notices that the camera or the encoder failed, and tries again.
///
/// Thread-bound: the camera thread, or the driver of a virtual run. `requestRestart` may be called from anywhere.
final class CameraSupervisor: Pluggable, @unchecked Sendable {
    // Everything but `request` and `plug` is the camera thread's own; it is handed over when that thread starts.

    /// No frame for this long, and the camera counts as lost; cameras slower than 16 frames a second have four frames' time.
    static let watchdog: Duration = .milliseconds(250)
    /// What a camera may take from its start to its first frame: sensors and USB cameras need up to a second, more at low rates.
    static let firstFrameGrace: Duration = .seconds(3)
    /// No frame for this long, and the camera is stopped and started again.
    static let silenceLimit: Duration = .seconds(1)
    /// How often a silent camera is started again before it is opened anew.
    static let restartsBeforeReopening = 3
    /// How long after a failed start the next is tried.
    static let retryInterval: Duration = .milliseconds(500)

    /// What the rest of the box is told.
    enum News {
        case lost(String)
        case back(StreamParameters)
        case encoderFailed(String)
        case encoderBack(String)
    }

    private enum State {
        case running(Capture)
        /// Frames have stopped; the camera is still open.
        case silent(Capture)
        case stopped(retryAt: Timestamp)
    }

    private var camera: any Camera
    private var cameraWord: String
    private let timebase: any Timebase
    private let slot: PipelineSlot
    private let state: CaptureState
    private let openCamera: (String) throws -> any Camera
    private let makePipeline: (StreamParameters, Double) throws -> (Pipeline, any Encoder)
    private let tell: (News) -> Void
    private let request: Mutex<(wanted: StreamRequest, isPending: Bool)>
    private let plug: Mutex<(any Pluggable)?>
    private var step: State
    private var lastFrame: Timestamp
    /// When the camera was last started, until it has given a frame.
    private var unansweredStart: Timestamp?
    /// When the camera was last asked for a frame.
    private var lastStep: Timestamp
    /// How often the camera was started again since it last gave a frame.
    private var restarts = 0
    private var isLost = false
    private var hasEncoderFailed = false
    /// The stream was started anew on somebody's wish: its first frame is news.
    private var isRestarting = false

    /// - Parameters:
    ///   - openCamera: the camera of this name in the settings, when another one is wanted than now.
    ///   - makePipeline: opens the codecs and the delay line, of this many seconds at most, for a stream.
    ///   - tell: called on the camera thread; returns at once.
    init(camera: any Camera, request: StreamRequest, timebase: any Timebase, slot: PipelineSlot, state: CaptureState,
         openCamera: @escaping (String) throws -> any Camera,
         makePipeline: @escaping (StreamParameters, Double) throws -> (Pipeline, any Encoder),
         tell: @escaping (News) -> Void) {
        self.camera = camera
        cameraWord = request.camera
        plug = Mutex(camera as? any Pluggable)
        self.openCamera = openCamera
        self.timebase = timebase
        self.slot = slot
        self.state = state
        self.makePipeline = makePipeline
        self.tell = tell
        self.request = Mutex((request, false))
        lastFrame = timebase.now()
        lastStep = lastFrame
        step = .stopped(retryAt: lastFrame)
    }

    /// Starts the camera for the first time; what is refused now is refused for good, so that a wrong option ends the program.
    func start() throws {
        step = .running(try open())
    }

    /// Stops the stream and starts it anew: another camera, size, rate or length.
    func requestRestart(_ wanted: StreamRequest) {
        request.withLock { $0 = (wanted, true) }
    }

    /// Pulls the plug of a simulated camera, or puts it back. Thread-safe.
    func setPlugged(_ isPlugged: Bool) {
        plug.withLock { $0 }?.setPlugged(isPlugged)
    }

    /// One frame, or the watchdog, or another try to start. Never blocks longer than the watchdog.
    /// - Returns: whether a frame was captured.
    @discardableResult
    func runOnce() -> Bool {
        if request.withLock({ let pending = $0.isPending; $0.isPending = false; return pending }) { restart() }
        switch step {
        case .stopped(let retryAt):
            let now = timebase.now()
            guard now >= retryAt else {
                timebase.wait(until: min(retryAt, now + Self.watchdog))
                return false
            }
            reopen()
            return false
        case .running(let capture), .silent(let capture):
            lastStep = timebase.now()
            return note(capture.step(until: lastStep + Self.watchdog), of: capture)
        }
    }

    /// When `runOnce` is next worth calling in a virtual run.
    var nextStep: Timestamp {
        if request.withLock({ $0.isPending }) { return timebase.now() }
        let due = (camera as? any SteppedCamera)?.nextFrameTime
        return switch step {
        case .stopped(let retryAt): retryAt
        case .running: due ?? lastFrame + Self.watchdog
        case .silent: due ?? lastStep + Self.watchdog
        }
    }

    /// Ends the stream; what the encoder still holds goes into the line.
    func stop() {
        switch step {
        case .running(let capture), .silent(let capture):
            capture.drain()
            camera.stop()
        case .stopped: break
        }
        step = .stopped(retryAt: timebase.now())
    }

    private func note(_ outcome: Capture.Outcome, of capture: Capture) -> Bool {
        switch outcome {
        case .captured:
            lastFrame = timebase.now()
            unansweredStart = nil
            restarts = 0
            step = .running(capture)
            reportFlow()
            return true
        case .nothing:
            step = .silent(capture)
            noteSilence(of: capture)
        case .cameraGone(let error):
            reportLost("\(error)")
            camera.stop()
            // A real camera that comes back is another device to the kernel: it is opened anew.
            if camera is any Pluggable { step = .stopped(retryAt: timebase.now() + Self.retryInterval) } else { openAnew() }
        case .encoderFailed(let error):
            reportFailure(error)
            camera.stop()
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
        return false
    }

    private func noteSilence(of capture: Capture) {
        let silence = (unansweredStart ?? lastFrame).duration(to: timebase.now())
        let interval = slot.current?.footage.parameters.rate.interval ?? .zero
        let patience = unansweredStart == nil ? max(Self.watchdog, interval * 4) : Self.firstFrameGrace
        guard silence >= patience else { return }
        reportLost("no picture for \(Int(silence.inMilliseconds)) ms")
        // A simulated camera's silence is its pulled plug: it comes back by itself.
        guard !(camera is any Pluggable), silence >= Self.silenceLimit else { return }
        camera.stop()
        restarts += 1
        guard restarts <= Self.restartsBeforeReopening else { return openAnew() }
        resume(capture)
    }

    /// Starts the camera again into the same encoder and line, where it gives the same stream as before.
    private func resume(_ capture: Capture) {
        do {
            let parameters = try camera.start(request.withLock { $0.wanted }.frames)
            guard parameters == slot.current?.footage.parameters else {
                camera.stop()
                return reopen()
            }
            unansweredStart = timebase.now()
        } catch {
            reportLost("\(error)")
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
    }

    /// Lets go of the camera and opens it by its name again, as one does who pulls a plug and puts it back.
    private func openAnew() {
        cameraWord = ""
        step = .stopped(retryAt: timebase.now() + Self.retryInterval)
    }

    /// Pictures come again: only a frame that went through the encoder proves it.
    private func reportFlow() {
        guard isLost || isRestarting || hasEncoderFailed, let footage = slot.current?.footage else { return }
        if isLost || isRestarting { tell(.back(footage.parameters)) }
        if hasEncoderFailed { tell(.encoderBack(footage.encoderName)) }
        isLost = false
        isRestarting = false
        hasEncoderFailed = false
    }

    private func reportLost(_ reason: String) {
        guard !isLost else { return }
        isLost = true
        tell(.lost(reason))
    }

    private func reportFailure(_ error: CodecError) {
        guard !hasEncoderFailed else { return }
        hasEncoderFailed = true
        tell(.encoderFailed("\(error)"))
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
        } catch {
            if let error = error as? CodecError { reportFailure(error) } else { reportLost("\(error)") }
            step = .stopped(retryAt: timebase.now() + Self.retryInterval)
        }
    }

    private func open() throws -> Capture {
        let wanted = request.withLock { $0.wanted }
        if wanted.camera != cameraWord {
            camera = try openCamera(wanted.camera)
            cameraWord = wanted.camera
            let new = camera as? any Pluggable
            plug.withLock { $0 = new }
        }
        let parameters = try camera.start(wanted.frames)
        unansweredStart = timebase.now()
        do {
            let (pipeline, encoder) = try makePipeline(parameters, wanted.maximumSeconds)
            slot.replace(with: pipeline)
            return Capture(camera: camera, encoder: encoder, line: pipeline.footage.line, shared: state)
        } catch {
            camera.stop()
            throw error
        }
    }
}
