// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// The contents of an access unit of the codec below: its frame, and the frame that it depends on.
private struct UnitContent {
    var frame: Int64
    var previous: Int64
    static let byteCount = MemoryLayout<UnitContent>.size
}

/// An encoder whose access units are a few bytes, each naming the frame before it.
final class NumberEncoder: Encoder {
    let name = "numbers"
    private let framesPerGOP: Int
    private let failing: Set<Int64>
    private var sinceKeyframe = 0
    private var previous: Int64 = -1
    private(set) var drains = 0

    /// - Parameter failing: the frames on which it fails.
    init(framesPerGOP: Int, failing: Set<Int64> = []) {
        self.framesPerGOP = framesPerGOP
        self.failing = failing
    }

    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError) {
        guard !failing.contains(frame.stamp.frame) else {
            throw CodecError(codec: name, operation: "encode", reason: "as the test wants it")
        }
        let isKeyframe = forcingKeyframe || previous < 0 || sinceKeyframe >= framesPerGOP
        sinceKeyframe = isKeyframe ? 1 : sinceKeyframe + 1
        let content = UnitContent(frame: frame.stamp.frame, previous: isKeyframe ? -1 : previous)
        previous = frame.stamp.frame
        withUnsafeBytes(of: content) { output(AccessUnit(stamp: frame.stamp, isKeyframe: isKeyframe, bytes: $0)) }
    }

    func drain(output: (AccessUnit) -> Void) throws(CodecError) { drains += 1 }
}

/// The decoder for it, as strict as H.264: without the picture before, a frame can't be decoded.
final class NumberDecoder: Decoder {
    let name = "numbers"
    private let failing: Set<Int64>
    private var previous: Int64?
    private(set) var decodedCount = 0

    /// - Parameter failing: the frames on which it fails.
    init(failing: Set<Int64> = []) {
        self.failing = failing
    }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        let content = unit.bytes.loadUnaligned(as: UnitContent.self)
        guard unit.bytes.count == UnitContent.byteCount, content.frame == unit.stamp.frame else {
            throw CodecError(codec: name, operation: "decode", reason: "these are another frame's bytes")
        }
        guard !failing.contains(content.frame) else {
            previous = nil
            throw CodecError(codec: name, operation: "decode", reason: "as the test wants it")
        }
        guard unit.isKeyframe || content.previous == previous else { return nil }
        previous = content.frame
        decodedCount += 1
        return VideoFrame(buffer: NumberedPicture(content.frame, isDecoded: true), stamp: unit.stamp)
    }

    func flush() { previous = nil }
}
