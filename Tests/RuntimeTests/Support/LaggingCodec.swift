// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

@testable import Runtime

/// The fault of a simulated hardware codec, and the picture at which it begins.
enum CodecFault: Hashable, Sendable {
    case none
    /// Returns an error.
    case fails(at: Int64)
    /// Takes pictures and delivers none.
    case swallows(from: Int64)
    /// Doesn't return from a call until it is released.
    case hangs(at: Int64)
    /// Delivers one picture for two.
    case slow
    /// Leaves this one picture out.
    case drops(Int64)
}

/// An encoder that holds some pictures, as hardware does, and fails as it is told.
final class LaggingEncoder: Encoder, @unchecked Sendable {
    // Used by one thread at a time.
    let name = "hardware"
    private let inner: NumberEncoder
    private let latency: Int
    private let fault: CodecFault
    private let release: Doorbell
    private var inside: [(AccessUnitCopy)] = []

    struct AccessUnitCopy {
        var stamp: FrameStamp
        var isKeyframe: Bool
        var bytes: [UInt8]
    }

    init(framesPerGOP: Int = 15, latency: Int = 3, fault: CodecFault = .none, release: Doorbell = Doorbell()) {
        inner = NumberEncoder(framesPerGOP: framesPerGOP)
        self.latency = latency
        self.fault = fault
        self.release = release
    }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        let number = frame.stamp.frame
        switch fault {
        case .fails(let at) where number >= at: throw CodecError(codec: name, operation: "encode", reason: "Input/output error")
        case .hangs(let at) where number >= at: release.wait(until: MonotonicClock().now() + .seconds(60))
        case .swallows(let from) where number >= from: return
        case .drops(number): return
        default: break
        }
        try inner.encode(frame, forcingKeyframe: forcingKeyframe) {
            inside.append(AccessUnitCopy(stamp: $0.stamp, isKeyframe: $0.isKeyframe, bytes: Array($0.bytes)))
        }
        if fault == .slow {
            if number % 2 == 1 { give(inside.removeFirst(), output) }
            return
        }
        while inside.count > latency { give(inside.removeFirst(), output) }
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) {
        while !inside.isEmpty { give(inside.removeFirst(), output) }
    }

    private func give(_ unit: AccessUnitCopy, _ output: (AccessUnit) -> Void) {
        unit.bytes.withUnsafeBytes { output(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0)) }
    }
}

/// A decoder that holds some pictures, delivers several at once afterwards, and fails as it is told.
final class LaggingDecoder: Decoder, @unchecked Sendable {
    // Used by one thread at a time.
    let name = "hardware"
    private let inner = NumberDecoder()
    private let latency: Int
    private let fault: CodecFault
    private let release: Doorbell
    private var inside: [VideoFrame] = []

    init(latency: Int = 3, fault: CodecFault = .none, release: Doorbell = Doorbell()) {
        self.latency = latency
        self.fault = fault
        self.release = release
    }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        let number = unit.stamp.frame
        switch fault {
        case .fails(let at) where number >= at: throw CodecError(codec: name, operation: "decode", reason: "Input/output error")
        case .hangs(let at) where number >= at: release.wait(until: MonotonicClock().now() + .seconds(60))
        case .swallows(let from) where number >= from: return nil
        default: break
        }
        if let frame = try inner.decode(unit), fault != .drops(number) { inside.append(frame) }
        return try next()
    }

    func next() throws(CodecError) -> VideoFrame? { inside.count > latency ? inside.removeFirst() : nil }

    func flush() {
        inner.flush()
        inside.removeAll()
    }
}
