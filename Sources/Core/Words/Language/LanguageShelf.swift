// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The languages that the box offers: those of the program, and those whose files were found when it started.
package enum LanguageShelf {
    private static let found = Mutex<[Language]>([])

    /// All languages, those of the program first. Thread-safe.
    package static var languages: [Language] { Language.all + found.withLock { $0 } }

    /// Offers these languages too, in the place of those that were found before. A language with the name of one of the program's is left
    /// out. Called once, before the settings are read. Thread-safe.
    package static func put(_ languages: [Language]) {
        let own = Set(Language.all.map(\.id))
        found.withLock { $0 = languages.filter { !own.contains($0.id) } }
    }

    /// Returns the language that a word of `settings.toml` chooses: `german`; `nil` if it isn't there. Thread-safe.
    package static func language(_ id: String) -> Language? {
        Language.all.first { $0.id == id } ?? found.withLock { found in found.first { $0.id == id } }
    }
}
