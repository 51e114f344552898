// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Media
import Storage
import Synchronization

/// Measures how loud the sound of clips is, one clip after the other and each a few seconds of sound at a time, so that stills come between.
///
/// `measure` may be called by any thread and never waits for the card; `runOnce` is the stills' thread's own. In a virtual run the driver
/// steps it.
final class WaveformLoader: @unchecked Sendable {
    // `reading` is the stills' thread's own; `waiting` is thread-safe, and the closures are called by that thread alone but for `wake`,
    // which is thread-safe.

    /// So many units of sound in one turn: five seconds.
    private static let unitsInOneTurn = 240

    private let waiting = Mutex(Deque<ClipKey>())
    private let card: Card
    private let wake: () -> Void
    private let line: () -> SoundLine?
    private let tell: (StillNews) -> Void
    private var reading: (key: ClipKey, reader: WaveformReader)?

    /// - Parameters:
    ///   - wake: wakes whoever calls `runOnce`.
    ///   - line: the delay line's sound, where there is any.
    ///   - tell: hears what came of all that was asked for.
    init(card: Card, line: @escaping () -> SoundLine? = { nil }, wake: @escaping () -> Void, tell: @escaping (StillNews) -> Void) {
        self.card = card
        self.line = line
        self.wake = wake
        self.tell = tell
    }

    /// Asks for a clip. One that is still waited for isn't asked for twice.
    func measure(_ key: ClipKey) {
        waiting.withLock { waiting in
            if !waiting.contains(key) { waiting.append(key) }
        }
        wake()
    }

    /// Measures a part of the delay line: that was done as it was recorded, and takes no time.
    func measureLine(_ part: ClosedRange<Duration>) {
        let waveform = line()?.waveform(from: .zero + part.lowerBound, through: .zero + part.upperBound)
        tell(.measuredLine(waveform.flatMap { $0.hasSound ? $0 : nil }, from: part.lowerBound))
    }

    /// Measures on.
    /// - Returns: whether there was anything.
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
