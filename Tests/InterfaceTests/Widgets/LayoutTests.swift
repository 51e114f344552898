// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Every screen at every text size: in the safe area, clear of the strip, without overlaps, readable on any picture.
@Suite struct LayoutTests {
    struct Variant: Sendable, CustomTestStringConvertible {
        var scale: Int
        var hasHighContrast: Bool
        var isSplit: Bool

        var testDescription: String { "\(scale) %\(hasHighContrast ? ", high contrast" : "")\(isSplit ? ", split" : "")" }
    }

    static let variants = [100, 150, 200].flatMap { scale in
        [false, true].flatMap { contrast in
            [false, true].map { Variant(scale: scale, hasHighContrast: contrast, isSplit: $0) }
        }
    }

    /// Returns settled scenes, each with its name.
    func scenes(_ variant: Variant) -> [(String, Scene)] {
        var start = Rehearsal {
            $0.textScalePercent = variant.scale
            $0.hasHighContrast = variant.hasHighContrast
            $0.isSplit = variant.isSplit
            // The longest name that a club can give its face.
            $0.customFaces[1] = Face(
                id: "club", name: String(repeating: "Wide ", count: 20),
                rings: [Ring("5", points: 5, diameter: Length(millimetres: 400), color: .red)])
            $0.face = "club"
        }
        var scenes: [(String, Scene)] = []
        start.run(to: 2)
        scenes.append(("filling", start.scene))
        var box = start
        box.run(to: 9)
        var measuring = box.appliance.settings
        measuring.showsDiagnostics = true
        box.send(.card(.settings(measuring, [])))
        box.run(to: 10)
        scenes.append(("diagnostics", box.scene))
        for _ in 0..<12 { box.tap(.mark) }
        scenes.append(("marking", box.scene))
        box.run(to: 11)
        box.panel(.turned(50))
        scenes.append(("toast", box.scene))
        scenes += replayScenes(box)
        scenes += clipScenes(variant)
        box.run(to: 14)
        box.hasCard = false
        box.send(.stream(.cameraLost("silent")))
        box.send(.stream(.encoderFailed("h264_v4l2m2m: the kernel has no memory for another buffer")))
        box.send(.card(.condition(.full(freeBytes: 0))))
        box.send(.box(.displayLost))
        for line in 1...8 { box.send(.box(.settingsFault(SettingsFault(line: line, message: "delay: 61 is out of range; take 1 to 60 seconds")))) }
        box.send(.card(.settingsNotSaved("the card took it back while it was being written")))
        box.send(.card(.lost(.run(1), number: 3, reason: "its footage had gone before the card was back")))
        scenes.append(("conditions", box.scene))
        var ended = box
        ended.tap(.stop)
        ended.run(to: 16)
        scenes.append(("report", ended.scene))
        scenes += menuScenes(box)
        scenes += leavingScenes(start)
        var offer = start
        offer.run(to: 12)
        offer.tap(.stop)
        offer.run(to: 13)
        scenes.append(("offer", offer.scene))
        var overloaded = start
        overloaded.run(to: 10, losing: 0)
        overloaded.run(to: 34, losing: 100)
        scenes.append(("overloaded", overloaded.scene))
        return scenes
    }

    /// Returns scenes of the tiles, of each row of each page, and of the screens that open from there.
    private func menuScenes(_ start: Rehearsal) -> [(String, Scene)] {
        var scenes: [(String, Scene)] = []
        var box = start
        box.tap(.knob)
        box.run(to: 16)
        scenes.append(("tiles", box.scene))
        for tile in MenuTile.allCases where tile != .sessions {
            var box = box
            box.choose(tile)
            box.tap(.knob)
            box.run(to: 18)
            for row in box.appliance.menu.rows(of: box.appliance.menu.panel, box.appliance.settings) {
                box.choose(row)
                scenes.append(("row \(row)", box.scene))
                guard row.isTurned || row.opens else { continue }
                var opened = box
                opened.tap(.knob)
                opened.run(to: 20)
                // The lists of faces and rounds have no picture under them and are tested elsewhere.
                if opened.appliance.page == .menu { scenes.append(("opened \(row)", opened.scene)) }
            }
        }
        return scenes
    }

    /// Returns scenes of the system's notices and of switching off, with clips that wait for a card.
    private func leavingScenes(_ start: Rehearsal) -> [(String, Scene)] {
        var scenes: [(String, Scene)] = []
        var box = start
        box.run(to: 8)
        let long = BoxNotice(bytes: Array("\(String(repeating: "Title ", count: 30))\n\(String(repeating: "what to do ", count: 30))".utf8))
        box.send(.box(.notices([BoxNotice("The card is being made ready", detail: "Leave it in.", percent: 40), long].compactMap { $0 })))
        box.send(.box(.power(PowerState(isWeak: true, isSlowedByHeat: true, celsius: 83))))
        box.run(to: 16)
        scenes.append(("told", box.scene))
        for _ in 0..<12 { box.tap(.mark) }
        box.hasCard = false
        box.send(.card(.condition(.readOnly)))
        box.panel(.pressed(.stop))
        box.run(to: 19)
        scenes.append(("holding", box.scene))
        box.run(to: 22)
        box.panel(.released(.stop))
        scenes.append(("objection", box.scene))
        var insisting = box
        insisting.panel(.pressed(.stop))
        insisting.run(to: 25)
        scenes.append(("insisting", insisting.scene))
        insisting.run(to: 28)
        scenes.append(("off with loss", insisting.scene))
        box.send(.card(.condition(.ready(freeBytes: 1))))
        box.hold(.stop, seconds: 5)
        scenes.append(("off", box.scene))
        box.send(.card(.condition(.full(freeBytes: 0))))
        scenes.append(("off, and the card is full", box.scene))
        return scenes
    }

    /// Returns scenes of a part of a clip and of two clips, in each mode.
    private func clipScenes(_ variant: Variant) -> [(String, Scene)] {
        guard !variant.isSplit else { return [] }
        var scenes: [(String, Scene)] = []
        for station in [
            Station.trimming, .drawing, .drawingWords, .drawn, .timing, .moving, .trail, .compare, .compareStill, .shifting,
        ] {
            var box = station.box
            box.change {
                $0.textScalePercent = variant.scale
                $0.hasHighContrast = variant.hasHighContrast
            }
            box.run(to: box.now.seconds + 6)
            if station == .compare { box.tap(.mark) }
            box.run(to: box.now.seconds + 0.5)
            scenes.append((station.rawValue, box.scene))
            guard station == .compareStill else { continue }
            for tool in [Tool.ghost, .wipe] {
                box.use(tool)
                box.run(to: box.now.seconds + 6)
                scenes.append(("\(station.rawValue), \(tool)", box.scene))
            }
        }
        return scenes
    }

    private func replayScenes(_ start: Rehearsal) -> [(String, Scene)] {
        var scenes: [(String, Scene)] = []
        for control in [Control.left, .down] {
            var box = start
            box.tap(control)
            box.run(to: box.now.seconds + 0.5)
            scenes.append(("looking \(control)", box.scene))
            box.tap(.up)
            scenes.append(("faster \(control)", box.scene))
            box.run(to: box.now.seconds + 2)
            box.panel(.pressed(.left))
            box.run(to: box.now.seconds + 1)
            scenes.append(("running \(control)", box.scene))
            box.panel(.released(.left))
            box.tap(.mark)
            scenes.append(("marking there, \(control)", box.scene))
            box.send(.stream(.cameraLost("silent")))
            scenes.append(("without a camera, \(control)", box.scene))
        }
        var zoomed = start
        zoomed.run(to: start.now.seconds + 6)
        zoomed.use(.zoom)
        zoomed.panel(.turned(1))
        scenes.append(("zooming", zoomed.scene))
        zoomed.tap(.stop)
        scenes.append(("zoomed", zoomed.scene))
        zoomed.tap(.left)
        zoomed.run(to: zoomed.now.seconds + 0.5)
        scenes.append(("looking closer", zoomed.scene))
        zoomed.tap(.up)
        scenes.append(("looking closer, faster", zoomed.scene))
        return scenes
    }

    @Test(arguments: variants)
    func everythingThatMustBeReadLiesInTheSafeAreaAndClearOfTheStrip(variant: Variant) {
        for (name, scene) in scenes(variant) {
            for (run, bounds) in scene.texts {
                #expect(Canvas.safeArea.inset(by: -0.5).encloses(bounds), "\(name): “\(run.text)”")
                #expect(Self.mayLieOnStrip(name, bounds, variant) || !bounds.intersects(Areas.strip), "\(name): “\(run.text)”")
                #expect(run.size >= 24, "\(name): “\(run.text)”")
            }
            for panel in scene.panels {
                #expect(Self.mayLieOnStrip(name, panel, variant) || !panel.intersects(Areas.strip), "\(name): \(panel)")
                #expect(Canvas.safeArea.inset(by: -0.5).encloses(panel), "\(name): \(panel)")
            }
        }
    }

    /// Returns true for the footer in large text and for STOP's card while it is held: both disappear by themselves. While the line at the
    /// foot asks, the strip has moved back with the picture.
    private static func mayLieOnStrip(_ name: String, _ rect: Rect, _ variant: Variant) -> Bool {
        var settings = Settings()
        settings.textScalePercent = variant.scale
        if name == "overloaded", OfferLine.place(Theme(settings)).inset(by: -1).encloses(rect) { return true }
        return ["holding", "insisting"].contains(name) || variant.scale > 100 && FooterLayout(Theme(settings)).rect.encloses(rect)
    }

    @Test("V-70 no two texts and no two panels lie upon each other", arguments: variants)
    func noTwoTextsAndNoTwoPanelsLieUponEachOther(variant: Variant) {
        for (name, scene) in scenes(variant) {
            // A toast covers everything else for a moment; it is tested alone.
            let texts = name == "toast" ? [] : scene.texts
            for (index, first) in texts.enumerated() {
                for second in texts[(index + 1)...] {
                    #expect(
                        !first.bounds.inset(by: 1).intersects(second.bounds.inset(by: 1)),
                        "\(name): “\(first.run.text)” and “\(second.run.text)”")
                }
            }
            let panels = name == "toast" ? [] : scene.panels
            for (index, first) in panels.enumerated() {
                for second in panels[(index + 1)...] {
                    // The menu's tiles lie on their sheet, and a clip's score on its name.
                    let isOnIt = (name == "tiles" || name.hasPrefix("Two clips")) && first.encloses(second)
                    #expect(isOnIt || !first.intersects(second), "\(name): \(first) and \(second)")
                }
            }
        }
    }

    @Test(arguments: variants)
    func everyTextLiesWholeOnAGroundOfItsOwn(variant: Variant) {
        for (name, scene) in scenes(variant) {
            for (run, bounds) in scene.texts {
                #expect(scene.panels.contains { $0.encloses(bounds) }, "\(name): “\(run.text)” \(bounds)")
            }
        }
    }

    @Test("R-28 words stand out from any picture", arguments: variants)
    func wordsStandOutFromAnyPicture(variant: Variant) {
        let needed = variant.hasHighContrast ? 7.0 : 4.5
        for (name, scene) in scenes(variant) {
            for layer in scene.layers {
                guard case .drawing(let drawing) = layer.content else { continue }
                for (index, command) in drawing.commands.enumerated() {
                    guard case .text(let run) = command else { continue }
                    for picture in [Color(hex: 0x000000), Color(hex: 0x808080), Color(hex: 0xFFFFFF)] {
                        let ground = ground(under: run, in: drawing.commands.prefix(index), over: picture)
                        #expect(contrast(run.color, ground) >= needed, "\(name): “\(run.text)”")
                    }
                }
            }
        }
    }

    /// Returns the colour behind the middle of a text, from the fills before it over the picture.
    private func ground(under run: TextRun, in commands: ArraySlice<DrawingCommand>, over picture: Color) -> Color {
        let middle = TextMetrics.bounds(of: run).center
        return commands.reduce(picture) { below, command in
            guard case .fill(let rect, _, let color) = command, rect.contains(middle) else { return below }
            func mix(_ a: Double, _ b: Double) -> Double { a * color.alpha + b * (1 - color.alpha) }
            return Color(red: mix(color.red, below.red), green: mix(color.green, below.green), blue: mix(color.blue, below.blue))
        }
    }

    /// Returns WCAG's contrast ratio.
    private func contrast(_ a: Color, _ b: Color) -> Double {
        let (x, y) = (luminance(a), luminance(b))
        return (max(x, y) + 0.05) / (min(x, y) + 0.05)
    }

    private func luminance(_ color: Color) -> Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : power24((value + 0.055) / 1.055)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    /// Returns x to the power of 2.4: the square times the fifth root of the square, by Newton's method.
    private func power24(_ x: Double) -> Double {
        var root = 1.0
        for _ in 0..<40 { root -= (root * root * root * root * root - x * x) / (5 * root * root * root * root) }
        return x * x * root
    }
}
