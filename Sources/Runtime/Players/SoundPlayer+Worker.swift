// SPDX-License-Identifier: GPL-3.0-or-later

extension SoundPlayer {
    /// The virtual run calls `runOnce` only at `nextStep`: each call is a visit that queues sound.
    var worker: Worker {
        Worker(
            thread: .speaker,
            runOnce: {
                self.runOnce()
                return false
            }, wait: { self.wait(until: $0) }, end: { self.wake() }, close: { self.close() }, nextStep: { self.nextStep }, isTimed: true)
    }
}
