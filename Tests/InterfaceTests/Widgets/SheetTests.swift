// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// There is one kind of sheet.
@Suite struct SheetTests {
    @Test func aSheetIsAtTheRightDownToTheFooter() {
        let look = Theme(Settings())
        for (width, units) in [(Sheet.Width.narrow, 640.0), (.wide, 928)] {
            #expect(Sheet(look, width).rect == Rect(x: 1824 - units, y: 54, width: units, height: 872))
        }
    }

    @Test(
        "fault 20: pages, notes, filter and export lie on the same sheet, in one grey, and nothing reaches out of it",
        arguments: [Station.row, .allSettings, .archers, .archer, .naming, .editing, .about, .notes, .writing, .filter, .export])
    func everySheetIsTheSame(station: Station) throws {
        let box = station.box
        let look = Theme(box.appliance.settings)
        let grounds = box.scene.layers.flatMap { layer -> [Rect] in
            guard case .drawing(let drawing) = layer.content else { return [] }
            return drawing.commands.compactMap { command in
                guard case .fill(let rect, Sheet.radius, let color) = command, color == Palette.page.opacity(0.96) else { return nil }
                return rect
            }
        }
        let ground = try #require(grounds.first)
        #expect(grounds.count == 1)
        let sheets = [Sheet(look, .narrow).rect, Sheet(look, .wide).rect]
        #expect(sheets.contains { $0.x == ground.x && $0.width == ground.width && $0.y == ground.y }, "\(ground)")
        // The synthetic camera's strip stays free beside the menu.
        #expect(ground.maxY == 926 || ground.maxY == Areas.middleBottom)
        #expect(FooterLayout(look).rect.y >= ground.maxY + Theme.margin)
    }
}
