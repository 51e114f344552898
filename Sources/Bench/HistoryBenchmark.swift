// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Runtime
import Storage

/// Compares listing 1,000 sessions of 72 arrows from the index with listing them by reading their records.
enum HistoryBenchmark {
    private static let sessions = 1_000
    private static let arrows = 72

    static func run() throws -> [Figure] {
        let folder = try ScratchFolder.make("bench-history")
        defer { ScratchFolder.remove(folder) }
        let names = try fill(folder)
        let card = Card(path: folder, files: POSIXFileSystem(), reserveBytes: 0)
        let bare = Card(path: folder, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: false)
        func seconds(_ work: () throws -> Void) rethrows -> Double {
            let start = Comparison.seconds(.wall)
            try work()
            return Comparison.seconds(.wall) - start
        }
        let rebuilt = try seconds { _ = try card.recover() }
        let looked = try seconds { _ = try card.recover() }

        // The bare way reads every record: a few rounds are enough to see the difference.
        let listing = try Comparison(rounds: 3, clock: .wall) {
            _ = try card.find(SessionQuery(face: "wa_122"))
        } bare: {
            _ = try bare.find(SessionQuery(face: "wa_122"))
        }
        let opening = try Comparison(rounds: 9, clock: .wall) {
            _ = try card.session(named: names[sessions / 2])
        } bare: {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(names[sessions / 2])/session.json"))
            _ = try JSONSerialization.jsonObject(with: bytes)
        }
        return [
            Figure(
                name: "a page of \(sessions) sessions of \(arrows) arrows, with totals; the same from their records",
                value: "\(decimals(listing.ours * 1000, 1)) ms; \(decimals(listing.bare * 1000, 0)) ms", bar: "< 100 ms"),
            Figure(
                name: "a session opened / its file parsed bare", value: "\(opening.ratio), \(decimals(opening.ours * 1000, 1)) ms",
                bar: "no wait"),
            Figure(name: "the card looked after at a start", value: "\(decimals(looked * 1000, 0)) ms", bar: "reported"),
            Figure(name: "the same where the index and the card's page are missing", value: "\(decimals(rebuilt, 1)) s", bar: "reported"),
        ]
    }

    /// Writes the sessions' records as the card has them.
    private static func fill(_ folder: String) throws -> [String] {
        var names: [String] = []
        for number in 1...sessions {
            let month = 1 + number % 12
            let label = "2026-\(month < 10 ? "0" : "")\(month)-11T14:03:00"
            let name = "2026-\(month < 10 ? "0" : "")\(month)-11_1403_S\(number < 10 ? "0" : "")\(number)"
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)/clips", withIntermediateDirectories: true)
            let data = try JSONEncoder().encode(record(number, label))
            try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)/session.json"))
            names.append(name)
        }
        return names
    }

    private static func record(_ number: Int, _ label: String) -> SessionRecord {
        let face = FaceCatalog.all[number % 3]
        let ends = (1...arrows / 6).map { end in
            EndRecord(
                number: end, face: face, shaft: Length(millimetres: 5.5), clips: [],
                arrows: (1...6).map { arrow in
                    PlacedArrow(
                        number: arrow,
                        place: FacePoint(distance: Length(millimetres: Double(arrow * end)), towards: Angle(degrees: Double(arrow * 61))))
                }, isDone: true)
        }
        let header = SessionHeader(
            number: number, started: label, size: .hd1080, framesPerSecond: 30, delaySeconds: 5, camera: "bench",
            encoder: "bench")
        return SessionRecord(header: header, ends: ends, notes: number % 5 == 0 ? "windy" : "", ending: .stopped)
    }
}
