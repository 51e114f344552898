// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// Keeps the footage of clips in the delay line until they are cut. Thread-safe: the box's thread pins footage, and hands the footage of
/// a clip over to the card's thread.
final class ClipPins: Sendable {
    /// The footage of one clip. Whoever takes it has to unpin it.
    struct Held: Sendable {
        let footage: Footage
        let pin: Pin
        /// The line with its sound. Another line takes over if sound is to be kept for another length of time.
        let sound: SoundLine?

        init(_ footage: Footage, _ pin: Pin) { (self.footage, self.pin, sound) = (footage, pin, footage.sound.line) }

        /// Returns the line with the sound of these pictures. A clip that was pinned before its first sound has it in the present line.
        func sound(of plan: ClipPlan) -> SoundLine? {
            [sound, footage.sound.line].compactMap { $0 }.first { $0.hasSound(from: plan.from, through: plan.through) } ?? footage.sound.line
        }
    }

    private struct Key: Hashable {
        let session: SessionRef
        let number: Int
    }

    private let current: @Sendable () -> Footage?
    private let held = Mutex<[Key: Held]>([:])
    /// The clips whose footage can be shown as long as it is in memory.
    let clips = HeldClips()
    /// The footage that a person is looking at.
    private let looked = Mutex<Held?>(nil)

    /// - Parameter current: the footage that is being recorded now.
    init(current: @escaping @Sendable () -> Footage?) {
        self.current = current
    }

    func perform(_ command: LineCommand) {
        switch command {
        case .pin(let plan, let session):
            let pinned = pinned(plan)
            clips.note(plan, of: session, in: pinned?.footage)
            held.withLock { $0[Key(session: session, number: plan.number)] = pinned }
        case .release(let number, let session):
            clips.forget(number, of: session)
            let released = held.withLock { $0.removeValue(forKey: Key(session: session, number: number)) }
            if let released { released.footage.line.unpin(released.pin) }
        case .look(let range): look(range)
        }
    }

    /// Hands over the footage of a clip that is to be cut now; `nil` if nothing was being recorded.
    func take(_ plan: ClipPlan, of session: SessionRef) -> Held? {
        let taken = held.withLock { $0.removeValue(forKey: Key(session: session, number: plan.number)) } ?? pinned(plan)
        clips.note(plan, of: session, in: taken?.footage)
        return taken
    }

    /// Pins the footage that a person is looking at. The new pin comes first, so that footage which both pins hold is never evicted in
    /// between.
    private func look(_ range: ClosedRange<Timestamp>?) {
        let new = range.flatMap { range in
            current().map { Held($0, $0.line.pin(from: range.lowerBound, through: range.upperBound)) }
        }
        let old = looked.withLock { looked in
            defer { looked = new }
            return looked
        }
        if let old { old.footage.line.unpin(old.pin) }
    }

    private func pinned(_ plan: ClipPlan) -> Held? {
        current().map { Held($0, $0.line.pin(from: plan.from, through: plan.through)) }
    }
}
