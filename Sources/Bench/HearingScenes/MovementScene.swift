// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Runtime

/// Footage as the block means of its pictures, 30 a second, with the times of the archer's own shots.
struct MovementScene {
    static let rate = 30.0
    /// A moment is another one if no own shot is this near, in seconds. Before that time of the footage nobody knows what is usual.
    private static let apart = 1.0

    var name: String
    var pictures: [BlockMeans] = []
    /// The archer's own releases, in seconds from the first picture.
    var shots: [Double] = []

    /// Reads a scene.
    /// - Parameters:
    ///   - table: a line for each picture, with its 144 means separated by commas, 0…255 each, row by row. A head and lines that begin with `#` are
    ///     skipped.
    ///   - shots: seconds, separated by spaces, commas or ends of lines.
    /// - Throws: `Failure` with the name and the line if something else is there.
    init(name: String, table: String, shots: String) throws(Failure) {
        self.name = name
        for (index, line) in table.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() where !line.isEmpty {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let means = cells.compactMap { Self.number($0) }
            if line.hasPrefix("#") || means.isEmpty && pictures.isEmpty { continue }
            guard means.count == cells.count, means.count == BlockMeans.count, means.allSatisfy({ (0...255).contains($0) }) else {
                throw Failure(.noInput, "\(name):\(index + 1): it isn't \(BlockMeans.count) means from 0 to 255")
            }
            pictures.append(BlockMeans(means))
        }
        for word in shots.split(whereSeparator: { $0.isWhitespace || $0 == "," }) {
            guard let second = Self.number(word), second.isFinite, second >= 0 else {
                throw Failure(.noInput, "\(name): '\(word)' is no time of a shot")
            }
            self.shots.append(second)
        }
    }

    private static func number(_ word: Substring) -> Double? { Double(word.drop { $0 == " " }.prefix { $0 != " " && $0 != "\r" }) }

    /// The bursts of a scene, and the moments that they witness.
    struct Testimony {
        /// The seconds with which bursts begin.
        var bursts: [Double] = []
        var (shots, seenShots) = (0, 0)
        /// Moments without an own shot, one a picture: a neighbour may shoot at each.
        var (others, seenOthers) = (0, 0)
    }

    /// Lets the box's rule see all pictures. The whole picture counts: where the person is isn't asked.
    func testimony() -> Testimony {
        var testimony = Testimony()
        var rule = MovementBurst()
        for (number, picture) in pictures.enumerated() {
            let second = Double(number) / Self.rate
            if rule.take(picture, at: .seconds(second)) != nil { testimony.bursts.append(second) }
        }
        let bursts = testimony.bursts
        func isSeen(_ moment: Double) -> Bool { bursts.contains { MovementBurst.beside.contains(.seconds($0 - moment)) } }
        testimony.shots = shots.count
        testimony.seenShots = shots.count(where: isSeen)
        let moments = pictures.indices.map { Double($0) / Self.rate }
        let others = moments.filter { moment in moment >= Self.apart && shots.allSatisfy { abs($0 - moment) > Self.apart } }
        testimony.others = others.count
        testimony.seenOthers = others.count(where: isSeen)
        return testimony
    }
}
