// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core
import Synchronization

/// A USB camera as the kernel has it, for a machine without libcamera.
///
/// Each frame is converted from the kernel's memory as it arrives (`CameraConverter`). A frame of which a part is missing is left out, and the
/// gap shows in the numbers. Thread-bound, except for `adjust`, `list` and `options`; no other thread touches the device.
public final class USBCamera: AdjustableCamera, @unchecked Sendable {
    // Only the camera thread uses these properties, except for `wanted`, which has a lock.

    public let name: String
    private let id: String
    private let kernel: any VideoKernel
    private let timebase: any Timebase
    /// `nil` after the camera went away or was closed: the next start opens it anew.
    private var handle: USBCameraHandle?
    private var settings: USBCameraControls?
    private var stream: USBCameraStream?
    private var converter: CameraConverter?
    private var numbering = FrameNumbering()
    private var clock = SensorClock()
    private var exposure = ExposureRule()
    private var brokenFrames = 0
    private var controls: CameraControls
    private let wanted: Mutex<CameraControls?>

    /// Takes a camera.
    /// - Parameters:
    ///   - id: the camera's id, or part of its name; `nil` means the first one.
    ///   - timebase: the real clock.
    /// - Throws: `.notFound` if there is no such camera, `.refused` if it can't be opened.
    public convenience init(id: String?, controls: CameraControls = CameraControls(), timebase: any Timebase) throws(CameraError) {
        try self.init(id: id, controls: controls, timebase: timebase, kernel: LinuxVideo())
    }

    init(id: String?, controls: CameraControls = CameraControls(), timebase: any Timebase, kernel: any VideoKernel) throws(CameraError) {
        let cameras = Self.known(to: kernel)
        guard let description = CameraDescription.choice(id, among: cameras) else { throw .notFound(id.map { "usb:\($0)" } ?? "usb") }
        name = "usb:" + description.name
        self.id = description.id
        self.kernel = kernel
        self.timebase = timebase
        self.controls = controls
        wanted = Mutex(nil)
        exposure.adjust(controls)
        try open()
    }

    public var abilities: CameraAbilities {
        let sizes = handle?.offers().map(\.largest).filter { VideoLimits.objection(to: $0.even) == nil } ?? []
        return CameraAbilities(adjustable: self, largestSize: sizes.max { $0.width * $0.height < $1.width * $1.height })
    }

    /// A peculiarity of the camera, as one line for the log; known after some frames.
    public var remark: String? {
        let times = clock.hasNoSensorTimes ? "its own times make no sense; a frame counts as taken when it arrives" : nil
        let frames: String? =
            switch brokenFrames {
            case 0: nil
            case 1: "1 frame arrived cut off and was left out"
            default: "\(brokenFrames) frames arrived cut off and were left out"
            }
        let remarks = [times, frames].compactMap { $0 }
        return remarks.isEmpty ? nil : "\(name): " + remarks.joined(separator: "; ")
    }

    /// Begins capturing in the size nearest to the requested one, or to 1920x1080, at the requested rate or the highest up to 60. A camera
    /// that went away is opened again.
    public func start(_ request: CameraRequest) throws(CameraError) -> StreamParameters {
        try StreamParameters(size: request.size ?? .hd1080, rate: request.rate ?? FrameRate(30)).check(for: name)
        stop()
        // The camera may have been pulled since, and be back already: its old node stays dead.
        if handle?.isAlive != true {
            handle = nil
            try open()
        }
        guard let handle else { throw .gone(name) }
        do {
            return try start(request, on: handle)
        } catch {
            stop()
            if case .gone = error { self.handle = nil }
            throw error
        }
    }

    /// Opens the camera's node for pictures: the first of its nodes that has some.
    private func open() throws(CameraError) {
        var objection = CameraError.gone(name)
        for node in kernel.nodes() where node.id == id {
            do {
                let handle = try USBCameraHandle(node, name: name, kernel: kernel)
                settings = USBCameraControls(of: handle.device)
                self.handle = handle
                return
            } catch {
                // The first objection counts: the others are those of its nodes for other data.
                if case .gone = objection { objection = error }
            }
        }
        throw objection
    }

    private func start(_ request: CameraRequest, on handle: USBCameraHandle) throws(CameraError) -> StreamParameters {
        guard let choice = CameraChoice(of: handle.offers(), nearest: request.size ?? .hd1080, isUSB: true) else {
            throw .refused(name, reason: "none of its formats and sizes can be used; choose another camera")
        }
        let format = try handle.configure(choice)
        let size = VideoSize(width: Int(format.width), height: Int(format.height))
        let parameters = StreamParameters(size: size.even, rate: try handle.setRate(request.rate, for: CameraChoice(choice, size: size)))
        try parameters.check(for: name)
        guard let converter = CameraConverter(format, format: choice.format) else {
            throw .refused(name, reason: "its pictures can't be converted; choose another size")
        }
        takeAdjustments()
        exposure.restart()
        numbering.restart()
        applyControls()
        stream = try USBCameraStream(handle, leastBytes: Int(format.pitch) * size.height, name: name)
        self.converter = converter
        return parameters
    }

    public func nextFrame(until deadline: Timestamp) throws(CameraError) -> VideoFrame? {
        guard let stream, let converter else {
            timebase.wait(until: deadline)
            return nil
        }
        if takeAdjustments() { applyControls() }
        do {
            while let frame = try stream.next(patience: max(.zero, timebase.now().duration(to: deadline))) {
                let stamp = stamp(of: frame)
                let picture = frame.isWhole ? converter.convert(frame.source) : nil
                try stream.giveBack(frame)
                if let picture { return VideoFrame(buffer: picture, stamp: stamp) }
                brokenFrames += 1
            }
            return nil
        } catch {
            stop()
            handle = nil
            throw error
        }
    }

    private func stamp(of frame: USBCameraStream.Frame) -> FrameStamp {
        let arrival = timebase.now().nanoseconds
        let reading = SensorClock.Reading(sensor: 0, buffer: frame.source.buffer_time, arrival: arrival, bootOffset: 0)
        let timestamp = clock.timestamp(of: reading)
        // The camera doesn't say with which values it took a frame: the rule only finds the moment at which to lock them.
        if exposure.note(ExposureRule.Values(), at: timestamp) { applyControls() }
        return FrameStamp(frame: numbering.number(of: frame.source.sequence), timestamp: timestamp)
    }

    public func stop() {
        stream = nil
        converter = nil
    }

    public func close() {
        stop()
        // Others may still refer to this object, and only one object can have the camera.
        handle = nil
    }

    // MARK: Controls

    public func adjust(_ controls: CameraControls) {
        wanted.withLock { $0 = controls }
    }

    /// Takes over the controls that a person has set meanwhile, and returns true if they are others than before.
    @discardableResult
    private func takeAdjustments() -> Bool {
        guard
            let next = wanted.withLock({ wanted in
                defer { wanted = nil }
                return wanted
            }), next != controls
        else { return false }
        controls = next
        exposure.adjust(next)
        return true
    }

    private func applyControls() {
        guard let handle else { return }
        let isLocked = if case .locked = exposure.directive { true } else { false }
        settings?.apply(controls, isLocked: isLocked, to: handle.device)
    }
}
