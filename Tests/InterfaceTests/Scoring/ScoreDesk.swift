// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A score screen with its book, in virtual time, and a journal that answers at once.
struct ScoreDesk {
    var book: ScoreBook
    var screen: ScoreScreen
    var settings = Settings()
    var now = Timestamp(seconds: 100)
    private(set) var outcomes: [ScreenOutcome] = []
    /// Whether what is placed is acknowledged.
    var hasCard = true

    init(
        _ face: Face, shaft: Length = Length(millimetres: 5.5), clips: [Int] = [1, 2, 3], arrows: [PlacedArrow] = [],
        earlier: [EndRecord] = [], _ change: (inout Settings) -> Void = { _ in }
    ) {
        book = ScoreBook(ref: .run(1), name: "2026-11-20_1403_S01")
        book.ends = earlier
        let number = earlier.count + 1
        book[end: number] = EndRecord(number: number, face: face, shaft: shaft, clips: clips, arrows: arrows)
        change(&settings)
        screen = ScoreScreen(end: number, of: book, settings: settings, at: now)
    }

    init(_ id: String, clips: [Int] = [1, 2, 3], _ change: (inout Settings) -> Void = { _ in }) throws {
        self.init(try #require(FaceCatalog.face(id)), clips: clips, change)
    }

    @discardableResult
    mutating func send(_ inputs: ScreenInput...) -> [ScreenOutcome] { send(inputs) }

    @discardableResult
    mutating func send(_ inputs: [ScreenInput]) -> [ScreenOutcome] {
        var new: [ScreenOutcome] = []
        for input in inputs {
            now = now + .milliseconds(100)
            var context = context
            new += screen.handle(input, in: &context, at: now)
            book = context.desk.book ?? book
            for case .effect(.card(.journal(_, .end(let end)))) in new where hasCard { book.noteJournalled(end) }
        }
        outcomes += new
        return new
    }

    mutating func wait(seconds: Double) { now = now + .seconds(seconds) }

    // MARK: By hand

    /// A tap on a pill.
    @discardableResult
    mutating func tap(_ pill: ScoreLayout.Pill) throws -> [ScreenOutcome] {
        let button = try #require(layout.buttons.first { $0.pill == pill })
        return send(.touchDown(button.rect.center), .touchUp)
    }

    mutating func drag(from start: Point, by steps: [Point]) {
        send(.touchDown(start))
        for step in steps { send(.touchMoved(Point(start.x + step.x, start.y + step.y))) }
        send(.touchUp)
    }

    // MARK: By the knob

    /// Turns the knob until the circle is as far out as this, to the finest step, and places it.
    mutating func place(distance: Length) {
        for speed in [KnobSpeed.quick, .steady, .slow] {
            let left = distance.micrometres - screen.circle.distance.micrometres
            send(.turned(Int(left / face.step(speed).micrometres), speed))
        }
        send(.pressed(.mark))
    }

    /// In the middle of the ring with this label.
    mutating func place(_ label: String) throws {
        if label == "M" {
            send(.pressed(.right))
            return
        }
        let index = try #require(face.rings.firstIndex { $0.label == label })
        let outer = face.rings[index].diameter.micrometres + end.shaft.micrometres
        let inner = index == 0 ? 0 : face.rings[index - 1].diameter.micrometres + end.shaft.micrometres
        place(distance: Length(micrometres: (outer + inner) / 4))
    }

    // MARK: What came of it

    private var context: Context { Context(settings, book) }
    var end: EndRecord { book[end: screen.end] ?? EndRecord(number: 0, face: FaceCatalog.all[0], shaft: .init(micrometres: 0), clips: []) }
    var face: Face { book[end: screen.end]?.face ?? FaceCatalog.all[0] }
    var layout: ScoreLayout { ScoreLayout(Look(settings), face) }
    var labels: [String] { end.score.entries.map(\.score.label) }
    var recorded: [EndRecord] { outcomes.compactMap { if case .effect(.card(.journal(_, .end(let end)))) = $0 { end } else { nil } } }
    var toasts: [String] { outcomes.compactMap { if case .toast(let words) = $0 { words } else { nil } } }
    var scene: Scene { Scene(layers: screen.layers(in: context, at: now)) }
    /// Where the circle is on the canvas.
    var point: Point { layout.face.point(of: screen.circle.place, inSpot: screen.circle.spot) }
    /// The magnifier is the only layer with something cut out of it.
    var hasMagnifier: Bool {
        scene.layers.contains { layer in
            guard case .drawing(let drawing) = layer.content, layer.placement.opacity > 0 else { return false }
            return drawing.commands.contains { if case .clipped = $0 { true } else { false } }
        }
    }
}
