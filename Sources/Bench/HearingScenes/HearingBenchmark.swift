// SPDX-License-Identifier: GPL-3.0-or-later

import CAllocations
import Core
import Foundation
import Media
import Runtime

/// Measures how well shots are heard in scenes that are mixed from recordings, and what hearing costs.
enum HearingBenchmark {
    /// The length of a scene, without the shots that are taught.
    private static let minutes = 5.0
    /// The bars of timing, in milliseconds: of half of the shots, and of 95 % (docs/hearing.md, rule 2).
    private static let (middle, most) = (10.0, 35.0)
    /// The bars of cost: the share of a core, and the bytes.
    private static let (share, bytes) = (0.005, 4_000_000)
    /// The times that a scene is heard until a detector remembers as many onsets and marks as it ever does.
    private static let fillingRounds = 11

    /// - Parameter seeds: the number of times that each scene is mixed.
    /// - Throws: `Failure` if the folder has no recording of a release.
    static func run(_ folder: String, seeds: Int) throws -> [Figure] {
        let library = try library(folder)
        var figures = [Figure(name: "recordings", value: library.words, bar: "one release at least")]
        for scene in HearingScene.all { figures.append(figure(scene, library, seeds: seeds)) }
        return try figures + [cost(library), memory(library)]
    }

    private static func library(_ folder: String) throws -> SoundLibrary {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Failure(.noInput, "bench hearing: \(folder) can't be read")
        }
        var recordings: [SoundLibrary.Recording] = []
        for name in names.sorted() where ["flac", "ogg", "wav", "opus", "mp3", "m4a"].contains((name as NSString).pathExtension.lowercased()) {
            let samples = try RecordingReader.samples(of: folder + "/" + name)
            guard !samples.isEmpty else { continue }
            recordings.append(SoundLibrary.Recording(name: (name as NSString).deletingPathExtension, samples: samples))
        }
        let library = SoundLibrary(recordings)
        guard !library.recordings(["release"]).isEmpty else {
            throw Failure(.usage, "bench hearing: \(folder) has no recording of a release: a name such as release-longbow.flac")
        }
        return library
    }

    private static func figure(_ scene: HearingScene, _ library: SoundLibrary, seeds: Int) -> Figure {
        let bar = "≥ \(decimals(scene.recall)) / ≤ \(decimals(scene.wrong, 0)), ≤ 10 and ≤ 35 ms"
        let missing = scene.layers.filter { library.recordings($0.kinds).isEmpty }
        guard missing.isEmpty else {
            let kinds = missing.flatMap(\.kinds).joined(separator: ", ")
            return Figure(name: scene.name, value: "left out: there is no recording of \(kinds)", bar: bar)
        }
        var (byShape, byLevel) = (HearingScore(), HearingScore())
        for seed in 0..<UInt64(seeds) {
            guard let sound = SceneSound(scene, library, seed: seed, minutes: minutes) else { continue }
            byShape.hear(sound, seed: seed, byLevelAlone: false, hasWitness: scene.hasWitness)
            byLevel.hear(sound, seed: seed, byLevelAlone: true, hasWitness: scene.hasWitness)
        }
        let isReached =
            byShape.recall >= scene.recall && byShape.wrongInTenMinutes <= scene.wrong && byShape.error(of: 0.5) <= middle
            && byShape.error(of: 0.95) <= most
        let timing = "\(decimals(byShape.error(of: 0.5), 1)) and \(decimals(byShape.error(of: 0.95), 1)) ms"
        let flights = decimals(Double(byShape.flights) / Double(max(1, byShape.heard)))
        return Figure(
            name: scene.name,
            value: "\(words(byShape)), \(timing), flight \(flights), by level \(words(byLevel))\(isReached ? "" : ", NOT REACHED")",
            bar: bar)
    }

    private static func words(_ score: HearingScore) -> String { "\(decimals(score.recall)) / \(decimals(score.wrongInTenMinutes, 1))" }

    /// Measures the processor time of hearing a busy scene, beside the time that it lasts, which is a core's.
    private static func cost(_ library: SoundLibrary) throws -> Figure {
        let sound = try busyScene(library)
        let length = Double(sound.samples.count) / Double(sound.sampleRate)
        let shares = (0..<7).map { _ in
            let begin = Comparison.seconds(.processor)
            var score = HearingScore()
            score.hear(sound, seed: 0, byLevelAlone: false, hasWitness: false)
            return (Comparison.seconds(.processor) - begin) / length
        }.sorted()
        return Figure(
            name: "processor time / time of the sound, noisy hall",
            value: "\(decimals(shares[3] * 100)) % (\(decimals(shares[0] * 100))…\(decimals(shares[6] * 100)) %)",
            bar: "≤ \(decimals(share * 100, 1)) % of a core")
    }

    /// Measures the memory of a detector whose history of onsets and marks is full, beside the most that the sizes of its parts allow.
    private static func memory(_ library: SoundLibrary) throws -> Figure {
        let sound = try busyScene(library)
        let length = Double(sound.samples.count) / Double(sound.sampleRate)
        let before = vir_allocated_bytes()
        guard var detector = ShotDetector(sampleRate: sound.sampleRate) else { throw Failure(.unavailable, "bench hearing: no detector") }
        for round in 0..<fillingRounds {
            _ = sound.samples.withUnsafeBufferPointer { detector.take($0) }
            for mark in sound.shots.compactMap(\.mark) {
                detector.mark(pressed: .seconds(mark.pressed + Double(round) * length), shown: .seconds(mark.shown + Double(round) * length))
            }
        }
        let held = withExtendedLifetime((detector, sound)) { vir_allocated_bytes() - before }
        return Figure(
            name: "a detector's memory, after \(decimals(length * Double(fillingRounds) / 60, 0)) minutes of the noisy hall",
            value: "\(decimals(Double(held) / 1e6)) MB, computed at most \(decimals(Double(ShotDetector.mostBytes) / 1e6)) MB",
            bar: "≤ \(bytes / 1_000_000) MB")
    }

    private static func busyScene(_ library: SoundLibrary) throws -> SceneSound {
        guard let scene = HearingScene.all.first(where: { $0.name.hasPrefix("noisy hall") }),
            let sound = SceneSound(scene, library, seed: 0, minutes: 1)
        else { throw Failure(.unavailable, "bench hearing: no scene") }
        return sound
    }
}
