// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Testing

@testable import Runtime

/// A microphone that fails when the test says so, in virtual time.
private final class ScriptedMicrophone: Microphone {
    let name = "scripted"
    var sampleRate = 48_000
    let channels = 1
    var overruns = 0
    var isGone = false
    var isSilent = false
    private let clock: SteppingClock
    private(set) var isRunning = false

    init(clock: SteppingClock) { self.clock = clock }

    func start() throws(MicrophoneError) {
        isRunning = true
    }

    func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard !isGone else { throw MicrophoneError("microphone scripted is gone: No such device") }
        guard !isSilent else {
            clock.wait(until: deadline)
            return nil
        }
        clock.wait(until: clock.now() + FrameRate(48_000).offset(of: 1024))
        return SoundBlock(timestamp: clock.now(), samples: [Int16](repeating: 0, count: 1024))
    }

    func stop() { isRunning = false }
}

@Suite struct SoundRecorderTests {
    private final class Recording {
        let clock = SteppingClock()
        let track = SoundTrack(isWanted: true)
        let microphone: ScriptedMicrophone
        /// The reason why no microphone can be opened; `nil` if one can.
        var objection: String?
        var openings = 0
        private(set) var words: [String] = []
        private(set) var troubles = 0
        private(set) var recorder: SoundRecorder!

        init() {
            microphone = ScriptedMicrophone(clock: clock)
            recorder = SoundRecorder(track: track, ear: Ear(Settings()) { _ in }, timebase: clock) { [unowned self] in
                openings += 1
                if let objection { throw MicrophoneError(objection) }
                return microphone
            } tell: { [unowned self] in
                words.append($0)
                troubles += $1 ? 1 : 0
            }
        }

        func run(for length: Duration) {
            let end = clock.now() + length
            while clock.now() < end { recorder.runOnce() }
        }
    }

    @Test func aMicrophoneWhoseSoundCannotBeEncodedIsStopped() {
        let recording = Recording()
        // No AAC encoder takes this.
        recording.microphone.sampleRate = 191_999
        recording.run(for: .seconds(5))
        #expect(recording.openings >= 2 && !recording.microphone.isRunning && recording.troubles == 1)
    }

    @Test func aMicrophoneThatGoesAndComesBackIsSaidOnceEachTime() {
        let recording = Recording()
        recording.run(for: .seconds(1))
        for _ in 0..<5 {
            recording.microphone.isGone = true
            recording.objection = "microphone scripted: can't be opened: No such device"
            recording.run(for: .seconds(7))
            #expect(!recording.microphone.isRunning)
            recording.microphone.isGone = false
            recording.objection = nil
            recording.run(for: .seconds(3))
        }
        #expect(
            recording.words == ["sound: scripted"]
                + (0..<5).flatMap { _ in
                    ["sound lost: microphone scripted is gone: No such device", "sound back: scripted"]
                })
    }

    @Test func oneThatNeverWasThereIsSaidOnceAndLookedForEveryTwoSeconds() {
        let recording = Recording()
        recording.objection = "microphone default: can't be opened"
        recording.run(for: .seconds(21))
        #expect(recording.words == ["no sound: microphone default: can't be opened"])
        #expect(recording.troubles == 1)
        #expect((10...11).contains(recording.openings))
        recording.objection = nil
        recording.run(for: .seconds(3))
        #expect(recording.words.last == "sound: scripted")
    }

    /// It can be opened, and each read fails: the failure is reported once as long as nothing is heard.
    @Test func oneThatOpensAndGivesNothingIsSaidOnce() {
        let recording = Recording()
        recording.microphone.isGone = true
        recording.run(for: .seconds(20))
        #expect(recording.words == ["no sound: microphone scripted is gone: No such device"])
    }

    @Test func oneThatFallsSilentIsGone() {
        let recording = Recording()
        recording.run(for: .seconds(1))
        recording.microphone.isSilent = true
        recording.run(for: .seconds(10))
        recording.microphone.isSilent = false
        recording.run(for: .seconds(3))
        #expect(recording.words == ["sound: scripted", "sound lost: microphone scripted gives nothing", "sound back: scripted"])
    }

    @Test func lostSamplesAreToldOfOnceAMinute() {
        let recording = Recording()
        for second in 0..<150 {
            recording.microphone.overruns = second
            recording.run(for: .seconds(1))
        }
        #expect(recording.words.count == 4)
        #expect(recording.words[1].contains("1 gap,") && recording.words[2].contains("gaps"))
    }

    @Test func soundIsKeptAsLongAsPicturesAre() {
        let recording = Recording()
        recording.run(for: .seconds(1))
        #expect(recording.track.line?.maximumSeconds == 1200)
        recording.track.setWanted(true, maximumSeconds: 300)
        recording.run(for: .seconds(1))
        #expect(recording.track.line?.maximumSeconds == 300)
    }

    @Test func switchedOffItLetsGoOfTheMicrophone() {
        let recording = Recording()
        recording.run(for: .seconds(1))
        recording.track.setWanted(false)
        recording.run(for: .seconds(1))
        #expect(!recording.microphone.isRunning)
        recording.track.setWanted(true)
        recording.run(for: .seconds(1))
        #expect(recording.words == ["sound: scripted", "sound: scripted"])
    }
}
