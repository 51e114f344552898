// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The phases that were timed on the delay line, shot by shot. They are copied to all clips that contain their pictures, both those on the
/// card and those to come.
struct LineTimes: Hashable, Sendable {
    /// The number of shots that are kept. The line forgets older footage too.
    private static let most = 50
    /// Within this number of seconds, two timings are of the same shot.
    private static let near = 10.0

    private struct Shot: Hashable, Sendable {
        var id: Int
        /// The marks, on the common clock.
        var marks: [PhaseMark]
    }

    private var shots: [Shot] = []
    private var count = 0

    var all: [[PhaseMark]] { shots.map(\.marks) }

    func marks(of id: Int) -> [PhaseMark] { shots.first { $0.id == id }?.marks ?? [] }

    /// Returns the shot that was timed near this position, or a new one.
    mutating func shot(near place: Double) -> Int {
        let known = shots.filter { $0.marks.contains { abs($0.seconds - place) <= Self.near } }
        func away(_ shot: Shot) -> Double { shot.marks.map { abs($0.seconds - place) }.min() ?? .infinity }
        if let nearest = known.min(by: { away($0) < away($1) }) { return nearest.id }
        count += 1
        return count
    }

    mutating func set(_ marks: [PhaseMark], of id: Int) {
        shots.removeAll { $0.id == id }
        guard !marks.isEmpty else { return }
        shots.append(Shot(id: id, marks: marks))
        if shots.count > Self.most { shots.removeFirst() }
    }
}

extension Context {
    /// Sets the phases of a shot in the line, and on the clips that have the shot.
    mutating func setLineTimes(_ marks: [PhaseMark], of shot: Int) -> [Effect] {
        let before = lineTimes.marks(of: shot)
        lineTimes.set(marks, of: shot)
        let judged = sessions.all.flatMap { state in
            state.entries.compactMap { entry -> Effect? in
                guard case .written(let record) = entry.state, entry.plan.start(of: record) != nil else { return nil }
                // Phases that were set on the clip itself stay.
                let (old, new) = (moved(before, to: entry.plan, record), moved(marks, to: entry.plan, record))
                guard old != new, record.judgement.phases.isEmpty || record.judgement.phases == old else { return nil }
                var judgement = record.judgement
                judgement.phases = new
                return .card(.journal(state.ref, .judged(clip: record.number, judgement)))
            }
        }
        return filed(judged)
    }

    /// Returns the phases that were timed in the line for a clip's footage; of several shots, the one with the most marks in the clip.
    func lineTimes(of plan: ClipPlan, _ record: ClipRecord) -> [PhaseMark] {
        lineTimes.all.map { moved($0, to: plan, record) }.max { $0.count < $1.count } ?? []
    }

    /// Returns the marks for a clip of the line: from its first picture, in whole pictures.
    private func moved(_ marks: [PhaseMark], to plan: ClipPlan, _ record: ClipRecord) -> [PhaseMark] {
        guard let start = plan.start(of: record) else { return [] }
        let step = stream.rate.interval.inSeconds
        return marks.moved(by: start - step / 4, within: record.seconds)
            .map { PhaseMark($0.name, at: (($0.seconds - step / 4) / step).rounded() * step) }
    }
}
