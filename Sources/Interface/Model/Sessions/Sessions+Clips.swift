// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// News about the clips of this run's sessions.
extension Sessions {
    mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef) {
        change(ref) { _ = $0.noteWritten(record) }
    }

    mutating func noteTrimmed(_ record: ClipRecord, from source: Int, of ref: SessionRef) {
        change(ref) { $0.noteTrimmed(record, from: source) }
    }

    mutating func noteLost(_ number: Int, of ref: SessionRef, reason: String) {
        change(ref) { _ = $0.noteLost(number, reason: reason) }
    }

    mutating func noteRemoved(_ clips: [ClipKey]) {
        for clip in clips { state(of: .stored(clip.session)).map { change($0.ref) { $0.noteRemoved(clip.number) } } }
    }
}
