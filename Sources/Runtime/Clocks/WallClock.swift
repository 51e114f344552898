// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The date of sessions: from the machine's clock as far as that can be trusted, or from a person. A virtual run has a fixed date, so that
/// the same inputs give the same names. Thread-safe.
final class WallClock: Sendable {
    /// The beginning of every virtual run: 2026-01-01 00:00 UTC.
    private static let fixed: Int64 = 1_767_225_600

    private struct State {
        var date: BoxDate
        /// The instants at which the sessions of this run began, by their ids.
        var begins: [String: Timestamp] = [:]
        /// A person's difference from UTC, in minutes.
        var offset: Int?
        /// True until the battery clocks have what a person has set.
        var isToBeKept = false
    }

    private let timebase: any Timebase
    private let start: Timestamp
    /// Reads the machine's clock; `nil` in a virtual run.
    private let read: (@Sendable () -> MachineClock.Reading)?
    /// Sets the battery clocks, and returns a line about each; `nil` if none may be set.
    private let keep: (@Sendable (Int64) -> [String])?
    private let state: Mutex<State>

    init(
        timebase: any Timebase, start: Timestamp, offset: Int? = nil, built: Int64 = MachineClock.built,
        read: (@Sendable () -> MachineClock.Reading)? = MachineClock.read, keep: (@Sendable (Int64) -> [String])? = nil
    ) {
        (self.timebase, self.start, self.read, self.keep) = (timebase, start, read, keep)
        state = Mutex(State(date: BoxDate(ClockBounds(built: built), start: start), offset: offset))
    }

    /// Creates a run's clock. A virtual run has a fixed date, and touches no clock of the machine.
    convenience init(timebase: any Timebase, start: Timestamp, offset: Int?, isVirtual: Bool) {
        self.init(
            timebase: timebase, start: start, offset: offset, read: isVirtual ? nil : MachineClock.read,
            keep: isVirtual ? nil : MachineClock.keep)
    }

    /// Returns the date at an instant; `nil` in a virtual run.
    func date(at instant: Timestamp) -> SessionDate? {
        guard let reading = read?() else { return nil }
        let since = Int64(instant.seconds(after: timebase.now()).rounded())
        return state.withLock { state in
            state.date.date(at: instant, reading: reading.utc + since, isKept: reading.isKept, offset: state.offset ?? reading.offset)
        }
    }

    /// Returns the label and the date of a session that begins now.
    /// - Parameter id: the session's id.
    func begin(_ id: String) -> (label: String, date: SessionDate?) {
        let now = timebase.now()
        state.withLock { $0.begins[id] = now }
        return label(at: now)
    }

    private func label(at instant: Timestamp) -> (label: String, date: SessionDate?) {
        guard let date = self.date(at: instant) else {
            return (CivilTime(seconds: Self.fixed + Int64(start.duration(to: instant).inSeconds)).label, nil)
        }
        return (date.label, date)
    }

    /// Returns the time of an instant in a session of this run, in seconds since 1970 (UTC): the session's beginning plus the time since,
    /// so that the files of a session agree even if the machine's clock jumps. `nil` if no date is known, and in a virtual run.
    func time(of instant: Timestamp, in header: SessionHeader) -> Int64? {
        let begin = state.withLock { state in header.id.flatMap { state.begins[$0] } }
        guard let begin, let known = header.date?.known else { return date(at: instant)?.known }
        return known + Int64(instant.seconds(after: begin).rounded())
    }

    /// Returns the date of a session that began in this run without one; `nil` unless a person has set the clock since.
    func learntDate(of header: SessionHeader) -> SessionDate? {
        guard let from = header.dateFrom, [.after, .unknown].contains(from),
            let begin = state.withLock({ state in state.date.isSet ? header.id.flatMap { state.begins[$0] } : nil }),
            let date = self.date(at: begin), date.from == .later
        else { return nil }
        return date
    }

    /// The date now, for the interface; `nil` in a virtual run.
    var report: ClockReport? {
        let now = timebase.now()
        guard let date = self.date(at: now), let reading = read?() else { return nil }
        return ClockReport(date, at: now, offset: state.withLock { $0.offset } ?? reading.offset)
    }

    /// The last time that is known, in seconds since 1970 (UTC), for the card: the present time, or a moment before it. `nil` if nothing is
    /// known, and in a virtual run.
    var lastTime: Int64? { date(at: timebase.now())?.utc }

    /// Takes over what a card says about the time.
    func learn(last: Int64?, foreign: Int64?) { state.withLock { $0.date.learn(last: last, foreign: foreign) } }

    /// Takes a zone: the difference of the local time from UTC, in minutes; `nil`: as the machine says.
    func set(offset: Int?) { state.withLock { $0.offset = offset } }

    /// Sets the clock: a person says that this is the time now.
    /// - Parameter offset: the difference of the local time from UTC, in minutes.
    func set(utc: Int64, offset: Int) {
        let now = timebase.now()
        state.withLock { state in
            state.date.set(utc: utc, at: now)
            state.offset = offset.clamped(to: SessionDate.offsets)
            state.isToBeKept = true
        }
    }

    /// Sets the battery clocks if a person has set the date since the last call. May wait for the chips.
    /// - Returns: a line about each clock, for the log.
    func keepSetting() -> [String] {
        let isToBeKept = state.withLock { state in
            defer { state.isToBeKept = false }
            return state.isToBeKept
        }
        guard isToBeKept, let keep, let utc = date(at: timebase.now())?.known else { return [] }
        return keep(utc)
    }
}
