// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

@Suite struct ALSAMicrophoneTests {
    @Test func aDeviceThatIsNotThereIsNamedInOneLine() {
        let error = #expect(throws: MicrophoneError.self) { _ = try ALSAMicrophone(device: "hw:CARD=vir-nowhere") }
        #expect(error?.description.contains("hw:CARD=vir-nowhere") == true)
        #expect(error?.description.contains("\n") == false)
    }

    /// On the box, `default` is the TV, which has no sound input.
    @Test func whereTheDefaultRecordsNothingAnotherCardIsTaken() throws {
        #expect(try ALSAMicrophone.open(["hw:CARD=vir-nowhere", "null"]).name == "alsa:null")
        let error = #expect(throws: MicrophoneError.self) { try ALSAMicrophone.open(["hw:CARD=vir-nowhere", "hw:CARD=vir-nothing"]) }
        #expect(error?.description.contains("vir-nothing") == true)
        #expect(throws: MicrophoneError.self) { try ALSAMicrophone.open([]) }
        #expect(ALSAMicrophone.candidates().first == "default")
    }

    @Test func listingNeedsNoDevice() {
        #expect(ALSAMicrophone.list().allSatisfy { !$0.isEmpty })
    }

    /// ALSA's own `null` device records silence as fast as it is read; it needs no card.
    @Test func blocksAreWholeAndStampedInOrder() throws {
        let microphone = try ALSAMicrophone(device: "null")
        #expect(microphone.sampleRate == 48_000 && microphone.channels == 1)
        for _ in 0..<2 {
            try microphone.start()
            var newest: Timestamp?
            for _ in 0..<20 {
                let block = try #require(try microphone.nextBlock(until: Timestamp(nanoseconds: .max)))
                #expect(block.samples.count == 1024)
                #expect(newest.map { $0 < block.timestamp } ?? true)
                newest = block.timestamp
            }
            microphone.stop()
        }
    }
}
