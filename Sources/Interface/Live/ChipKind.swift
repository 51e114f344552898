// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a chip may be about, the worst first: this order decides which of several conditions is shown.
///
/// First comes what stops the box from recording, then what loses clips, then what will, then what is only awkward, then what is only told.
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
    /// A session will go, by its folder; empty: none may.
    case cardNearlyFull(String)
    case picturesLost
    case weakPower
    case tooHot
    case noTV
    case shortMemory
    case clipCutShort(Int)
    /// A session is gone, by its folder: there is room again.
    case sessionDeleted(String)
    case safeMode
    case wrongSettings
    /// Something couldn't be done, by its title.
    case trouble(String)
    /// Something goes on that needs patience, by its title.
    case working(String)
    /// What the system around the program tells, by its title.
    case told(String)
    /// All is well again, or another word.
    case word(String)

    /// It happened once: it goes when it was read. What lasts stays as an icon.
    var isPassing: Bool {
        switch self {
        case .clipLost, .clipCutShort, .sessionDeleted, .trouble, .word: true
        default: false
        }
    }

    /// Its words stay as long as it lasts: they say how far it is.
    var staysOpen: Bool { if case .working = self { true } else { false } }
}

/// Which of several conditions has its words on the screen, and since when.
///
/// Each is told once, for ten seconds, the worst first; a worse one doesn't wait. Then only the worst one's icon is left.
struct ChipTelling: Hashable, Sendable {
    static let time: Duration = .seconds(10)

    private struct Turn: Hashable, Sendable {
        var kind: ChipKind
        var end: Timestamp
    }

    private var turn: Turn?
    /// Whose words go while the chip shrinks.
    private var last: ChipKind?
    private var told: Set<ChipKind> = []
    /// 1: with words, 0: the icon alone.
    private var openness: Transition

    init(at now: Timestamp) { openness = Transition(at: 1, since: now) }

    /// The conditions are these now.
    /// - Parameters:
    ///   - kinds: the worst first.
    ///   - motion: how long the chip takes to shrink or to open.
    /// - Returns: a passing one whose time is over.
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
            // What was read is gone with its words; the icon of another one has none to lose.
            openness = last == nil ? Transition(at: 0, since: now) : openness
            openness.go(to: 0, at: now, within: motion)
        }
        return read
    }

    /// What is shown of these.
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
