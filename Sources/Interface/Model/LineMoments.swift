// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A marked moment that the delay line still holds.
struct LineMoment: Hashable, Sendable {
    /// A mark's session and number. The mark may be taken back meanwhile.
    struct ID: Hashable, Sendable {
        var session: SessionRef
        var number: Int
    }

    var id: ID
    /// The detected shot that the mark is about, else the marked picture.
    var stamp: FrameStamp
    /// The time at which its button went down; `nil` if it was set while looking back, and for a detected shot.
    var pressed: Timestamp?
    /// False for an automatic mark that counts only once it is confirmed.
    var isConfirmed = true

    /// Its position in the line.
    var place: Duration { Timestamp.zero.duration(to: stamp.timestamp) }

    /// The span round a moment that is only a mark: from 3 s before it to the later of 1 s after it and the press (docs/decisions.md,
    /// Looking again).
    static let (before, after) = (Duration.seconds(3), Duration.seconds(1))

    /// Returns the part of the line that is shown for this moment.
    /// - Parameter line: the range that the line holds.
    func span(within line: ClosedRange<Duration>) -> ClosedRange<Duration> {
        let from = max(line.lowerBound, place - Self.before)
        let through = max(place + Self.after, pressed.map { Timestamp.zero.duration(to: $0) } ?? .zero)
        return min(from, place)...max(place, through)
    }
}

extension Context {
    /// The marked moments that the line holds, in the order of their pictures.
    var lineMoments: [LineMoment] {
        guard let oldest = line?.oldest?.timestamp else { return [] }
        return sessions.all.flatMap { state in
            state.marksOfThisRun.map { mark in
                LineMoment(
                    id: LineMoment.ID(session: state.ref, number: mark.number), stamp: mark.about,
                    pressed: mark.shot == nil ? mark.pressed : nil,
                    isConfirmed: !mark.isAutomatic || state.entries.contains { $0.mark == mark && $0.counts })
            }
        }
        .filter { $0.stamp.timestamp >= oldest }
        .sorted { ($0.stamp.timestamp, $0.id.number) < ($1.stamp.timestamp, $1.id.number) }
    }

    /// Returns the name of a moment: the number of its shot and that of its session's last one. A mark that the box set by itself is counted
    /// apart.
    func title(of moment: LineMoment) -> String {
        let number = moment.id.number
        guard ClipPlan.Kind(ofNumber: number) == .mark else { return Strings.clip(number) }
        let others = lineMoments.filter { $0.id.session == moment.id.session && ClipPlan.Kind(ofNumber: $0.id.number) == .mark }
        return Strings.shot(number, of: max(number, others.map(\.id.number).max() ?? number))
    }

    /// The range of the line that can be shown. It ends before the newest pictures, which may be on their way yet.
    var lineBounds: ClosedRange<Duration>? {
        guard let line, let oldest = line.oldest, let newest = line.newest else { return nil }
        let from = Timestamp.zero.duration(to: oldest.timestamp)
        return from...max(from, Timestamp.zero.duration(to: newest.timestamp) - stream.rate.interval * 2)
    }
}
