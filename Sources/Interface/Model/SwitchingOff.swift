// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of switching the box off by hand. A person does it by holding STOP, on any screen.
///
/// If something isn't on a card and would be lost, the first hold only says what, and a second hold confirms it.
struct SwitchingOff: Hashable, Sendable {
    /// After STOP has been down for this long, the screen announces that a longer hold switches the box off.
    static let noticeTime: Duration = .milliseconds(300)
    /// After STOP has been down for this long, the voice says so, if it is on.
    static let announcementTime: Duration = .seconds(3)
    /// After STOP has been down for this long, the box switches off.
    static let holdTime: Duration = .seconds(5)
    /// The time for which the box waits for a second hold.
    static let objectionTime: Duration = .seconds(30)

    /// The state while the box switches off: the clips that were waiting are being written.
    struct Ending: Hashable, Sendable {
        /// The number of clips that weren't on the card yet when it began, and the number of those that were written or lost since.
        var clips: Int
        var settled = 0
        /// True if the person knows that what waits for a card is lost.
        var isLossAccepted: Bool

        var waiting: Int { clips - settled }
    }

    /// The time since which STOP has been down and may yet switch off …
    private(set) var holdStart: Timestamp?
    /// … at this time.
    private var hold: HoldDeadline?
    /// The time at which the voice says so; `nil` once it was said.
    private var announcement: HoldDeadline?
    /// The time until which a second hold confirms the loss of something.
    private(set) var objectionEnd: Timestamp?
    private(set) var ending: Ending?

    mutating func beginHold(at instant: Timestamp) {
        guard holdStart == nil else { return }
        holdStart = instant
        hold = HoldDeadline(instant + Self.holdTime)
        announcement = HoldDeadline(instant + Self.announcementTime)
    }

    mutating func endHold() {
        holdStart = nil
        hold = nil
        announcement = nil
    }

    /// Returns true if it is time to say that STOP switches off, but only once.
    mutating func isAnnounced(at instant: Timestamp) -> Bool {
        guard announcement?.isReached(at: instant) == true else { return false }
        announcement = nil
        return true
    }

    /// Returns true if STOP has been held long enough by this instant, but only once.
    mutating func isHeldOut(at instant: Timestamp) -> Bool {
        guard hold?.isReached(at: instant) == true else { return false }
        endHold()
        return true
    }

    mutating func object(at instant: Timestamp) { objectionEnd = instant + Self.objectionTime }

    mutating func dismissObjection() { objectionEnd = nil }

    /// Drops an objection that nobody answers in time, unless STOP is being held to answer it.
    mutating func pass(to now: Timestamp) {
        if holdStart == nil, let objectionEnd, objectionEnd <= now { dismissObjection() }
    }

    mutating func begin(_ ending: Ending) {
        self = SwitchingOff()
        self.ending = ending
    }

    /// Notes that one of the clips was written or is lost.
    mutating func noteSettled() {
        guard let before = ending else { return }
        ending?.settled = min(before.clips, before.settled + 1)
    }

    /// The time from the press of STOP until the box goes off.
    var holdSpan: TimeSpan? { holdStart.map { TimeSpan($0, for: Self.holdTime) } }

    /// Returns true if the card is shown that says what holding STOP further will do.
    func isHoldSeen(at now: Timestamp) -> Bool { holdSpan.map { $0.start + Self.noticeTime <= now } ?? false }

    /// Returns the next instant after `seen` at which this changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        if let holdSpan, let hold {
            let ring = TimeSpan(holdSpan.start + PressRecognizer.ringDelay, holdSpan.end)
            return [ring.nextChange(after: seen) ?? hold.instant, announcement?.instant].compactMap { $0 }.filter { seen < $0 }.min()
        }
        return objectionEnd
    }
}

extension Context {
    /// Returns the words about switching off for the sheet in the middle, or `nil` if there is nothing to say.
    func switchingOffText(at now: Timestamp) -> DialogText? {
        if let ending = switchingOff.ending { return endingText(ending) }
        let unsaved = unsavedWork
        guard switchingOff.objectionEnd != nil, !switchingOff.isHoldSeen(at: now) else { return nil }
        return DialogText(
            title: Strings.notOnACard(unsaved), lines: [Strings.putInToSave(conditions.card), Strings.holdOnceMore],
            progress: nil)
    }

    /// The words for what switching off now would lose; `nil` if nothing would be lost.
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
