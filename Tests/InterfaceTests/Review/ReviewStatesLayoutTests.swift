// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// Rare states of Review and Carousel: an end with nothing liked, a page that waits, a broken clip, the ends of the row. At every text
/// size, with and without high contrast, their words are complete, in the safe area, don't overlap, and have enough contrast.
@Suite struct ReviewStatesLayoutTests {
    /// A state that comes up by itself or after a few presses.
    enum State: String, CaseIterable, Sendable {
        case nothingLiked = "a review's end with nothing liked"
        case nothingThere = "a review of nothing"
        case waiting = "a review that waits for the card"
        case missing = "a clip whose file is gone"
        case unreadable = "a clip that can't be played, for a long reason"
        case held = "the carousel, while an arrow is held"
        case first = "the carousel, pulled beyond its first clip"
        case last = "the carousel, pulled beyond its last clip"
        case empty = "the carousel with nothing in it"

        /// True if the state shows a stack, where the top clip's shadow reaches under the columns. Otherwise all its words are uncovered.
        var isStack: Bool { [.missing, .unreadable].contains(self) }
    }

    private func box(_ state: State, scale: Int, hasHighContrast: Bool) -> Rehearsal {
        func change(_ settings: inout Settings) {
            settings.textScalePercent = scale
            settings.hasHighContrast = hasHighContrast
        }
        switch state {
        case .nothingLiked:
            var box = Rehearsal.reviewing(shots: 3, change)
            for control in [Control.left, .up, .left] { box.tap(control) }
            box.settle()
            return box
        case .nothingThere, .waiting:
            var box = Rehearsal(change)
            box.run(to: 10)
            box.goToRow(.reviewUnjudged)
            box.tap(.knob)
            if state == .nothingThere { box.send(.card(.unjudged(UnjudgedClips(isFirst: true)))) }
            box.settle()
            return box
        case .missing, .unreadable:
            var box = Rehearsal.reviewing(change)
            box.settle()
            guard let top = box.review?.stack.top else { return box }
            let reason: Message = state == .missing ? .isMissing : "h264_v4l2m2m: the kernel has no memory for another buffer of this size"
            box.send(.player(.failed(top.key, reason: reason)))
            return box
        case .held, .first, .last:
            var box = Station.carousel.box
            box.change(change)
            box.run(to: box.now.seconds + 2)
            if state == .held {
                box.panel(.pressed(.left))
                box.run(to: box.now.seconds + 0.5)
                return box
            }
            for _ in 0..<8 {
                box.hold(state == .first ? .left : .right, seconds: 0.06)
                box.run(to: box.now.seconds + 1.5)
            }
            // As far as a finger can move on the whole TV.
            let (from, way) = state == .first ? (100.0, 1700.0) : (1800.0, -1700.0)
            box.panel(.touchDown(Point(from, 400)), source: .touch)
            for step in 1...20 {
                box.run(to: box.now.seconds + 0.05)
                box.panel(.touchMoved(Point(from + way * Double(step) / 20, 400)), source: .touch)
            }
            box.run(to: box.now.seconds + 0.5)
            return box
        case .empty:
            var box = Rehearsal(change)
            box.run(to: 10)
            box.tap(.mark)
            box.run(to: 16)
            box.tap(.up)
            box.run(to: 17)
            box.use(.deleteClip)
            // Until the toast has gone.
            box.run(to: box.now.seconds + 8)
            return box
        }
    }

    /// Returns the words of a state.
    private func words(_ state: State) -> String {
        switch state {
        case .nothingLiked: Strings.takeDeletedBack
        case .nothingThere: Strings.nothingToReview
        case .waiting: Strings.moreClipsCome
        case .missing: Message.isMissing.text
        case .unreadable: "h264_v4l2m2m: the kernel has no memory for another buffer of this size"
        case .held: Strings.clip(4)
        case .first: Strings.firstClip
        case .last: Strings.lastClip
        case .empty: Strings.noClips
        }
    }

    @Test("R-27 C-22 words lie whole in the safe area, and none upon another", arguments: State.allCases, [100, 150, 200])
    func wordsLieWhole(state: State, scale: Int) {
        for hasHighContrast in [false, true] {
            let scene = box(state, scale: scale, hasHighContrast: hasHighContrast).scene
            #expect(scene.texts.contains { $0.run.text == words(state) }, "“\(words(state))” isn't there")
            let faults = StretchedLanguageTests.faults(state.rawValue, scene).filter {
                // The boxes of large figures are larger than their ink; overlaps of ink are checked below.
                !$0.hasSuffix("lie upon each other") && !(state.isStack && $0.hasSuffix("lies under something"))
            }
            #expect(faults == [])
            #expect(scene.overlappingTexts.map { "“\($0.0.text)” lies on “\($0.1.text)”" } == [])
        }
    }

    @Test("R-28 words stand out from whatever the pictures show", arguments: State.allCases, [false, true])
    func wordsStandOut(state: State, hasHighContrast: Bool) {
        for scale in [100, 200] {
            let scene = box(state, scale: scale, hasHighContrast: hasHighContrast).scene
            #expect(Contrast.faint(scene, least: hasHighContrast ? 7 : 4.5) == [], "\(scale) %")
        }
    }

    @Test("the place among many clips has room beside the top one", arguments: [1, 99, 999, 1000], [100, 150, 200])
    func thePlaceHasRoom(count: Int, scale: Int) throws {
        var box = Rehearsal { $0.textScalePercent = scale }
        box.run(to: 10)
        let clips = (1...count).map {
            ClipRecord(
                number: $0, kind: .mark, file: "clips/\($0).mp4", firstFrame: Int64($0) * 100, lastFrame: Int64($0) * 100 + 99, seconds: 4,
                isCutShort: false)
        }
        box.open(SessionRecord(header: Rehearsal.header, clips: clips, ending: .stopped), named: Rehearsal.name(1))
        box.use(.review)
        var screen = try #require(box.review)
        // The last clip is then on top.
        for _ in 1..<count { _ = screen.stack.act(.skip) }
        let columns = ReviewColumns(screen, box.appliance.context, Theme(box.appliance.settings), at: box.now)
        let texts = Scene(layers: columns.layers(hasLine: true, under: [])).texts
        let place = try #require(texts.first { $0.run.text == "\(count)" })
        #expect(place.run.size == (count < 1000 ? 72 : place.run.size) && place.run.size >= 48)
        for (run, bounds) in texts {
            #expect(bounds.maxX < ReviewLayout.clip.x || bounds.x > ReviewLayout.clip.maxX, "“\(run.text)” reaches into the clip")
            #expect(Canvas.safeArea.inset(by: -0.5).encloses(bounds) && run.size >= 24, "“\(run.text)”")
        }
    }
}

/// The contrast of words with their background.
enum Contrast {
    /// Returns the words with less contrast than this, a line each, for black, grey and white pictures under them.
    static func faint(_ scene: Scene, least: Double) -> [String] {
        ([0x000000, 0x808080, 0xFFFFFF] as [UInt32]).flatMap { faint(scene, least: least, picture: Color(hex: $0)) }
    }

    private static func faint(_ scene: Scene, least: Double, picture: Color) -> [String] {
        var faults: [String] = []
        for (index, layer) in scene.layers.enumerated() where layer.placement.opacity > 0 {
            guard case .drawing(let drawing) = layer.content else { continue }
            for (number, command) in drawing.commands.enumerated() {
                guard case .text(let run) = command else { continue }
                let bounds = TextMetrics.bounds(of: run)
                let middle = Point(bounds.center.x + layer.place.x, bounds.center.y + layer.place.y)
                var ground = Color(hex: 0x000000)
                for below in scene.layers.prefix(index) { ground = lay(below, under: middle, on: ground, picture) }
                ground = lay(Array(drawing.commands.prefix(number)), of: layer, under: middle, on: ground)
                let ratio = ratio(mix(run.color, run.color.alpha * layer.placement.opacity, on: ground), ground)
                if ratio < least { faults.append("“\(run.text)” has \(ratio) : 1") }
            }
        }
        return faults
    }

    private static func lay(_ layer: Layer, under point: Point, on ground: Color, _ picture: Color) -> Color {
        if case .drawing(let drawing) = layer.content { return lay(drawing.commands, of: layer, under: point, on: ground) }
        guard layer.place.contains(point), layer.window?.contains(point) ?? true else { return ground }
        return mix(picture, layer.placement.opacity, on: ground)
    }

    private static func lay(_ commands: [DrawingCommand], of layer: Layer, under point: Point, on ground: Color) -> Color {
        let own = Point(point.x - layer.place.x, point.y - layer.place.y)
        return commands.reduce(ground) { below, command in
            switch command {
            case .fill(let rect, _, let color) where rect.contains(own): mix(color, color.alpha * layer.placement.opacity, on: below)
            case .disc(let center, let radius, let color) where (own - center).length < radius:
                mix(color, color.alpha * layer.placement.opacity, on: below)
            default: below
            }
        }
    }

    private static func mix(_ color: Color, _ share: Double, on ground: Color) -> Color {
        func mixed(_ one: Double, _ other: Double) -> Double { one * share + other * (1 - share) }
        return Color(red: mixed(color.red, ground.red), green: mixed(color.green, ground.green), blue: mixed(color.blue, ground.blue))
    }

    /// Returns the contrast ratio by WCAG.
    private static func ratio(_ one: Color, _ other: Color) -> Double {
        let (a, b) = (luminance(one), luminance(other))
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    private static func luminance(_ color: Color) -> Double {
        func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
}
