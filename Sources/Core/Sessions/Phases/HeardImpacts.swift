// SPDX-License-Identifier: GPL-3.0-or-later

extension SessionState {
    /// Notes that the impact of a shot's arrow was heard.
    /// - Parameters:
    ///   - seconds: the time after the shot, as in `Mark.impact`.
    ///   - shot: the time of the shot, as in `Mark.shot`.
    /// - Returns: the numbers of the marks that took this shot and didn't know the impact.
    package mutating func noteImpact(_ seconds: Double, ofShot shot: Timestamp) -> [Int] {
        entries.indices.compactMap { index in
            guard !entries[index].isOfEarlierRun, let mark = entries[index].mark, mark.shot == shot, mark.impact != seconds else { return nil }
            entries[index].mark?.impact = seconds
            contents.apply(.impact(mark: mark.number, seconds: seconds))
            return mark.number
        }
    }
}
