// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

/// Shots of every fate, on a box that listens.
enum HearingPractice {
    static func hear(_ box: inout Rehearsal, id: Int, at seconds: Double, level: Double = -18) {
        box.send(
            .hearing(
                .shot(DetectedShot(id: id, timestamp: Timestamp(seconds: seconds), level: level)),
                live: Rehearsal.newest(at: Timestamp(seconds: seconds))))
    }

    static func learn(_ box: inout Rehearsal, marks: Int, gate: Double?) {
        box.send(.hearing(.learned(HearingLesson(marks: marks, habit: gate == nil ? nil : .afterShot, gate: gate)), live: nil))
    }

    /// Lets the box hear ten shots while a page is up, and how loud it is.
    static func fill(_ box: inout Rehearsal) {
        learn(&box, marks: 9, gate: -34)
        for shot in 0..<10 {
            let second = box.now.seconds + 2
            box.run(to: second + 0.3)
            hear(&box, id: shot + 1, at: second, level: [-20, -14, -26, -18, -12, -31, -19, -22, -16, -24][shot])
        }
        for level in [-52.0, -16, -41] { box.send(.hearing(.level(level), live: nil)) }
    }
}
