// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ToolRow {
    /// Returns the row in words: the chosen tool with its place and state, and what it does.
    /// - Parameters:
    ///   - undo: what Undo would take back, and Redo do again; `nil` if there is nothing.
    func spoken(_ layers: ToolLayers, undo: String?, redo: String?) -> Spoken {
        let offers = layers[layer]
        let title = layer == .row ? Strings.word(of: ActionLabel.tools) : Strings.moreTools
        guard offers.indices.contains(choice) else { return Spoken(title, title) }
        let offer = offers[choice]
        let deed = offer.tool == .undo ? undo : offer.tool == .redo ? redo : nil
        return Spoken(
            title, Spoken.of(Strings.word(of: offer.tool), choice, of: offers.count),
            state: [offer.state, deed, offer.isPossible ? nil : Strings.Spoken.refused], guide: [.press(.knob), .hold(.knob)],
            help: deed == nil ? Strings.help(for: offer.tool) : nil)
    }
}
