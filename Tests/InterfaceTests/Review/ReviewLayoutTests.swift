// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Review, Carousel and the strip at every text size and in a language half as long again. Their words are on black beside the clips, so
/// they need no panel; everything else holds as on every screen.
@Suite struct ReviewLayoutTests {
    private static let stations: [Station] = [
        .review, .reviewHeld, .reviewHelp, .reviewed, .carousel, .strip, .stripShots, .stripPart, .stripTwo, .stripLine,
    ]

    private func scenes(_ scale: Int, _ hasHighContrast: Bool) -> [(String, Scene)] {
        Self.stations.map { station in
            var box = station.box
            box.change {
                $0.textScalePercent = scale
                $0.hasHighContrast = hasHighContrast
            }
            // Clips slide into position; a held arrow stays.
            if station != .reviewHeld { box.run(to: box.now.seconds + 2) }
            return (station.rawValue, box.scene)
        }
    }

    /// Returns the faults of a scene. A dragged clip, its shadow and the explaining picture may cover the columns, and the boxes of large
    /// figures are larger than their ink.
    private func faults(_ name: String, _ scene: Scene) -> [String] {
        let isCovered = [Station.review, .reviewHeld, .reviewHelp].contains { $0.rawValue == name }
        let faults = StretchedLanguageTests.faults(name, scene).filter {
            !$0.hasSuffix("lie upon each other") && !(isCovered && $0.hasSuffix("lies under something"))
        }
        return faults + (isCovered ? [] : scene.overlappingTexts.map { "\(name): “\($0.0.text)” lies on “\($0.1.text)”" })
    }

    @Test("R-27 words lie in the safe area, whole, and none upon another", arguments: [100, 150, 200], [false, true])
    func wordsLieWhole(scale: Int, hasHighContrast: Bool) {
        for (name, scene) in scenes(scale, hasHighContrast) {
            #expect(faults(name, scene) == [], "\(scale) %")
        }
    }

    @Test("R-27 the same at 200 % in a language half as long again")
    func inALongerLanguage() {
        Language.$current.withValue(.stretched) {
            for (name, scene) in scenes(200, false) { #expect(faults(name, scene) == []) }
        }
    }

    @Test("R-28 words on black stand out, and those on clips have a ground", arguments: [false, true])
    func wordsStandOut(hasHighContrast: Bool) {
        // Excluded: a dragged clip hides words, the help dims everything, and chips lie on a strip's shots.
        let asides = [Station.reviewHeld, .reviewHelp, .strip, .stripShots, .stripPart, .stripTwo, .stripLine].map(\.rawValue)
        for (name, scene) in scenes(100, hasHighContrast) where !asides.contains(name) {
            let clips = scene.layers.filter { if case .drawing = $0.content { false } else { true } }.map { $0.place }
            for (run, bounds) in scene.texts where clips.contains(where: { $0.intersects(bounds) }) {
                #expect(scene.panels.contains { $0.encloses(bounds) }, "\(name): “\(run.text)” lies on a clip")
            }
        }
    }

    @Test("R-26 with reduced motion a like ends as it does with motion, and nothing slides or tilts on the way")
    func reducedMotion() {
        func likes(_ isReduced: Bool, watching: (Rehearsal) -> Void = { _ in }) -> Rehearsal {
            var box = Rehearsal.reviewing { $0.hasReducedMotion = isReduced }
            box.panel(.pressed(.right))
            box.panel(.released(.right))
            for _ in 0..<30 {
                box.run(to: box.now.seconds + 1.0 / 60)
                watching(box)
            }
            return box
        }
        let moving = likes(false)
        let still = likes(true) { box in
            for layer in box.scene.layers where layer.transform.rotation != 0 { Issue.record("a clip is tilted by \(layer.transform.rotation)") }
        }
        #expect(moving.appliance.context.desk.book?.clips == still.appliance.context.desk.book?.clips)
        #expect(moving.appliance.path.place == still.appliance.path.place)
    }
}
