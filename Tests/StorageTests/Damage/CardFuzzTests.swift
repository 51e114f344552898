// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// A card with damaged files of one session, or of the card itself: starting succeeds, and everything else is unchanged.
@Suite struct CardFuzzTests {
    /// 100 cards, or the number in `VIR_FUZZED_CARDS`.
    static let seeds: ClosedRange<UInt64> = 1...UInt64(damagedFiles("VIR_FUZZED_CARDS", few: 100))

    private static let names = (1...3).map { "2026-11-20_1403_S0\($0)" }

    /// Three sessions of three clips: two are filed, and a cut left one open.
    private static let sound = Result {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        for number in 1...3 {
            let session = try card.openSession(Samples.header(number))
            try session.append(.target(SessionTarget(archer: "Ana", face: "wa_122")))
            for clip in 1...3 {
                try session.append(.marked(Samples.mark(clip)))
                try session.append(.impact(mark: clip, seconds: 0.5 + Double(clip) / 100))
                try session.writeClip(clip)
            }
            try session.append(.judged(clip: 2, ClipJudgement(isLiked: true)))
            try session.append(.end(Samples.end(1, [0, 61, nil], clips: [1, 2, 3])))
            try session.append(.notes("windy, session \(number)"))
            if number < 3 { try session.close(.stopped) }
        }
        let line = Annotation(id: StandingLines.firstID, kind: .line, points: [Point(0.1, 0.1), Point(0.9, 0.9)], ink: .yellow, width: 4)
        try card.keep(StandingLines(isOn: true, lines: [line]))
        try disk.replace("/card/settings.toml", with: Array("delay = 7\n".utf8))
        disk.endPrograms()
        return disk.image
    }

    /// Returns the file to damage and the index of its session; `nil` if it is the whole card's.
    private static func target(among files: [String: [UInt8]], _ random: inout SeededGenerator) -> (path: String, session: Int?)? {
        // Clips have tests of their own.
        let paths = files.keys.filter { !$0.contains("/clips/") && !$0.contains("/thumbs/") }.sorted()
        // Records and journals are chosen as often as all others together.
        let own = paths.filter { $0.hasSuffix("session.json") || $0.hasSuffix("journal.jsonl") }
        return (Bool.random(using: &random) ? own : paths).randomElement(using: &random).map { path in
            (path, names.firstIndex { path.hasPrefix("/card/\($0)/") })
        }
    }

    @Test(arguments: seeds)
    func oneDamagedFileCostsNothingElse(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let image = try Self.sound.get()
        let files = CrashDisk(image).files()
        let (path, damaged) = try #require(Self.target(among: files, &random))
        let before = try #require(files[path])
        let bytes = before.mutated(&random)
        let comment: Comment = "seed \(seed): \(path)"

        let disk = CrashDisk(image)
        try disk.replace(path, with: bytes)
        let card = Practice.card(on: disk)
        let report = try card.recover()
        _ = try card.find(SessionQuery())
        _ = try card.standingLines()
        _ = try card.resumableSessions()
        _ = try card.unjudgedClips(after: nil, limit: 10)
        _ = card.linesSeen(by: "Ana")
        let sessions = try card.sessions()

        let whole = CrashDisk(image)
        let untouched = Practice.card(on: whole)
        _ = try untouched.recover()
        for expected in try untouched.sessions() where Self.names.firstIndex(of: expected.name) != damaged {
            #expect(sessions.first { $0.name == expected.name } == expected, comment)
        }
        // Whatever happened to its record, no clip is lost, under whatever name.
        for (place, clip) in files where place.contains("/clips/") {
            let folder = String(place.prefix(upTo: place.lastIndex(of: "/") ?? place.endIndex))
            let number = place.dropFirst(folder.count + 1).prefix(2)
            let kept = disk.files().filter { $0.key.hasPrefix("\(folder)/\(number)") }
            #expect(kept.contains { $0.value.suffix(80) == clip.suffix(80) }, comment)
        }
        // The next start has nothing to do, and reports no other problems.
        let again = try card.recover()
        #expect(again.recovered == [] && again.adoptedClips == [] && again.removed == [], comment)
        let others = again.problems.filter { problem in
            !report.problems.contains(problem) && damaged.map { problem.hasPrefix(Self.names[$0]) } != true
        }
        #expect(others == [], comment)
    }
}
