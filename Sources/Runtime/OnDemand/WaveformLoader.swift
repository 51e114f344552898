// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Measures how loud the sound of clips is, one clip after the other and a few seconds of sound at a time, so that stills come between.
///
/// `measure` may be called by any thread and never waits for the card; `runOnce` belongs to the stills' thread. In a virtual run the driver
/// steps it.
final class WaveformLoader: @unchecked Sendable {
    // `reading` belongs to the stills' thread; `waiting` is thread-safe. Only that thread calls the closures, except `wake`, which is
    // thread-safe, and `line` and `tell`, which `measureLine` calls on its caller's thread.

    /// The number of units of sound that are measured in one turn: five seconds.
    private static let unitsInOneTurn = 240

    private let waiting = Mutex(Deque<ClipKey>())
    private let card: Card
    private let wake: () -> Void
    private let line: () -> SoundLine?
    private let tell: (StillNews) -> Void
    private var reading: (key: ClipKey, reader: WaveformReader)?

    /// - Parameters:
    ///   - wake: wakes the thread that calls `runOnce`.
    ///   - line: returns the delay line's sound, if there is any.
    ///   - tell: receives the outcome of all that was asked for.
    init(card: Card, line: @escaping () -> SoundLine? = { nil }, wake: @escaping () -> Void, tell: @escaping (StillNews) -> Void) {
        self.card = card
        self.line = line
        self.wake = wake
        self.tell = tell
    }

    /// Asks for a clip. A clip that is already waited for isn't asked for twice.
    func measure(_ key: ClipKey) {
        waiting.withLock { waiting in
            if !waiting.contains(key) { waiting.append(key) }
        }
        wake()
    }

    /// Tells how loud a part of the delay line is. That was measured as it was recorded, so this takes no time.
    func measureLine(_ part: ClosedRange<Duration>) {
        let waveform = line()?.waveform(from: .zero + part.lowerBound, through: .zero + part.upperBound)
        tell(.measuredLine(waveform.flatMap { $0.hasSound ? $0 : nil }, from: part.lowerBound))
    }

    /// Measures the next few seconds of sound.
    /// - Returns: true if there was anything to measure.
    func runOnce() -> Bool {
        if let reading {
            do throws(ClipError) {
                guard let waveform = try reading.reader.measure(units: Self.unitsInOneTurn) else { return true }
                finish(reading.key, waveform.hasSound ? waveform : nil)
            } catch {
                finish(reading.key, nil)
            }
            return true
        }
        guard let key = waiting.withLock({ $0.popFirst() }) else { return false }
        guard let reader = (try? card.file(ofClip: key)).flatMap({ try? WaveformReader($0) }) else {
            finish(key, nil)
            return true
        }
        reading = (key, reader)
        return true
    }

    private func finish(_ key: ClipKey, _ waveform: Waveform?) {
        reading = nil
        tell(.measured(key, waveform))
    }
}
