// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What of the delay line is looked at again, while it goes on recording: a marked moment, or a place that was frozen.
struct LookBack: Hashable, Sendable {
    /// The mark that it is about; `nil`: none.
    var moment: LineMoment?
    /// One of the line's pictures: the others are counted from it.
    var known: FrameStamp
    /// It goes round the moment; else anywhere in the line.
    var isRound: Bool

    /// The newest marked moment that the line holds; if there is none, the last seconds before what is on the TV.
    /// - Parameter shown: the picture that is on the TV.
    init?(again context: Context, shown: FrameStamp?) {
        let moment = context.lineMoments.last
        guard let known = moment?.stamp ?? shown ?? context.line?.newest else { return nil }
        (self.moment, self.known, isRound) = (moment, known, true)
    }

    /// What is on the TV now.
    init?(frozen context: Context, shown: FrameStamp?) {
        guard let known = shown ?? context.line?.newest else { return nil }
        (moment, self.known, isRound) = (nil, known, false)
    }

    init(_ moment: LineMoment) { (self.moment, known, isRound) = (moment, moment.stamp, true) }

    var place: Duration { Timestamp.zero.duration(to: known.timestamp) }

    /// Where it goes round at first.
    func span(within line: ClosedRange<Duration>) -> ClosedRange<Duration> {
        guard isRound else { return line }
        if let moment { return moment.span(within: line) }
        let from = max(line.lowerBound, place - LineMoment.before)
        return min(from, place)...max(from, place)
    }

    /// The moments before and after this one; `nil` beyond the first and the last.
    func neighbour(_ direction: Int, in context: Context, at place: Duration) -> LineMoment? {
        let moments = context.lineMoments
        if let moment, let index = moments.firstIndex(where: { $0.id == moment.id }) {
            let next = index + direction
            return moments.indices.contains(next) ? moments[next] : nil
        }
        return direction < 0 ? moments.last { $0.place <= place } : moments.first { $0.place > place }
    }

    /// How many moments there are from this one to now, itself among them, and how many in all.
    func count(in context: Context) -> (fromNow: Int, all: Int)? {
        let moments = context.lineMoments
        guard let moment, let index = moments.firstIndex(where: { $0.id == moment.id }) else { return nil }
        return (moments.count - index, moments.count)
    }

    /// The footage that has to stay while it is looked at, in whole seconds so that it changes seldom.
    /// - Parameters:
    ///   - bounds: where it goes round.
    ///   - place: where it is.
    func footage(_ bounds: ClosedRange<Duration>, at place: Duration) -> ClosedRange<Timestamp> {
        if isRound { return .zero + bounds.lowerBound ... .zero + bounds.upperBound }
        let second = place.nanoseconds / 1_000_000_000
        return Timestamp.zero + .seconds(second - 2)...Timestamp.zero + .seconds(second + 3)
    }
}
