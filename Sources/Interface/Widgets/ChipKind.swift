// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The subject of a chip, the worst first: this order decides which of several conditions is shown.
///
/// First comes what stops the box from recording, then what loses clips, then what will lose them, then what is only awkward, then what is
/// only news.
enum ChipKind: Hashable, Comparable, Sendable {
    case noCamera
    case notRecording
    case clipLost(Int)
    case cardFailing
    case noCard
    case cardLocked
    case cardFull
    /// Changes wait for a card that isn't in.
    case changesWait
    /// A session will be deleted, by its folder; empty if no session may be deleted.
    case cardNearlyFull(String)
    case picturesLost
    case weakPower
    case tooHot
    case noTV
    case shortMemory
    case clipCutShort(Int)
    /// A session was deleted, by its folder: there is room again.
    case sessionDeleted(String)
    case safeMode
    case triggerHeld
    /// The court's region shows no rallies.
    case checkRegion
    /// Rallies are to be cut, but arrows are scored.
    case ralliesOff
    case wrongSettings
    /// Something couldn't be done, by its title.
    case trouble(String)
    /// Something that needs patience is going on, by its title.
    case working(String)
    /// A notice of the system around the program, by its title.
    case told(String)
    /// No footage is written.
    case keepsNothing
    /// The box doesn't know the date.
    case dateUnknown
    /// The box cuts rallies by itself.
    case cutsItself
    /// News by its title, for example that all is well again.
    case word(String)

    /// True if it happened once, so that it goes once it was read. A condition that lasts stays as an icon.
    var isPassing: Bool {
        switch self {
        case .clipLost, .clipCutShort, .sessionDeleted, .trouble, .word: true
        default: false
        }
    }

    /// True if its words stay as long as it lasts: those of the progress of something, and those about what has to be seen from far away,
    /// which are camera, recording, card and power, and that nothing is kept.
    var staysOpen: Bool {
        switch self {
        case .noCamera, .notRecording, .cardFailing, .noCard, .cardLocked, .cardFull, .weakPower, .working, .keepsNothing: true
        default: false
        }
    }
}

/// Decides which of several conditions has its words on the screen, and since when.
///
/// Each condition is told once, for ten seconds, the worst first; a worse one doesn't wait. Then the worst of those that stay open is told
/// on, and without one only the worst one's icon is left.
struct ChipTelling: Hashable, Sendable {
    static let time: Duration = .seconds(10)

    private struct Turn: Hashable, Sendable {
        var kind: ChipKind
        var end: Timestamp
    }

    private var turn: Turn?
    /// The condition whose words go while the chip shrinks.
    private var last: ChipKind?
    private var told: Set<ChipKind> = []
    /// The openness of the chip: 1 with words, 0 for the icon alone.
    private var openness: Transition

    init(at now: Timestamp) { openness = Transition(at: 1, since: now) }

    /// Takes in the present conditions.
    /// - Parameters:
    ///   - kinds: the conditions, the worst first.
    ///   - motion: the time in which the chip shrinks or opens.
    /// - Returns: a passing condition whose time is over.
    mutating func update(_ kinds: [ChipKind], within motion: Duration, at now: Timestamp) -> ChipKind? {
        let wasEmpty = turn == nil && told.isEmpty
        var read: ChipKind?
        told.formIntersection(kinds)
        if let current = turn, !kinds.contains(current.kind) || current.end <= now {
            if kinds.contains(current.kind) {
                told.insert(current.kind)
                if current.kind.isPassing { read = current.kind }
            }
            (last, turn) = (read == nil ? current.kind : nil, nil)
        }
        if turn == nil, let open = kinds.first(where: \.staysOpen), kinds.allSatisfy({ told.contains($0) }) { told.remove(open) }
        if let next = kinds.first(where: { !told.contains($0) }), turn.map({ next < $0.kind }) ?? true {
            turn = Turn(kind: next, end: now + Self.time)
            if wasEmpty {
                openness = Transition(at: 1, since: now)
            } else if openness.target != 1 {
                openness.go(to: 1, at: now, within: motion)
            }
        } else if turn == nil, openness.target != 0 {
            // A condition that was read goes with its words; the icon of another condition has no words to lose.
            openness = last == nil ? Transition(at: 0, since: now) : openness
            openness.go(to: 0, at: now, within: motion)
        }
        return read
    }

    /// Returns the chip to show of these.
    func content(of chips: [Chip], mayWrap: Bool, at now: Timestamp) -> ChipContent? {
        let openness = openness.value(at: now)
        let kind = turn?.kind ?? (openness > 0 ? last : nil)
        guard let chip = chips.first(where: { $0.kind == kind }) ?? chips.first else { return nil }
        return ChipContent(chip: chip, others: chips.count - 1, openness: openness, mayWrap: mayWrap)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [turn?.end, openness.span.nextChange(after: seen)].compactMap { $0 }.min()
    }
}
