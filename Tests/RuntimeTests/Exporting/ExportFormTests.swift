// SPDX-License-Identifier: GPL-3.0-or-later

import Media
import TestSupport
import Testing

@testable import Core
@testable import Runtime

/// The table of export forms agrees with the places that it doesn't reach.
@Suite struct ExportFormTests {
    /// An exported file's mark contains this text: with another text, each file that was exported before would be made again.
    @Test func aFormIsDescribedAsInTheMarksOfExistingFiles() {
        let forms: [(ExportForm, String)] = [
            (.file, "file"), (.anybody, "anybody"), (.slow(4), "slow(4)"), (.bestOf, "bestOf"), (.drawings(freeze: 2), "drawings(freeze: 2.0)"),
            (.still, "still"), (.strip(step: 0.2, center: nil), "strip(step: 0.2, center: nil, place: nil)"),
            (.strip(step: 0.2, center: 0.5, place: 1), "strip(step: 0.2, center: Optional(0.5), place: Optional(1.0))"),
            (.titledBestOf, "titledBestOf"),
        ]
        for (form, text) in forms { #expect("\(form)" == text) }
    }

    @Test func noTwoFormsMakeFilesOfOneName() {
        let names = ExportForm.offered.map { "\($0.row.files)\($0.row.ending)" }
        #expect(Set(names).count == names.count)
    }

    @Test func eachFormHasWordsForItsRow() {
        let subject = ExportSubject(session: "2026-11-20_1403_S07", clips: [1])
        for form in ExportForm.offered {
            let (name, meaning) = (Strings.name(of: form, subject), Strings.meaning(of: form, subject))
            #expect(!name.isEmpty && !meaning.isEmpty && !name.contains("export.") && !(name + meaning).contains("{"), "\(form)")
        }
        let names = ExportForm.offered.map { Strings.name(of: $0, subject) }
        #expect(Set(names).count == names.count)
    }

    @Test func aWordOfTheCommandLineIsAFormsOwn() {
        #expect(ExportForm.named.map(\.row.key) == ["file", "anybody", "slow", "drawings", "still", "strip", "best-of", "compare"])
        let values = ExportForm.Values(slowness: 8, freeze: 1, step: 0.1, shift: -1, view: .wipe, center: 0.25)
        let strips: [ExportForm] = [.strip(step: 0.1, center: 0.25), .bestOf, .compare(shift: -1, ComparisonView(.wipe).around(0.25))]
        #expect(ExportForm.named.map { $0.with(values) } == [.file, .anybody, .slow(8), .drawings(freeze: 1), .still] + strips)
        for form in ExportForm.offered { #expect(form.with(ExportForm.Values()) == form) }
    }

    @Test func aCentreOfItsOwnIsKept() {
        let zoomed = ExportForm.Values(center: 0.9)
        #expect(ExportForm.strip(step: 0.1, center: 0.2, place: 3).with(zoomed) == .strip(step: 0.1, center: 0.2, place: 3))
        let view = ComparisonView(.ghost)
        #expect(ExportForm.compare(shift: 1, view).with(zoomed) == .compare(shift: 1, view.around(0.9)))
        #expect(ExportForm.compare(shift: 1, view.around(0.2)).with(zoomed) == .compare(shift: 1, view.around(0.2)))
    }

    /// Returns five seconds of noise, which takes all the bits that the encoder may use.
    private static func noise(from begin: Timestamp) throws -> SoundLine {
        let encoder = try SoundEncoder(channels: 1)
        let line = SoundLine(format: encoder.format, maximumSeconds: 20)
        var random = SeededGenerator(seed: 7)
        for block in 0..<Int64(500) {
            var samples: [Int16] = []
            for _ in 0..<480 { samples.append(Int16.random(in: -8000...8000, using: &random)) }
            try encoder.encode(samples: samples, timestamp: begin + FrameRate(48_000).offset(of: block * 480)) { line.append($0) }
        }
        return line
    }

    @Test("the estimate of slow motion knows the sound, which lasts longer too", arguments: [true, false])
    func slowMotionIsEstimatedWithItsSound(hasSound: Bool) throws {
        let bench = try FilmBench()
        let clip = try hasSound ? bench.clip(sound: { try Self.noise(from: $0) }) : bench.clip()
        let header = SessionHeader(
            number: 1, started: "", size: FilmBench.size, framesPerSecond: 30, delaySeconds: 5, camera: "a camera", encoder: "libx264")
        let copied = FilmBench.Output()
        _ = try ClipRemuxer(forAnybody: [clip.path], metadata: [:]).write(to: copied)
        let sizes = ExportSizes(header)
        #expect(sizes.bytes(of: .anybody, [clip], copied: 1000) == 1000)
        let slow = FilmBench.Output()
        _ = try ClipRemuxer(forAnybody: [clip.path], slowness: 8, metadata: [:]).write(to: slow)
        let estimate = Double(sizes.bytes(of: .slow(8), [clip], copied: Int64(copied.data.count)))
        // For noise the encoder takes more than its rate.
        #expect(abs(Double(slow.data.count) - estimate) < estimate / 3, "\(slow.data.count) bytes, \(estimate) expected")
    }
}
