// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes moments of the edges of the trigger line.
///
/// The line closes with its first edge, at that edge's own time. It has opened again once it has been open for `debounce`: until then a
/// contact that bounces is still closed. For `lockout` after a moment, the line may close as often as it likes. So a chattering sensor marks
/// once in that time, and a line that stays closed marks once.
public struct TriggerRule: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The line closed, at this time.
        case moment(Timestamp)
        /// True: the line has been closed for so long that something must be wrong with it. False: it has opened again.
        case held(Bool)
    }

    /// No shot, beam or pedal closes the line for longer.
    public static let heldTime: Duration = .seconds(5)

    private let debounce: Duration
    private let lockout: Duration
    private var contact = Contact(isClosed: false, since: .zero)
    /// The time of the first edge of the closure that isn't over; `nil` while the line is open.
    private var closedSince: Timestamp?
    private var newestMoment: Timestamp?
    private var isHeld = false

    private struct Contact: Hashable {
        var isClosed: Bool
        var since: Timestamp
    }

    /// - Parameter lines: have the times that the rule needs.
    public init(_ lines: PanelLines = PanelLines()) {
        debounce = .seconds(lines.triggerDebounceSeconds)
        lockout = .seconds(lines.triggerLockoutSeconds)
    }

    /// The instant at which `pass` has something to do; `nil` if only an edge can change something.
    public var nextChange: Timestamp? {
        guard let closedSince else { return nil }
        if !contact.isClosed { return contact.since + debounce }
        return isHeld ? nil : closedSince + Self.heldTime
    }

    /// Takes an edge. Edges come in the order in which the kernel saw them.
    public mutating func edge(isClosed: Bool, at instant: Timestamp, _ report: (Outcome) -> Void) {
        pass(to: instant, report)
        contact = Contact(isClosed: isClosed, since: instant)
        guard isClosed, closedSince == nil else { return }
        closedSince = instant
        if let newestMoment, instant < newestMoment + lockout { return }
        newestMoment = instant
        report(.moment(instant))
    }

    /// Does what is due by time alone, up to this instant.
    public mutating func pass(to now: Timestamp, _ report: (Outcome) -> Void) {
        while let due = nextChange, due <= now {
            if contact.isClosed {
                isHeld = true
                report(.held(true))
            } else {
                open(report)
            }
        }
    }

    /// Starts with the line as it is found. A line that is closed already isn't a moment, because nobody knows when it closed.
    public mutating func begin(isClosed: Bool, at now: Timestamp, _ report: (Outcome) -> Void) {
        contact = Contact(isClosed: isClosed, since: now)
        if isClosed { closedSince = closedSince ?? now } else { open(report) }
    }

    private mutating func open(_ report: (Outcome) -> Void) {
        closedSince = nil
        guard isHeld else { return }
        isHeld = false
        report(.held(false))
    }
}
