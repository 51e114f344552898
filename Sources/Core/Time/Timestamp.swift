// SPDX-License-Identifier: GPL-3.0-or-later

/// An instant on the one clock of the box: CLOCK_MONOTONIC, in nanoseconds.
///
/// Sensor, line-event, input-event and page-flip times are all brought onto this clock at the edge of the
/// program, so any two timestamps may be subtracted. In a virtual run the clock starts at zero.
public struct Timestamp: InstantProtocol, Hashable, Sendable, Codable {
    /// Nanoseconds since the clock's own zero. Never a sentinel: zero is an instant like any other.
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The instant this many seconds after the clock's zero.
    public init(seconds: Double) {
        self.nanoseconds = Int64((seconds * 1e9).rounded())
    }

    public static let zero = Timestamp(nanoseconds: 0)

    /// Seconds since the clock's zero, for reports and drawing; not for ordering.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    public func duration(to other: Timestamp) -> Duration {
        .nanoseconds(other.nanoseconds - nanoseconds)
    }

    /// Returns the seconds from another instant to this one. It can't overflow, however far apart they are: for times that come out of a
    /// file.
    package func seconds(after other: Timestamp) -> Double { (Double(nanoseconds) - Double(other.nanoseconds)) / 1e9 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    public static func + (instant: Timestamp, duration: Duration) -> Timestamp { instant.advanced(by: duration) }

    public static func - (instant: Timestamp, duration: Duration) -> Timestamp { instant.advanced(by: .zero - duration) }
}

extension Duration {
    /// The whole duration in nanoseconds, rounded towards zero.
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// The whole duration in seconds.
    public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    /// The whole duration in milliseconds.
    public var inMilliseconds: Double { Double(nanoseconds) / 1e6 }
}
