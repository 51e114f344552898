// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

/// The contract of every speaker, real or simulated.
struct SpeakerContract {
    let speaker: any Speaker
    let timebase: any Timebase

    /// The time between two visits of the playing side.
    private static let visit = Duration.milliseconds(20)

    private func samples(_ count: Int, channels: Int) -> [Int16] {
        (0..<count * channels).map { Int16(truncatingIfNeeded: $0 &* 2_654_435_761 >> 18) }
    }

    /// Plays everything as fast as the speaker takes it, and waits until it has been heard.
    /// - Returns: the position at each visit, and the number of samples taken by then.
    private func playAll(_ samples: [Int16], channels: Int) throws -> [(position: Int, taken: Int)] {
        var track: [(position: Int, taken: Int)] = []
        var taken = 0
        let total = samples.count / channels
        let deadline = timebase.now() + .seconds(20)
        while true {
            taken += try speaker.play(samples[(taken * channels)...])
            track.append((try speaker.position(), taken))
            if track.last?.position == total { return track }
            try #require(timebase.now() < deadline, "not heard: \(track.last?.position ?? 0) of \(total), \(taken) taken")
            timebase.wait(until: timebase.now() + Self.visit)
        }
    }

    func everySampleIsTakenAndHeardInItsOwnTime(channels: Int = 1) throws {
        try speaker.start(sampleRate: 48_000, channels: channels)
        #expect(try speaker.position() == 0)
        let began = timebase.now()
        let track = try playAll(samples(48_000, channels: channels), channels: channels)
        #expect(track.allSatisfy { $0.position <= $0.taken })
        #expect(zip(track, track.dropFirst()).allSatisfy { $0.position <= $1.position })
        if !isInstant { #expect(abs(began.duration(to: timebase.now()).inSeconds - 1) < 0.2) }
        #expect(speaker.underruns == 0)
        speaker.stop()
    }

    func itTakesNoMoreThanItsBuffer() throws {
        guard !isInstant else { return }
        try speaker.start(sampleRate: 48_000, channels: 1)
        let taken = try speaker.play(samples(96_000, channels: 1)[...])
        #expect(taken > 4_800 && taken < 24_000)
        #expect(try speaker.play(samples(96_000, channels: 1)[...]) < 4_800)
        speaker.stop()
    }

    /// Sound that is queued a little ahead, and often, follows the controls quickly and never runs dry.
    func fedALittleAheadItNeverRunsDry() throws {
        guard !isInstant else { return }
        let (rate, ahead) = (48_000, 4_800)
        try speaker.start(sampleRate: rate, channels: 2)
        let began = timebase.now()
        var taken = 0
        while began.duration(to: timebase.now()) < .seconds(1) {
            let queued = taken - (try speaker.position())
            #expect(queued >= 0 && queued <= ahead)
            taken += try speaker.play(samples(max(0, ahead - queued), channels: 2)[...])
            timebase.wait(until: timebase.now() + .milliseconds(10))
        }
        #expect(speaker.underruns == 0)
        #expect(abs(Double(taken) / Double(rate) - 1.1) < 0.05)
        speaker.stop()
    }

    func oneThatRanDryStandsStillAndGoesOn() throws {
        guard !isInstant else { return }
        try speaker.start(sampleRate: 48_000, channels: 1)
        _ = try playAll(samples(4_800, channels: 1), channels: 1)
        timebase.wait(until: timebase.now() + .milliseconds(300))
        #expect(try speaker.position() == 4_800)
        #expect(try speaker.play(samples(4_800, channels: 1)[...]) == 4_800)
        #expect(speaker.underruns == 1)
        #expect(try speaker.position() < 9_600)
        timebase.wait(until: timebase.now() + .milliseconds(300))
        #expect(try speaker.position() == 9_600)
        speaker.stop()
    }

    func stoppedIsSilentAndStartingIsAnew() throws {
        try speaker.start(sampleRate: 48_000, channels: 2)
        _ = try speaker.play(samples(4_800, channels: 2)[...])
        speaker.stop()
        speaker.stop()
        #expect(throws: SpeakerError.self) { _ = try speaker.play([0, 0]) }
        #expect(throws: SpeakerError.self) { _ = try speaker.position() }
        for _ in 0..<3 {
            try speaker.start(sampleRate: 48_000, channels: 1)
            #expect(try speaker.position() == 0)
            #expect(try speaker.play([]) == 0)
            #expect(speaker.underruns == 0)
        }
        speaker.stop()
    }

    /// ALSA's `null` device has played everything as soon as it is written.
    var isInstant: Bool { speaker.name == "alsa:null" }
}

@Suite struct SpeakerContractTests {
    private static func make(_ kind: String) -> SpeakerContract {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 7))
        return kind == "silent"
            ? SpeakerContract(speaker: SilentSpeaker(timebase: timebase), timebase: timebase)
            : SpeakerContract(speaker: ALSASpeaker(device: "null"), timebase: timebase)
    }

    static let kinds = ["silent", "alsa:null"]

    @Test(arguments: kinds, [1, 2]) func everySampleIsTakenAndHeardInItsOwnTime(kind: String, channels: Int) throws {
        try Self.make(kind).everySampleIsTakenAndHeardInItsOwnTime(channels: channels)
    }

    @Test(arguments: kinds) func itTakesNoMoreThanItsBuffer(kind: String) throws {
        try Self.make(kind).itTakesNoMoreThanItsBuffer()
    }

    @Test(arguments: kinds) func fedALittleAheadItNeverRunsDry(kind: String) throws {
        try Self.make(kind).fedALittleAheadItNeverRunsDry()
    }

    @Test(arguments: kinds) func oneThatRanDryStandsStillAndGoesOn(kind: String) throws {
        try Self.make(kind).oneThatRanDryStandsStillAndGoesOn()
    }

    @Test(arguments: kinds) func stoppedIsSilentAndStartingIsAnew(kind: String) throws {
        try Self.make(kind).stoppedIsSilentAndStartingIsAnew()
    }

    @Test func aSpeakerThatIsNotThereIsNamedInOneLine() {
        let speaker = ALSASpeaker(device: "hw:CARD=vir-nowhere")
        let error = #expect(throws: SpeakerError.self) { try speaker.start(sampleRate: 48_000, channels: 1) }
        #expect(error?.description.contains("speaker hw:CARD=vir-nowhere") == true)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func oneThatIsPulledSaysSoAndPlaysAgainWhenItIsBack() throws {
        let timebase = SteppingTimebase()
        let speaker = SilentSpeaker(timebase: timebase)
        try speaker.start(sampleRate: 48_000, channels: 1)
        speaker.setPlugged(false)
        let error = #expect(throws: SpeakerError.self) { _ = try speaker.play([0]) }
        #expect(error?.description.contains("gone") == true)
        #expect(throws: SpeakerError.self) { try speaker.start(sampleRate: 48_000, channels: 1) }
        speaker.setPlugged(true)
        try SpeakerContract(speaker: speaker, timebase: timebase).everySampleIsTakenAndHeardInItsOwnTime()
    }

    /// The blocks that a silent speaker reports are the samples that were played, with their times.
    @Test func theEarOfASilentSpeakerHearsEachSampleInItsTime() throws {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 7))
        var heard: [(time: Timestamp, samples: [Int16])] = []
        let speaker = SilentSpeaker(timebase: timebase) { time, rate, samples in
            #expect(rate == 48_000)
            heard.append((time, Array(samples)))
        }
        try speaker.start(sampleRate: 48_000, channels: 2)
        let began = timebase.now()
        for piece in 0..<50 {
            let samples = (0..<960).map { Int16(piece * 600 + $0 / 2) }
            #expect(try speaker.play(samples[...]) == 480)
            timebase.wait(until: timebase.now() + .milliseconds(10))
        }
        let rate = FrameRate(48_000)
        var first: Int64 = 0
        for (index, block) in heard.enumerated() {
            #expect(block.samples.first == Int16(index * 600) && block.samples.count == 960)
            #expect(abs((began + rate.offset(of: first)).duration(to: block.time).nanoseconds) < 50_000)
            first += 480
        }
        #expect(heard.count == 50)
    }

    private static let board = [
        "default", "hdmi:CARD=PCH,DEV=0", "hdmi:CARD=vc4hdmi0,DEV=0", "hw:CARD=vc4hdmi0,DEV=0", "plughw:CARD=vc4hdmi0,DEV=0",
        "hdmi:CARD=vc4hdmi1,DEV=0", "plughw:CARD=Headphones,DEV=0", "hw:CARD=Headphones,DEV=0",
    ]

    @Test("an HDMI output of the board is never opened by its bare hardware", arguments: ["auto", "hdmi", "headphones"])
    func theBoardsHDMIIsNeverOpenedBare(choice: String) {
        let devices = SpeakerOutput.devices(for: choice, among: Self.board)
        #expect(!devices.isEmpty && !devices.contains { $0.contains("hw:CARD=vc4hdmi") })
    }

    @Test func eachWordStandsForItsOutputs() {
        let (board, laptop) = (Self.board, ["default", "hdmi:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=0"])
        func devices(_ choice: String, _ names: [String]) -> [String] { SpeakerOutput.devices(for: choice, among: names) }
        #expect(devices("auto", board) == ["hdmi:CARD=vc4hdmi0,DEV=0", "hdmi:CARD=vc4hdmi1,DEV=0", "default"])
        #expect(devices("auto", laptop) == ["default"])
        #expect(devices("hdmi", board) == ["hdmi:CARD=vc4hdmi0,DEV=0", "hdmi:CARD=vc4hdmi1,DEV=0", "hdmi:CARD=PCH,DEV=0"])
        #expect(devices("hdmi", ["default"]).isEmpty)
        #expect(devices("headphones", board) == ["plughw:CARD=Headphones,DEV=0"])
        #expect(devices("headphones", laptop).isEmpty)
        #expect(devices("alsa:plughw:3,0", laptop) == ["plughw:3,0"])
    }

    @Test func aChoiceThatThisMachineHasNothingForSaysSoInOneLine() {
        let speaker = ALSASpeaker(output: "headphones")
        guard SpeakerOutput.devices(for: "headphones", among: ALSASpeaker.list()).isEmpty else { return }
        let error = #expect(throws: SpeakerError.self) { try speaker.start(sampleRate: 48_000, channels: 2) }
        #expect(error?.description.contains("headphones") == true && error?.description.contains("\n") == false)
    }

    @Test func aNamedOutputIsTakenAsItIs() throws {
        let speaker = ALSASpeaker(output: "alsa:null")
        try speaker.start(sampleRate: 48_000, channels: 2)
        #expect(speaker.name == "alsa:null")
        #expect(try speaker.play([1, 2, 3, 4]) == 2)
        speaker.stop()
    }
}
