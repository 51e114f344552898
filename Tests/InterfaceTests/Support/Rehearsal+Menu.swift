// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

// Moves in the menu with the knob alone. The way to a row is no test of its own.
extension Rehearsal {
    /// Goes on with the session about which Live asks: by the menu's first tile.
    mutating func goOnByMenu() {
        tap(.knob)
        tap(.knob)
    }

    /// Goes from Live to a tile without opening it.
    mutating func goToMenu(_ tile: MenuTile) {
        tap(.knob)
        choose(tile)
    }

    /// Goes from the tiles to one of them.
    mutating func choose(_ tile: MenuTile) {
        let tiles = MenuTile.tiles(in: appliance.context)
        guard let target = tiles.firstIndex(of: tile), let index = tiles.firstIndex(of: appliance.menu.tile) else { return }
        if target != index { panel(.turned(target - index)) }
    }

    /// Goes from Live to a row, through the page that has it.
    mutating func goToRow(_ row: MenuRow) {
        switch row {
        case .setting(let setting): goToMenu(MenuTile.allCases.first { $0.page?.rows.contains(setting) ?? false } ?? .more)
        default: goToMenu(.archer)
        }
        tap(.knob)
        choose(row)
    }

    mutating func goToRow(_ row: SettingRow) { goToRow(.setting(row)) }

    /// Goes from Live to the list of the card's sessions.
    mutating func goToSessions() {
        goToMenu(.sessions)
        tap(.knob)
    }

    /// Goes from any row of a page to another one.
    mutating func choose(_ row: MenuRow) {
        let menu = appliance.menu
        let rows = menu.rows(of: menu.panel, appliance.settings)
        guard let target = rows.firstIndex(of: row), let index = menuRow.flatMap(rows.firstIndex) else { return }
        if target != index { panel(.turned(target - index)) }
    }

    /// The row that is chosen in the menu.
    var menuRow: MenuRow? { appliance.menu.row(in: appliance.settings) }

    /// Returns the area of a row on the present page.
    func place(of row: MenuRow) -> Rect? {
        let menu = appliance.menu
        let index = menu.rows(of: menu.panel, appliance.settings).firstIndex(of: row)
        return menu.sheetLayout(of: menu.panel, appliance.context, at: now).rows.first { $0.index == index }?.rect
    }

    /// The screen on which a face or a round is chosen, if it is up.
    var choiceScreen: ChoiceScreen? { appliance.path.stack.last?.as(ChoiceScreen.self) }
}
