// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts the detents of the knob from its two contacts.
///
/// From one detent to the next the contacts close and open in a Gray code of four steps; at a detent both are open. A
/// detent counts when the knob arrives at rest after four steps in one direction, whatever wobble lay between. A change of
/// both contacts at once can't be told from its opposite, and after lost edges nothing is sure: then the place is unknown, and counting
/// begins anew at the next rest. So a detent may be missed, but no false one is counted.
struct QuadratureDecoder {
    enum Contact: Hashable, Sendable {
        /// A closes first when the knob is turned clockwise.
        case a, b
    }

    // Whether each contact is closed; `nil` while it isn't known.
    private var isAClosed: Bool?
    private var isBClosed: Bool?
    /// The place in the Gray code, 0 (at rest) to 3; `nil` while it isn't known.
    private var place: Int?
    /// Steps since the last rest, clockwise positive; `nil` when the way from there isn't known.
    private var travel: Int?

    private static let stepsPerDetent = 4

    /// - Parameters: the contacts as they are now; `nil` where that can't be read.
    init(isAClosed: Bool?, isBClosed: Bool?) {
        self.isAClosed = isAClosed
        self.isBClosed = isBClosed
        place = Self.place(isAClosed, isBClosed)
        travel = place == 0 ? 0 : nil
    }

    /// One contact has closed or opened, or is seen again as it was.
    /// - Returns: 1 for a detent clockwise, −1 for one back, else 0.
    mutating func contact(_ contact: Contact, isClosed: Bool) -> Int {
        switch contact {
        case .a: isAClosed = isClosed
        case .b: isBClosed = isClosed
        }
        guard let next = Self.place(isAClosed, isBClosed) else { return 0 }
        defer { place = next }
        guard let place else {
            travel = next == 0 ? 0 : nil
            return 0
        }
        switch (next - place) & 3 {
        case 1: travel = travel.map { $0 + 1 }
        case 3: travel = travel.map { $0 - 1 }
        // One contact alone never makes two steps; what doesn't move changes nothing.
        default: return 0
        }
        guard next == 0 else { return 0 }
        defer { travel = 0 }
        return switch travel {
        case Self.stepsPerDetent: 1
        case -Self.stepsPerDetent: -1
        default: 0
        }
    }

    /// Edges were lost: either contact may be anything until it moves again.
    mutating func loseTrack() {
        self = QuadratureDecoder(isAClosed: nil, isBClosed: nil)
    }

    private static func place(_ isAClosed: Bool?, _ isBClosed: Bool?) -> Int? {
        guard let isAClosed, let isBClosed else { return nil }
        return switch (isAClosed, isBClosed) {
        case (false, false): 0
        case (true, false): 1
        case (true, true): 2
        case (false, true): 3
        }
    }
}
