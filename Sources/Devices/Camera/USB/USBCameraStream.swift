// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import CVideo
import Core
import Glibc

/// A running capture: the kernel's buffers, mapped for reading, and the frames that arrive in them. Its end stops the capture. Thread-bound.
///
/// A frame is converted at once and its buffer is queued again, so nobody holds the kernel's memory. While all buffers wait for a late
/// reader, the driver drops frames and goes on counting, so the gap shows in their numbers.
final class USBCameraStream {
    /// A frame in the kernel's memory, to be given back.
    struct Frame {
        /// The frame as the converter reads it.
        var source: vir_camera_frame
        /// False if the driver knows that a part is missing.
        var isWhole: Bool
    }

    private let handle: USBCameraHandle
    private let name: String
    /// The mapped buffers, by index, in memory that doesn't move while a frame refers to it.
    private let buffers: UnsafeMutableBufferPointer<vir_camera_buffer>
    private var mapped = 0
    private var isStreaming = false

    /// A late reader finds this many frames.
    private static let bufferCount: UInt32 = 4
    /// A driver may give more buffers than it was asked for; this is the kernel's own limit.
    private static let mostBuffers: UInt32 = 32
    /// No picture needs more memory: four bytes for each pixel of the largest one.
    private static let largestBuffer: UInt32 = 64 << 20

    /// Maps the buffers of a camera whose format and rate are set, and begins capturing.
    /// - Parameter leastBytes: the least bytes of a picture; 0 if it is compressed.
    init(_ handle: USBCameraHandle, leastBytes: Int, name: String) throws(CameraError) {
        self.handle = handle
        self.name = name
        let status = Self.request(Self.bufferCount, of: handle.device)
        guard case .success(let count) = status, (2...Self.mostBuffers).contains(count) else {
            // From here on the object's end gives back what there is.
            buffers = UnsafeMutableBufferPointer(start: nil, count: 0)
            if case .failure(let fault) = status { throw CameraError.of(fault.status, name, "has no memory for pictures") }
            throw CameraError.of(-ENOMEM, name, "has no memory for pictures")
        }
        buffers = .allocate(capacity: Int(count))
        buffers.initialize(repeating: vir_camera_buffer())
        for index in 0..<count { try map(index, least: leastBytes) }
        for index in 0..<count {
            let status = queue(index)
            guard status == 0 else { throw CameraError.of(status, name, "doesn't start") }
        }
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        let started = handle.device.control(vir_video_start, &type)
        guard started == 0 else { throw CameraError.of(started, name, "doesn't start") }
        isStreaming = true
    }

    deinit {
        if isStreaming {
            var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            _ = handle.device.control(vir_video_stop, &type)
        }
        for buffer in buffers.prefix(mapped) {
            if let base = buffer.planes.0.base { handle.device.unmap(base, length: Int(buffer.planes.0.length)) }
        }
        // Without this, the camera keeps its format and refuses another one.
        _ = Self.request(0, of: handle.device)
        buffers.deallocate()
    }

    /// Asks for buffers, or with 0 gives them back. Returns how many there are.
    static func request(_ count: UInt32, of device: any VideoDevice) -> Result<UInt32, VideoFault> {
        var request = v4l2_requestbuffers()
        request.count = count
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        let status = device.control(vir_video_request_buffers, &request)
        return status == 0 ? .success(request.count) : .failure(VideoFault(status: status))
    }

    private func map(_ index: UInt32, least: Int) throws(CameraError) {
        var buffer = Self.buffer(index)
        let status = handle.device.control(vir_video_query_buffer, &buffer)
        guard status == 0 else { throw CameraError.of(status, name, "has no memory for pictures") }
        // On another clock, a mark would cut the wrong moment out of the delay line.
        guard buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else {
            throw .refused(name, reason: "its driver times the pictures by another clock than CLOCK_MONOTONIC; use the camera through libcamera")
        }
        guard buffer.length > 0, buffer.length <= Self.largestBuffer, Int(buffer.length) >= least else {
            throw .refused(name, reason: "its pictures don't fit its own memory; choose another size")
        }
        guard let base = handle.device.map(length: Int(buffer.length), offset: Int(buffer.m.offset)) else {
            throw CameraError.of(-ENOMEM, name, "can't be read")
        }
        let place = Int(index)
        buffers[place].index = index
        buffers[place].plane_count = 1
        buffers[place].planes.0 = vir_camera_plane(
            base: base.assumingMemoryBound(to: UInt8.self), file_descriptor: -1, offset: 0, length: buffer.length)
        mapped = place + 1
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private func queue(_ index: UInt32) -> Int32 {
        var buffer = Self.buffer(index)
        return handle.device.control(vir_video_queue, &buffer)
    }

    // MARK: Frames

    /// Waits for the next frame, or returns `nil` if none came in time.
    /// - Throws: `.gone` if the camera is gone, or its driver gave up.
    func next(patience: Duration) throws(CameraError) -> Frame? {
        let waited = handle.device.wait(patience)
        guard waited != 0 else { return nil }
        var buffer = Self.buffer(0)
        let status = waited > 0 ? handle.device.control(vir_video_dequeue, &buffer) : waited
        if status == -EAGAIN { return nil }
        guard status == 0, let place = Int(exactly: buffer.index), place < mapped else { throw .gone(name) }
        var source = vir_camera_frame()
        source.buffer = UnsafePointer(buffers.baseAddress.map { $0 + place })
        source.sequence = buffer.sequence
        source.bytes_used = buffer.bytesused
        source.buffer_time = Self.nanoseconds(of: buffer)
        let isInside = buffer.bytesused > 0 && buffer.bytesused <= buffers[place].planes.0.length
        return Frame(source: source, isWhole: isInside && buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0)
    }

    /// Returns the nanoseconds of CLOCK_MONOTONIC at which the driver took the frame; 0 if it says none.
    private static func nanoseconds(of buffer: v4l2_buffer) -> Int64 {
        let isMonotonic = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        guard isMonotonic, (0...4_000_000_000).contains(buffer.timestamp.tv_sec), (0..<1_000_000).contains(buffer.timestamp.tv_usec) else { return 0 }
        return Int64(buffer.timestamp.tv_sec) * 1_000_000_000 + Int64(buffer.timestamp.tv_usec) * 1_000
    }

    /// Lets the driver fill the frame's buffer again.
    func giveBack(_ frame: Frame) throws(CameraError) {
        guard let index = frame.source.buffer?.pointee.index, queue(index) == 0 else { throw .gone(name) }
    }
}
