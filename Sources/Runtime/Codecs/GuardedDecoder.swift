// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// A hardware decoder on a thread of its own, so that a driver that never answers blocks only that thread.
///
/// Decoded pictures are fetched at once, so that they wait here and not in the driver. Thread-bound.
final class GuardedDecoder: Decoder {
    /// The data that goes to the thread and comes back. `CodecThread` says whose turn it is.
    private final class Work: @unchecked Sendable {
        enum Order {
            case decode, next, flush
        }

        let decoder: any Decoder
        var order = Order.next
        /// The one access unit that is to be decoded.
        var unit = UnitBuffer()
        var frames: [VideoFrame] = []
        var error: CodecError?

        init(_ decoder: any Decoder) { self.decoder = decoder }

        func run() {
            error = nil
            do throws(CodecError) {
                switch order {
                case .flush:
                    decoder.flush()
                    return
                case .decode:
                    unit.forEach { unit in
                        do throws(CodecError) {
                            if let frame = try decoder.decode(unit) { frames.append(frame) }
                        } catch {
                            self.error = error
                        }
                    }
                    if error != nil { return }
                case .next:
                    break
                }
                while let frame = try decoder.next() { frames.append(frame) }
            } catch {
                self.error = error
            }
        }
    }

    let name: String
    private let work: Work
    private let thread: CodecThread
    private let limit: Duration
    /// Decoded pictures that haven't been handed out yet, oldest first.
    private var ready: [VideoFrame] = []

    init(_ decoder: any Decoder, limit: Duration, scheduling: NamedThread.Scheduling = .normal) {
        let work = Work(decoder)
        name = decoder.name
        self.work = work
        self.limit = limit
        thread = CodecThread("vir-hw-decoder", scheduling) { work.run() }
    }

    var heldPictures: Int? { work.decoder.heldPictures }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        guard !thread.isStuck else { throw stuck() }
        work.unit.removeAll()
        work.unit.add(unit)
        try perform(.decode)
        return takeReady()
    }

    func next() throws(CodecError) -> VideoFrame? {
        if ready.isEmpty { try perform(.next) }
        return takeReady()
    }

    func flush() {
        ready.removeAll(keepingCapacity: true)
        // A driver that is stuck here is also stuck at the next access unit, which reports it.
        try? perform(.flush)
    }

    private func takeReady() -> VideoFrame? { ready.isEmpty ? nil : ready.removeFirst() }

    private func perform(_ order: Work.Order) throws(CodecError) {
        guard !thread.isStuck else { throw stuck() }
        work.order = order
        guard thread.run(within: limit) else { throw stuck() }
        ready.append(contentsOf: work.frames)
        work.frames.removeAll(keepingCapacity: true)
        if let error = work.error { throw error }
    }

    private func stuck() -> CodecError {
        CodecError(codec: name, operation: "decode", reason: .noAnswer(milliseconds: Int(limit.inMilliseconds)))
    }
}
