// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Every screen in a language half as long again at the largest text, and in each language of the box at 100 and 200 %: no word is cut, and
/// none overlaps another.
@Suite struct StretchedLanguageTests {
    /// The layout tests of the screens have English.
    private func inEachLanguage(_ body: (_ scale: Int) -> Void) {
        Language.$current.withValue(.stretched) { body(200) }
        for language in Language.all where language.tag != Language.english.tag {
            for scale in [100, 200] { Language.$current.withValue(language) { body(scale) } }
        }
    }

    /// Returns the faults of a scene's words, a line each. Words from outside, such as a name that somebody made up, may be cut.
    static func faults(_ name: String, _ scene: Scene) -> [String] {
        let top = onTop(scene)
        var faults = covered(top).map { "\(name): “\($0)” lies under something" }
        let texts = top.texts
        for (index, (run, bounds)) in texts.enumerated() {
            if !Canvas.safeArea.inset(by: -0.5).encloses(bounds) { faults.append("\(name): “\(run.text)” lies outside") }
            if run.size < 24 { faults.append("\(name): “\(run.text)” is too small") }
            if !isFromOutside(run.text), let width = run.width,
                TextMetrics.lines(run.text, size: run.size, within: width + 0.01) > run.maximumLines
            {
                faults.append("\(name): “\(run.text)” is cut")
            }
            for other in texts[(index + 1)...] where bounds.inset(by: 1).intersects(other.bounds.inset(by: 1)) {
                faults.append("\(name): “\(run.text)” and “\(other.run.text)” lie upon each other")
            }
        }
        return faults
    }

    /// Returns the words that a later command covers, in part or whole.
    private static func covered(_ scene: Scene) -> [String] {
        var texts: [(words: String, bounds: Rect)] = []
        var covered: [String] = []
        for (offset, drawing) in scene.drawings {
            for command in drawing.commands {
                switch command {
                case .text(let run): texts.append((run.text, Scene.bounds(of: run, at: offset)))
                // A thin line, such as the one under a letter that is being written, hides nothing.
                case .fill(var rect, _, _) where min(rect.width, rect.height) > 8:
                    (rect.x, rect.y) = (rect.x + offset.x, rect.y + offset.y)
                    covered += texts.filter { $0.bounds.inset(by: 1).intersects(rect) }.map(\.words)
                default: break
                }
            }
        }
        return covered
    }

    /// Returns the scene without the parts under a dimmed background, which nobody reads.
    private static func onTop(_ scene: Scene) -> Scene {
        var scene = scene
        for (index, layer) in scene.layers.enumerated() {
            guard case .drawing(let drawing) = layer.content else { continue }
            let ground = drawing.commands.lastIndex { if case .fill(Canvas.bounds, _, _) = $0 { true } else { false } }
            scene.layers[index].content = .drawing(Drawing(Array(drawing.commands.suffix(from: ground ?? 0))))
        }
        return scene
    }

    /// Returns true for the test's own long names and for the system's messages.
    private static func isFromOutside(_ text: String) -> Bool {
        ["Wide Wide", "Title Title", "what to do what to do", "h264_v4l2m2m: the kernel"].contains { text.contains($0) }
    }

    private func check(_ scenes: [(String, Scene)]) {
        #expect(scenes.flatMap { Self.faults($0.0, $0.1) } == [])
    }

    @Test func theLanguageIsHalfAsLongAgain() {
        var (english, stretched) = (0.0, 0.0)
        for (key, phrase) in Language.english.phrases {
            func width(_ phrase: Language.Phrase?) -> Double {
                phrase?.parts.reduce(0) { sum, part in if case .words(let words) = part { sum + TextMetrics.width(words, size: 1) } else { sum } }
                    ?? 0
            }
            english += width(phrase)
            stretched += width(Language.stretched.phrases[key])
            #expect(Language.stretched.phrases[key]?.places == phrase.places)
        }
        #expect(stretched >= 1.5 * english, "\(stretched / english)")
    }

    @Test("R-27 V-70 Live, the menu and all that is told", arguments: [false, true], [false, true])
    func liveAndTheMenu(hasHighContrast: Bool, isSplit: Bool) {
        inEachLanguage { scale in
            // A toast covers everything else for a moment.
            let scenes = LayoutTests().scenes(LayoutTests.Variant(scale: scale, hasHighContrast: hasHighContrast, isSplit: isSplit))
            check(scenes.filter { $0.0 != "toast" })
        }
    }

    @Test func theScoreScreen() {
        inEachLanguage { scale in
            check(ScoreLayoutTests().desks(scale, false).map { ($0.0, $0.1.scene) })
        }
    }

    @Test func theSummary() {
        inEachLanguage { scale in
            for (ends, arrows) in [(0, 0), (1, 3), (2, 6), (12, 6), (1, 30)] {
                check(SummaryLayoutTests().scenes(SummaryPractice.book(ends: ends, arrows: arrows), scale))
                check(
                    SummaryLayoutTests().scenes(
                        SummaryPractice.book(ends: ends, arrows: arrows, ref: .stored(SessionKey(folder: SummaryPractice.name))), scale))
            }
            check(SummaryLayoutTests().scenes(SummaryPractice.book(ends: 12, arrows: 6, round: "wa_70"), scale))
        }
    }

    @Test func theHistory() {
        inEachLanguage { scale in
            for count in [0, 1, 30] {
                for inputs in [
                    [ScreenInput](), [.tool(.filter)], [.tool(.delete)], [.pressed(.mark), .turned(2, .steady), .pressed(.mark)],
                    [.pressed(.mark), .tool(.delete)],
                ] {
                    var box = HistoryPractice(count)
                    box.settings.textScalePercent = scale
                    for input in inputs { box.send(input) }
                    box.now = Timestamp(seconds: 5)
                    check([("\(count) sessions, \(inputs)", box.scene)])
                }
            }
        }
    }

    @Test func aClipThatPlays() {
        inEachLanguage { scale in
            var settings = Settings()
            settings.textScalePercent = scale
            for inputs in [[ScreenInput](), [.tapped(.knob)], [.pressed(.up)]] {
                var screen = ReplayScreen(
                    key: ClipKey(session: "s", number: 1), seconds: 4, moment: 2, interval: FrameRate(30).interval, at: .zero)
                var context = Context(settings)
                for input in inputs { _ = screen.handle(input, in: &context, at: .zero) }
                check([("clip \(inputs)", Scene(layers: screen.layers(in: context, at: .zero)))])
            }
        }
    }
}
