// SPDX-License-Identifier: GPL-3.0-or-later

/// An exact frame rate: 59.94 Hz is 60000/1001 and not a decimal.
public struct FrameRate: Hashable, Sendable, Codable {
    public let numerator: Int64
    public let denominator: Int64

    /// - Precondition: both parts are positive.
    public init(_ numerator: Int64, _ denominator: Int64 = 1) {
        precondition(numerator > 0 && denominator > 0, "a frame rate is a positive fraction")
        self.numerator = numerator
        self.denominator = denominator
    }

    public var hertz: Double { Double(numerator) / Double(denominator) }

    /// The time from one picture to the next, rounded to the nanosecond. Don't add it up: ask for `offset(of:)`.
    public var interval: Duration { .nanoseconds((1_000_000_000 * denominator + numerator / 2) / numerator) }

    /// The time from picture 0 to picture `index`, rounded once, so that it never drifts.
    public func offset(of index: Int64) -> Duration {
        let (high, low) = index.multipliedFullWidth(by: 1_000_000_000 * denominator)
        // Half the divisor is added in 128 bits so that the result is rounded, not cut.
        let half = UInt64(numerator) / 2
        let (sum, carry) = low.addingReportingOverflow(half)
        let (quotient, _) = numerator.dividingFullWidth((high + (carry ? 1 : 0), sum))
        return .nanoseconds(quotient)
    }

    /// Returns the number of pictures that have begun by `elapsed`, counting picture 0 at zero. The newest picture's index is one less.
    public func count(within elapsed: Duration) -> Int64 {
        guard elapsed >= .zero else { return 0 }
        var index = Int64(elapsed.inSeconds * hertz)
        while offset(of: index + 1) <= elapsed { index += 1 }
        while index >= 0, offset(of: index) > elapsed { index -= 1 }
        return index + 1
    }
}
