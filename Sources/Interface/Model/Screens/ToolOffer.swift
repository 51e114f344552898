// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A tool that a screen offers, and the tool's state there.
struct ToolOffer: Hashable, Sendable {
    var tool: Tool
    var isPossible = true
    /// "On" for a switch that is on; otherwise the tool's setting in a word.
    var state: String?

    init(_ tool: Tool, isPossible: Bool = true, state: String? = nil) {
        self.tool = tool
        self.isPossible = isPossible
        self.state = state
    }
}
