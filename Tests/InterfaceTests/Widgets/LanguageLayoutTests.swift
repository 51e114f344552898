// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The languages of the box beside English, on every screen in each of its states.
@Suite struct LanguageLayoutTests {
    private static let others = Language.all.filter { $0.id != Language.english.id }.map(\.id)

    /// Returns the box of a station in this language, at this size of text.
    private func box(_ station: Station, _ id: String, _ scale: Int) -> Rehearsal {
        Language.speaking(id) {
            var box = station.box
            var settings = box.appliance.settings
            settings.textScalePercent = scale
            settings.language = id
            box.send(.card(.settings(settings, [])))
            return box
        }
    }

    /// Returns the words that are cut off.
    private func cut(_ box: Rehearsal) -> Set<String> {
        Set(
            box.scene.texts.map(\.run).filter { run in
                run.width.map { TextMetrics.lines(run.text, size: run.size, within: $0 + 0.01) > run.maximumLines } ?? false
            }.map(\.text))
    }

    /// A name that somebody made up may be cut, in English as well.
    @Test(arguments: Station.allCases, [100, 200]) func noWordIsCut(station: Station, scale: Int) {
        let names = cut(box(station, Language.english.id, scale))
        for id in Self.others {
            #expect(cut(box(station, id, scale)).subtracting(names) == [], "\(id), \(scale) %, \(station.rawValue)")
        }
    }

    @Test func everyToolHasRoomOnItsTile() {
        for id in Language.all.map(\.id) {
            for shape in [Canvas.shape, UprightTests.upright.shape] {
                for scale in [100, 150, 200] {
                    Canvas.$shape.withValue(shape) {
                        var settings = Settings()
                        settings.textScalePercent = scale
                        let look = Theme(settings)
                        let room = ToolRowLayout(look, count: 20, choice: 10).tiles.map { $0.rect.width - 12 }.min() ?? 0
                        Language.speaking(id) {
                            for tool in Tool.allCases {
                                let word = Strings.word(of: tool)
                                #expect(TextMetrics.fits(word, size: Theme.smallest, within: room), "\(id), \(scale) %: \(word)")
                            }
                        }
                    }
                }
            }
        }
    }

    // MARK: Changing the language

    @Test("a change of the language is on the TV at once, and Back keeps it")
    func theLanguageChangesAtOnce() {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToRow("language" as SettingRow)
        box.run(to: 12)
        #expect(box.texts.contains("English") && box.texts.contains("Language"))
        box.tap(.knob)
        box.panel(.turned(1))
        #expect(box.appliance.settings.language == "german")
        #expect(box.texts.contains("Deutsch") && box.texts.contains("Sprache") && !box.texts.contains("Language"))
        box.tap(.knob)
        box.tap(.stop)
        box.run(to: 14)
        #expect(box.texts.contains("Verzögerung") && box.appliance.settings.language == "german")
    }
}
