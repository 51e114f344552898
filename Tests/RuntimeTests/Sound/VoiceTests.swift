// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import TestSupport
import Testing

@testable import Runtime

/// The voice, as the speaker plays it.
@Suite struct SpokenSoundTests {
    private static let begin = Timestamp(seconds: 1)
    private static let rate = 22_050

    private func tone(_ seconds: Double) -> [Int16] {
        (0..<Int(seconds * Double(Self.rate))).map { Int16(10_000 * sin(2 * .pi * 1_000 * Double($0) / Double(Self.rate))) }
    }

    /// A tone of the voice's rate is the same tone at the speaker's, in the volume that is set (80 %).
    @Test func wordsKeepTheirPitchAtTheSpeakersRate() throws {
        let room = ListeningHarness(volume: 0)
        room.run(until: Self.begin)
        room.player.speak(tone(0.5), sampleRate: Self.rate)
        room.run(until: Self.begin + .seconds(10))
        let heard = room.heard.flatMap(\.samples)
        try #require(heard.count > 24_010)
        let errors = (1_000..<23_000).map { abs(Double(heard[$0]) - 8_000 * sin(2 * .pi * 1_000 * Double($0) / 48_000)) }
        let worst = errors.max() ?? .infinity
        #expect(worst < 80)
        #expect(heard[24_010...].allSatisfy { $0 == 0 })
        #expect(room.openings == 1 && room.player.nextStep == nil)
    }

    /// Three tones rise or fall, with pauses between them.
    @Test(arguments: [true, false]) func theTonesOfTheSwitchAreThree(isOn: Bool) {
        let samples = SwitchTones.samples(isOn: isOn)
        let room = ListeningHarness(volume: 0)
        room.run(until: Self.begin)
        room.player.speak(samples, sampleRate: SwitchTones.sampleRate)
        room.run(until: Self.begin + .seconds(10))
        #expect(room.onsets(above: 6_000).map { ($0.seconds * 20).rounded() / 20 } == [1, 1.3, 1.6])
        let third = samples.count / 3
        let waves = (0..<3).map { part in
            let tone = samples[part * third..<(part + 1) * third]
            return zip(tone, tone.dropFirst()).count { $0 < 0 && $1 >= 0 }
        }
        let rising: [Int] = isOn ? waves : waves.reversed()
        #expect(rising[0] < rising[1] && rising[1] < rising[2])
    }

    @Test func newWordsCutOffThoseUnderWay() {
        let room = ListeningHarness(volume: 0)
        room.run(until: Self.begin)
        room.player.speak(tone(2), sampleRate: Self.rate)
        room.run(until: Self.begin + .seconds(0.5))
        room.player.speak([], sampleRate: 1)
        room.run(until: Self.begin + .seconds(3))
        #expect(room.loudest(Self.begin + .seconds(0.3), Self.begin + .seconds(0.5)) > 7_000)
        #expect(room.loudest(Self.begin + .seconds(0.5) + SoundPlayer.ahead + .milliseconds(20), Self.begin + .seconds(3)) == 0)
    }

    /// The clip is 12 dB lower while words are heard, and as before afterwards, sample by sample.
    @Test func aClipIsDuckedByTwelveDecibels() throws {
        let film = try #require(try ListeningHarness.films().first)
        let click = try #require(ListeningHarness.clicks(in: film).first)
        func heard(isSpeaking: Bool) -> [Int16] {
            let room = ListeningHarness()
            room.play(film, .ofClip(from: Self.begin))
            room.run(until: Self.begin + click - .seconds(0.5))
            if isSpeaking { room.player.speak([Int16](repeating: 0, count: Self.rate), sampleRate: Self.rate) }
            room.run(until: Self.begin + film.duration)
            return room.heard.flatMap(\.samples)
        }
        let (plain, ducked) = (heard(isSpeaking: false), heard(isSpeaking: true))
        let middle = Int(click.inSeconds * 48_000)
        try #require(min(plain.count, ducked.count) > middle + 52_800 && middle > 26_000)
        #expect(plain[middle - 4_800..<middle + 4_800].contains { $0.magnitude > 16_000 })
        let quiet = pow(10, -12.0 / 20)
        let errors = (middle - 9_600..<middle + 9_600).map { abs(Double(ducked[$0]) - Double(plain[$0]) * quiet) }
        let worst = errors.max() ?? .infinity
        #expect(worst <= 1)
        #expect(plain[..<(middle - 26_000)] == ducked[..<(middle - 26_000)])
        let end = min(plain.count, ducked.count)
        #expect(plain[(middle + 52_800)..<end] == ducked[(middle + 52_800)..<end])
    }
}

/// The service that says what the interface asks for.
@Suite struct VoiceServiceTests {
    /// A service in virtual time, and what it did.
    private final class Stage {
        let clock = VirtualClock()
        var isThere = true
        private(set) var openings = 0
        private(set) var played: [Int] = []
        private(set) var refusals: [String] = []
        private(set) var service: VoiceService!

        init(_ voice: Settings.Speaking) {
            service = VoiceService(
                Self.settings(voice), timebase: clock,
                open: { [unowned self] in
                    openings += 1
                    guard isThere else { throw VoiceError("no voice") }
                    return TranscriptVoice(timebase: clock)
                },
                play: { [unowned self] samples, _ in played.append(samples.count) },
                refuse: { [unowned self] reason, isMissing in refusals.append("\(reason) \(isMissing)") })
        }

        private static func settings(_ voice: Settings.Speaking) -> Settings {
            var settings = Settings()
            settings.voice = voice
            return settings
        }

        func turn(_ voice: Settings.Speaking) {
            service.follow(Self.settings(voice))
            while service.runOnce() {}
        }

        func say(_ words: String...) {
            for words in words { service.perform(.say(words, language: "en")) }
            while service.runOnce() {}
        }

        /// Turns the voice by the switch, as the box does.
        /// - Parameter isInTime: true if the voice's thread works already before the settings follow.
        func switchVoice(_ isOn: Bool, _ words: String, isInTime: Bool) {
            service.perform(.turn(isOn: isOn, saying: words, language: "en"))
            if isInTime { while service.runOnce() {} }
            turn(isOn ? .scores : .off)
        }

        var words: [String]? { service.spoken?.map(\.words) }
    }

    @Test func theLibraryIsOpenedWhenItIsWanted() {
        let stage = Stage(.off)
        stage.say("9")
        #expect(stage.openings == 0 && stage.words == nil)
        stage.turn(.scores)
        stage.say("8")
        stage.say("7")
        #expect(stage.openings == 1 && stage.words == ["8", "7"])
    }

    @Test func ofWordsThatWaitOnlyTheNewestAreSaid() {
        let stage = Stage(.scores)
        stage.say("9", "8", "7")
        #expect(stage.words == ["7"])
        // Each asking ends what is heard, and then comes the sound.
        #expect(stage.played.dropLast() == [0, 0, 0] && (stage.played.last ?? 0) > 1_000)
    }

    @Test func aVoiceThatIsTurnedOffIsSilentAtOnce() {
        let stage = Stage(.scores)
        stage.say("9")
        stage.turn(.off)
        #expect(stage.played.last == 0 && stage.words == ["9"])
        stage.say("8")
        #expect(stage.words == ["9"])
    }

    /// The box's thread gives the command first, and then the settings. The voice's thread may work between the two.
    @Test(arguments: [false, true]) func theWordsThatTurnItOffAreHeard(isInTime: Bool) {
        let stage = Stage(.scores)
        stage.say("9")
        stage.switchVoice(false, "Voice off", isInTime: isInTime)
        #expect(stage.words == ["9", "Voice off"] && (stage.played.last ?? 0) > 1_000)
        // A change of another setting doesn't end them, and nothing else is said.
        stage.turn(.off)
        #expect((stage.played.last ?? 0) > 1_000)
        stage.say("8")
        #expect(stage.words == ["9", "Voice off"] && stage.openings == 1)
    }

    @Test(arguments: [false, true]) func theWordsThatTurnItOnAreHeard(isInTime: Bool) {
        let stage = Stage(.off)
        stage.switchVoice(true, "Voice on", isInTime: isInTime)
        stage.say("9")
        #expect(stage.words == ["Voice on", "9"] && stage.openings == 1)
    }

    @Test(arguments: [false, true]) func withoutTheLibraryTonesAreHeardInstead(isInTime: Bool) {
        let stage = Stage(.off)
        stage.isThere = false
        for round in 1...2 {
            stage.switchVoice(true, "Voice on", isInTime: isInTime)
            #expect(stage.played.last == SwitchTones.samples(isOn: true).count)
            stage.say("9")
            #expect(stage.played.last == 0 && stage.words == [])
            stage.switchVoice(false, "Voice off", isInTime: isInTime)
            #expect(stage.played.last == SwitchTones.samples(isOn: false).count)
            #expect(stage.refusals == Array(repeating: "no voice true", count: round))
        }
    }

    /// A clock that is read just before the sound of words is handed over. Used by one thread only.
    private final class Interrupting: Timebase, @unchecked Sendable {
        var interrupt: () -> Void = {}

        func now() -> Timestamp {
            interrupt()
            return .zero
        }

        func wait(until deadline: Timestamp) {}
    }

    /// The box's thread may change its mind while the voice's thread has its sound in hand.
    @Test(arguments: [true, false]) func wordsThatAreOutOfDateWhenTheirSoundIsThereAreNotHeard(isTurnedOff: Bool) {
        let clock = Interrupting()
        var played: [Int] = []
        var settings = Settings()
        settings.voice = .scores
        let service = VoiceService(
            settings, timebase: clock, open: { TranscriptVoice(timebase: VirtualClock()) }, play: { samples, _ in played.append(samples.count) },
            refuse: { _, _ in })
        clock.interrupt = {
            clock.interrupt = {}
            if isTurnedOff { service.follow(Settings()) } else { service.perform(.say("8", language: "en")) }
        }
        service.perform(.say("miss, total 54", language: "en"))
        while service.runOnce() {}
        #expect(service.spoken?.map(\.words) == (isTurnedOff ? [] : ["8"]))
        #expect(played.count { $0 > 0 } == (isTurnedOff ? 0 : 1))
    }

    @Test func aMissingVoiceIsToldOnceEachTimeThatItIsWanted() {
        let stage = Stage(.off)
        stage.isThere = false
        stage.turn(.scores)
        stage.say("9")
        stage.say("8")
        #expect(stage.refusals == ["no voice true"] && stage.words == [])
        stage.turn(.off)
        stage.isThere = true
        stage.turn(.scores)
        stage.say("7")
        #expect(stage.refusals.count == 1 && stage.words == ["7"])
    }

    @Test func heldTogetherOnThePanelStopAndTheKnobTurnItOnAndOff() throws {
        let run = try TestRun("8 stop hold 3\n8.2 knob hold 3\n14 knob hold 3\n14.1 stop hold 3\n", for: 20)
        let spoken = try #require(run.report.spoken)
        #expect(spoken.count == 2 && spoken.first?.text.hasPrefix("Voice on, Live, ") == true && spoken.last?.text == "Voice off")
        #expect(zip(spoken, [10.2, 16.1]).allSatisfy { abs($0.seconds - $1) < 0.1 })
    }

    /// A whole run has what was said in its report; without the voice the report doesn't have the field.
    @Test func theReportHasWhatWasSaid() throws {
        let script = "8 mark tap\n12 stop tap\n14 mark tap\n"
        let run = try TestRun(script, settings: "scoring = true\nvoice = \"scores\"\n", for: 18)
        let spoken = try #require(run.report.spoken)
        #expect(spoken.count == 1 && spoken[0].text.contains(", total ") && abs(spoken[0].seconds - 14) < 0.1)
        let silent = try TestRun(script, settings: "scoring = true\n", for: 18)
        #expect(silent.report.spoken == nil)
        let text = String(decoding: try silent.report.json(), as: UTF8.self)
        #expect(!text.contains("spoken"))
    }
}
