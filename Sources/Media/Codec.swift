// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The seam to an H.264 encoder: no B-frames, closed GOPs, a keyframe every half second, parameter sets with each.
///
/// Thread-bound: the camera thread owns it.
public protocol Encoder: AnyObject {
    /// The codec's name, `h264_v4l2m2m` or `libx264`, for the log and the report.
    var name: String { get }
    /// Encodes one frame and hands over the access units that are ready: a software encoder's is that frame's own, a hardware encoder's may
    /// be an earlier frame's. Access units come in order, each with the stamp of its own frame.
    /// - Parameter forcingKeyframe: makes this frame a keyframe, for a live mark.
    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError)
    /// Hands over the access units that are still inside. Afterwards the encoder takes frames again, from a keyframe on.
    func drain(output: (AccessUnit) -> Void) throws(CodecError)
}

/// The seam to an H.264 decoder. Thread-bound.
public protocol Decoder: AnyObject {
    var name: String { get }
    /// Decodes one access unit. A software decoder returns that access unit's frame; a hardware decoder may return `nil` at first and
    /// earlier frames later. The stamp is always the frame's own.
    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame?
    /// Returns another picture that is ready, without a new access unit: a hardware decoder may have several.
    func next() throws(CodecError) -> VideoFrame?
    /// Returns the next picture that is still inside, once no more access units come; `nil` if none is left. Call `flush` afterwards.
    func drain() throws(CodecError) -> VideoFrame?
    /// Forgets everything. The next access unit must be a keyframe.
    func flush()
    /// The number of its pictures that may be held before the decoder stalls: its memory is a pool, and released pictures go back to it.
    /// `nil` for any number.
    var heldPictures: Int? { get }
}

extension Decoder {
    /// The default for a decoder that returns each picture at once and so never has another one ready.
    public func next() throws(CodecError) -> VideoFrame? { nil }
    public func drain() throws(CodecError) -> VideoFrame? { try next() }
    public var heldPictures: Int? { nil }
}

/// A codec's refusal: the codec, the operation and the reason.
public struct CodecError: Error, Hashable, CustomStringConvertible {
    public var codec: String
    public var operation: String
    public var reason: Message

    public init(codec: String, operation: String, reason: Message) {
        self.codec = codec
        self.operation = operation
        self.reason = reason
    }

    public var description: String { "\(codec): \(operation): \(reason)" }
    /// The message for a person at the TV.
    public var message: Message { .of(codec: codec, reason) }
}
