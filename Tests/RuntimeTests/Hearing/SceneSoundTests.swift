// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Bench

/// The scenes of `vir bench hearing`, quick ones and from made recordings: what is mixed, and that the detector hears it.
@Suite struct SceneSoundTests {
    /// Tones that are as loud as they get after `rise` seconds, and 20 dB down `fall` seconds later.
    private static func recording(_ name: String, _ frequencies: ClosedRange<Double>, rise: Double, fall: Double) -> SoundLibrary.Recording {
        var random = SeededGenerator(seed: UInt64(name.utf8.reduce(0) { $0 * 31 + Int($1) }))
        let tones = (0..<24).map { _ in (random.seconds(frequencies) * 2 * .pi, random.seconds(0...6.28)) }
        let samples = (0..<Int((rise + 2 * fall) * SoundLibrary.rate)).map { index in
            let time = Double(index) / SoundLibrary.rate
            let envelope = time < rise ? time / rise : pow(10, -(time - rise) / fall)
            return Float(envelope * tones.reduce(0) { $0 + sin($1.0 * time + $1.1) })
        }
        return SoundLibrary.Recording(name: name, samples: samples)
    }

    private static let library = SoundLibrary([
        recording("release-a", 800...9000, rise: 0.006, fall: 0.05), recording("release-b", 2000...6000, rise: 0.012, fall: 0.08),
        recording("impact-a", 150...2500, rise: 0.003, fall: 0.08), recording("talk-a", 200...3000, rise: 0.03, fall: 0.4),
        recording("click-a", 3000...9000, rise: 0.001, fall: 0.02),
    ])

    private static func scene(_ microphone: HearingScene.Microphone = .good) -> HearingScene {
        var scene = HearingScene(name: "made", recall: 1, wrong: 0, microphone: microphone)
        scene.pause = 2.6...3
        scene.layers = [HearingScene.Layer(kinds: ["talk"], level: -32 ... -26, pattern: .every(0.5...2))]
        return scene
    }

    @Test("X-03 a seed mixes the same scene again, and another seed another one")
    func seeds() throws {
        let sounds = try [3, 3, 4].map { try #require(SceneSound(Self.scene(), Self.library, seed: $0, minutes: 0.05)) }
        #expect(sounds[0].samples == sounds[1].samples && sounds[0].samples != sounds[2].samples)
        #expect(sounds[0].shots.count { $0.mark != nil } == SceneSound.taught)
        #expect(SceneSound(Self.scene(), SoundLibrary([]), seed: 1, minutes: 0.05) == nil)
    }

    @Test("X-03 the detector hears the shots of a made scene, and nothing else", arguments: [(UInt64(0), false), (1, true)])
    func hears(seed: UInt64, isCheap: Bool) throws {
        let sound = try #require(SceneSound(Self.scene(isCheap ? .cheap : .good), Self.library, seed: seed, minutes: 0.25))
        #expect(sound.sampleRate == (isCheap ? 44_100 : 48_000))
        var score = HearingScore()
        score.hear(sound, seed: seed, byLevelAlone: false, hasWitness: false)
        #expect(score.shots >= 3 && score.heard == score.shots && score.wrong == 0 && score.rightHabits == 1, "\(score)")
        #expect(score.error(of: 0.95) < 10)
    }

    @Test("X-03 a recording begins for an ear where it is a quarter as loud as at its loudest")
    func dates() {
        for recording in Self.library.recordings(["release"]) {
            let rise = recording.name == "release-a" ? 0.006 : 0.012
            // Tones that meet by chance make a made release louder or quieter for a moment.
            let date = Double(recording.date) / SoundLibrary.rate
            #expect(date > 0 && date < rise * 0.6, "\(recording.name): \(recording.date)")
        }
    }
}
