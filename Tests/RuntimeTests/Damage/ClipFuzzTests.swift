// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import TestSupport
import Testing

@testable import Runtime

/// Films as a dying card or an attacker leaves them: every reader ends, and takes no more memory than a film of that size may.
@Suite struct ClipFuzzTests {
    private static let filmsPerSeed = 4
    /// 80 films, or the number in `VIR_FUZZED_CLIPS`.
    static let seeds: ClosedRange<UInt64> = 1...UInt64(max(1, damagedFiles("VIR_FUZZED_CLIPS", few: 80) / filmsPerSeed))

    /// Longer than such a film's header and index.
    private static let headBytes = 6_000
    /// After this number of access units a reader must be in an endless loop: the whole film has some hundred.
    private static let mostUnits = 20_000

    private static let film = Result {
        try TestRun("4 mark tap\n6 stop tap\n", settings: "sound = true\n", for: 8)
    }

    private static func whole() throws -> [UInt8] {
        let run = try film.get()
        let clip = try #require(run.report.clips.first)
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(run.card)/\(clip.file)")))
    }

    @Test(arguments: seeds)
    func whateverIsInAFilmIsReadToItsEnd(seed: UInt64) throws {
        LibAVLog.quiet()
        var random = SeededGenerator(seed: seed)
        let whole = try Self.whole()
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/01.mp4"
        for round in 0..<Self.filmsPerSeed {
            let bytes =
                switch round {
                case 0: whole.mutated(&random)
                default: whole.mutated(first: Self.headBytes, &random)
                }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            try lookAt(path, "seed \(seed), film \(round)")
            try copy(path, of: bytes.count, "seed \(seed), film \(round)")
        }
    }

    /// Reads the clip as the box does: its still, its peek, and its playback.
    private func lookAt(_ path: String, _ comment: Comment) throws {
        for place in [nil, .zero, .seconds(1), .seconds(1_000_000)] as [Duration?] {
            let still = try? StillReader.picture(ofClip: path, at: place)
            #expect(still.map { $0.size.width <= 1280 && $0.size.height <= 1280 } ?? true, comment)
            _ = try? StillReader.peek(intoClip: path, at: place)
        }
        listen(to: path, comment)
        guard let reader = try? ClipReader(path), let decoder = try? DecoderChoice.openSoftware(reader.parameters) else { return }
        for place in [.zero, reader.duration / 2, reader.duration] as [Duration] {
            _ = try? reader.seek(to: .zero + place)
            var units = 0
            reading: while units < Self.mostUnits {
                units += 1
                switch try? reader.read({ unit in _ = try? decoder.decode(unit) }) {
                case .atEnd?, nil: break reading
                case .unit?, .broken?, .overtaken?: break
                }
            }
            #expect(units < Self.mostUnits, comment)
            decoder.flush()
        }
    }

    private func listen(to path: String, _ comment: Comment) {
        guard let reader = try? WaveformReader(path) else { return }
        var seconds = 0
        do {
            while try reader.measure(units: 47) == nil, seconds < Self.mostUnits { seconds += 1 }
        } catch {}
        #expect(seconds < Self.mostUnits, comment)
    }

    /// Copies the clip as in trimming, and in exports for anybody and in slow motion.
    private func copy(_ path: String, of size: Int, _ comment: Comment) throws {
        let copies = [
            try? ClipRemuxer(path, span: .milliseconds(300)...(.seconds(2)), metadata: ["title": "a part"]),
            try? ClipRemuxer(forAnybody: [path], metadata: [:]), try? ClipRemuxer(forAnybody: [path], slowness: 4, metadata: [:]),
        ]
        for copy in copies.compactMap(\.self) {
            let output = CountingOutput()
            _ = try? copy.write(to: output)
            // All samples, an index for each copy, and room that was left for a longer index.
            #expect(output.end <= Int64(8 * size + 4 << 20), comment)
        }
    }
}

/// Counts the written bytes, and keeps nothing.
private final class CountingOutput: ClipOutput {
    private(set) var end: Int64 = 0

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws { end = max(end, offset + Int64(bytes.count)) }
}
