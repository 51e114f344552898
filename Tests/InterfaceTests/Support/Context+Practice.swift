// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

extension Context {
    /// Makes the shared state for a screen that is tested alone.
    init(_ settings: Settings, _ book: ScoreBook? = nil) {
        self.init(settings: settings, at: .zero)
        desk = Desk(book)
    }
}
