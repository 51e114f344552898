// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core
import Synchronization

/// A camera through libcamera: on the board's connector, or on USB.
///
/// If a frame is YUV 4:2:0 in BT.709, it is handed out in the camera's own memory; otherwise it is converted. libcamera's own threads fill
/// a small queue, which is read here. If all buffers are held, the camera drops frames, and the gap shows in their numbers. Thread-bound,
/// except for `adjust`, `list` and `options`.
public final class LibCamera: AdjustableCamera, @unchecked Sendable {
    // Only the camera thread uses these properties, except for `wanted`, which has a lock.

    public let name: String
    private let id: String
    private let isUSB: Bool
    private let timebase: any Timebase
    /// `nil` after the camera went away or was closed: the next start opens it anew.
    private var handle: CameraHandle?
    private var intake: Intake?
    private var numbering = FrameNumbering()
    private var clock = SensorClock()
    private var exposure = ExposureRule()
    private var controls: CameraControls
    private let wanted: Mutex<CameraControls?>

    /// The way in which a frame becomes a picture of the box.
    private enum Intake {
        /// In the camera's own memory: the planes of each buffer, by its index.
        case direct(PixelFormat, VideoSize, [CameraPlanes])
        case converted(CameraConverter)
    }

    /// Takes a camera.
    /// - Parameters:
    ///   - id: libcamera's id, `front`, `back` or `external`, or part of a model's name; `nil` means the first camera on the board's
    ///     connector, or else on USB.
    ///   - timebase: the real clock.
    /// - Throws: `.notFound` if there is no such camera, `.refused` if another program has it, `.unreachable` without the camera's object.
    public init(id: String?, controls: CameraControls = CameraControls(), timebase: any Timebase) throws(CameraError) {
        let word = id.map { "libcamera:\($0)" } ?? "libcamera"
        if let fault = CameraObject.fault { throw .unreachable(word, fault) }
        guard let description = CameraHandle.find(id) else { throw .notFound(word) }
        name = "libcamera:" + description.name
        self.id = description.id
        isUSB = description.isUSB
        self.timebase = timebase
        self.controls = controls
        wanted = Mutex(nil)
        handle = try CameraHandle(id: description.id, name: name)
        exposure.adjust(controls)
    }

    public var abilities: CameraAbilities {
        let sizes = handle?.offers().map(\.largest).filter { VideoLimits.objection(to: $0.even) == nil } ?? []
        return CameraAbilities(adjustable: self, largestSize: sizes.max { $0.width * $0.height < $1.width * $1.height })
    }

    /// Returns the cameras of this machine. Thread-safe. Takes each camera for a moment, unless another program has it.
    /// - Parameter withRates: asks each camera for its rates too, which takes some tenths of a second.
    public static func list(withRates: Bool = false) -> [CameraDescription] {
        CameraHandle.list().map { camera in
            guard let handle = try? CameraHandle(id: camera.id, name: camera.name) else { return camera }
            var camera = camera
            camera.modes = CameraDescription.Mode.of(handle.offers(), isUSB: camera.isUSB) { choice in
                guard withRates, let stream = try? handle.configure(choice, controls: CameraControls(), name: camera.name) else { return nil }
                return stream.frames.map { CameraRate.rate(of: $0.lowerBound) }
            }
            return camera
        }
    }

    /// Returns the cameras that are there now, as options for a person to choose; takes none of them. Thread-safe.
    public static func options() -> [CameraOption] { CameraHandle.known().map(\.option) }

    /// A peculiarity of the camera, as one line for the log; known after some frames.
    public var remark: String? {
        clock.hasNoSensorTimes ? "\(name): its own times make no sense; a frame counts as taken when it arrives" : nil
    }

    /// Begins capturing in the size nearest to the requested one, or to 1920x1080, at the requested rate or the highest up to 60. A camera
    /// that went away is opened again.
    public func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        try StreamParameters(size: request.size ?? .hd1080, rate: request.rate ?? FrameRate(30)).check(for: name)
        stop()
        takeAdjustments()
        let handle = if let handle { handle } else { try openAnew() }
        self.handle = handle
        do {
            return try start(request, on: handle)
        } catch {
            if case .gone = error { self.handle = nil }
            throw error
        }
    }

    private func openAnew() throws(CameraError) -> CameraHandle {
        guard CameraHandle.find(id) != nil else { throw .gone(name) }
        return try CameraHandle(id: id, name: name)
    }

    private func start(_ request: CameraRequest, on handle: CameraHandle) throws(CameraError) -> StreamParameters {
        guard let choice = CameraChoice(of: handle.offers(), nearest: request.size ?? .hd1080, isUSB: isUSB) else {
            throw .refused(name, reason: "none of its formats and sizes can be used; choose another camera")
        }
        let stream = try handle.configure(choice, controls: controls, name: name)
        guard let format = CameraFormat(fourcc: stream.fourcc), stream.modifier == 0 else {
            throw .refused(name, reason: "it gives pictures in a format that can't be used; choose another size")
        }
        let rate = CameraRate(wanted: request.rate, frames: stream.frames)
        let parameters = StreamParameters(size: VideoSize(width: Int(stream.width), height: Int(stream.height)).even, rate: rate.rate)
        try parameters.check(for: name)

        exposure.lowestGain = stream.lowest_gain
        exposure.restart()
        numbering.restart()
        try handle.start(frame: rate.frame, controls: settings(triggersFocus: controls.focus == .once), name: name)
        guard let intake = Self.intake(stream, format, parameters.size, handle) else {
            handle.stop()
            throw .refused(name, reason: "its pictures can't be converted; choose another size")
        }
        self.intake = intake
        return parameters
    }

    private static func intake(_ stream: vir_camera_stream, _ format: CameraFormat, _ size: VideoSize, _ handle: CameraHandle) -> Intake? {
        if let pixelFormat = format.pixelFormat, stream.hasOurColours {
            let buffers = handle.buffers
            let planes = buffers.compactMap { CameraPlanes($0, format: pixelFormat, stream: stream) }
            if planes.count == buffers.count { return .direct(pixelFormat, size, planes) }
        }
        return CameraConverter(stream, format: format).map(Intake.converted)
    }

    public func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard let handle, let intake else {
            timebase.wait(until: deadline)
            return nil
        }
        takeAdjustments()
        do {
            while let frame = try handle.next(patience: timebase.now().duration(to: deadline), name: name) {
                let stamp = stamp(of: frame)
                if let picture = Self.picture(of: frame, through: intake) { return VideoFrame(buffer: picture, stamp: stamp) }
            }
            return nil
        } catch {
            stop()
            self.handle = nil
            throw error
        }
    }

    private static func picture(of frame: vir_camera_frame, through intake: Intake) -> PixelBuffer? {
        guard let buffer = frame.buffer else { return nil }
        switch intake {
        case .direct(let format, let size, let planes):
            guard frame.hasRows(UInt32(size.height), pitch: UInt32(planes[Int(buffer.pointee.index)].first.pitch)) else {
                vir_camera_give_back(buffer)
                return nil
            }
            return CameraPicture(format: format, size: size, buffer: buffer, planes: planes[Int(buffer.pointee.index)])
        case .converted(let converter):
            defer { vir_camera_give_back(buffer) }
            return converter.convert(frame)
        }
    }

    private func stamp(of frame: vir_camera_frame) -> FrameStamp {
        let timestamp = clock.timestamp(
            of: SensorClock.Reading(
                sensor: frame.sensor_time, buffer: frame.buffer_time,
                arrival: frame.arrival, bootOffset: frame.boot_offset))
        let values = ExposureRule.Values(time: frame.exposure_time, gain: frame.gain, redGain: frame.red_gain, blueGain: frame.blue_gain)
        if exposure.note(values, at: timestamp) { handle?.adjust(settings(triggersFocus: false)) }
        return FrameStamp(frame: numbering.number(of: frame.sequence), timestamp: timestamp)
    }

    public func stop() {
        handle?.stop()
        intake = nil
    }

    public func close() {
        stop()
        // Others may still refer to this object, and only one object can have the camera.
        handle = nil
    }

    public func adjust(_ controls: CameraControls) {
        wanted.withLock { $0 = controls }
    }

    private func takeAdjustments() {
        guard
            let next = wanted.withLock({ wanted in
                defer { wanted = nil }
                return wanted
            }), next != controls
        else { return }
        let triggersFocus = next.focus == .once && controls.focus != .once
        controls = next
        exposure.adjust(next)
        handle?.adjust(settings(triggersFocus: triggersFocus))
    }

    private func settings(triggersFocus: Bool) -> vir_camera_controls {
        vir_camera_controls(controls, exposure: exposure.directive, triggersFocus: triggersFocus)
    }
}
