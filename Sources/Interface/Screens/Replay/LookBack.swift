// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The part of the delay line that is shown again while recording goes on: a marked moment, or a frozen position.
struct LookBack: Hashable, Sendable {
    /// The mark that it is about, or `nil` if it is about none.
    var moment: LineMoment?
    /// One of the line's pictures. The others are counted from it.
    var known: FrameStamp
    /// True if it loops round the moment; otherwise it goes anywhere in the line.
    var isRound: Bool

    /// Shows the newest marked moment that the line holds, or, without one, the last seconds before the picture on the TV.
    /// - Parameter shown: the picture that is on the TV.
    init?(again context: Context, shown: FrameStamp?) {
        let moment = context.lineMoments.last
        guard let known = moment?.stamp ?? shown ?? context.line?.newest else { return nil }
        (self.moment, self.known, isRound) = (moment, known, true)
    }

    /// Shows the picture that is on the TV now.
    init?(frozen context: Context, shown: FrameStamp?) {
        guard let known = shown ?? context.line?.newest else { return nil }
        (moment, self.known, isRound) = (nil, known, false)
    }

    init(_ moment: LineMoment) { (self.moment, known, isRound) = (moment, moment.stamp, true) }

    var place: Duration { Timestamp.zero.duration(to: known.timestamp) }

    /// Returns the bounds within which it plays at first.
    func span(within line: ClosedRange<Duration>) -> ClosedRange<Duration> {
        guard isRound else { return line }
        if let moment { return moment.span(within: line) }
        let from = max(line.lowerBound, place - LineMoment.before)
        return min(from, place)...max(from, place)
    }

    /// Returns the moment before (−1) or after (1) this one, or `nil` beyond the first and the last.
    func neighbour(_ direction: Int, in context: Context, at place: Duration) -> LineMoment? {
        let moments = context.lineMoments
        if let moment, let index = moments.firstIndex(where: { $0.id == moment.id }) {
            let next = index + direction
            return moments.indices.contains(next) ? moments[next] : nil
        }
        return direction < 0 ? moments.last { $0.place <= place } : moments.first { $0.place > place }
    }

    /// Returns the name of its moment, and whether the line has none after it; `nil` without a mark.
    func shot(in context: Context) -> (title: String, isLast: Bool)? {
        moment.map { (context.title(of: $0), context.lineMoments.last?.id == $0.id) }
    }

    /// Returns the footage that has to be kept while it is shown, in whole seconds so that it changes seldom.
    /// - Parameters:
    ///   - bounds: the loop.
    ///   - place: the current position.
    func footage(_ bounds: ClosedRange<Duration>, at place: Duration) -> ClosedRange<Timestamp> {
        if isRound { return .zero + bounds.lowerBound ... .zero + bounds.upperBound }
        let second = place.nanoseconds / 1_000_000_000
        return Timestamp.zero + .seconds(second - 2)...Timestamp.zero + .seconds(second + 3)
    }
}
