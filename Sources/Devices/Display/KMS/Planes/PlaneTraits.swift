// SPDX-License-Identifier: GPL-3.0-or-later

/// The abilities of a plane of the display hardware, as its driver states them before any commit is tried.
struct PlaneTraits: Hashable, Sendable {
    enum Kind: String, Sendable {
        case primary, overlay, cursor
    }

    /// The position of the plane between back and front.
    enum Depth: Hashable, Sendable {
        /// The driver doesn't say: planes lie in the order in which it lists them.
        case listed
        case fixed(UInt64)
        case settable(ClosedRange<UInt64>)

        /// The lowest depth that the plane can have.
        var lowest: UInt64 {
            switch self {
            case .listed: 0
            case .fixed(let depth): depth
            case .settable(let range): range.lowerBound
            }
        }
    }

    var kind: Kind
    /// The four-character codes of the pixel formats that it shows.
    var formats: Set<UInt32>
    var turns: PlaneTurn.Set = [.upright]
    var depth: Depth = .listed
}

/// The turns that a plane can give its picture: bits of the kernel's rotation property, by their meaning.
enum PlaneTurn {
    struct Set: OptionSet, Hashable, Sendable {
        let rawValue: UInt64

        static let upright = Set(rawValue: 1 << 0)
        static let upsideDown = Set(rawValue: 1 << 2)
        static let mirrored = Set(rawValue: 1 << 4)
        static let flipped = Set(rawValue: 1 << 5)
    }

    /// Returns those of the plane's bits that mirror left to right and top to bottom as asked; `nil` if the plane can't do it.
    ///
    /// Half a turn is both mirrorings, so each wish but upright can be said in two ways, and not every driver has both.
    static func bits(flipsX: Bool, flipsY: Bool, of supported: Set) -> Set? {
        let wordings: [Set] =
            switch (flipsX, flipsY) {
            case (false, false): [[.upright]]
            case (true, false): [[.upright, .mirrored], [.upsideDown, .flipped]]
            case (false, true): [[.upright, .flipped], [.upsideDown, .mirrored]]
            case (true, true): [[.upsideDown], [.upright, .mirrored, .flipped]]
            }
        return wordings.first { supported.isSuperset(of: $0) }
    }
}
