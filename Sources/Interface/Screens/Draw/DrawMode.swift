// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws on a picture that stands still: of a replay, or one of two that are compared.
///
/// Arrows move a cross, and a push of the knob sets the points of the drawing. A turn of the knob changes what is amber: the pen's kind,
/// colour or width, or, after an arrow, the cross itself by single units. A finger and a mouse set points where they are.
struct DrawMode: PlaybackMode {
    var place: ScreenKind { .draw }

    /// The value that the knob changes.
    enum Held: Hashable, Sendable {
        case kind, ink, width, words
        case cursor(Cursor.Direction)
    }

    /// The drawing in progress.
    struct Draft: Hashable, Sendable {
        /// The drawing, with the points that are set so far.
        var annotation: Annotation
        /// The index of the picture that it is drawn on.
        var picture: Int
        /// True while a stroke follows the cursor.
        var isPenDown = false
    }

    /// A point of an existing drawing that moves with the cursor.
    struct Grasp: Hashable, Sendable {
        var annotation: Annotation
        var point: Int
        var picture: Int
    }

    /// The target of a finger.
    enum Target: Hashable, Sendable {
        case palette, picture
    }

    var cursor = Cursor(at: Areas.film.center)
    var held = Held.kind
    var draft: Draft?
    var grasp: Grasp?
    /// True if something was drawn or changed since the screen came up.
    private var hasDrawn = false
    var touch: Touch<Target>?
    /// The point at which the finger began the drawing.
    var start: Point?

    /// The distances within which a push of the knob, and a finger, take an existing point.
    static let (reach, touchReach) = (18.0, 44.0)
    static let touchSlop = 16.0
    /// The least distance between a stroke's points, and the most that the stroke may differ from how it was drawn.
    static let (strokeStep, strokeError) = (4.0, 1.5)

    // MARK: State

    /// Returns the pictures that can be drawn on. Beside a clip, the live picture can't be drawn on, nor can a clip of another session.
    func pictures(on playback: any Playback, in context: Context, at now: Timestamp) -> [DrawnPicture] {
        let all = playback.pictures(in: context, at: now)
        return playback.isOfLine ? all : all.filter { $0.isOwn(in: context) }
    }

    /// Returns true if a keyboard writes the words of a text.
    func isWriting(in context: Context) -> Bool { context.pen.kind == .text && draft == nil && grasp == nil }

    /// Returns the picture at a point: the first whose area contains it, otherwise the nearest.
    func picture(at place: Point, _ pictures: [DrawnPicture]) -> Int? {
        pictures.firstIndex { $0.area.contains(place) }
            ?? pictures.indices.min { abs(pictures[$0].area.center.x - place.x) < abs(pictures[$1].area.center.x - place.x) }
    }

    /// Returns the nearest point of a drawing within reach of a place on the canvas.
    func point(near place: Point, within reach: Double, on playback: any Playback, in context: Context, at now: Timestamp) -> Grasp? {
        var (nearest, least) = (Grasp?.none, reach)
        for (index, picture) in pictures(on: playback, in: context, at: now).enumerated() {
            for annotation in picture.visible(in: context) {
                // The points of a freehand stroke can't be taken.
                for (point, position) in annotation.points.enumerated() where annotation.kind != .freehand {
                    let away = (picture.map.canvas(position) - place).length
                    if away <= least { (nearest, least) = (Grasp(annotation: annotation, point: point, picture: index), away) }
                }
            }
        }
        return nearest
    }

    /// Returns the point that a push of the knob would take.
    func nearPoint(on playback: any Playback, in context: Context, at now: Timestamp) -> Grasp? {
        point(near: cursor.position(at: now), within: Self.reach, on: playback, in: context, at: now)
    }

    /// Returns the drawing near a place on the canvas, or the only drawing there is.
    func drawing(
        near place: Point, on playback: any Playback, in context: Context, at now: Timestamp
    ) -> (annotation: Annotation, picture: Int)? {
        let pictures = pictures(on: playback, in: context, at: now)
        let all = pictures.indices.flatMap { index in pictures[index].visible(in: context).map { (annotation: $0, picture: index) } }
        if all.count == 1 { return all.first }
        let measured = all.map { (what: $0, away: pictures[$0.picture].distance(of: $0.annotation, from: place)) }
        return measured.filter { $0.away < 60 }.min { $0.away < $1.away }?.what
    }

    // MARK: Input

    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>> {
        var rows: Bindings<ToolInUse<Self>> = [
            .press(.left): cursorRow(.cursorLeft, .left), .press(.right): cursorRow(.cursorRight, .right), .press(.up): cursorRow(.cursorUp, .up),
            .press(.down): cursorRow(.cursorDown, .down),
            .press(.stop): Binding(draft == nil && grasp == nil ? .back : .takeBackPoint) { $0.mode.stepBack() },
            .press(.knob): Binding(pushLabel(in: context)) {
                $0.mode.cursor.halt(at: $2)
                $0.mode.push(on: $0.playback, in: &$1, at: $2)
            },
            .turn: .turning(turnLabel) { $0.mode.turn($3.detents, $3.speed, on: $0.playback, &$1, at: $2) },
        ]
        if let draft {
            rows[.press(.mark)] = Binding(.endDrawing) {
                $0.mode.cursor.halt(at: $2)
                $0.mode.end(draft, on: $0.playback, in: &$1, at: $2)
            }.when(draft.canEnd)
        } else if grasp == nil {
            rows[.press(.mark)] = Binding(.drawn) { tool, context, now in
                tool.mode.cursor.halt(at: now)
                tool.mode.keepPicture(of: tool.playback, in: context, at: now)
                ScreenOutcome.back
            }
        }
        return rows
    }

    /// Returns the row of an arrow, which moves the cross for as long as it is held.
    private func cursorRow(_ label: ActionLabel, _ arrow: Control) -> Binding<ToolInUse<Self>> {
        Binding(label) { tool, _, now in
            tool.mode.cursor.go(arrow, at: now)
            if let direction = arrow.cursorDirection { tool.mode.held = .cursor(direction) }
        }.released { tool, context, now in
            tool.mode.cursor.stop(arrow, at: now)
            tool.mode.follow(on: tool.playback, in: context, at: now)
        }
    }

    private var turnLabel: ActionLabel {
        switch held {
        case .kind: .penKind
        case .ink: .penInk
        case .width: .penWidth
        case .words: .penWords
        case .cursor: .cursorFine
        }
    }

    private func pushLabel(in context: Context) -> ActionLabel {
        if let draft { return draft.isPenDown ? .penUp : .setPoint }
        if grasp != nil { return .letPointGo }
        switch context.pen.kind {
        case .freehand: return .penDown
        case .text: return .setWords
        default: return .setPoint
        }
    }

    func tools(on playback: any Playback, in context: Context) -> [ToolOffer] {
        let target = drawing(near: cursor.position(at: .zero), on: playback, in: context, at: .zero)
        let isStanding = target?.annotation.isStanding ?? false
        return [
            ToolOffer(.drawKind), ToolOffer(.drawInk), ToolOffer(.drawWidth), ToolOffer(.drawWords, isPossible: context.pen.kind == .text),
            ToolOffer(.keepForAll, isPossible: target != nil && draft == nil, state: isStanding ? Strings.onOff(true) : nil),
            ToolOffer(.erase, isPossible: target != nil && draft == nil), context.linesOffer, context.zoomOffer,
        ]
    }

    func undo(on playback: any Playback, in context: Context) -> String? {
        (draft?.annotation ?? grasp?.annotation).map { Strings.name(of: $0.kind) } ?? playback.undo(in: context)
    }

    func redo(on playback: any Playback, in context: Context) -> String? { draft == nil && grasp == nil ? playback.redo(in: context) : nil }

    /// Takes back only the newest action: a point, while a drawing isn't finished.
    mutating func takeBack(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        draft == nil && grasp == nil ? playback.takeBack(in: &context, at: now) : stepBack()
    }

    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .held(.knob): cursor.halt(at: now)
        case .tool(let tool): return use(tool, on: playback, in: &context, at: now)
        // On a keyboard whose letters write, these keys still work as the knob, until something is written.
        case .typed(.done):
            cursor.halt(at: now)
            return push(on: playback, in: &context, at: now)
        case .typed(.text("=")) where held == .kind: turn(1, .steady, on: playback, &context, at: now)
        case .typed(.text("-")) where held == .kind: turn(-1, .steady, on: playback, &context, at: now)
        case .typed(let typing):
            held = .words
            write(typing, &context)
        case .touchDown(let point): return touchDown(point, on: playback, in: &context, at: now)
        case .touchMoved(let point): touchMoved(point, on: playback, in: context, at: now)
        case .touchUp: return touchUp(on: playback, in: &context, at: now)
        default: return perform(input, on: &playback, in: &context, at: now)
        }
        return []
    }

    private mutating func turn(_ steps: Int, _ speed: KnobSpeed, on playback: any Playback, _ context: inout Context, at now: Timestamp) {
        switch held {
        case .kind where draft == nil: context.pen.changeKind(by: steps)
        case .kind: break
        case .ink: context.pen.changeInk(by: steps)
        case .width: context.pen.changeWidth(by: steps)
        case .words: context.pen.changeWords(by: steps, offered: context.settings.wordsToDraw)
        case .cursor(let direction):
            cursor.move(direction, by: Cursor.units(of: steps, speed), at: now)
            follow(on: playback, in: context, at: now)
        }
        draft?.annotation.ink = context.pen.ink
        draft?.annotation.width = context.pen.width
    }

    private func write(_ typing: Typing, _ context: inout Context) {
        var words = context.pen.words.flatMap { context.settings.wordsToDraw.contains($0) ? nil : $0 } ?? ""
        switch typing {
        case .text(let text): words = String((words + text).prefix(Annotation.longestText))
        case .erase: words = String(words.dropLast())
        case .done: return
        }
        context.pen.words = words.isEmpty ? nil : words
    }

    // MARK: Tools

    private mutating func use(_ tool: Tool, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch tool {
        case .drawKind: held = .kind
        case .drawInk: held = .ink
        case .drawWidth: held = .width
        case .drawWords: held = .words
        case .erase, .keepForAll:
            guard let target = drawing(near: cursor.position(at: now), on: playback, in: context, at: now) else { break }
            grasp = nil
            let picture = pictures(on: playback, in: context, at: now)[target.picture]
            return tool == .erase
                ? context.erase(target.annotation, on: picture, at: now)
                : context.keepForAll(target.annotation, on: picture, span: span(from: picture.seconds, on: playback, in: context), at: now)
        default: break
        }
        return []
    }

    /// Saves the drawn picture too, for the session's page.
    private func keepPicture(of playback: any Playback, in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard hasDrawn, let session = playback.session(in: context) else { return [] }
        return [.effect(.picture(.keep(DrawDrawing(self, playback, context, at: now).kept, session)))]
    }

    mutating func keep(
        _ annotation: Annotation, on picture: DrawnPicture, deed: String, in context: inout Context, at now: Timestamp
    ) -> [ScreenOutcome] {
        hasDrawn = true
        return context.keep(annotation, on: picture, deed: deed, at: now) + [.clipSignal(.placed, context.settings)]
    }

    // MARK: Time

    mutating func hear(_ event: Event, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if case .tick = event { follow(on: playback, in: context, at: now) }
        return []
    }

    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp? { cursor.isMoving ? seen + Motion.step : nil }

    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer] {
        DrawDrawing(self, playback, context, at: now).layers
    }
}

extension DrawMode.Draft {
    /// True if MARK can end the drawing: it takes any number of points, and has two at least.
    var canEnd: Bool { annotation.kind.pointCount == nil && annotation.points.count >= 2 }
}
