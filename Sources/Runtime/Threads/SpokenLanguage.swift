// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The language that the services speak, which follows the setting `language`. Thread-safe.
final class SpokenLanguage: Sendable {
    private let id = Mutex(Settings().language)

    var current: String { id.withLock { $0 } }

    func follow(_ settings: Settings) { id.withLock { $0 = settings.language } }
}
