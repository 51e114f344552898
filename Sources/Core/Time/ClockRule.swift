// SPDX-License-Identifier: GPL-3.0-or-later

/// The source of a session's date.
public enum DateSource: String, Hashable, Sendable, Codable, CaseIterable {
    /// A clock that runs on without power, or that a network sets.
    case clock
    /// A person, who had set the clock before the session began.
    case person
    /// A person, who set the clock after the session had begun: its folder has no date in its name.
    case later
    /// The date isn't known, but the session began after a known moment.
    case after
    case unknown

    /// A word of a later version is read as `unknown`, so that it keeps nobody from reading the record.
    public init(from decoder: any Decoder) throws {
        self = DateSource(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
}

/// The date of a session's beginning, as far as it is known.
public struct SessionDate: Hashable, Sendable, Codable {
    public var from: DateSource
    /// The beginning, in seconds since 1970 (UTC); if `from` is `after`, a moment before the beginning; `nil` if nothing is known.
    public var utc: Int64?
    /// The difference of the local time from UTC, in minutes, positive east of Greenwich; `nil` if nothing is known.
    public var offset: Int?

    public init(_ from: DateSource, utc: Int64? = nil, offset: Int? = nil) {
        (self.from, self.utc, self.offset) = (from, utc, offset)
    }

    public static let unknown = SessionDate(.unknown)

    /// The differences from UTC that a zone has, in minutes.
    public static let offsets = -12 * 60...14 * 60

    /// Reads a difference from UTC such as `+01:00`; `nil` for any other words.
    package static func offset(_ words: String) -> Int? {
        let bytes = Array(words.utf8)
        guard bytes.count == 6, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[0]), bytes[3] == UInt8(ascii: ":"),
            [1, 2, 4, 5].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) })
        else { return nil }
        func two(_ index: Int) -> Int { Int(bytes[index] - UInt8(ascii: "0")) * 10 + Int(bytes[index + 1] - UInt8(ascii: "0")) }
        let offset = (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (two(1) * 60 + two(4))
        return two(4) < 60 && offsets.contains(offset) ? offset : nil
    }

    /// `+01:00`, `-03:30`.
    package static func words(ofOffset offset: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + ":" + two(abs(offset) % 60)
    }

    /// The beginning in UTC, in seconds since 1970; `nil` if only a moment before it is known, or nothing.
    public var known: Int64? {
        guard let utc, [.clock, .person, .later].contains(from), CivilTime.range.contains(utc) else { return nil }
        return utc
    }

    /// The label of the beginning in local time, `2026-11-20T14:03:00`; empty if no date is known.
    public var label: String {
        known.map { CivilTime(seconds: $0 + Int64((offset ?? 0).clamped(to: Self.offsets)) * 60).label } ?? ""
    }
}

/// The date at an instant, from which the interface tells the date at others.
public struct ClockReport: Hashable, Sendable {
    public var date: SessionDate
    /// The instant of `date`.
    public var at: Timestamp
    /// The machine's difference from UTC, in minutes, also if no date is known.
    public var offset: Int

    public init(_ date: SessionDate, at instant: Timestamp, offset: Int) { (self.date, at, self.offset) = (date, instant, offset) }

    /// Returns the local time at an instant; `nil` if nothing is known.
    public func localTime(at now: Timestamp) -> CivilTime? {
        date.utc.map { CivilTime(seconds: $0.clamped(to: CivilTime.range) + Int64(now.seconds(after: at)) + Int64(offset) * 60) }
    }
}

/// The facts about the present time besides the machine's clock. All times are seconds since 1970 (UTC).
public struct ClockBounds: Hashable, Sendable {
    /// The time at which the program was made.
    public var built: Int64
    /// The last time that was known when something was written to the card; in a start without a date, the time that ran is added to it.
    public var last: Int64?
    /// The newest time that another computer left on the card.
    public var foreign: Int64?

    public init(built: Int64, last: Int64? = nil, foreign: Int64? = nil) {
        (self.built, self.last, self.foreign) = (built, last, foreign)
    }
}

/// Decides whether a clock's reading is a date.
public enum ClockRule {
    /// The present time, as far as it is known, in seconds since 1970 (UTC).
    public enum Verdict: Hashable, Sendable {
        case known(Int64)
        case notBefore(Int64)
        case unknown
    }

    /// A reading may be older than the last known time by this many seconds: clocks run at different rates, and people correct them.
    public static let slack: Int64 = 2 * 86_400
    /// The time after the build from which on no reading is believed: 30 years.
    public static let lifetime: Int64 = 30 * 365 * 86_400

    /// - Parameters:
    ///   - reading: the clock's reading, in seconds since 1970 (UTC); any number.
    ///   - isKept: true if that clock runs on without power, or a network sets it. Any other clock begins anew at each start.
    public static func judge(_ reading: Int64, isKept: Bool, _ bounds: ClockBounds) -> Verdict {
        let plausible = bounds.built...bounds.built + lifetime
        let lowest = [bounds.last, bounds.foreign].compactMap { $0 }.filter(plausible.contains).max()
        if isKept, plausible.contains(reading), reading >= (lowest ?? reading) - slack { return .known(reading) }
        return lowest.map { .notBefore($0) } ?? .unknown
    }
}

/// The box's own idea of the date. The machine's clock is read for each date, since a network may set it at any time.
public struct BoxDate: Hashable, Sendable {
    public private(set) var bounds: ClockBounds
    /// The instant from which on the time that ran is added to `bounds`.
    private let start: Timestamp
    /// A person's setting: this was the time (UTC) at that instant.
    private var setting: SetTime?

    private struct SetTime: Hashable {
        var utc: Int64
        var at: Timestamp
    }

    public init(_ bounds: ClockBounds, start: Timestamp) { (self.bounds, self.start) = (bounds, start) }

    /// True if a person has set the clock since the start.
    public var isSet: Bool { setting != nil }

    /// Takes over what a card says about the time. A person who has set the clock knows better.
    public mutating func learn(last: Int64?, foreign: Int64?) {
        guard !isSet else { return }
        bounds.last = [bounds.last, last].compactMap { $0 }.max()
        bounds.foreign = [bounds.foreign, foreign].compactMap { $0 }.max()
    }

    public mutating func set(utc: Int64, at instant: Timestamp) { setting = SetTime(utc: utc.clamped(to: CivilTime.range), at: instant) }

    /// Returns the date at an instant.
    /// - Parameters:
    ///   - reading: the machine's clock at that instant, in seconds since 1970 (UTC).
    ///   - offset: the difference of the local time from UTC, in minutes.
    public func date(at instant: Timestamp, reading: Int64, isKept: Bool, offset: Int) -> SessionDate {
        if let setting {
            let utc = setting.utc + Int64(instant.seconds(after: setting.at).rounded())
            return SessionDate(instant < setting.at ? .later : .person, utc: utc, offset: offset)
        }
        return switch ClockRule.judge(reading, isKept: isKept, bounds) {
        case .known(let utc): SessionDate(.clock, utc: utc, offset: offset)
        case .notBefore(let utc): SessionDate(.after, utc: utc + max(0, Int64(instant.seconds(after: start))), offset: offset)
        case .unknown: .unknown
        }
    }
}
