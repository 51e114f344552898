// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Switching the box off by hand: how far somebody is with it, who holds STOP from anywhere.
///
/// What isn't on a card is never lost by it without a word: where something would be, the first hold only says what, and a second one
/// does it.
struct SwitchingOff: Hashable, Sendable {
    /// STOP has been down this long when the screen says what more of it will do …
    static let noticeTime: Duration = .milliseconds(300)
    /// … and this long when it does.
    static let holdTime: Duration = .seconds(5)
    /// How long the box waits for a second hold.
    static let objectionTime: Duration = .seconds(30)

    /// It goes off: what is there is being written.
    struct Ending: Hashable, Sendable {
        /// Clips that weren't on the card yet when it began, and how many of them came to an end since.
        var clips: Int
        var settled = 0
        /// The person knows that what waits for a card is lost.
        var isLossAccepted: Bool

        var waiting: Int { clips - settled }
    }

    /// STOP has been down since then and may yet switch off …
    private(set) var holdStart: Timestamp?
    /// … at this instant.
    private var hold: HoldDeadline?
    /// Something would be lost: until then a second hold means it all the same.
    private(set) var objectionEnd: Timestamp?
    private(set) var ending: Ending?

    mutating func beginHold(at instant: Timestamp) {
        guard holdStart == nil else { return }
        holdStart = instant
        hold = HoldDeadline(instant + Self.holdTime)
    }

    mutating func endHold() {
        holdStart = nil
        hold = nil
    }

    /// Whether STOP has been held long enough by this instant; it is told once.
    mutating func isHeldOut(at instant: Timestamp) -> Bool {
        guard hold?.isReached(at: instant) == true else { return false }
        endHold()
        return true
    }

    mutating func object(at instant: Timestamp) { objectionEnd = instant + Self.objectionTime }

    mutating func dismissObjection() { objectionEnd = nil }

    /// An objection that nobody answers goes; not under the finger of somebody who does.
    mutating func pass(to now: Timestamp) {
        if holdStart == nil, let objectionEnd, objectionEnd <= now { dismissObjection() }
    }

    mutating func begin(_ ending: Ending) {
        self = SwitchingOff()
        self.ending = ending
    }

    /// One of the clips was written or is lost.
    mutating func noteSettled() {
        guard let before = ending else { return }
        ending?.settled = min(before.clips, before.settled + 1)
    }

    /// From STOP's going down until the box goes off.
    var holdSpan: Stretch? { holdStart.map { Stretch($0, for: Self.holdTime) } }

    /// The card that says what more of it will do is there.
    func isHoldSeen(at now: Timestamp) -> Bool { holdSpan.map { $0.start + Self.noticeTime <= now } ?? false }

    /// When it next changes by time alone, for one who has seen everything up to `seen`.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        if let holdSpan, let hold {
            return Stretch(holdSpan.start + PressRecognizer.ringDelay, holdSpan.end).nextChange(after: seen) ?? hold.instant
        }
        return objectionEnd
    }
}

extension Context {
    /// What the sheet in the middle says of it; `nil` where there is nothing to say.
    func switchingOffText(at now: Timestamp) -> DialogText? {
        if let ending = switchingOff.ending { return endingText(ending) }
        let unsaved = unsavedWork
        guard switchingOff.objectionEnd != nil, !switchingOff.isHoldSeen(at: now) else { return nil }
        return DialogText(
            title: Strings.notOnACard(unsaved), lines: [Strings.putInToSave(conditions.card), Strings.holdOnceMore],
            progress: nil)
    }

    /// What switching off now would lose, in words.
    var lossWords: String? {
        let unsaved = unsavedWork
        return unsaved.isNone ? nil : switchingOff.objectionEnd == nil ? Strings.notOnACard(unsaved) : Strings.lostThen(unsaved)
    }

    private func endingText(_ ending: SwitchingOff.Ending) -> DialogText {
        if ending.waiting > 0, ending.isLossAccepted, !conditions.card.isWritable {
            return DialogText(title: Strings.switchingOff, lines: [Strings.lost(ending.waiting)], progress: nil)
        }
        let state: String? =
            ending.waiting == 0
            ? nil
            : conditions.card.isWritable
                ? Strings.clipsBeingWritten(ending.settled, of: ending.clips)
                : Strings.waiting(ending.waiting) + ". " + Strings.putIn(conditions.card)
        return DialogText(
            title: Strings.switchingOff, lines: [state, Strings.leaveTheCard].compactMap { $0 },
            progress: ending.clips > 0 ? Double(ending.settled) / Double(ending.clips) : nil)
    }
}
