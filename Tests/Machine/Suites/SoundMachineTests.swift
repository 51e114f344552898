// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Glibc
import Testing

/// Sound on the kernel's own sound card: snd-aloop passes the sound played on its device 0 to a recorder on its device 1.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct SoundMachineTests {
    private static let speaker = "hw:Loopback,0"
    private static let microphone = "plughw:Loopback,1"

    private let kernel = MonotonicClock()

    /// The device nodes appear a moment after the module.
    private func plugIn() throws {
        try Guest.modprobe("snd-aloop")
        let deadline = kernel.now() + .seconds(5)
        while access("/dev/snd/pcmC0D1c", F_OK) != 0, kernel.now() < deadline { kernel.wait(until: kernel.now() + .milliseconds(10)) }
    }

    /// Returns a sawtooth that is never silent and whose period no buffer is a multiple of.
    private static func sample(_ index: Int) -> Int16 { Int16(index * 37 % 20_011 + 1) }

    /// Plays and records at the same time.
    /// - Returns: the recorded samples from the first sound on.
    private func record(_ played: [Int16], on speaker: any Speaker, with microphone: any Microphone) throws -> [Int16] {
        var recorded: [Int16] = []
        var taken = 0
        let deadline = kernel.now() + .seconds(20)
        while recorded.count < played.count, kernel.now() < deadline {
            if taken < played.count { taken += try speaker.play(played[taken...]) }
            guard let block = try microphone.nextBlock(until: kernel.now() + .milliseconds(20)) else { continue }
            recorded += recorded.isEmpty ? block.samples.drop { $0 == 0 } : block.samples[...]
        }
        return recorded
    }

    @Test func whatIsPlayedIsRecordedToTheSample() throws {
        try plugIn()
        let speaker = ALSASpeaker(device: Self.speaker)
        let microphone = try ALSAMicrophone(device: Self.microphone)
        try microphone.start()
        try speaker.start(sampleRate: 48_000, channels: 1)
        let played = (0..<96_000).map(Self.sample)
        let recorded = try record(played, on: speaker, with: microphone)
        #expect(recorded.count >= played.count)
        #expect(Array(recorded.prefix(played.count)) == played)
        #expect(speaker.underruns == 0 && microphone.overruns == 0)
        speaker.stop()
        microphone.stop()
    }

    @Test func theSpeakerKeepsItsContract() throws {
        try plugIn()
        let speaker = ALSASpeaker(device: Self.speaker)
        try speaker.start(sampleRate: 48_000, channels: 2)
        let taken = try speaker.play([Int16](repeating: 5, count: 2 * 96_000)[...])
        #expect(taken > 4_800 && taken < 24_000)
        let began = kernel.now()
        while try speaker.position() < taken, kernel.now() < began + .seconds(5) { kernel.wait(until: kernel.now() + .milliseconds(1)) }
        #expect(!Guest.keepsUp || abs(began.duration(to: kernel.now()).inSeconds - Double(taken) / 48_000) < 0.05)
        // It has run dry, and goes on with the next samples.
        kernel.wait(until: kernel.now() + .milliseconds(100))
        #expect(try speaker.position() == taken)
        #expect(try speaker.play([Int16](repeating: 5, count: 2 * 4_800)[...]) == 4_800)
        #expect(speaker.underruns == 1)
        kernel.wait(until: kernel.now() + .milliseconds(200))
        #expect(try speaker.position() == taken + 4_800)
        speaker.stop()
    }

    /// Fed as on the box: a twentieth of a second ahead, a hundred times a second. The recording equals the input, at the right time.
    /// A machine that stalls for longer than the queued sound runs dry in any case: then the test is repeated.
    @Test func fedALittleAheadNothingIsMissingAndThePositionKeepsTime() throws {
        try plugIn()
        let played = (0..<48_000).map(Self.sample)
        for _ in 0..<5 {
            let speaker = ALSASpeaker(output: "alsa:" + Self.speaker)
            let microphone = try ALSAMicrophone(device: Self.microphone)
            try microphone.start()
            try speaker.start(sampleRate: 48_000, channels: 1)
            #expect(speaker.name == "alsa:" + Self.speaker)
            let (recorded, strays) = try feed(played, to: speaker, with: microphone)
            let (underruns, overruns) = (speaker.underruns, microphone.overruns)
            speaker.stop()
            microphone.stop()
            guard underruns == 0, overruns == 0 else { continue }
            #expect(Array(recorded.prefix(played.count)) == played)
            #expect(strays.allSatisfy { abs($0) < 0.04 }, "\(strays.min() ?? 0) to \(strays.max() ?? 0) s")
            return
        }
        #expect(!Guest.keepsUp, "it ran dry five times")
    }

    /// - Returns: the recorded samples from the first sound on, and the position's deviation from the clock at each visit, in seconds.
    private func feed(
        _ played: [Int16], to speaker: any Speaker, with microphone: any Microphone
    ) throws -> (recorded: [Int16], strays: [Double]) {
        let ahead = 2_400
        var (taken, recorded, strays) = (0, [Int16](), [Double]())
        var began: Timestamp?
        let deadline = kernel.now() + .seconds(10)
        while recorded.count < played.count, kernel.now() < deadline {
            let position = try speaker.position()
            #expect(position <= taken)
            if taken < played.count {
                if let began, position > 0 { strays.append(began.duration(to: kernel.now()).inSeconds - Double(position) / 48_000) }
                taken += try speaker.play(played[taken..<max(taken, min(played.count, position + ahead))])
                began = began ?? kernel.now()
            }
            guard let block = try microphone.nextBlock(until: kernel.now() + .milliseconds(10)) else { continue }
            recorded += recorded.isEmpty ? block.samples.drop { $0 == 0 } : block.samples[...]
        }
        return (recorded, strays)
    }

    /// Each speaker of the settings can be named: if this machine has none for it, there is one log line and no crash.
    @Test(arguments: ["auto", "hdmi", "headphones"])
    func aWordOfTheSettingsIsPlayedOrRefusedInOneLine(output: String) throws {
        try plugIn()
        let speaker = ALSASpeaker(output: output)
        do throws(SpeakerError) {
            try speaker.start(sampleRate: 48_000, channels: 2)
            #expect(try speaker.play([Int16](repeating: 3, count: 960)[...]) == 480)
        } catch {
            #expect(!error.description.contains("\n") && error.description.contains("speaker"))
        }
        speaker.stop()
    }

    @Test func samplesThatNobodyFetchedAreCountedAndTheTimesGoOn() throws {
        try plugIn()
        let microphone = try ALSAMicrophone(device: Self.microphone)
        try microphone.start()
        let before = try #require(try microphone.nextBlock(until: kernel.now() + .seconds(1)))
        kernel.wait(until: kernel.now() + .milliseconds(800))
        let after = try #require(try blockAfterOverrun(microphone))
        #expect(microphone.overruns == 1)
        #expect(before.timestamp.duration(to: after.timestamp) > .milliseconds(500))
        #expect(after.timestamp <= kernel.now())
        microphone.stop()
    }

    private func blockAfterOverrun(_ microphone: ALSAMicrophone) throws -> SoundBlock? {
        let deadline = kernel.now() + .seconds(3)
        while kernel.now() < deadline {
            let block = try microphone.nextBlock(until: kernel.now() + .milliseconds(200))
            if let block, microphone.overruns > 0 { return block }
        }
        return nil
    }

    /// The driver is unbound from both while sound runs, as by a pulled cable, and bound again: the next start works.
    @Test func aCardThatIsPulledIsSaidInWordsAndWorksAgainWhenItIsBack() throws {
        for round in 0..<5 {
            try plugIn()
            let speaker = ALSASpeaker(device: Self.speaker)
            let unbinding: Process
            do {
                let microphone = try ALSAMicrophone(device: Self.microphone)
                try microphone.start()
                try speaker.start(sampleRate: 48_000, channels: 1)
                _ = try speaker.play([Int16](repeating: 9, count: 4_800)[...])
                unbinding = try unbind()
                let heard = #expect(throws: MicrophoneError.self, "round \(round)") {
                    for _ in 0..<50 { _ = try microphone.nextBlock(until: kernel.now() + .milliseconds(100)) }
                }
                #expect(heard?.description.contains("gone") == true, "\(heard?.description ?? "nothing")")
                let played = #expect(throws: SpeakerError.self, "round \(round)") {
                    for _ in 0..<50 { _ = try speaker.play([Int16](repeating: 9, count: 4_800)[...]) }
                }
                #expect(played?.description.contains("gone") == true, "\(played?.description ?? "nothing")")
                #expect(throws: SpeakerError.self) { try speaker.start(sampleRate: 48_000, channels: 1) }
            }
            speaker.stop()
            unbinding.waitUntilExit()
            try Guest.modprobe("-r", "snd-aloop")
            try plugIn()
            let microphone = try ALSAMicrophone(device: Self.microphone)
            try microphone.start()
            try speaker.start(sampleRate: 48_000, channels: 1)
            let played = (0..<24_000).map(Self.sample)
            #expect(Array(try record(played, on: speaker, with: microphone).prefix(played.count)) == played, "round \(round)")
            speaker.stop()
        }
    }

    /// The kernel unbinds the card from its driver. For us it is dead at once; the command ends when nobody has the card open any more.
    private func unbind() throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "echo snd_aloop.0 > /sys/bus/platform/drivers/snd_aloop/unbind"]
        try process.run()
        return process
    }
}
