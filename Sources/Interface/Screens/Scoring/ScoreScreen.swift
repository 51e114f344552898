// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The target face after STOP. Each arrow is called as its ring, and can be put where it hit.
///
/// Each placed arrow is in the book and on its way to the journal at once. An arrow that hasn't been placed doesn't exist yet.
struct ScoreScreen: Screen {
    var place: ScreenKind { .score }
    var page: (any Hashable & Sendable)? { card?.isUp == true ? true : nil }

    /// The number of the end that is scored.
    let end: Int
    /// The number of arrows asked for here; more on request.
    private(set) var wanted: Int
    /// The number of the end's clips for which arrows are asked for.
    private var clips: Int
    /// The arrow that the knob holds. It is visible while an arrow is placed.
    private(set) var held: HeldArrow
    /// The index of the placed arrow that is changed; `nil`: the next one is placed.
    private(set) var corrected: Int?
    /// The instant at which the held arrow's position last moved, for the magnifier; `nil` if it hasn't moved.
    private(set) var moved: Timestamp?
    /// The animation of the arrow that was just placed.
    private(set) var landing: TimeSpan?
    /// The time for which the total stands once all arrows are placed; then the summary comes by itself. `nil` while arrows are missing or
    /// being changed.
    private(set) var total: TimeSpan?
    /// The view of the face, on its way.
    private(set) var zoom: FaceZoom
    /// The changes of the arrows made here.
    private(set) var edits = ArrowEdits()
    var touch: Touch<ScoreTouch>?
    /// The card with the archer's name; `nil` if the face before was no other archer's.
    var card: ArcherCard?

    static let landingTime: Duration = .milliseconds(140)
    static let magnifierStay: Duration = .seconds(2)
    /// The time for which the total stands.
    static let totalTime: Duration = .seconds(2)

    /// - Precondition: the book has this end.
    /// - Parameter isNamed: true if a card names the archer first.
    init(end: Int, of book: ScoreBook, isNamed: Bool = false, settings: Settings, at now: Timestamp) {
        guard let record = book[end: end] else { preconditionFailure("the book has no end \(end)") }
        self.end = end
        card = isNamed ? ArcherCard() : nil
        wanted = Self.wanted(record)
        clips = record.clips.count
        held = HeldArrow(after: book.arrow(before: record.arrows.count, of: record), inSpot: record.nextSpot, of: record)
        zoom = FaceZoom(at: FaceView(record, spot: held.spot, held: nil), since: now)
        zoom = FaceZoom(at: view(of: record), since: now)
    }

    /// Returns the number of arrows that the round asks for, however many shots were marked; in practice one for each clip. Arrows that are
    /// placed already count.
    private static func wanted(_ end: EndRecord) -> Int {
        max(1, end.arrowsAsked ?? min(end.clips.count, EndRecord.mostArrows), end.arrows.count)
    }

    /// Asks for as many arrows as the end has clips by now: in the review over this screen, automatic marks may have been confirmed.
    mutating func follow(_ end: EndRecord) {
        if end.clips.count != clips { (wanted, clips) = (Self.wanted(end), end.clips.count) }
    }

    /// Returns true if an arrow is held, to be placed.
    func isPlacing(_ end: EndRecord) -> Bool { corrected != nil || end.arrows.count < wanted }

    /// Returns the index of the held arrow, from 0; if all are placed, the number of arrows.
    func active(_ end: EndRecord) -> Int { corrected ?? end.arrows.count }

    /// Returns the clip of the held arrow.
    func clip(of end: EndRecord, _ settings: Settings) -> Int? {
        corrected.map { end.arrows[$0].clip } ?? (settings.scoreOrder == .shot ? end.nextClip : nil)
    }

    // MARK: Input

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let book = context.desk.book, let before = book[end: end] else { return [.live] }
        let outcomes = follow(input, in: &context, at: now)
        guard let record = context.desk.book?[end: end] else { return outcomes }
        // While a finger drags the arrow, the face under it stands still.
        if touch == nil { zoom.go(to: view(of: record), isReduced: context.settings.hasReducedMotion, at: now) }
        guard record != before else { return outcomes }
        let said = context.sayChange(from: before, to: record, isComplete: !isPlacing(record))
        return [.effect(.card(.journal(book.ref, .end(record))))] + outcomes + said.map { .effect($0) }
    }

    private mutating func follow(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if card?.isUp == true {
            if case .touchDown = input { dismissCard(context.settings, at: now) }
            return perform(input, in: &context, at: now)
        }
        switch input {
        // Somebody goes on by hand or opens the tools, so the total doesn't lead on by itself.
        case .pressed(.knob), .held(.knob): total = nil
        case .tool(let tool): return edit(in: &context) { $0.use(tool, in: &$1, of: $2, $3, at: now) }
        case .touchDown, .touchMoved, .touchUp: return edit(in: &context) { $0.followFinger(input, in: &$1, of: $2, $3, at: now) }
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    /// Changes the end in the book.
    private mutating func edit(
        in context: inout Context, _ change: (inout Self, inout EndRecord, ScoreBook, Settings) -> [ScreenOutcome]
    ) -> [ScreenOutcome] {
        guard let book = context.desk.book, var record = book[end: end] else { return [] }
        let outcomes = change(&self, &record, book, context.settings)
        if record != book[end: end] { context.desk.book?[end: end] = record }
        return outcomes
    }

    /// Handles ▲ and ▼: changes the spot, or nudges a position that is held finely.
    mutating func step(up steps: Int, _ end: EndRecord, at now: Timestamp) {
        change(end, at: now) { held in
            if held.axis == .fine { held.nudge(up: Int64(steps), in: end) } else { held.changeSpot(by: -steps, in: end) }
        }
    }

    mutating func change(_ end: EndRecord, at now: Timestamp, _ change: (inout HeldArrow) -> Void) {
        guard isPlacing(end) else { return }
        change(&held)
        moved = held.axis == .fine ? now : nil
    }

    // MARK: Arrows

    /// Places the held arrow; once all are placed, goes on.
    mutating func mark(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        edit(in: &context) { $0.mark(in: &$1, of: $2, $3, at: now) }
    }

    mutating func mark(in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        guard card?.isMarkDeaf != true else { return [] }
        guard isPlacing(end) else { return finish(book, settings) }
        return place(held.arrow(number: active(end) + 1, clip: clip(of: end, settings), in: end), in: &end, of: book, settings, at: now)
    }

    private mutating func place(
        _ arrow: PlacedArrow, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp
    ) -> [ScreenOutcome] {
        let others = end.arrows.enumerated().filter { $0.offset != corrected }.map(\.element)
        let isSecond = end.face.twoInASpot == .lowerCounts && end.hits(arrow) && others.contains { $0.spot == arrow.spot && end.hits($0) }
        set(arrow, in: &end, of: book, at: now)
        landing = settings.hasReducedMotion || arrow.place == nil ? nil : TimeSpan(now, for: Self.landingTime)
        let asked = end.arrowsAsked ?? .max
        let words = isSecond ? Strings.Score.twoInASpot : end.arrows.count > asked ? Strings.Score.lowestCount(asked) : nil
        return [.signal(.placed, settings)] + (words.map { [.toast($0)] } ?? [])
    }

    /// Stores this as the held arrow, and then holds the next unplaced arrow.
    private mutating func set(_ arrow: PlacedArrow, in end: inout EndRecord, of book: ScoreBook, at now: Timestamp) {
        edits.note(active(end), before: corrected.map { end.arrows[$0] }, after: arrow)
        if let corrected {
            end.arrows[corrected] = arrow
        } else {
            end.arrows.append(arrow)
        }
        choose(end.arrows.count, of: end, in: book, at: now)
        noteDone(&end)
        if !isPlacing(end) { total = TimeSpan(now, for: Self.totalTime) }
    }

    /// Marks the end as done as soon as all arrows that are asked for are placed.
    private func noteDone(_ end: inout EndRecord) { end.isDone = !end.arrows.isEmpty && end.arrows.count >= wanted }

    /// Holds this arrow: a placed one, or the next.
    mutating func choose(_ index: Int, of end: EndRecord, in book: ScoreBook, at now: Timestamp) {
        corrected = end.arrows.indices.contains(index) ? index : nil
        if let corrected {
            held = HeldArrow(end.arrows[corrected], of: end)
        } else {
            held = HeldArrow(after: book.arrow(before: end.arrows.count, of: end), inSpot: end.nextSpot, of: end)
        }
        (moved, landing, touch, total) = (nil, nil, nil, nil)
    }

    /// Takes back the last change, and holds its arrow again.
    private mutating func undo(in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        guard let undone = edits.undo(in: &end) else { return [] }
        wanted = max(wanted, min(undone.index + 1, EndRecord.mostArrows))
        choose(undone.index, of: end, in: book, at: now)
        if corrected == nil { held = HeldArrow(undone.arrow, of: end) }
        noteDone(&end)
        return [.signal(.undone, settings), .toast(Strings.undone(Strings.arrowPlaced(undone.arrow.number)))]
    }

    /// Does the change again that was taken back last, and holds the next unplaced arrow.
    private mutating func redo(in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        guard let index = edits.redo(in: &end) else { return [] }
        wanted = max(wanted, end.arrows.count)
        choose(end.arrows.count, of: end, in: book, at: now)
        noteDone(&end)
        if !isPlacing(end) { total = TimeSpan(now, for: Self.totalTime) }
        return [.signal(.placed, settings), .toast(Strings.redone(Strings.arrowPlaced(end.arrows[index].number)))]
    }

    private mutating func use(
        _ tool: Tool, in end: inout EndRecord, of book: ScoreBook, _ settings: Settings, at now: Timestamp
    ) -> [ScreenOutcome] {
        switch tool {
        case .undo: return undo(in: &end, of: book, settings, at: now)
        case .redo: return redo(in: &end, of: book, settings, at: now)
        case .lookAtClip: return clip(of: end, settings).map { [.play(clip: $0)] } ?? []
        case .miss:
            guard isPlacing(end) else { break }
            let miss = PlacedArrow(number: active(end) + 1, spot: held.spot, place: nil, clip: clip(of: end, settings))
            return place(miss, in: &end, of: book, settings, at: now)
        case .more: want(wanted + 1, in: &end)
        case .fewer: want(wanted - 1, in: &end)
        case .done:
            guard !end.arrows.isEmpty else { break }
            want(end.arrows.count, in: &end)
            return finish(book, settings)
        case .skip: return skip(&end)
        case .practice:
            end.setPractice(!end.isPractice, in: book)
            want(Self.wanted(end), in: &end)
            return [.toast(Strings.Score.practice(end.isPractice))]
        default: break
        }
        return []
    }

    /// Asks for this number of arrows, but never for fewer than are placed.
    private mutating func want(_ count: Int, in end: inout EndRecord) {
        wanted = count.clamped(to: max(1, end.arrows.count)...max(EndRecord.mostArrows, end.arrows.count))
        noteDone(&end)
    }

    /// Goes on to the summary.
    mutating func finish(_ book: ScoreBook, _ settings: Settings) -> [ScreenOutcome] {
        total = nil
        return [.signal(.saved, settings), .effect(.card(.file(book.ref))), .summary]
    }

    // MARK: Time

    /// Goes on to the summary once the total has stood long enough.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        card?.pass(to: now, isReduced: context.settings.hasReducedMotion)
        guard let total, total.end <= now, let book = context.desk.book, book[end: end] != nil else { return [] }
        return finish(book, context.settings)
    }

    // MARK: Rendering

    func layout(_ look: Theme, _ end: EndRecord, at now: Timestamp) -> ScoreLayout {
        ScoreLayout(look, end.face, zoom.view(at: now), cells: max(wanted, end.arrows.count), active: active(end))
    }

    func face(in context: Context, at now: Timestamp) -> FaceSight? {
        guard let record = context.desk.book?[end: end] else { return nil }
        let layout = layout(Theme(context.settings), record, at: now)
        return FaceSight(end: record, drawing: layout.face, window: layout.window)
    }

    private func view(of end: EndRecord) -> FaceView {
        FaceView(
            end, spot: isPlacing(end) || end.face.spots.count == 1 ? held.spot : zoom.target.spot(of: end.face),
            held: isPlacing(end) ? held.ring : nil)
    }

    /// Returns the free row of the column, so that the face isn't covered.
    func toastPlace(in context: Context) -> ToastPlace? {
        guard let record = context.desk.book?[end: end] else { return .foot(Theme(context.settings)) }
        let layout = layout(Theme(context.settings), record, at: zoom.span.end)
        return ToastPlace(column: layout.column.x...layout.column.maxX, bottom: layout.totals[0].y - 20)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard let book = context.desk.book, let record = book[end: end] else { return [] }
        let layout = layout(Theme(context.settings), record, at: now)
        let drawing = ScoreDrawing(screen: self, end: record, book: book, settings: context.settings, layout: layout)
        var layers = [Layer(.drawing(drawing.ground)), Layer(.drawing(drawing.hits)), Layer(.drawing(ScorePanel(drawing).drawing))]
        if let card = card?.layer(record, of: book, layout, at: now) { return (card.placement.opacity < 1 ? layers : [layers[0]]) + [card] }
        if let landing, now < landing.end { layers.append(Layer(.drawing(drawing.landing(landing.progress(at: now))))) }
        guard isPlacing(record) else { return layers }
        // A ring lies under the hits, a position over them.
        layers.insert(Layer(.drawing(drawing.held)), at: held.axis == .ring ? 1 : layers.count)
        let opacity = held.axis != .fine ? 0 : held.isNearLine(in: record) ? 1 : 1 - (rest?.progress(at: now) ?? 1)
        if opacity > 0 { layers.append(Layer(.drawing(drawing.magnifier), placement: Placement(opacity: opacity))) }
        return layers
    }

    /// The fade of the magnifier, once the arrow has rested.
    private var rest: TimeSpan? { moved.map { TimeSpan($0 + Self.magnifierStay, for: Motion.fade) } }

    /// Returns the next instant after `seen` at which the picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        let moving = [rest, landing, zoom.span].compactMap { $0?.nextChange(after: seen) }
        return (moving + [total?.end, card?.nextChange(after: seen)].compactMap { $0 }).filter { $0 > seen }.min()
    }
}
