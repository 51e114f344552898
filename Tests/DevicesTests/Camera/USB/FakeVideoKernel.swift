// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Glibc

@testable import Devices

/// A kernel with the USB cameras that a test plugs in.
final class FakeVideoKernel: VideoKernel, @unchecked Sendable {
    // A test uses it on one thread.

    let cameras: [FakeUSBCamera]
    /// The paths of the nodes that were opened.
    private(set) var opened: [String] = []

    init(_ cameras: FakeUSBCamera...) {
        self.cameras = cameras
    }

    func nodes() -> [VideoNode] { cameras.filter(\.isPlugged).map(\.node) }

    func open(_ node: VideoNode) throws(VideoFault) -> any VideoDevice {
        guard let camera = cameras.first(where: { $0.node == node && $0.isPlugged }) else { throw VideoFault(status: -ENODEV) }
        if let refusal = camera.refusals[FakeVideoDevice.opening] { throw VideoFault(status: -refusal) }
        opened.append(node.path)
        return FakeVideoDevice(camera)
    }
}

/// A node of the fake's, open: what the calls do to the camera. As on the kernel, all calls fail for good once the camera was pulled.
final class FakeVideoDevice: VideoDevice {
    /// The name of opening among the calls that are refused.
    static let opening: UInt = 0

    private let camera: FakeUSBCamera
    private var wasPulled = false

    init(_ camera: FakeUSBCamera) {
        self.camera = camera
        camera.openCount += 1
    }

    deinit {
        camera.stop()
        camera.openCount -= 1
    }

    private var isDead: Bool {
        wasPulled = wasPulled || !camera.isPlugged
        return wasPulled
    }

    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        if isDead { return -ENODEV }
        if let refusal = camera.refusals[request] { return -refusal }
        let status = answer(request, argument)
        if status == 0 { camera.distort?(request, argument) }
        return status
    }

    func map(length: Int, offset: Int) -> UnsafeMutableRawPointer? {
        guard !isDead, camera.buffers.indices.contains(offset / 4096) else { return nil }
        camera.mappedCount += 1
        return camera.buffers[offset / 4096].map(length: length)
    }

    func unmap(_ base: UnsafeMutableRawPointer, length: Int) {
        guard let buffer = camera.buffers.first(where: { $0.mapping?.baseAddress == base && $0.mapping?.count == length }) else { return }
        camera.mappedCount -= 1
        buffer.unmap()
    }

    func wait(_ patience: Duration) -> Int32 { isDead ? 1 : camera.wait(patience) }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        func with<T>(_ type: T.Type, _ body: (inout T) -> Int32) -> Int32 { body(&argument.assumingMemoryBound(to: type).pointee) }
        switch request {
        case vir_video_capability:
            return with(v4l2_capability.self) {
                $0.capabilities = camera.capabilities | UInt32(V4L2_CAP_META_CAPTURE) | V4L2_CAP_DEVICE_CAPS
                $0.device_caps = camera.capabilities
                return 0
            }
        case vir_video_list_formats: return with(v4l2_fmtdesc.self, list)
        case vir_video_list_sizes: return with(v4l2_frmsizeenum.self, list)
        case vir_video_list_intervals: return with(v4l2_frmivalenum.self, list)
        case vir_video_set_format: return with(v4l2_format.self, set)
        case vir_video_get_parameters:
            return with(v4l2_streamparm.self) {
                $0.parm.capture.timeperframe = camera.interval
                return 0
            }
        case vir_video_set_parameters: return with(v4l2_streamparm.self, set)
        case vir_video_request_buffers: return with(v4l2_requestbuffers.self, makeBuffers)
        case vir_video_query_buffer: return with(v4l2_buffer.self, query)
        case vir_video_queue: return with(v4l2_buffer.self) { camera.queue(Int($0.index)) }
        case vir_video_dequeue: return with(v4l2_buffer.self) { camera.dequeue(&$0) }
        case vir_video_start: return camera.start()
        case vir_video_stop:
            camera.stop()
            return 0
        case vir_video_query_control: return with(v4l2_queryctrl.self) { camera.controls[$0.id] == nil ? -EINVAL : 0 }
        case vir_video_get_control:
            return with(v4l2_control.self) {
                guard let value = camera.controls[$0.id] else { return -EINVAL }
                $0.value = value
                return 0
            }
        case vir_video_set_control: return with(v4l2_control.self) { camera.set($0.id, $0.value) }
        default: return -ENOTTY
        }
    }

    // MARK: Lists

    private func list(_ entry: inout v4l2_fmtdesc) -> Int32 {
        guard entry.index < camera.offers.count else { return -EINVAL }
        entry.pixelformat = camera.offers[Int(entry.index)].format.fourcc
        return 0
    }

    private func list(_ entry: inout v4l2_frmsizeenum) -> Int32 {
        let fourcc = entry.pixel_format
        guard let offer = camera.offers.first(where: { $0.format.fourcc == fourcc }), let first = offer.sizes.first, let last = offer.sizes.last
        else { return -EINVAL }
        if offer.isRange {
            guard entry.index == 0 else { return -EINVAL }
            entry.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
            entry.stepwise = v4l2_frmsize_stepwise(
                min_width: UInt32(first.width), max_width: UInt32(last.width), step_width: 2, min_height: UInt32(first.height),
                max_height: UInt32(last.height), step_height: 2)
        } else {
            guard entry.index < offer.sizes.count else { return -EINVAL }
            let size = offer.sizes[Int(entry.index)]
            entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            entry.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
        }
        return 0
    }

    private func list(_ entry: inout v4l2_frmivalenum) -> Int32 {
        guard entry.index < camera.rates.count else { return -EINVAL }
        let rate = camera.rates[Int(entry.index)]
        entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_fract(numerator: UInt32(rate.denominator), denominator: UInt32(rate.numerator))
        return 0
    }

    // MARK: The stream

    private func set(_ format: inout v4l2_format) -> Int32 {
        guard camera.buffers.isEmpty else { return -EBUSY }
        let size = VideoSize(width: Int(format.fmt.pix.width), height: Int(format.fmt.pix.height))
        guard let wanted = CameraFormat(fourcc: format.fmt.pix.pixelformat), let offer = camera.offers.first(where: { $0.format == wanted }),
            let nearest = offer.isRange ? size : offer.sizes.first(where: { $0 == size }) ?? offer.sizes.first
        else { return -EINVAL }
        (camera.format, camera.size) = (wanted, nearest)
        format.fmt.pix.width = UInt32(nearest.width)
        format.fmt.pix.height = UInt32(nearest.height)
        format.fmt.pix.bytesperline = wanted == .jpeg ? 0 : UInt32(camera.pitch)
        format.fmt.pix.sizeimage = UInt32(camera.bufferLength)
        format.fmt.pix.colorspace = V4L2_COLORSPACE_SRGB.rawValue
        return 0
    }

    private func set(_ parameters: inout v4l2_streamparm) -> Int32 {
        let asked = parameters.parm.capture.timeperframe
        guard !camera.rates.isEmpty, asked.denominator > 0 else { return -EINVAL }
        let seconds = Double(asked.numerator) / Double(asked.denominator)
        func distance(_ rate: FrameRate) -> Double { abs(1 / rate.hertz - seconds) }
        if let nearest = camera.rates.min(by: { distance($0) < distance($1) }) {
            camera.interval = v4l2_fract(numerator: UInt32(nearest.denominator), denominator: UInt32(nearest.numerator))
        }
        parameters.parm.capture.timeperframe = camera.interval
        return 0
    }

    private func makeBuffers(_ request: inout v4l2_requestbuffers) -> Int32 {
        // Mapped buffers can't be freed.
        guard camera.mappedCount == 0 else { return -EBUSY }
        camera.stop()
        camera.buffers = (0..<request.count).map { _ in FakeVideoBuffer() }
        return 0
    }

    private func query(_ buffer: inout v4l2_buffer) -> Int32 {
        guard buffer.index < camera.buffers.count else { return -EINVAL }
        buffer.length = UInt32(camera.bufferLength)
        buffer.m.offset = buffer.index * 4096
        buffer.flags = camera.clockFlag
        return 0
    }
}
