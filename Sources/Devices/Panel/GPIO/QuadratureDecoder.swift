// SPDX-License-Identifier: GPL-3.0-or-later

/// Counts the detents of the knob from its two contacts.
///
/// As the knob turns, its contacts close and open in a Gray code of four steps. Most knobs have one detent in those four steps, many cheap
/// ones two, and they rest at any position of the code. So a detent counts when the knob is a detent's steps away from the last detent that
/// counted, whatever wobble lay between; it is counted back only after as many steps back. The positions at which the knob stands still
/// show where its detents are.
///
/// A change of both contacts at once can't be told from its opposite, and after lost edges nothing is sure. The position is then unknown,
/// and counting begins anew at the next detent. So a detent may be missed, but no false one is counted.
struct QuadratureDecoder {
    enum Contact: Hashable, Sendable {
        /// A closes first when the knob is turned clockwise.
        case a, b
    }

    // The state of each contact: true if it is closed, `nil` while that is unknown.
    private var isAClosed: Bool?
    private var isBClosed: Bool?
    /// The number of steps clockwise since the beginning. Its last two bits are the position in the Gray code; `nil` while that is unknown.
    private var position: Int?
    /// The position of the last detent that counted; `nil` if the number of steps from there is unknown.
    private var detent: Int?
    private var rests: KnobRests

    /// - Parameters:
    ///   - isAClosed, isBClosed: the contacts as they are now; `nil` if that can't be read. A knob that nobody turns stands at a detent.
    ///   - stepsPerDetent: the number of steps in a detent; `nil` to learn it from the positions at which the knob stands still.
    init(isAClosed: Bool?, isBClosed: Bool?, stepsPerDetent: Int? = nil) {
        self.isAClosed = isAClosed
        self.isBClosed = isBClosed
        position = Self.place(isAClosed, isBClosed)
        rests = KnobRests(at: position, stepsPerDetent: stepsPerDetent)
        detent = position
    }

    /// Takes the state of one contact, which has closed or opened or is reported again unchanged.
    /// - Returns: 1 for a detent clockwise, −1 for a detent back, otherwise 0.
    mutating func contact(_ contact: Contact, isClosed: Bool) -> Int {
        switch contact {
        case .a: isAClosed = isClosed
        case .b: isBClosed = isClosed
        }
        guard let next = Self.place(isAClosed, isBClosed) else { return 0 }
        guard let position else {
            arrive(at: next)
            return 0
        }
        switch (next - position) & 3 {
        case 1: return move(to: position + 1)
        case 3: return move(to: position - 1)
        // One contact alone never makes two steps, and an unchanged contact makes no step.
        default: return 0
        }
    }

    /// Forgets the position because edges were lost: either contact may be open or closed until it moves again.
    mutating func loseTrack() {
        (isAClosed, isBClosed, position, detent) = (nil, nil, nil, nil)
    }

    /// Notes that the knob has stood still at its position for a while.
    mutating func noteRest() {
        guard let position else { return }
        let before = (rests.place, rests.stepsPerDetent)
        rests.note(position)
        if before != (rests.place, rests.stepsPerDetent) { detent = rests.isDetent(position) ? position : nil }
    }

    private mutating func arrive(at position: Int) {
        self.position = position
        detent = rests.isDetent(position) ? position : nil
    }

    private mutating func move(to position: Int) -> Int {
        guard let detent else {
            arrive(at: position)
            return 0
        }
        self.position = position
        guard abs(position - detent) >= rests.stepsPerDetent else { return 0 }
        self.detent = position
        return position > detent ? 1 : -1
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

/// The positions at which a knob stands still: they show where its detents are, and how many steps apart.
///
/// A finger may hold the knob between two detents now and then, so a position counts once it has come up three times in eight rests.
struct KnobRests {
    /// A position in the Gray code, 0 to 3, at which there is a detent.
    private(set) var place = 0
    private(set) var stepsPerDetent: Int
    private let isLearning: Bool
    /// The positions of the newest rests, oldest first.
    private var places: [Int] = []
    /// The position of the last rest: a knob that hasn't been turned since says nothing new.
    private var last: Int?

    private static let recent = 8
    private static let enough = 3
    /// If the last rests, this many, were all at one position, two detents in the code were learnt by mistake.
    private static let memory = 16

    init(at position: Int?, stepsPerDetent: Int?) {
        isLearning = stepsPerDetent == nil
        self.stepsPerDetent = stepsPerDetent ?? 4
        guard let position else { return }
        place = position & 3
        note(position)
    }

    func isDetent(_ position: Int) -> Bool { (position - place) % stepsPerDetent == 0 }

    mutating func note(_ position: Int) {
        guard position != last else { return }
        last = position
        places.append(position & 3)
        if places.count > Self.memory { places.removeFirst() }
        let counts = (0..<4).map { place in places.suffix(Self.recent).count { $0 == place } }
        if let best = counts.indices.max(by: { counts[$0] < counts[$1] }), !isDetent(best), counts[best] >= Self.enough,
            counts[best] > counts[place]
        {
            place = best
        }
        guard isLearning else { return }
        if min(counts[place], counts[(place + 2) & 3]) >= Self.enough {
            stepsPerDetent = 2
        } else if places.count == Self.memory, Set(places).count == 1 {
            (stepsPerDetent, place) = (4, places[0])
        }
    }
}
