// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization

/// The sound beside the pictures: whether it is wanted, and the line that keeps it. Thread-safe.
///
/// It can be switched on and off while the pictures go on. A clip has the sound of its time, or none if none was recorded then.
public final class SoundTrack: Sendable {
    private let recorded = Mutex<SoundLine?>(nil)
    private let isOn: Atomic<Bool>
    private let longest: Mutex<Double>

    /// - Parameter maximumSeconds: the longest time for which sound is kept: as long as pictures are.
    public init(isWanted: Bool, maximumSeconds: Double = 1200) {
        isOn = Atomic(isWanted)
        longest = Mutex(maximumSeconds)
    }

    /// The line with the recorded sound; `nil` if none was recorded.
    public var line: SoundLine? { recorded.withLock { $0 } }

    var isWanted: Bool { isOn.load(ordering: .relaxed) }

    var maximumSeconds: Double { longest.withLock { $0 } }

    func setWanted(_ isWanted: Bool, maximumSeconds: Double? = nil) {
        if let maximumSeconds { longest.withLock { $0 = maximumSeconds } }
        isOn.store(isWanted, ordering: .relaxed)
    }

    func keep(in line: SoundLine) {
        recorded.withLock { $0 = line }
    }
}
