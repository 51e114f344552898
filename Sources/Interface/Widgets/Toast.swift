// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A word in the middle of the screen for a second and a half: what was just changed.
struct Toast: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case delay(Double)
        case words(String)
    }

    var content: Content
    var span: Stretch

    init(_ content: Content, at now: Timestamp) {
        self.content = content
        span = Stretch(now, for: Motion.toast)
    }
}
