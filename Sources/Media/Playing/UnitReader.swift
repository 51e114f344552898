// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The result of reading an access unit.
public enum ReadOutcome: Hashable, Sendable {
    case unit
    /// Nothing follows: for good in a clip, for now in the delay line.
    case atEnd
    /// The number of frames that were evicted ahead of the reader, which now stands at the next keyframe.
    case overtaken(missed: Int64)
    /// The data at this position is no access unit.
    case broken
}

/// The access units of a piece of footage in the order in which they are decoded: of the delay line, or of a clip's file.
///
/// A position is a time as the pictures' stamps say it. Thread-bound: the player's thread owns it.
public protocol UnitReader: AnyObject {
    /// The name for the log and for error messages: a clip's path.
    var name: String { get }
    /// The position before which pictures are decoded but never shown; `nil` if every picture is shown.
    var begin: Timestamp? { get }
    /// The orientation in which the pictures are shown.
    var orientation: PictureOrientation { get }
    /// True if the footage has a fixed end, after which nothing more comes.
    var isFinite: Bool { get }
    /// Goes to the keyframe that the picture at this position needs: the newest keyframe at or before it, or the first one.
    /// - Returns: that keyframe; `nil` if there is nothing to read.
    func seek(to place: Timestamp) throws(ClipError) -> FrameStamp?
    /// Returns the position to which `seek` would go; `nil` if that isn't known without going there.
    func keyframe(notAfter place: Timestamp) -> Timestamp?
    /// Hands over the next access unit. Its bytes are valid until `body` returns.
    func read(_ body: (AccessUnit) -> Void) throws(ClipError) -> ReadOutcome
}

extension DelayReader: UnitReader {
    public var name: String { "the delay line" }
    public var begin: Timestamp? { nil }
    /// Upright: the settings decide the orientation whenever the pictures are shown.
    public var orientation: PictureOrientation { .upright }
    public var isFinite: Bool { false }

    public func keyframe(notAfter place: Timestamp) -> Timestamp? {
        line.index.withLock { $0.keyframe(before: place) }.map(\.stamp.timestamp)
    }

    public func read(_ body: (AccessUnit) -> Void) throws(ClipError) -> ReadOutcome {
        switch next(body) {
        case .unit: .unit
        case .atEnd: .atEnd
        case .overtaken(let missed): .overtaken(missed: missed)
        }
    }
}
