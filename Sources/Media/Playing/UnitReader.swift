// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a reader came to.
public enum ReadOutcome: Hashable, Sendable {
    case unit
    /// Nothing comes after what was read: for good in a clip, for now in the delay line.
    case atEnd
    /// Frames that are gone from ahead of it; it stands at the next keyframe.
    case overtaken(missed: Int64)
    /// What lay there is no access unit.
    case broken
}

/// The access units of a piece of footage in the order in which they are decoded: of the delay line, or of a clip's file.
///
/// A place is a time as the pictures' stamps say it. Thread-bound: the player's thread owns it.
public protocol UnitReader: AnyObject {
    /// For the log, and for the words of a failure: a clip's path.
    var name: String { get }
    /// What lies before it is decoded, and never shown; `nil`: everything is shown.
    var begin: Timestamp? { get }
    /// How the pictures are turned and mirrored to be looked at.
    var orientation: PictureOrientation { get }
    /// Its end is its end: nothing more comes.
    var isFinite: Bool { get }
    /// Goes to the keyframe that the picture at this place needs: the newest at or before it, or the first one.
    /// - Returns: that keyframe; `nil` if there is nothing to read.
    func seek(to place: Timestamp) throws(ClipError) -> FrameStamp?
    /// Where `seek` would go; `nil` if that isn't known without going there.
    func keyframe(notAfter place: Timestamp) -> Timestamp?
    /// Hands over the next access unit. Its bytes are good until `body` returns.
    func read(_ body: (AccessUnit) -> Void) throws(ClipError) -> ReadOutcome
}

extension DelayReader: UnitReader {
    public var name: String { "the delay line" }
    public var begin: Timestamp? { nil }
    /// As the settings say, whenever it is looked at.
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
