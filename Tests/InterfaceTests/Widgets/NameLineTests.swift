// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Names are cut only if there is no room, and stand in the middle of their ground.
@Suite struct NameLineTests {
    static let names = """
        Ana Ben Carla Thomas Lina Li Lukas Ida Maximilian Charlotte Sophie Emma Noah Leon Paul Finn Elias Jonas Luis Felix Theo Emil Anton Hannah \
        Mia Lena Leonie Marie Clara Johanna Frieda Ella Nora Greta Mathilda Amelie Lotta Rosa Alma Karl Otto Oskar Hugo Matteo Liam Oliver James \
        William Henry Lucas Alexander Mason Michael Ethan Daniel Jacob Olivia Ava Isabella Evelyn Harper Camila Gianna Abigail Luna Zoë Chloé \
        Jürgen Søren Łukasz Zdeněk Þóra Ángel João Nguyễn Wilhelmina Konstantin Friederike Emmanuelle Bartholomew Yi Jo Al
        """.split(separator: " ").map(String.init)

    static let states: [LiveStatus] = (1...12).flatMap { end in
        (0...6).map { LiveStatus(archer: nil, end: end, marks: $0, arrows: 6) } + [1, 2, 11].map { LiveStatus(archer: nil, end: end, marks: $0) }
    }

    private func look(_ scale: Int) -> Theme {
        var settings = Settings()
        settings.textScalePercent = scale
        return Theme(settings)
    }

    private func runs(_ drawing: Drawing) -> [TextRun] {
        drawing.commands.compactMap { if case .text(let run) = $0 { run } else { nil } }
    }

    @Test("no name that fits is given a width, at which it would be cut", arguments: [100, 150, 200])
    func noNameIsCutForNothing(scale: Int) throws {
        let look = look(scale)
        for name in Self.names {
            for var state in Self.states {
                state.archer = name
                let layout = HUDLayout(look, HUDContent(when: nil, isRecording: true, status: state))
                var sketch = DrawingBuilder(look)
                layout.drawStatus(on: &sketch)
                let texts = runs(sketch.drawing)
                #expect(texts.map(\.text).joined() == "\(name) · \(state.words)")
                #expect(texts.allSatisfy { $0.width == nil }, "\(name) · \(state.words)")
            }
        }
    }

    @Test("what is drawn stands in the middle of its ground: left as far as right, by the widths of the weights that are drawn")
    func theStatusIsCentred() throws {
        let look = look(100)
        for name in Self.names {
            let state = LiveStatus(archer: name, end: 3, marks: 4, arrows: 6)
            let layout = HUDLayout(look, HUDContent(status: state))
            var sketch = DrawingBuilder(look)
            layout.drawStatus(on: &sketch)
            let texts = runs(sketch.drawing)
            let (first, last) = (try #require(texts.first), try #require(texts.last))
            let status = try #require(layout.status)
            let end = last.origin.x + TextMetrics.width(last.text, size: last.size, weight: .medium)
            #expect(abs((first.origin.x - status.x) - (status.maxX - end)) < 0.01)
            let joint = first.origin.x + TextMetrics.width(first.text, size: first.size)
            #expect(abs(joint - last.origin.x) < 0.01, "the words follow the name without a gap")
        }
    }

    @Test("a name without room is cut, and the figures after it never are")
    func aNameWithoutRoomIsCut() throws {
        let line = NameLine("Bartholomew Featherstonehaugh-Cholmondeley", "End 3 · 4 of 6")
        var sketch = DrawingBuilder(look(100))
        let rect = Rect(x: 100, y: 100, width: 500, height: 80)
        line.draw(in: rect, baseline: 150, size: 48, .center, on: &sketch)
        let texts = runs(sketch.drawing)
        let (name, rest) = (try #require(texts.first), try #require(texts.last))
        #expect(name.width != nil && rest.width == nil)
        #expect(rest.origin.x + TextMetrics.width(rest.text, size: 48, weight: .medium) <= rect.maxX + 0.01)
    }

    @Test("on no screen is anything that fits given a width", arguments: Station.allCases)
    func nothingThatFitsHasAWidth(station: Station) {
        for (run, _) in station.box.scene.texts {
            guard let width = run.width else { continue }
            #expect(run.text.contains("\n") || !TextMetrics.fits(run.text, size: run.size, within: width), "\(station.rawValue): \(run.text)")
        }
    }

    @Test("a sum of widths that is taken apart again is still room enough")
    func roundingIsNoReasonToCut() {
        for name in Self.names {
            for rest in Self.states.map(\.words) {
                let (natural, words) = (TextMetrics.width(name, size: 48), TextMetrics.width(rest, size: 48))
                let room = (natural + words + 48) - 48 - words
                #expect(TextMetrics.fits(name, size: 48, within: room))
            }
        }
    }
}
