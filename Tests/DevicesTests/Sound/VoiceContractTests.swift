// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

/// The contract of every voice: the library's, if it is installed, and the transcript.
@Suite(.serialized) struct VoiceContractTests {
    static let hasLibrary = (try? EspeakVoice()) != nil
    static let kinds = ["transcript"] + (hasLibrary ? ["libespeak-ng"] : [])

    private func make(_ kind: String) throws -> any Voice {
        try kind == "transcript" ? TranscriptVoice(timebase: SteppingTimebase(at: Timestamp(seconds: 7))) : EspeakVoice()
    }

    private func seconds(_ samples: [Int16]?, of voice: any Voice) -> Double { Double(samples?.count ?? 0) / Double(voice.sampleRate) }

    @Test(arguments: kinds) func wordsTakeAsLongAsPeopleNeedForThem(kind: String) throws {
        let voice = try make(kind)
        #expect((8_000...48_000).contains(voice.sampleRate))
        let short = seconds(try voice.say("9", language: "en") { true }, of: voice)
        let long = seconds(try voice.say("miss, total 54", language: "en") { true }, of: voice)
        #expect(short > 0.15 && short < 1 && long > 2 * short && long < 3)
        let nothing = seconds(try voice.say("", language: "en") { true }, of: voice)
        #expect(nothing < 0.1)
    }

    @Test(arguments: kinds) func wordsThatAreEndedGiveNoSoundAndTheNextOnesAreWhole(kind: String) throws {
        let voice = try make(kind)
        let whole = try voice.say("one two three four five", language: "en") { true }
        var pieces = 0
        let ended = try voice.say("one two three four five", language: "en") {
            pieces += 1
            return pieces < 2
        }
        #expect(ended == nil && pieces == 2)
        let next = try voice.say("one two three four five", language: "en") { true }
        let (one, other) = (seconds(whole, of: voice), seconds(next, of: voice))
        #expect(one > 0.5 && abs(one - other) < 0.05 * one)
    }

    @Test(arguments: kinds) func aLanguageThatItDoesNotKnowIsNoReasonToBeSilent(kind: String) throws {
        let voice = try make(kind)
        let said = seconds(try voice.say("9", language: "x-none") { true }, of: voice)
        #expect(said > 0.15)
    }

    @Test func theTranscriptHasWhatWasSaidAndWhen() throws {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 7))
        let voice = TranscriptVoice(timebase: timebase)
        _ = try voice.say("9", language: "en") { true }
        timebase.wait(until: Timestamp(seconds: 8))
        _ = try voice.say("8", language: "en") { false }
        _ = try voice.say("daneben", language: "de") { true }
        let expected = [(7.0, "9", "en"), (8.0, "daneben", "de")].map {
            TranscriptVoice.Line(time: Timestamp(seconds: $0.0), words: $0.1, language: $0.2)
        }
        #expect(voice.lines == expected)
    }

    @Test func aMissingLibraryIsToldInOneLine() {
        let error = #expect(throws: VoiceError.self) { _ = try EspeakVoice(library: "libespeak-nowhere.so.1") }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.hasPrefix("this box has no voice (libespeak-nowhere.so.1") && words.hasSuffix("install libespeak-ng1"))
        #expect(!words.contains("\n"))
    }
}

/// The library itself: its sound and its languages.
@Suite(.serialized, .enabled(if: VoiceContractTests.hasLibrary, "libespeak-ng1 isn't installed")) struct EspeakVoiceTests {
    @Test func itIsHeardFromTheFirstTenthOfASecondOn() throws {
        let voice = try EspeakVoice()
        for (words, language) in [("9", "en"), ("miss", "en"), ("X", "en"), ("daneben", "de"), ("9", "de")] {
            let samples = try voice.say(words, language: language) { true } ?? []
            let peak = samples.map { Int($0.magnitude) }.max() ?? 0
            #expect(peak > 5_000 && peak < 32_767, "\(words)")
            #expect(samples.prefix(voice.sampleRate / 10).contains { $0.magnitude > 1_000 }, "\(words)")
        }
    }

    /// An English W has three syllables, a German one has one. The library varies what it says a little each time.
    @Test func eachLanguageSaysLettersInItsOwnWay() throws {
        let voice = try EspeakVoice()
        func length(_ language: String) throws -> Double { Double(try voice.say("W W W", language: language) { true }?.count ?? 0) }
        let (english, german, unknown) = (try length("en"), try length("de"), try length("x-none"))
        #expect(german > 0 && english > 1.3 * german && abs(unknown - english) < 0.05 * english)
    }

    @Test func aSecondOneSharesTheLibrary() throws {
        let first = try EspeakVoice()
        let second = try EspeakVoice()
        for voice in [first, second, first] {
            let samples = try voice.say("9", language: "en") { true }
            #expect(samples?.isEmpty == false)
        }
    }
}
