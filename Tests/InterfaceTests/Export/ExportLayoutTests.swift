// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// On the export sheet nothing overlaps, is cut or leaves the sheet, whatever it has to show.
@Suite struct ExportLayoutTests {
    private static let states: [(name: String, news: [ExportNews])] = {
        let long = Message("The stick says something at great length that nobody thought of when the sheet was drawn, and goes on about it")
        let stick = StickState.ready(label: "A STICK WITH A VERY LONG NAME", freeBytes: 14_200_000_000)
        let result = ExportResult(place: .stick, label: "KINGSTON", written: 120, replaced: 12, kept: 3, problems: [long])
        let progress = ExportProgress(
            place: .stick, label: "A STICK WITH A VERY LONG NAME", file: 188, files: 200, doneBytes: 1_881_000_000, bytes: 2_888_000_000,
            secondsLeft: 5_880)
        let made = ExportProgress(
            place: .stick, label: "KINGSTON", file: 2, files: 8, doneBytes: 1_881_000_000, bytes: 2_888_000_000, secondsLeft: 5_880,
            isMadeAnew: true)
        return [
            ("no stick", [.stick(.none)]), ("ready", [.stick(stick)]), ("looked through", [.stick(.checking)]),
            ("refused", [.stick(.refused(label: "FOREIGN", reason: long))]), ("runs", [.stick(stick), .progress(progress)]),
            ("ended", [.stick(stick), .ended(ExportResult(place: .stick, label: "KINGSTON", written: 6, replaced: 1, kept: 13))]),
            ("ended badly", [.ended(result)]),
            ("stopped", [.stopped(reason: long, result)]),
            ("made anew", [.stick(stick), .progress(made)]),
        ]
    }()

    @Test(arguments: [100, 150, 200], [false, true])
    func everythingHasItsPlace(scale: Int, hasHighContrast: Bool) throws {
        for (name, news) in Self.states {
            for detents in [0, 4, 8] {
                var box = Station.export.box
                box.change {
                    $0.textScalePercent = scale
                    $0.hasHighContrast = hasHighContrast
                }
                box.tap(.left)
                box.panel(.turned(detents))
                box.run(to: box.now.seconds + 1)
                for news in news { box.send(.export(news)) }
                let scene = try sheet(box)
                let layout = try layout(box)
                for (index, (run, bounds)) in scene.texts.enumerated() {
                    #expect(run.size >= 24, "\(name): “\(run.text)”")
                    #expect(layout.panel.encloses(bounds) && bounds.maxX <= Areas.right && bounds.y >= Areas.top, "\(name): “\(run.text)”")
                    #expect(bounds.maxY <= FooterLayout(Theme(box.appliance.settings)).rect.y, "\(name): “\(run.text)”")
                    for (other, otherBounds) in scene.texts[(index + 1)...] {
                        #expect(!bounds.inset(by: 1).intersects(otherBounds.inset(by: 1)), "\(name): “\(run.text)” and “\(other.text)”")
                    }
                }
                let chosen = min(detents, try last(box))
                #expect(layout.rows.contains { $0.index == chosen } && layout.rows.count >= 2, "\(name): the chosen row is seen")
                for row in layout.rows { #expect(!row.rect.intersects(layout.place) && row.rect.y >= layout.line.maxY) }
            }
        }
    }

    private func layout(_ box: Rehearsal) throws -> ExportLayout {
        guard let screen = box.appliance.path.stack.last?.as(ExportScreen.self) else { throw Missing() }
        return ExportLayout(screen, box.appliance.context, at: box.now)
    }

    /// Returns the index of the last row.
    private func last(_ box: Rehearsal) throws -> Int {
        guard let screen = box.appliance.path.stack.last?.as(ExportScreen.self) else { throw Missing() }
        return screen.forms(box.appliance.context.exporting).count - 1
    }

    private func sheet(_ box: Rehearsal) throws -> Scene {
        guard let screen = box.appliance.path.stack.last?.as(ExportScreen.self) else { throw Missing() }
        return Scene(layers: screen.layers(in: box.appliance.context, at: box.now))
    }

    private struct Missing: Error {}
}
