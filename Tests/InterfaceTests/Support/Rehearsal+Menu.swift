// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

// The menu, worked with the knob alone: whoever looks for a row doesn't count.
extension Rehearsal {
    /// From Live to a tile, which isn't opened.
    mutating func goToMenu(_ tile: MenuTile) {
        tap(.knob)
        choose(tile)
    }

    /// From the tiles to one of them.
    mutating func choose(_ tile: MenuTile) {
        guard let target = MenuTile.allCases.firstIndex(of: tile), let index = MenuTile.allCases.firstIndex(of: appliance.menu.tile) else { return }
        if target != index { panel(.turned(target - index)) }
    }

    /// From Live to a row of the page that has it.
    mutating func goToRow(_ row: MenuRow) {
        switch row {
        case .setting(let setting): goToMenu(MenuTile.allCases.first { $0.page?.rows.contains(setting) ?? false } ?? .more)
        default: goToMenu(.archer)
        }
        tap(.knob)
        choose(row)
    }

    mutating func goToRow(_ row: SettingRow) { goToRow(.setting(row)) }

    /// From Live to the list of the card's sessions.
    mutating func goToSessions() {
        goToMenu(.sessions)
        tap(.knob)
    }

    /// From any row of a page to another one.
    mutating func choose(_ row: MenuRow) {
        let menu = appliance.menu
        let rows = menu.rows(of: menu.panel, appliance.settings)
        guard let target = rows.firstIndex(of: row), let index = menuRow.flatMap(rows.firstIndex) else { return }
        if target != index { panel(.turned(target - index)) }
    }

    /// The row that the menu is on.
    var menuRow: MenuRow? { appliance.menu.row(in: appliance.settings) }

    /// Where a row of the page that is up lies.
    func place(of row: MenuRow) -> Rect? {
        let menu = appliance.menu
        let index = menu.rows(of: menu.panel, appliance.settings).firstIndex(of: row)
        return menu.sheetLayout(of: menu.panel, appliance.context, at: now).rows.first { $0.index == index }?.rect
    }

    /// The faces or the rounds that are up to be chosen.
    var choiceScreen: ChoiceScreen? { if case .choice(let screen)? = appliance.path.stack.last { screen } else { nil } }
}
