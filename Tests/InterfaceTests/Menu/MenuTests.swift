// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct MenuTests {
    /// Opens the menu and moves to a row.
    private func opened(at row: SettingRow, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal { settings in
            // Only then the rows about scores exist.
            settings.scores = true
            // Only then width and height have a row.
            if [.width, .height].contains(row) { settings.sizeChoice = .own }
            change(&settings)
        }
        box.run(to: 10)
        box.goToRow(row)
        box.run(to: 12)
        return box
    }

    private func restarts(_ box: Rehearsal) -> [Effect] { box.effects.filter { if case .stream(.restart) = $0 { true } else { false } } }

    @Test("V-50 every setting is changed with the knob alone", arguments: SettingRow.all.filter { $0.hasValue && $0 != .learnKey })
    func everySettingIsChangedWithTheKnobAlone(row: SettingRow) {
        // The value starts in the middle of its range, so that a step up is a change whatever the default.
        var box = opened(at: row) { $0.bufferMinutes = 10 }
        let before = box.appliance.settings
        box.tap(.knob)
        if !row.isSwitch {
            box.panel(.turned(1))
            box.tap(.knob)
        }
        #expect(box.appliance.settings != before)
        #expect(!box.appliance.menu.isEditing && box.appliance.page == .menu)
        box.run(to: 15)
        var expected = box.appliance.settings
        // That nothing is kept holds for this start, and isn't saved.
        if expected.keep == .nothing { expected.keep = .marked }
        #expect(box.saved.last == expected)
        #expect(box.marks.isEmpty && box.closings == 0)
    }

    @Test(arguments: SettingRow.all)
    func aRowStopsAtItsEndsAndNeverLeavesItsRange(row: SettingRow) throws {
        for steps in [1, -1, 7, -7, 1000, -1000, Int.max, Int.min] {
            let settings = row.adjusted(row.adjusted(Settings(), by: steps), by: steps)
            for key in SettingKey.allCases {
                var copy = Settings()
                try SettingKey.apply(SettingKey.value(of: key, in: settings), for: key, to: &copy)
            }
        }
    }

    @Test func theArrowIsNeverThickerThanTheFaceAllows() {
        var settings = Settings()
        settings.round = "vegas_300"
        settings = ("arrow" as SettingRow).adjusted(settings, by: 1000)
        #expect(Strings.value(of: "arrow", in: settings) == "10.7 mm")
        settings.round = nil
        #expect(Strings.value(of: "arrow", in: settings) == "9.9 mm")
        #expect(("arrow" as SettingRow).adjusted(settings, by: -1).arrow == Length(millimetres: 9.8))
    }

    @Test func theStreamStartsAnewOnceAndOnlyWhenThePersonIsDoneChoosing() {
        var box = opened(at: "size")
        box.tap(.knob)
        box.panel(.turned(1))
        box.run(to: 13)
        box.panel(.turned(1))
        box.run(to: 20)
        #expect(restarts(box).isEmpty)
        box.tap(.knob)
        #expect(restarts(box) == [.stream(.restart(box.appliance.settings))])
        #expect(box.appliance.settings.size == .hd720)
    }

    // MARK: Tiles and pages

    @Test("nine tiles, each by the knob and by the arrows, opened by a push, by MARK and by a finger", arguments: MenuTile.allCases)
    func everyTileOpens(tile: MenuTile) throws {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.knob)
        box.run(to: 11)
        let layout = TilesLayout(Theme(box.appliance.settings), MenuTile.allCases, hasFrameStrip: true)
        #expect(layout.tiles.map(\.tile) == MenuTile.allCases)
        let rect = try #require(layout.tiles.first { $0.tile == tile }?.rect)
        var (turned, pressed, touched) = (box, box, box)
        turned.choose(tile)
        turned.tap(.knob)
        for _ in 0..<(MenuTile.allCases.firstIndex(of: tile) ?? 0) { pressed.tap(.right) }
        pressed.tap(.mark)
        touched.touch(rect.center)
        for opened in [turned, pressed, touched] {
            #expect(opened.appliance.menu.tile == tile && opened.marks.isEmpty)
            #expect(opened.appliance.page == (tile == .sessions ? .history : tile == .box ? .box : .menu))
            #expect(opened.appliance.menu.panel == opened.appliance.menu.panel(of: tile) ?? .tiles)
            var back = opened
            back.run(to: 12)
            back.tap(.stop)
            #expect(back.appliance.page == .menu && back.appliance.menu.panel == .tiles)
            back.tap(.stop)
            #expect(back.appliance.page == .live && back.closings == 0)
        }
    }

    @Test("every row of every page is reached by the knob, by ▲ ▼ and by a finger at every text size", arguments: [100, 150, 200])
    func everyRowIsReached(scale: Int) throws {
        for (page, isAll) in MenuPage.allCases.flatMap({ [($0, false), ($0, true)] }) where !isAll || page.rows.contains(.allSettings) {
            let rows = isAll ? page.allRows.filter { !$0.isDeed } : page.rows
            let row = try #require(rows.first)
            var box = Rehearsal {
                $0.scores = true
                $0.textScalePercent = scale
                $0.sizeChoice = .own
            }
            box.run(to: 10)
            box.goToRow(page.rows[0])
            if isAll { box.openRow(.setting(.allSettings)) }
            box.choose(.setting(row))
            box.run(to: 12)
            var dragged = box
            for row in rows {
                #expect(box.menuRow == .setting(row) && box.place(of: .setting(row)) != nil)
                box.tap(.down)
                // Drags the page until the row is visible.
                var tries = 0
                while dragged.place(of: .setting(row)).map({ !dragged.isWhollySeen($0) }) ?? true, tries < 30 {
                    dragged.drag(by: -0.9)
                    tries += 1
                }
                #expect(dragged.place(of: .setting(row)).map(dragged.isWhollySeen) == true, "\(row) at \(scale) %")
            }
        }
    }

    @Test("a drag changes no row, also while the knob holds a value", arguments: SettingRow.all, [false, true])
    func aDragChangesNoRow(row: SettingRow, isEditing: Bool) throws {
        var box = opened(at: row)
        if isEditing {
            guard MenuRow.setting(row).isTurned else { return }
            box.tap(.knob)
        }
        let before = box.appliance.settings
        let place = try #require(box.place(of: .setting(row))).center
        for way in [-200.0, 200, 60] {
            box.panel(.touchDown(place), source: .touch)
            for step in 1...8 {
                box.run(to: box.now.seconds + 0.02)
                box.panel(.touchMoved(Point(place.x, place.y + way * Double(step) / 8)), source: .touch)
            }
            box.panel(.touchUp, source: .touch)
            box.run(to: box.now.seconds + 2)
        }
        #expect(box.appliance.settings == before && box.appliance.page == .menu && box.appliance.menu.isEditing == isEditing)
        #expect(box.marks.isEmpty && restarts(box).isEmpty)
    }

    @Test("V-07 an own size has rows for width and height, and they keep to what encoder and camera take")
    func anOwnSizeHasItsRows() {
        var box = opened(at: "size")
        box.openRow(.setting(.allSettings))
        box.choose(.setting("size"))
        #expect(box.place(of: .setting(.width)) == nil)
        box.tap(.knob)
        box.panel(.turned(4))
        box.tap(.knob)
        #expect(
            box.texts.contains(Strings.value(of: "size", in: box.appliance.settings))
                && box.appliance.settings.size == VideoSize(width: 1600, height: 900))
        #expect(box.place(of: .setting(.width)) != nil && restarts(box).count == 1)
        box.choose(.setting(.width))
        box.tap(.knob)
        box.run(to: 20)
        box.panel(.turned(1))
        #expect(restarts(box).count == 1, "the person isn't done")
        box.tap(.knob)
        #expect(box.appliance.settings.size == VideoSize(width: 1616, height: 900))
        #expect(restarts(box).count == 2)
        box.tap(.knob)
        for _ in 0..<200 { box.panel(.turned(5)) }
        #expect(box.appliance.settings.width == 2048)
        var diagnostics = Diagnostics()
        diagnostics.largestSize = VideoSize(width: 1920, height: 1080)
        box.send(.stream(.diagnostics(diagnostics)))
        box.panel(.turned(1))
        #expect(box.appliance.settings.width == 1920)
        box.tap(.knob)
        box.choose(.setting(.height))
        box.tap(.knob)
        for _ in 0..<200 { box.panel(.turned(5)) }
        #expect(box.appliance.settings.size == VideoSize(width: 1920, height: 1080))
    }

    @Test("V-65 cameras are chosen by name, and say where they are; the synthetic one only where it was started with")
    func camerasAreChosenByName() {
        var box = opened(at: .camera)
        box.send(
            .box(
                .cameras([
                    CameraOption(word: "libcamera:imx", name: "imx708", place: .board),
                    CameraOption(word: "libcamera:web", name: "HD Webcam", place: .usb(port: "1.2")),
                ])))
        box.tap(.knob)
        box.panel(.turned(2))
        #expect(box.texts.contains("2: HD Webcam") && box.texts.contains { $0.hasPrefix("HD Webcam · USB port 1.2.") })
        box.panel(.turned(9))
        box.tap(.knob)
        #expect(box.appliance.settings.camera == "libcamera:web")
        var started = opened(at: .camera) { $0.camera = "synthetic" }
        started.tap(.knob)
        started.panel(.turned(-9))
        #expect(started.appliance.settings.camera == "auto")
        started.panel(.turned(9))
        #expect(started.appliance.settings.camera == "synthetic")
    }

    @Test func theArrowsGoFromPageToPage() {
        var box = opened(at: "delay")
        for _ in 0..<2 { box.tap(.down) }
        #expect(box.menuRow == .setting("mark"))
        box.tap(.right)
        #expect(box.appliance.menu.panel == .page(.picture) && box.appliance.menu.tile == .picture)
        box.tap(.left)
        #expect(box.appliance.menu.panel == .page(.delay) && box.menuRow == .setting("mark"), "each page keeps its row")
        for _ in 0..<9 { box.tap(.left) }
        #expect(box.appliance.menu.panel == .archers)
        for _ in 0..<9 { box.tap(.right) }
        #expect(box.appliance.menu.panel == .page(.more))
        #expect(box.appliance.settings == Rehearsal { $0.scores = true }.appliance.settings)
        box.tap(.stop)
        #expect(box.appliance.menu.panel == .tiles && box.appliance.menu.tile == .more)
    }

    @Test func stopGoesBackOneStepAtATime() {
        var box = opened(at: "delay")
        box.tap(.knob)
        box.tap(.stop)
        #expect(box.appliance.menu.panel == .page(.delay) && !box.appliance.menu.isEditing)
        box.tap(.stop)
        #expect(box.appliance.page == .menu && box.appliance.menu.panel == .tiles)
        box.tap(.stop)
        #expect(box.appliance.page == .live && box.closings == 0)
    }

    @Test func theTilesSlideInAQuarterSecondAndTurnRoundWhereTheyAre() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.knob)
        let start = box.now
        func y(_ milliseconds: Int) -> Double? {
            box.appliance.scene(at: start + .milliseconds(milliseconds)).layers.dropLast().last?.place.y
        }
        #expect(y(250) == 0 && (y(50) ?? 0) > (y(150) ?? 0) && (y(150) ?? 0) > 0)
        box.run(to: 10.1)
        let half = box.scene.layers.dropLast().last?.place.y
        box.tap(.stop)
        #expect(box.scene.layers.dropLast().last?.place.y == half)
    }

    @Test("R-27 reduced motion fades in place")
    func reducedMotionFadesInPlace() {
        var box = Rehearsal { $0.hasReducedMotion = true }
        box.run(to: 10)
        box.tap(.knob)
        box.run(to: 10.05)
        let sheet = box.scene.layers.dropLast().last
        #expect(sheet?.place == Canvas.bounds)
        #expect((sheet?.placement.opacity ?? 0) > 0 && (sheet?.placement.opacity ?? 1) < 1)
        box.run(to: 10.15)
        #expect(box.scene.layers.dropLast().last?.placement.opacity == 1)
    }

    // MARK: All settings

    @Test("fault 19: a page has six rows at most, and everything else is behind the last of them", arguments: MenuPage.allCases)
    func aPageHasSixRowsAtMost(page: MenuPage) {
        #expect((1...MenuPage.mostRows).contains(page.rows.count))
        #expect(Set(page.allRows).subtracting(page.rows).isEmpty != page.rows.contains(.allSettings))
        #expect(page.rows.firstIndex(of: .allSettings).map { $0 == page.rows.count - 1 } ?? true)
        #expect(Setting.all.filter { $0.place?.page == page }.count == page.allRows.count { $0.hasValue && $0 != .learnKey })
    }

    @Test(
        "fault 19: the label of MARK and of a push is the deed",
        arguments: [
            (SettingRow.about, ActionLabel.openRow), (.allSettings, .openRow), (.reviewUnjudged, .openRow), (.face, .openRow), (.learnKey, .learn),
            (.forgetKeys, .forget), (.delay, .change), ("split", .change),
        ])
    func theLabelIsTheDeed(row: SettingRow, deed: ActionLabel) {
        let box = opened(at: row)
        let grammar = box.appliance.path.grammar(in: box.appliance.context)
        #expect(grammar[.press(.knob)] == deed && grammar[.press(.mark)] == deed)
        #expect(Strings.word(of: deed) == ["open-row": "Open", "learn": "Learn", "forget": "Forget", "change": "Change"][deed.rawValue])
    }

    @Test("fault 19: what a setting doesn't affect now is grey, and can be changed all the same")
    func aSettingWithoutEffectIsGrey() throws {
        func color(_ change: (inout Settings) -> Void) -> Color? {
            let box = opened(at: "before", change)
            return box.scene.texts.first { $0.run.text == Strings.title(of: "before") }?.run.color
        }
        #expect(color { $0.clip = .segment } == Palette.idle && color { $0.clip = .window } == Palette.text)
        var box = opened(at: "before") { $0.clip = .segment }
        box.tap(.knob)
        box.panel(.turned(1))
        box.tap(.knob)
        #expect(box.appliance.settings.beforeSeconds == 9)
    }

    // MARK: Values

    @Test func aHeldArrowRepeatsOnAValueThatTheKnobHolds() {
        var box = opened(at: "delay")
        box.tap(.knob)
        box.hold(.right, seconds: 1)
        #expect(box.appliance.settings.delaySeconds == 5 + 1 + 6)
    }

    @Test func rowsAreTappedWithAFinger() throws {
        var box = opened(at: "split")
        box.touch(try #require(box.place(of: .setting("flip"))).center)
        #expect(box.appliance.settings.isFlipped)
        box.touch(try #require(box.place(of: .setting("rotation"))).center)
        #expect(box.appliance.menu.isEditing)
        let rect = try #require(box.place(of: .setting("rotation")))
        box.touch(Point(rect.maxX - 20, rect.center.y))
        #expect(box.appliance.settings.rotation == 90)
        box.touch(Point(300, 500))
        #expect(box.appliance.page == .live)
    }

    @Test("MARK takes, STOP puts the old value back, and leaving by holding STOP does too")
    func stopPutsTheOldValueBack() {
        for leaves in [false, true] {
            var box = opened(at: "delay")
            box.tap(.mark)
            box.panel(.turned(4))
            #expect(box.appliance.settings.delaySeconds == 9)
            if leaves { box.hold(.stop, seconds: 1.2) } else { box.tap(.stop) }
            #expect(box.appliance.settings.delaySeconds == 5 && box.appliance.page == (leaves ? .live : .menu))
            #expect(box.delays.last == .seconds(5) && !box.appliance.menu.isEditing && box.marks.isEmpty)
        }
        var box = opened(at: "delay")
        box.tap(.mark)
        box.panel(.turned(4))
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.appliance.settings.delaySeconds == 9 && box.appliance.menu.panel == .tiles)
    }

    @Test("STOP puts back whatever was turned", arguments: SettingRow.all.filter { MenuRow.setting($0).isTurned && $0 != .learnKey })
    func stopPutsBackWhateverWasTurned(row: SettingRow) {
        var box = opened(at: row) { $0.bufferMinutes = 10 }
        let before = box.appliance.settings
        box.tap(.knob)
        box.panel(.turned(1))
        box.tap(.right)
        box.tap(.stop)
        box.run(to: 20)
        #expect(box.appliance.settings == before && restarts(box).isEmpty && !box.appliance.menu.isEditing)
    }

    @Test("V-02 V-51 the privacy page says that nothing leaves the box")
    func thePrivacyPageSaysThatNothingLeavesTheBox() {
        var box = opened(at: .about)
        box.tap(.knob)
        #expect(box.texts.contains { $0.contains("Nothing leaves this box") })
        box.tap(.stop)
        #expect(box.appliance.menu.panel == .page(.more) && box.menuRow == .setting(.about))
    }
}

extension Rehearsal {
    private var sheet: SheetLayout { appliance.menu.sheetLayout(of: appliance.menu.panel, appliance.context, at: now) }

    func isWhollySeen(_ row: Rect) -> Bool { sheet.viewport.inset(by: -0.5).encloses(row) }

    /// Drags the page by a fraction of its height.
    mutating func drag(by share: Double) {
        let view = sheet.viewport
        let start = Point(view.center.x, view.center.y - share * view.height / 2)
        panel(.touchDown(start), source: .touch)
        for step in 1...10 {
            run(to: now.seconds + 0.05)
            panel(.touchMoved(Point(start.x, start.y + share * view.height * Double(step) / 10)), source: .touch)
        }
        run(to: now.seconds + 0.3)
        panel(.touchUp, source: .touch)
        run(to: now.seconds + 1)
    }
}
