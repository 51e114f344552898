// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The delay line of the sound: the newest AAC units, in memory taken once.
///
/// Thread-safe. One small lock is held while a unit is copied in or out; no thread of the frame path takes it.
public final class SoundLine: Sendable {
    /// One unit copied out of the line.
    public struct Unit: Hashable, Sendable {
        /// The time at which the first sample was heard.
        public var timestamp: Timestamp
        public var bytes: [UInt8]
    }

    public let format: SoundFormat
    /// The length of the sound for which the line was made, in seconds.
    public let maximumSeconds: Double
    private let ring: Mutex<SoundRing>
    private let loudness: Mutex<LoudnessRing>

    /// Makes a line with room for this much sound at 128 kb/s, and a quarter more.
    /// - Precondition: a positive length.
    public init(format: SoundFormat, maximumSeconds: Double) {
        precondition(maximumSeconds > 0, "a sound line holds something")
        self.format = format
        self.maximumSeconds = maximumSeconds
        loudness = Mutex(LoudnessRing(seconds: maximumSeconds))
        let units = maximumSeconds * Double(format.sampleRate) / Double(SoundFormat.samplesPerUnit)
        ring = Mutex(
            SoundRing(
                byteCapacity: Int(maximumSeconds * 128_000 / 8 * 1.25) + 4096,
                unitCapacity: Int(units * 1.25) + 16))
    }

    /// Stores a unit and replaces the oldest ones if there is no room. A unit that isn't later than the one before, or that is larger than
    /// the whole line, is left out.
    public func append(_ unit: SoundUnit) {
        ring.withLock { $0.append(unit) }
    }

    /// Notes the loudness of these interleaved samples, which were heard from this instant on.
    public func note(_ samples: [Int16], from begin: Timestamp) {
        loudness.withLock { $0.note(samples, from: begin, rate: Double(format.sampleRate * format.channels)) }
    }

    /// Returns the waveform of this stretch of time. Time that isn't known any more is silent.
    public func waveform(from begin: Timestamp, through end: Timestamp) -> Waveform {
        loudness.withLock { $0.waveform(from: begin, through: end) }
    }

    /// Returns the units that play within this closed range of time, even if only in part, in order.
    public func units(from: Timestamp, through: Timestamp) -> [Unit] {
        let earliest = from.advanced(by: .zero - format.unitDuration)
        return ring.withLock { $0.units(after: earliest, through: through) }
    }

    /// True if some held unit plays within this closed range of time. Cheaper than asking for the units.
    public func hasSound(from: Timestamp, through: Timestamp) -> Bool {
        let earliest = from.advanced(by: .zero - format.unitDuration)
        return ring.withLock { !$0.indices(after: earliest, through: through).isEmpty }
    }
}

/// A ring of bytes, and beside it a ring of each unit's position in it.
///
/// Invariants: units are in order of time; the bytes of held units never overlap.
struct SoundRing: Sendable {
    private struct Entry {
        var timestamp = Timestamp.zero
        /// The position of the first byte, counted from the line's beginning. Modulo the capacity, it is the position in the ring.
        var start = 0
        var count = 0
    }

    private var bytes: [UInt8]
    private var entries: [Entry]
    private var head = 0
    private(set) var count = 0
    private var written = 0

    init(byteCapacity: Int, unitCapacity: Int) {
        bytes = Array(repeating: 0, count: byteCapacity)
        entries = Array(repeating: Entry(), count: unitCapacity)
    }

    mutating func append(_ unit: SoundUnit) {
        guard unit.bytes.count <= bytes.count else { return }
        if count > 0, unit.timestamp <= entry(count - 1).timestamp { return }
        while count > 0, count == entries.count || written + unit.bytes.count - entry(0).start > bytes.count {
            head = (head + 1) % entries.count
            count -= 1
        }
        entries[(head + count) % entries.count] = Entry(timestamp: unit.timestamp, start: written, count: unit.bytes.count)
        count += 1
        let place = written % bytes.count
        let untilEnd = min(unit.bytes.count, bytes.count - place)
        bytes.withUnsafeMutableBytes { ring in
            UnsafeMutableRawBufferPointer(rebasing: ring[place..<place + untilEnd])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: unit.bytes[..<untilEnd]))
            UnsafeMutableRawBufferPointer(rebasing: ring[..<(unit.bytes.count - untilEnd)])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: unit.bytes[untilEnd...]))
        }
        written += unit.bytes.count
    }

    /// Returns the indices of the held units that begin after one instant and not after another, counted from the oldest unit.
    func indices(after earliest: Timestamp, through latest: Timestamp) -> Range<Int> {
        let lower = firstIndex { $0 > earliest }
        return lower..<max(lower, firstIndex { $0 > latest })
    }

    func units(after earliest: Timestamp, through latest: Timestamp) -> [SoundLine.Unit] {
        indices(after: earliest, through: latest).map { index in
            let entry = entry(index)
            let place = entry.start % bytes.count
            let untilEnd = min(entry.count, bytes.count - place)
            return SoundLine.Unit(
                timestamp: entry.timestamp,
                bytes: Array(bytes[place..<place + untilEnd]) + bytes[..<(entry.count - untilEnd)])
        }
    }

    private func entry(_ index: Int) -> Entry { entries[(head + index) % entries.count] }

    /// Returns the index of the first held unit whose time fulfils a condition that all later ones fulfil too.
    private func firstIndex(where isFar: (Timestamp) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isFar(entry(middle).timestamp) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
