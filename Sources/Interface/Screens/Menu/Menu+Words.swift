// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The menu's words, for the TV and for the voice.
extension Menu {
    func title(of panel: Panel) -> String {
        switch panel {
        case .tiles: Strings.menu
        case .page(let page): Strings.title(of: page)
        case .all: Strings.title(of: .allSettings)
        case .archers: Strings.archers
        case .lineClock: Strings.lineClock
        case .archer(let name): name
        case .naming: Strings.newName
        case .about: Strings.aboutTitle
        }
    }

    /// Returns the value of a row: of the row that teaches a key, the control that the key shall be.
    /// - Parameter isHeld: true if the knob holds the value.
    func value(of row: MenuRow, isHeld: Bool, on panel: Panel, _ context: Context) -> String {
        isHeld && row == .setting(.learnKey) ? Strings.name(of: learning.meaning) : context.value(of: row, of: panel.archer)
    }

    /// Returns the line under the rows: what the chosen row does, or what it has just done.
    func help(on panel: Panel, choice: Int, _ context: Context) -> String {
        if learning.isListening { return Strings.listening(for: learning.meaning) }
        if let outcome { return outcome }
        let rows = rows(of: panel, context.settings)
        return rows.indices.contains(choice) ? context.help(for: rows[choice], of: panel.archer) : Strings.nameHelp
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let title = title(of: panel)
        switch panel {
        case .tiles:
            let tiles = MenuTile.tiles(in: context)
            return Spoken(
                title, Spoken.of(tile.title, tiles.firstIndex(of: tile) ?? 0, of: tiles.count), state: [tile.value(in: context, at: now)])
        case .about:
            let paragraphs = Strings.about(context.settings, version: context.version)
            let words = paragraphs.indices.contains(aboutTop) ? paragraphs[aboutTop] : ""
            return Spoken(title, Spoken.of(words, aboutTop, of: paragraphs.count))
        case .naming: return Spoken.letters(title, wheel.letters)
        case .page, .all, .archers, .archer, .lineClock: return spokenRow(title, context)
        }
    }

    /// Returns the chosen row in words. While its value is changed, the guide says by what it is taken.
    private func spokenRow(_ title: String, _ context: Context) -> Spoken {
        let rows = rows(of: panel, context.settings)
        guard let row = row(in: context.settings), let index = rows.firstIndex(of: row) else { return Spoken(title, title) }
        let settings = panel.archer.map(context.settings.shooting) ?? context.settings
        return Spoken(
            title, Spoken.of(row.title(in: settings), index, of: rows.count),
            state: [value(of: row, isHeld: isEditing, on: panel, context), row.matters(in: settings) ? nil : Strings.Spoken.idle],
            guide: isEditing ? [.turn, .press(.knob), .press(.stop)] : [.press(.knob), .hold(.knob)],
            help: help(on: panel, choice: index, context))
    }
}
