// SPDX-License-Identifier: GPL-3.0-or-later

// Automatic marks that somebody confirmed. The decision is a part of the clip's judgement; which clips an end has follows from it.
extension EndRecord {
    /// Moves each clip of an automatic mark to its place: a confirmed one among the end's clips, in the order of the marked pictures; one
    /// that isn't confirmed beside them.
    ///
    /// - Parameters:
    ///   - isConfirmed: `nil` for a clip about which nothing is known; it stays in its place.
    ///   - time: the time of a clip's marked picture.
    mutating func follow(_ isConfirmed: (Int) -> Bool?, time: (Int) -> Timestamp?) {
        for number in detected where isConfirmed(number) == true {
            detected.removeAll { $0 == number }
            if !clips.contains(number) { clips.insert(number, inTime: time) }
        }
        // If an arrow shows the clip, somebody has linked them by hand, and the clip stays.
        let linked = Set(arrows.compactMap(\.clip))
        for number in clips where ClipPlan.Kind(ofNumber: number) == .detected && isConfirmed(number) == false && !linked.contains(number) {
            clips.removeAll { $0 == number }
            if !detected.contains(number) { detected.insert(number, inTime: time) }
        }
    }
}

extension ScoreBook {
    /// Lets the ends follow the decisions about automatic marks.
    package mutating func followConfirmations() {
        let known = Dictionary(clips.map { ($0.number, $0) }) { first, _ in first }
        for index in ends.indices {
            ends[index].follow {
                known[$0]?.judgement.isConfirmed
            } time: {
                known[$0]?.mark?.timestamp
            }
        }
    }
}

extension Array {
    /// Inserts an element before the first later element, or else after the last element whose time is known.
    package mutating func insert(_ element: Element, inTime time: (Element) -> Timestamp?) {
        let later = time(element).flatMap { own in firstIndex { time($0).map { own < $0 } ?? false } }
        insert(element, at: later ?? lastIndex { time($0) != nil }.map { $0 + 1 } ?? count)
    }
}
