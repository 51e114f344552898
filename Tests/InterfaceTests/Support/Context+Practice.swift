// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

extension Context {
    /// What a screen shares with the others when it is used alone.
    init(_ settings: Settings, _ book: ScoreBook? = nil) {
        self.init(settings: settings, at: .zero)
        desk = Desk(book)
    }
}
