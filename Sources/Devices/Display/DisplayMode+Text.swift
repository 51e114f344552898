// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension DisplayMode {
    /// Reads a mode as `TVMode` reads it.
    init?(_ text: String) {
        guard let mode = TVMode(text) else { return nil }
        self.init(size: mode.size, refresh: mode.refresh)
    }
}
