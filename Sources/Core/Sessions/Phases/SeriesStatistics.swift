// SPDX-License-Identifier: GPL-3.0-or-later

/// Mean, spread and trend of a value over the shots in which it is known.
package struct SeriesStatistics: Hashable, Sendable {
    /// The number of shots that have a value, at least 1.
    package let count: Int
    package let mean: Double
    /// The sample standard deviation, with count − 1 as its divisor; `nil` with less than two values.
    package let spread: Double?
    /// The slope of the least-squares line: the change of the value from one shot to the next; `nil` with less than six values, because
    /// chance alone makes a slope of a few.
    package let trend: Double?

    /// The least number of values that have a trend.
    static let leastForTrend = 6

    /// - Parameter values: the values in the order of the shots; `nil` for a shot without a value, which still counts as a step of the trend.
    /// - Returns: `nil` if no shot has a value.
    package init?(_ values: [Double?]) {
        let known = values.enumerated().compactMap { index, value in value.map { (x: Double(index), y: $0) } }
        guard !known.isEmpty else { return nil }
        let n = Double(known.count)
        let (middle, mean) = (known.reduce(0) { $0 + $1.x } / n, known.reduce(0) { $0 + $1.y } / n)
        count = known.count
        self.mean = mean
        let squares = known.reduce(0) { $0 + ($1.y - mean) * ($1.y - mean) }
        spread = known.count > 1 ? (squares / (n - 1)).squareRoot() : nil
        let across = known.reduce(0) { $0 + ($1.x - middle) * ($1.x - middle) }
        let along = known.reduce(0) { $0 + ($1.x - middle) * ($1.y - mean) }
        trend = known.count >= Self.leastForTrend ? along / across : nil
    }
}
