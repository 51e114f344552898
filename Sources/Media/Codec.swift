// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The seam to an H.264 encoder: no B-frames, closed GOPs, a keyframe every half second, parameter sets with each.
///
/// Thread-bound: the camera thread owns it.
public protocol Encoder: AnyObject {
    /// `h264_v4l2m2m` or `libx264`, for the log and the report.
    var name: String { get }
    /// Encodes one frame and hands over what is ready: with a software encoder that frame itself, with a hardware one
    /// perhaps an earlier one. Access units come in order, each with the stamp of its own frame.
    /// - Parameter forcingKeyframe: makes this frame a keyframe, for a live mark.
    func encode(_ frame: VideoFrame, forcingKeyframe: Bool, output: (AccessUnit) -> Void) throws(CodecError)
    /// Hands over what is still inside. Afterwards the encoder takes frames again, from a keyframe on.
    func drain(output: (AccessUnit) -> Void) throws(CodecError)
}

/// The seam to an H.264 decoder. Thread-bound.
public protocol Decoder: AnyObject {
    var name: String { get }
    /// Decodes one access unit. With a software decoder the frame returned is that access unit's; a hardware one may
    /// return `nil` at first and earlier frames later. The stamp is always the frame's own.
    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame?
    /// Another picture that is ready, with no access unit given: a hardware decoder may have several.
    func next() throws(CodecError) -> VideoFrame?
    /// The next picture of those that are still inside, once no more access units come; `nil` when there is none. Then `flush`.
    func drain() throws(CodecError) -> VideoFrame?
    /// Forgets everything; the next access unit must be a keyframe.
    func flush()
    /// How many of its pictures may be held before it stalls: its memory is a pool that it gets back from whoever lets them go.
    /// `nil`: any number.
    var heldPictures: Int? { get }
}

extension Decoder {
    /// A decoder that gives each picture out at once has no other.
    public func next() throws(CodecError) -> VideoFrame? { nil }
    public func drain() throws(CodecError) -> VideoFrame? { try next() }
    public var heldPictures: Int? { nil }
}

/// A codec's refusal: which one, what was asked of it and what it said.
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
    /// For a person at the TV.
    public var message: Message { .of(codec: codec, reason) }
}
