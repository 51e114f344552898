// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

extension Card {
    /// The longest file that is read, in bytes. Nobody draws as much.
    private static let mostBytes: Int64 = 1 << 20

    /// Returns the lines that stay on every picture; `nil` if the card has none, or none that can be read.
    /// - Throws: the card's refusal.
    public func standingLines() throws(CardError) -> StandingLines? {
        let file = "\(path)/\(CardLayout.lines)"
        guard case .file(let size)? = try files.kind(of: file), size <= Self.mostBytes else { return nil }
        let bytes = try files.read(file, from: 0, count: Int(size))
        return try? JSONDecoder().decode(StandingLines.self, from: Data(bytes))
    }

    /// Returns the lines that are shown on this archer's pictures, as they lie on the upright picture: mirrored for the archer's hand,
    /// which the card's settings say. Empty if the lines are off or can't be read.
    public func linesSeen(by archer: String?) -> [Annotation] {
        guard let lines = (try? standingLines()) ?? nil, lines.isOn else { return [] }
        let (settings, _) = SettingsFile.load("\(path)/\(CardLayout.settings)", files: files)
        return lines.handed(isLeftHanded: settings.isLeftHanded(archer))
    }

    /// Keeps the lines, whole or not at all.
    /// - Throws: the card's refusal.
    public func keep(_ lines: StandingLines) throws(CardError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try encoder.encode(lines)) + [UInt8(ascii: "\n")]
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.lines, reason: "\(error)")
        }
        let file = "\(path)/\(CardLayout.lines)"
        try attempt { () throws(CardError) in
            try requireRoom(for: Int64(bytes.count))
            // Somebody may have edited the file on a laptop, with a slip.
            if try files.kind(of: file) != nil, try standingLines() == nil {
                let aside = try files.moveAside(file)
                note("\(CardLayout.lines): can't be read; it is kept as \(aside.split(separator: "/").last ?? "")")
            }
            try files.replace(file, with: bytes)
        }
    }
}
