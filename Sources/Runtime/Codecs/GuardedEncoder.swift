// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// A hardware encoder on a thread of its own, so that a driver that never answers blocks only that thread.
///
/// The caller waits for each picture as it would without the thread, but no longer than the limit. Thread-bound.
final class GuardedEncoder: Encoder {
    /// The data that goes to the thread and comes back. `CodecThread` says whose turn it is.
    private final class Work: @unchecked Sendable {
        enum Order {
            case encode(VideoFrame, forcingKeyframe: Bool)
            case drain
        }

        let encoder: any Encoder
        var order = Order.drain
        var units = UnitBuffer()
        var error: CodecError?

        init(_ encoder: any Encoder) { self.encoder = encoder }

        func run() {
            units.removeAll()
            error = nil
            do throws(CodecError) {
                switch order {
                case .encode(let frame, let forced): try encoder.encode(frame, forcingKeyframe: forced) { units.add($0) }
                case .drain: try encoder.drain { units.add($0) }
                }
            } catch {
                self.error = error
            }
            // Drops the camera's picture, which isn't held for longer than the encoder needs it.
            order = .drain
        }
    }

    let name: String
    private let work: Work
    private let thread: CodecThread
    private let limit: Duration

    init(_ encoder: any Encoder, limit: Duration, scheduling: NamedThread.Scheduling = .normal) {
        let work = Work(encoder)
        name = encoder.name
        self.work = work
        self.limit = limit
        thread = CodecThread("vir-encoder", scheduling) { work.run() }
    }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        try perform("encode", .encode(frame, forcingKeyframe: forcingKeyframe), output)
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) {
        try perform("drain", .drain, output)
    }

    private func perform(_ operation: String, _ order: Work.Order, _ output: (AccessUnit) -> Void) throws(CodecError) {
        guard !thread.isStuck else { throw stuck(operation) }
        work.order = order
        guard thread.run(within: limit) else { throw stuck(operation) }
        work.units.forEach(output)
        if let error = work.error { throw error }
    }

    private func stuck(_ operation: String) -> CodecError {
        CodecError(codec: name, operation: operation, reason: .noAnswer(milliseconds: Int(limit.inMilliseconds)))
    }
}

/// Access units with bytes of their own, kept in one piece of memory that is used again.
struct UnitBuffer {
    private struct Entry {
        var stamp: FrameStamp
        var isKeyframe: Bool
        var range: Range<Int>
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    var isEmpty: Bool { entries.isEmpty }
    var first: FrameStamp? { entries.first?.stamp }

    mutating func add(_ unit: AccessUnit) {
        let start = bytes.count
        bytes.append(contentsOf: unit.bytes)
        entries.append(Entry(stamp: unit.stamp, isKeyframe: unit.isKeyframe, range: start..<bytes.count))
    }

    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    func forEach(_ body: (AccessUnit) -> Void) {
        bytes.withUnsafeBytes { bytes in
            for entry in entries {
                body(AccessUnit(stamp: entry.stamp, isKeyframe: entry.isKeyframe, bytes: UnsafeRawBufferPointer(rebasing: bytes[entry.range])))
            }
        }
    }
}
