// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The rule of STOP and the knob held together.
@Suite struct VoiceChordTests {
    private enum Act: Hashable {
        case press(Control)
        case release(Control)
        case turn
    }

    /// Everything that was done, read anew for each question.
    private struct Record {
        private(set) var acts: [(act: Act, time: Timestamp)] = []
        /// The indices of the presses that began a hold of both.
        private(set) var beginnings: [Int] = []

        /// The time since which the control was down before this act; `nil` if it was up.
        private func downSince(_ control: Control, before index: Int) -> Timestamp? {
            let release = acts[..<index].lastIndex { $0.act == .release(control) }
            return acts[(release.map { $0 + 1 } ?? 0)..<index].first { $0.act == .press(control) }?.time
        }

        private func areUp(before index: Int) -> Bool { downSince(.stop, before: index) == nil && downSince(.knob, before: index) == nil }

        /// True if both were held together before the newest act, and weren't both up since.
        var wasTogether: Bool {
            guard let begin = beginnings.last(where: { $0 < acts.count - 1 }) else { return false }
            return !(begin + 1..<acts.count).contains(where: areUp)
        }

        mutating func add(_ act: Act, at time: Timestamp) {
            acts.append((act, time))
            let index = acts.count - 1
            guard case .press(let control) = act, !wasTogether, downSince(control, before: index) == nil,
                let other = downSince(control == .stop ? .knob : .stop, before: index), other.duration(to: time) <= .milliseconds(400)
            else { return }
            let start = (0..<index).last(where: areUp) ?? 0
            if !acts[start..<index].contains(where: { $0.act == .turn }) { beginnings.append(index) }
        }

        /// The times at which a hold has lasted for two seconds, up to the newest act.
        var ends: [Timestamp] {
            beginnings.compactMap { begin in
                let end = acts[begin].time + .seconds(2)
                let next = acts[(begin + 1)...].first { if case .press = $0.act { false } else { true } }
                return next.map { end < $0.time } ?? true && end <= acts[acts.count - 1].time ? end : nil
            }
        }
    }

    @Test(arguments: UInt64(1)...100)
    func itIsHeldOutExactlyAfterTwoSecondsOfBothWithinTheWindowAndNeitherActsAlone(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (chord, record) = (VoiceChord(), Record())
        var now = Timestamp.zero
        var ends: [Timestamp] = []
        for _ in 0..<80 {
            now = now + .seconds(random.chance(0.6) ? random.seconds(0...0.5) : random.seconds(0...3))
            while let deadline = chord.deadline, deadline <= now { if chord.isHeldOut(at: deadline) { ends.append(deadline) } }
            let control: Control = random.chance(0.5) ? .stop : .knob
            let act: Act = random.chance(0.1) ? .turn : random.chance(0.6) ? .press(control) : .release(control)
            record.add(act, at: now)
            let wasTogether = record.wasTogether
            switch act {
            case .press:
                let answer = chord.press(control, at: now)
                let begins = record.beginnings.last == record.acts.count - 1
                #expect(answer == (wasTogether ? .taken : begins ? .together : .alone))
            case .release:
                let isTaken = chord.release(control)
                #expect(isTaken == wasTogether)
            case .turn:
                let isTaken = chord.turn()
                #expect(isTaken == wasTogether)
            }
        }
        #expect(ends == record.ends)
    }

    @Test(arguments: [Control.stop, .knob], [0, 400, 401, 1500])
    func theSecondComesWithinTheWindow(first: Control, milliseconds: Int) {
        var chord = VoiceChord()
        let begin = Timestamp(seconds: 5)
        let press = begin + .milliseconds(milliseconds)
        let isTogether = milliseconds <= 400
        let answers = [chord.press(first, at: begin), chord.press(first == .stop ? .knob : .stop, at: press)]
        #expect(answers == [.alone, isTogether ? .together : .alone])
        #expect(chord.deadline == (isTogether ? press + .seconds(2) : nil))
        let early = chord.isHeldOut(at: press + .milliseconds(1999))
        let due = chord.isHeldOut(at: press + .seconds(2))
        let again = chord.isHeldOut(at: press + .seconds(3))
        #expect(!early && due == isTogether && !again)
    }

    @Test(arguments: [Control.mark, .left, .right, .up, .down])
    func allOtherControlsStayFree(control: Control) {
        var chord = VoiceChord()
        _ = (chord.press(.stop, at: .zero), chord.press(.knob, at: .zero))
        let before = chord
        let answer = chord.press(control, at: .zero)
        let isTaken = chord.release(control)
        #expect(answer == .alone && !isTaken && chord == before)
    }
}
