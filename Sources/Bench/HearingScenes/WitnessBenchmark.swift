// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Runtime

/// Measures the second witness of a heard shot (docs/hearing.md) on the block means of footage: the files `movement-*.csv` of a folder. The
/// own shots of `movement-a.csv` are the seconds in `movement-a.txt`.
enum WitnessBenchmark {
    private static let bar = "every own shot, ≤ 10 % of other moments"

    /// - Throws: `Failure` if a file can't be read.
    static func run(_ folder: String) throws(Failure) -> [Figure] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw Failure(.noInput, "bench witness: \(folder) can't be read")
        }
        let tables = names.filter { $0.hasPrefix("movement-") && $0.hasSuffix(".csv") }.sorted()
        guard !tables.isEmpty else {
            let value = "left out: \(folder) has no movement-*.csv, the block means of footage (docs/measured.md)"
            return [Figure(name: "footage", value: value, bar: bar)]
        }
        var (figures, all): ([Figure], MovementScene.Testimony) = ([], MovementScene.Testimony())
        for name in tables {
            guard let table = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else {
                throw Failure(.noInput, "bench witness: \(folder)/\(name) can't be read")
            }
            let shots = try? String(contentsOfFile: "\(folder)/\(name.dropLast(4)).txt", encoding: .utf8)
            let scene = try MovementScene(name: name, table: table, shots: shots ?? "")
            let testimony = scene.testimony()
            let seconds = decimals(Double(scene.pictures.count) / MovementScene.rate, 1)
            figures.append(Figure(name: "\(name), \(seconds) s", value: words(testimony), bar: bar))
            all.bursts += testimony.bursts
            (all.shots, all.seenShots) = (all.shots + testimony.shots, all.seenShots + testimony.seenShots)
            (all.others, all.seenOthers) = (all.others + testimony.others, all.seenOthers + testimony.seenOthers)
        }
        return figures + [Figure(name: "all", value: words(all), bar: bar)]
    }

    private static func words(_ testimony: MovementScene.Testimony) -> String {
        let share = Double(testimony.seenOthers) / Double(max(1, testimony.others))
        let shots = testimony.shots == 0 ? "own shots unknown" : "\(testimony.seenShots) of \(testimony.shots) own shots witnessed"
        return "\(testimony.bursts.count) bursts, \(shots), \(decimals(share * 100, 1)) % of other moments"
    }
}
