// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Faces and rounds are chosen from a list with their pictures.
@Suite struct ChoiceTests {
    private func opened(_ row: SettingRow, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            change(&$0)
        }
        box.run(to: 10)
        box.goToRow(row)
        box.tap(.knob)
        box.run(to: 12)
        return box
    }

    private func screen(_ box: Rehearsal) throws -> ChoiceScreen { try #require(box.choiceScreen) }

    private func layout(_ box: Rehearsal) throws -> ChoiceLayout { try screen(box).layout(in: box.appliance.context, at: box.now) }

    @Test("every face and every round is in the list, what was used last once more on top")
    func everyFaceAndRoundIsThere() throws {
        let own = Face(id: "club", name: "Club", rings: [Ring("5", points: 5, diameter: Length(millimetres: 400), color: .red)])
        let faces = ChoiceList(.face, Settings())
        #expect(faces.items == FaceCatalog.all.map(ChoiceList.Item.face))
        var settings = Settings()
        settings.customFaces[1] = own
        settings.recentFaces = ["club", "wa_40", "gone"]
        settings.recentRounds = ["wa_18"]
        let more = ChoiceList(.face, settings)
        #expect(more.groups.first?.items == [.face(own), .face(try #require(FaceCatalog.face("wa_40")))] && more.groups.last?.items == [.face(own)])
        let rounds = ChoiceList(.round, settings)
        #expect(Set(rounds.items) == Set([.practice] + RoundCatalog.all.map(ChoiceList.Item.round)))
        #expect(rounds.groups.first?.items == [.round(try #require(RoundCatalog.round("wa_18")))])
    }

    @Test("the knob alone comes to each, and takes it", arguments: [SettingRow.face, .round], [100, 200])
    func theKnobComesToEach(row: SettingRow, scale: Int) throws {
        var box = opened(row) { $0.textScalePercent = scale }
        box.panel(.turned(-100))
        let count = try screen(box).list.items.count
        for index in 0..<count {
            box.run(to: box.now.seconds + 1)
            #expect(try screen(box).choice == index)
            let layout = try layout(box)
            let line = try #require(layout.seen.first { $0.items.contains(index) }, "\(index) isn't in sight")
            #expect(layout.viewport.inset(by: -0.5).encloses(layout.rect(of: index, in: line, lineTop: layout.y(of: line))))
            var taken = box
            taken.tap(index.isMultiple(of: 2) ? .mark : .knob)
            let settings = taken.appliance.settings
            #expect(taken.appliance.page == .menu && taken.menuRow == .setting(row) && taken.marks.isEmpty)
            switch try screen(box).list.items[index] {
            case .face(let face): #expect(settings.targetFace.id == face.id && settings.recentFaces.first == face.id)
            case .round(let round): #expect(settings.round == round.id && settings.recentRounds.first == round.id)
            case .practice: #expect(settings.round == nil)
            case .everybodys: Issue.record("that is for an archer's own round")
            }
            box.panel(.turned(1))
        }
        box.tap(.stop)
        #expect(box.appliance.page == .menu && box.appliance.settings.recentFaces.isEmpty && box.appliance.settings.recentRounds.isEmpty)
    }

    @Test func theArrowsGoByGroupAndByLine() throws {
        var box = opened(.face)
        let starts = try screen(box).list.starts
        box.tap(.right)
        #expect(try screen(box).choice == starts[1])
        box.tap(.down)
        #expect(try screen(box).choice == starts[1] + 4)
        box.tap(.up)
        box.tap(.left)
        #expect(try screen(box).choice == 0)
        for _ in 0..<20 { box.tap(.right) }
        #expect(try screen(box).choice == starts.last)
        box.tap(.left)
        #expect(try screen(box).choice == starts[starts.count - 2])
    }

    @Test("a drag scrolls and chooses nothing; a tap chooses, a second one takes")
    func fingers() throws {
        var box = opened(.face)
        let before = (try screen(box).choice, box.appliance.settings)
        let view = try layout(box).viewport
        box.panel(.touchDown(Point(view.center.x, view.maxY - 40)), source: .touch)
        for step in 1...10 {
            box.run(to: box.now.seconds + 0.05)
            box.panel(.touchMoved(Point(view.center.x, view.maxY - 40 - 50 * Double(step))), source: .touch)
        }
        let moved = try layout(box)
        #expect(abs(moved.offset(at: moved.place) - 500) < 1, "the list stays under the finger")
        box.run(to: box.now.seconds + 0.3)
        box.panel(.touchUp, source: .touch)
        box.run(to: box.now.seconds + 2)
        #expect(try screen(box).choice == before.0 && box.appliance.settings == before.1)
        let layout = try layout(box)
        let line = try #require(layout.seen.last)
        let item = line.items.lowerBound
        let place = layout.rect(of: item, in: line, lineTop: layout.y(of: line)).center
        box.touch(place)
        #expect(try screen(box).choice == item && box.appliance.settings == before.1)
        box.touch(place)
        #expect(box.appliance.page == .menu && box.appliance.settings != before.1)
    }

    @Test("what a round overrides is shown as overridden")
    func whatARoundOverrides() throws {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana")]; $0.round = "wa_70"
        }
        box.run(to: 10)
        box.goToRow(.face)
        #expect(box.texts.contains("By round: WA 122 cm") && box.texts.contains("WA 70 m needs WA 122 cm"))
        box.tap(.knob)
        box.run(to: 12)
        #expect(box.texts.contains("Ana · WA 70 m needs WA 122 cm") && box.texts.contains("The face of WA 70 m"))
        box.panel(.turned(1))
        box.run(to: 14)
        #expect(box.texts.contains("WA 70 m needs WA 122 cm: this one for practice"))
        box.tap(.knob)
        #expect(box.appliance.settings.shooter?.face == "wa_80" && box.appliance.settings.face == "wa_122")
    }

    // MARK: Rendering

    static let scales = [100, 150, 200]

    /// Returns scenes with each face and each round chosen, with a chip and without.
    func scenes(_ scale: Int, hasHighContrast: Bool = false) -> [(String, Scene)] {
        var scenes: [(String, Scene)] = []
        for row in [SettingRow.face, .round] {
            for hasCard in [true, false] {
                var box = opened(row) {
                    $0.textScalePercent = scale
                    $0.hasHighContrast = hasHighContrast
                    $0.archers = [Archer(name: "Ana")]
                    $0.round = "wa_1440_90"
                    $0.recentFaces = ["wa_40", "wa_field_80"]
                }
                if !hasCard { box.send(.card(.condition(.full(freeBytes: 0)))) }
                box.panel(.turned(-100))
                for index in 0..<(box.choiceScreen?.list.items.count ?? 0) {
                    box.run(to: box.now.seconds + 1)
                    scenes.append(("\(row), \(index), card \(hasCard)", box.scene))
                    box.panel(.turned(1))
                }
            }
        }
        return scenes
    }

    @Test("no word is cut, none lies upon another, and no name of a face or round is cut", arguments: scales)
    func noWordIsCut(scale: Int) {
        #expect(scenes(scale).flatMap { StretchedLanguageTests.faults($0.0, $0.1) } == [])
    }

    @Test("the same in a language half as long again")
    func noWordIsCutInALongLanguage() {
        Language.$current.withValue(.stretched) {
            for scale in [150, 200] { #expect(scenes(scale).flatMap { StretchedLanguageTests.faults($0.0, $0.1) } == []) }
        }
    }
}
