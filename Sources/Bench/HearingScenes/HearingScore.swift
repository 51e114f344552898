// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The shots of scenes that a detector heard, missed and made up.
struct HearingScore {
    /// A shot that is heard within this time of its own is heard, in seconds. It is far more than the bars of timing.
    private static let near = 0.1
    /// A flight time within this many seconds of its own is right.
    private static let rightFlight = 0.02
    /// The samples of a block, as a microphone hands them over.
    private static let block = 480
    /// The witness sees these shares of shots and of other moments (docs/hearing.md, the second witness).
    private static let (seenShots, seenOthers) = (0.97, 0.06)

    private(set) var shots = 0
    private(set) var heard = 0
    private(set) var wrong = 0
    private(set) var flights = 0
    private(set) var seconds = 0.0
    /// The errors of the dates, in seconds.
    private(set) var errors: [Double] = []
    /// The runs whose teaching found out what the marks follow.
    private(set) var (rightHabits, runs) = (0, 0)

    var recall: Double { Double(heard) / Double(max(1, shots)) }
    var wrongInTenMinutes: Double { Double(wrong) * 600 / max(1, seconds) }

    /// Returns the error that this share of the dates doesn't exceed, in milliseconds.
    func error(of share: Double) -> Double {
        let sizes = errors.map { abs($0) }.sorted()
        return sizes.isEmpty ? 0 : sizes[Int(Double(sizes.count - 1) * share)] * 1000
    }

    /// Lets a new detector hear a scene, with its marks.
    mutating func hear(_ sound: SceneSound, seed: UInt64, byLevelAlone: Bool, hasWitness: Bool) {
        guard var detector = ShotDetector(sampleRate: sound.sampleRate) else { return }
        detector.hearsByLevelAlone = byLevelAlone
        var found: [HeardShot] = []
        var marks = sound.shots.compactMap(\.mark)
        sound.samples.withUnsafeBufferPointer { samples in
            var first = 0
            while first < samples.count {
                let end = min(first + Self.block, samples.count)
                for verdict in detector.take(UnsafeBufferPointer(rebasing: samples[first..<end])) {
                    switch verdict {
                    case .shot(let shot): found.append(shot)
                    case .instead(let shot), .impact(let shot):
                        if !found.isEmpty { found[found.count - 1] = shot }
                    }
                }
                first = end
                while let mark = marks.first, mark.pressed * Double(sound.sampleRate) <= Double(end) {
                    detector.mark(pressed: .seconds(mark.pressed), shown: .seconds(mark.shown))
                    marks.removeFirst()
                }
            }
        }
        runs += 1
        if detector.teaching.habit == (seed % 2 == 1 ? .afterTV : .afterShot) { rightHabits += 1 }
        count(found.filter { $0.place.inSeconds >= sound.counted }, in: sound, seed: seed, hasWitness: hasWitness)
    }

    private mutating func count(_ found: [HeardShot], in sound: SceneSound, seed: UInt64, hasWitness: Bool) {
        var random = SceneSeed(seed: seed &+ 1_000_003)
        let truth = sound.shots.filter { $0.time >= sound.counted }
        shots += truth.count
        seconds += Double(sound.samples.count) / Double(sound.sampleRate) - sound.counted
        var open = truth
        for shot in found {
            let place = shot.place.inSeconds
            let match = open.firstIndex { abs($0.time - place) <= Self.near }
            if hasWitness, Double.random(in: 0..<1, using: &random) >= (match == nil ? Self.seenOthers : Self.seenShots) { continue }
            guard let match else {
                wrong += 1
                continue
            }
            let own = open.remove(at: match)
            heard += 1
            errors.append(place - own.time)
            if let flight = shot.flight, abs(flight.inSeconds - own.flight) <= Self.rightFlight { flights += 1 }
        }
    }
}
