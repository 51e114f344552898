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
        case .setting(let setting):
            let page = MenuPage.allCases.first { $0.allRows.contains(setting) }
            goToMenu(MenuTile.allCases.first { $0.page != nil && $0.page == page } ?? .more)
            tap(.knob)
            if page?.rows.contains(setting) == false { openRow(.setting(.allSettings)) }
        case .archer, .addArcher:
            goToMenu(.archer)
            tap(.knob)
        case .clockGo, .clockEnd, .clockEmergency:
            goToMenu(.lineClock)
            tap(.knob)
        case .shootsNow, .archerName, .archersRound, .leftHanded, .removeArcher:
            goToMenu(.archer)
            tap(.knob)
            if let name = appliance.settings.shooter?.name { openRow(.archer(name)) }
        }
        choose(row)
    }

    /// Chooses a row and pushes it.
    mutating func openRow(_ row: MenuRow) {
        choose(row)
        tap(.knob)
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

    /// The value of the chosen row.
    var rowValue: String? { menuRow.map { appliance.context.value(of: $0, of: appliance.menu.panel.archer) } }

    /// The screen on which a face or a round is chosen, if it is up.
    var choiceScreen: ChoiceScreen? { appliance.path.stack.last?.as(ChoiceScreen.self) }
}
