// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage

/// The languages that lie beside the program, each a file that somebody translated.
enum FoundLanguages {
    /// The folder of the system's languages; the other one is beside the program and comes first.
    private static let shared = "/usr/share/vir/languages"

    /// Offers the languages of these folders. Called once, before the settings are read.
    /// - Returns: a line for each file that isn't offered.
    @discardableResult
    static func offer() -> [String] {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map { URL(fileURLWithPath: $0) }
        let beside = program.map { $0.deletingLastPathComponent().appendingPathComponent("languages").path }
        let (languages, problems) = find(in: [beside, shared].compactMap { $0 })
        LanguageShelf.put(languages)
        return problems
    }

    /// Returns the languages of these folders, and a line for each file that isn't offered. Of two files with one name, the first counts.
    static func find(in paths: [String]) -> (languages: [Language], problems: [String]) {
        let folders = paths.map { LanguageFolder($0) }
        var languages: [Language] = []
        for language in folders.flatMap(\.languages) where !languages.contains(where: { $0.id == language.id }) { languages.append(language) }
        return (languages, folders.flatMap(\.problems))
    }
}
