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
    /// True if placed arrows are acknowledged.
    var hasCard = true

    init(
        _ face: Face, shaft: Length = Length(millimetres: 5.5), clips: [Int] = [1, 2, 3], arrows: [PlacedArrow] = [],
        earlier: [EndRecord] = [], _ change: (inout Settings) -> Void = { _ in }
    ) {
        book = ScoreBook(ref: .run(1), key: "2026-11-20_1403_S01")
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

    mutating func drag(from start: Point, by steps: [Point]) {
        send(.touchDown(start))
        for step in steps { send(.touchMoved(Point(start.x + step.x, start.y + step.y))) }
        send(.touchUp)
    }

    // MARK: By the knob

    /// Turns the knob to this ring, or out past the lowest one.
    mutating func turn(to label: String) throws {
        let ring = try label == "M" ? face.rings.count : #require(face.rings.firstIndex { $0.label == label })
        send(.turned(ring - screen.held.ring, .steady))
    }

    /// Calls the arrow as this ring.
    mutating func call(_ labels: String...) throws {
        for label in labels {
            try turn(to: label)
            send(.pressed(.mark))
        }
    }

    /// Puts the arrow at this place, as a finger does.
    mutating func put(_ place: FacePoint, inSpot spot: Int = 0) {
        send(.touchDown(layout.face.point(of: place, inSpot: spot)), .touchUp)
    }

    // MARK: Results

    private var context: Context { Context(settings, book) }
    var end: EndRecord { book[end: screen.end] ?? EndRecord(number: 0, face: FaceCatalog.all[0], shaft: .init(micrometres: 0), clips: []) }
    var face: Face { book[end: screen.end]?.face ?? FaceCatalog.all[0] }
    /// The layout once nothing moves any more.
    var layout: ScoreLayout { screen.layout(Theme(settings), end, at: now + .seconds(1)) }
    var labels: [String] { end.score.entries.map(\.score.label) }
    var recorded: [EndRecord] { outcomes.compactMap { if case .effect(.card(.journal(_, .end(let end)))) = $0 { end } else { nil } } }
    var toasts: [String] { outcomes.compactMap { if case .toast(let words, _) = $0 { words } else { nil } } }
    var scene: Scene { Scene(layers: screen.layers(in: context, at: now)) }
    /// The held arrow's position on the canvas; the middle of its spot if its position isn't known.
    var point: Point { layout.face.point(of: screen.held.place ?? .centre, inSpot: screen.held.spot) }
    var hasMagnifier: Bool {
        scene.layers.contains { layer in
            guard case .drawing(let drawing) = layer.content, layer.placement.opacity > 0 else { return false }
            return drawing.commands.contains { if case .circle(_, Magnifier.radius, _, _) = $0 { true } else { false } }
        }
    }

    /// Lets time pass.
    @discardableResult
    mutating func pass() -> [ScreenOutcome] {
        var context = context
        let new = screen.hear(.tick, in: &context, at: now)
        book = context.desk.book ?? book
        outcomes += new
        return new
    }
}
