// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Glibc

@testable import Devices

/// A USB camera as its driver shows it to programs, with the faults that real ones have.
///
/// Frames lie on the grid of the rate, which begins when the capture is started. Each fills the oldest queued buffer at its instant. If none
/// is queued, the frame is lost and its number is left out. Thread-bound to the test.
final class FakeUSBCamera {
    /// A format with its sizes: each of them, or all from the first to the last in steps of two.
    struct Offer {
        var format: CameraFormat
        var sizes: [VideoSize]
        var isRange = false
    }

    /// The damage of a frame.
    enum Damage {
        /// The driver says that a part is missing.
        case marked
        /// Only this many bytes arrived, and the driver doesn't mind.
        case cut(Int)
    }

    var node: VideoNode
    var isPlugged = true
    var offers: [Offer]
    /// The rates of every size; none: the camera doesn't say.
    var rates = [FrameRate(30), FrameRate(15)]
    var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
    /// The clock of its frames, as its driver marks them.
    var clockFlag = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
    /// The errno with which a call is refused, by the call.
    var refusals: [UInt: Int32] = [:]
    /// Damaged frames, by their number since the start.
    var damage: [UInt32: Damage] = [:]
    /// Its controls with their values, and the values that it refuses.
    var controls: [UInt32: Int32] = [:]
    var refusedValues: [UInt32: Set<Int32>] = [:]
    /// Changes what a call that succeeded answers, as a wild driver would.
    var distort: ((UInt, UnsafeMutableRawPointer) -> Void)?

    /// Each control that was set, with the value.
    private(set) var settings: [(id: UInt32, value: Int32)] = []
    var openCount = 0
    var mappedCount = 0

    let timebase: any Timebase
    var size = VideoSize.vga
    var format = CameraFormat.yuyv
    var interval = v4l2_fract(numerator: 1, denominator: 30)
    var buffers: [FakeVideoBuffer] = []
    private var queued: [Int] = []
    private var filled: [(index: Int, frame: Int64)] = []
    private var origin: Timestamp?
    private var nextFrame: Int64 = 0

    init(_ name: String = "HD Webcam", id: String = "xhci-hcd.0-1.2:1.0", number: Int = 0, timebase: any Timebase) {
        node = VideoNode(path: "/dev/video\(number)", id: id, name: name)
        self.timebase = timebase
        let all = [VideoSize(width: 160, height: 120), VideoSize(width: 2048, height: 2048)]
        offers = [Offer(format: .jpeg, sizes: all, isRange: true), Offer(format: .yuyv, sizes: all, isRange: true)]
    }

    /// Bytes from one row to the next: longer than the row.
    var pitch: Int { size.width * 2 + 64 }
    var bufferLength: Int { format == .jpeg ? size.width * size.height + 4096 : pitch * size.height }
    private var rate: FrameRate { FrameRate(Int64(max(1, interval.denominator)), Int64(max(1, interval.numerator))) }

    func set(_ id: UInt32, _ value: Int32) -> Int32 {
        guard controls[id] != nil else { return -EINVAL }
        guard refusedValues[id]?.contains(value) != true else { return -ERANGE }
        controls[id] = value
        settings.append((id, value))
        return 0
    }

    // MARK: Streaming

    func queue(_ index: Int) -> Int32 {
        guard buffers.indices.contains(index), !queued.contains(index), !filled.contains(where: { $0.index == index }) else { return -EINVAL }
        fillDue()
        queued.append(index)
        return 0
    }

    func start() -> Int32 {
        guard !queued.isEmpty, origin == nil else { return -EINVAL }
        (origin, nextFrame) = (timebase.now(), 0)
        return 0
    }

    func stop() {
        origin = nil
        (queued, filled) = ([], [])
    }

    /// Fills queued buffers with the frames that have come by now.
    private func fillDue() {
        guard let origin, isPlugged else { return }
        while origin.advanced(by: rate.offset(of: nextFrame)) <= timebase.now() {
            if !queued.isEmpty {
                let index = queued.removeFirst()
                buffers[index].fill(picture(nextFrame))
                filled.append((index, nextFrame))
            }
            nextFrame += 1
        }
    }

    /// Waits as poll(2) does.
    func wait(_ patience: Duration) -> Int32 {
        // A camera that is gone is an event.
        guard isPlugged else { return 1 }
        fillDue()
        guard filled.isEmpty else { return 1 }
        let deadline = timebase.now() + max(patience, .zero)
        guard let origin, !queued.isEmpty else {
            timebase.wait(until: deadline)
            return 0
        }
        timebase.wait(until: min(deadline, origin.advanced(by: rate.offset(of: nextFrame))))
        fillDue()
        return filled.isEmpty ? 0 : 1
    }

    func dequeue(_ buffer: inout v4l2_buffer) -> Int32 {
        fillDue()
        guard let origin else { return -EINVAL }
        guard !filled.isEmpty else { return -EAGAIN }
        let (index, frame) = filled.removeFirst()
        buffer.index = UInt32(index)
        buffer.sequence = UInt32(frame)
        buffer.flags = clockFlag
        buffer.length = UInt32(bufferLength)
        buffer.bytesused = UInt32(min(picture(frame).count, bufferLength))
        let time = origin.advanced(by: rate.offset(of: frame)).nanoseconds
        buffer.timestamp = timeval(tv_sec: Int(time / 1_000_000_000), tv_usec: Int(time % 1_000_000_000 / 1_000))
        switch damage[buffer.sequence] {
        case .marked: buffer.flags |= UInt32(V4L2_BUF_FLAG_ERROR)
        case .cut(let bytes): buffer.bytesused = UInt32(bytes)
        case nil: break
        }
        return 0
    }

    // MARK: Pictures

    /// The gray of a frame, in full range for JPEG.
    static func gray(_ frame: Int64) -> UInt8 { UInt8(60 + frame % 5 * 30) }

    private var pictures: [String: [UInt8]] = [:]

    /// Returns the bytes of a frame's picture: gray, another one for each of five frames.
    func picture(_ frame: Int64) -> [UInt8] {
        let gray = Self.gray(frame)
        let key = "\(format) \(size) \(gray)"
        if let picture = pictures[key] { return picture }
        let row = (0..<pitch).map { $0 % 2 == 0 ? gray : 128 }
        let picture =
            format == .jpeg
            ? (try? TestJPEG.make(size) { _, _ in gray }) ?? [] : (0..<size.height).reduce(into: []) { bytes, _ in bytes += row }
        pictures[key] = picture
        return picture
    }
}

/// The memory of one buffer of the fake's. A program that maps it gets memory of the length that it asks for.
final class FakeVideoBuffer {
    private(set) var mapping: UnsafeMutableRawBufferPointer?
    private var content: [UInt8] = []

    func map(length: Int) -> UnsafeMutableRawPointer? {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 4096)
        memory.initializeMemory(as: UInt8.self, repeating: 0)
        mapping = memory
        return memory.baseAddress
    }

    func unmap() {
        mapping?.deallocate()
        mapping = nil
    }

    func fill(_ bytes: [UInt8]) {
        guard let mapping else { return }
        mapping.copyBytes(from: bytes.prefix(mapping.count))
    }

    deinit { unmap() }
}
