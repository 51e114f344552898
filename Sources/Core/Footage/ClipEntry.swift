// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a clip begins to play when it comes up.
public enum ClipEntry {
    /// So long before what the clip is about.
    public static let lead: Duration = .seconds(2)

    /// The place in a clip that it shall come up at: before what it is about.
    /// - Parameter moment: what it is about, in seconds after its first picture; `nil`: that isn't known.
    public static func place(before moment: Double?) -> Duration? { moment.map { max(.zero, .seconds($0) - lead) } }

    /// The keyframe that is shown first if a clip shall come up at a place: the last one that isn't after it, and if only a hidden one is, the
    /// first after it.
    /// - Parameters:
    ///   - place: `nil`: the beginning.
    ///   - keyframes: the places of those that are shown, in their order. A clip that shows none begins at its first picture.
    public static func keyframe(for place: Duration?, among keyframes: [Duration]) -> Duration {
        let place = place ?? .zero
        return keyframes.last { $0 <= place } ?? keyframes.first ?? .zero
    }
}

/// A picture of a clip that is looked at before the clip plays: its keyframe for a place.
public struct PeekKey: Hashable, Sendable {
    public var clip: ClipKey
    /// Where the clip shall come up; `nil`: at its beginning.
    public var place: Duration?

    public init(_ clip: ClipKey, at place: Duration?) {
        self.clip = clip
        self.place = place
    }
}
