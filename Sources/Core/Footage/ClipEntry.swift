// SPDX-License-Identifier: GPL-3.0-or-later

/// The position at which a clip begins to play when it is opened.
public enum ClipEntry {
    /// The time before the clip's moment at which it begins to play.
    public static let lead: Duration = .seconds(2)

    /// Returns the position at which a clip is opened: shortly before its moment.
    /// - Parameter moment: the moment, in seconds after the clip's first picture; `nil`: it isn't known.
    public static func place(before moment: Double?) -> Duration? { moment.map { max(.zero, .seconds($0) - lead) } }

    /// Returns the position of the keyframe with which a clip opens: the last visible keyframe that isn't after `place`, or else the first
    /// one after it.
    /// - Parameters:
    ///   - place: the wanted position; `nil`: the beginning.
    ///   - keyframes: the positions of the visible keyframes, in order. A clip without any begins at its first picture.
    public static func keyframe(for place: Duration?, among keyframes: [Duration]) -> Duration {
        let place = place ?? .zero
        return keyframes.last { $0 <= place } ?? keyframes.first ?? .zero
    }
}

/// Identifies the picture of a clip that is shown before the clip plays: the keyframe for a position.
public struct PeekKey: Hashable, Sendable {
    public var clip: ClipKey
    /// The position at which the clip is going to open; `nil`: its beginning.
    public var place: Duration?

    public init(_ clip: ClipKey, at place: Duration?) {
        self.clip = clip
        self.place = place
    }
}
