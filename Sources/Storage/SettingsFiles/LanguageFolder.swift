// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The languages of a folder: a file `NAME.txt` for each, in the format of `english.txt`.
///
/// A file is held to the laws of the program's own languages (`LanguageLaws`). It may lack phrases, which are then said in English. A file with
/// a mistake isn't offered. It may hold anything, so its size and the number of files are bounded. Reentrant.
package struct LanguageFolder: Sendable {
    /// The languages without a mistake, by their names.
    package private(set) var languages: [Language] = []
    /// A line for each file that isn't offered, and why.
    package private(set) var problems: [String] = []

    /// The most files that are read.
    static let mostFiles = 16
    /// The longest file that is read, in bytes: several times as long as `english.txt`.
    static let longestBytes = 512 << 10
    private static let fileEnd = ".txt"
    private static let longestName = 32

    /// Reads a folder. A folder that isn't there has no languages.
    package init(_ path: String, files: any FileSystem = POSIXFileSystem()) {
        do throws(CardError) {
            guard try files.isFolder(path) else { return }
            let names = try files.list(path).filter { $0.hasSuffix(Self.fileEnd) }
            if names.count > Self.mostFiles { refuse(path, "it has \(names.count) files; only the first \(Self.mostFiles) are read") }
            for name in names.prefix(Self.mostFiles) { read(name, in: path, files) }
        } catch {
            refuse(path, "\(error)")
        }
    }

    private mutating func read(_ name: String, in folder: String, _ files: any FileSystem) {
        let (place, id) = ("\(folder)/\(name)", String(name.dropLast(Self.fileEnd.count)))
        guard Self.isID(id) else {
            return refuse(place, "its name has other signs than a to z, 0 to 9 and -, or more than \(Self.longestName)")
        }
        guard !Language.all.contains(where: { $0.id == id }) else { return refuse(place, "the program has a language of this name") }
        do throws(CardError) {
            guard let text = Self.text(try files.contents(of: place, limit: Self.longestBytes)) else {
                return refuse(place, "it is no plain text: save it as UTF-8")
            }
            let language = Language(text, id: id)
            let mistakes = LanguageLaws().mistakes(in: language)
            guard let first = mistakes.first else {
                languages.append(language)
                return
            }
            refuse(place, mistakes.count > 1 ? "\(first), and \(mistakes.count - 1) more" : first)
        } catch {
            refuse(place, "\(error)")
        }
    }

    private mutating func refuse(_ place: String, _ reason: String) {
        problems.append("language \(place): \(reason)".onOneLine)
    }

    private static func isID(_ word: String) -> Bool {
        !word.isEmpty && word.utf8.count <= longestName
            && word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }

    /// Returns the text of a file, without what a program of Windows adds to it: a mark at its beginning, and a carriage return in each line.
    private static func text(_ bytes: [UInt8]) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let body = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        }
        return String(validating: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
}
