// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The choice on the page after all clips were reviewed: the best of them, and the way on.
struct ReviewEnd: Hashable, Sendable {
    enum Answer: Hashable, Sendable {
        case playBest, export
        /// To the score, or back to where the review was opened.
        case goOn
        /// The clip that was deleted last comes back.
        case restore
    }

    /// The index of the answer that the knob has selected.
    var choice = 0
}

extension ReviewScreen {
    func answers(in context: Context) -> [ReviewEnd.Answer] {
        let hasLiked = !stack.liked.isEmpty
        // Clips are played from the session on the desk.
        let canPlay = !playable(in: context).isEmpty
        let canRestore = lastStep(in: context)?.deed == .delete
        return (canPlay ? [.playBest] : []) + (hasLiked ? [.export] : []) + [.goOn] + (canRestore ? [.restore] : [])
    }

    func answer(in context: Context) -> ReviewEnd.Answer {
        let answers = answers(in: context)
        return answers[end.choice.clamped(to: 0...answers.count - 1)]
    }

    /// Returns the controls on the page after all clips.
    func atEnd(in context: Context) -> Bindings<Self> {
        let canTakeBack = lastStep(in: context) != nil
        var rows: Bindings<Self> = [
            .press(.stop): Binding(leadsToScore ? .toScore : .back, .back),
            .press(.down): Binding(.takeBack) { $0.takeBack(in: &$1, at: $2) }.when(canTakeBack),
        ]
        guard !pages.isWaiting else { return rows }
        let answers = answers(in: context)
        let isChoice = answers.count > 1
        rows.add([
            .press(.mark): Binding(.export) { $0.take(.export, in: &$1, at: $2) }.when(answers.contains(.export)),
            .press(.left): Binding(.answerBefore) { $0.move(-1, answers) }.when(isChoice),
            .press(.right): Binding(.answerAfter) { $0.move(1, answers) }.when(isChoice),
            .turn: Binding.turning(.answer) { $0.move($1.clamped(to: -10...10), answers) }.when(isChoice),
            .press(.knob): Binding(.takeAnswer) { $0.take($0.answer(in: $1), in: &$1, at: $2) },
        ])
        return rows
    }

    mutating func followFingerAtEnd(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard !pages.isWaiting else { return [] }
        switch input {
        case .touchDown(let point):
            touch = Touch(ReviewEndLayout(self, context, Theme(context.settings)).answer(at: point), at: point, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: if let answer = touch.lift()?.tapped.flatMap({ $0 }) { return take(answer, in: &context, at: now) }
        default: break
        }
        return []
    }

    private mutating func move(_ steps: Int, _ answers: [ReviewEnd.Answer]) {
        end.choice = (end.choice.clamped(to: 0...answers.count - 1) + steps).clamped(to: 0...answers.count - 1)
    }

    private mutating func take(_ answer: ReviewEnd.Answer, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch answer {
        case .goOn: return [.back]
        case .restore: return takeBack(in: &context, at: now)
        case .playBest: return [.playAll(clips: playable(in: context))]
        case .export:
            guard let session = best.first?.key.session else { return [] }
            let line = best.first.flatMap { clip in
                let words = [clip.endName, clip.archer].compactMap { $0 }
                return words.isEmpty ? nil : words.joined(separator: " · ")
            }
            let subject = ExportSubject(session: session.folder, clips: best.map(\.key.number))
            return [.go(.export(subject, title: Strings.export(Strings.clips(best.count)), line: line, first: .bestOf))]
        }
    }

    private func playable(in context: Context) -> [Int] {
        guard let book = context.desk.book, book.key == best.first?.key.session else { return [] }
        return best.map(\.key.number).filter { book.clip($0)?.isPlayable ?? false }
    }

    /// The name of the end whose clips these are; `nil` if they aren't all of one end.
    var endName: String? {
        guard case .session(_, let end?) = scope else { return nil }
        return (stack.done.map(\.clip) + stack.clips).first { $0.end == end }?.endName
    }

    /// The liked clips of one session, because films of several sessions aren't joined. Of several sessions it is the one liked last.
    var best: [ReviewClip] {
        let liked = stack.liked
        return liked.filter { $0.key.session == liked.last?.key.session }.sorted { $0.key.number < $1.key.number }
    }
}

/// The layout of the answers and of the liked clips.
struct ReviewEndLayout {
    struct Answer {
        var answer: ReviewEnd.Answer
        var words: String
        var rect: Rect
    }

    let answers: [Answer]
    /// The liked clips that are visible, with their rectangles.
    let liked: [(clip: ReviewClip, rect: Rect)]
    let title: (words: String, baseline: Double, size: Double)
    let count: (words: String, middle: Double, size: Double)
    let heading: (words: String, figures: String, baseline: Double)?
    let notes: [String]
    let notesTop: Double
    let bottom: Double

    private static let still = (width: 408.0, height: 230.0, step: 440.0)

    init(_ screen: ReviewScreen, _ context: Context, _ look: Theme) {
        let best = screen.best
        let bottom = Areas.pageBottom(look)
        self.bottom = bottom
        title = (Self.title(screen), Areas.top + 70, min(72, look.figure))
        count = (Self.counts(screen), Areas.top + 116, look.scale > 1 ? look.body * 0.8 : 36)
        // Larger text leaves the stills less room.
        let top = count.middle + look.lineHeight(count.size) / 2 + 24
        let share = look.scale > 1 ? 0.7 : 1
        let columns = Areas.isUpright ? 2 : 5
        let wide = Areas.isUpright ? (Areas.right - Areas.left - 32 * share) / 2 : Self.still.width * share
        let size = (width: wide, height: Areas.isUpright ? wide * 9 / 16 : Self.still.height * share)
        let stillsTop = look.scale > 1 ? top : 264
        let seen = best.prefix(look.scale > 1 && !Areas.isUpright ? 5 : 4)
        liked = seen.enumerated().map { index, clip in
            (
                clip,
                Rect(
                    x: Areas.left + Double(index % columns) * (size.width + 32 * share),
                    y: stillsTop + Double(index / columns) * (size.height + 32 * share), width: size.width, height: size.height)
            )
        }
        var y = best.isEmpty ? stillsTop : (liked.last?.rect.maxY ?? stillsTop) + (look.scale > 1 ? 16 : 40)
        if best.isEmpty {
            heading = nil
        } else {
            let seconds = best.reduce(0) { $0 + $1.clip.seconds }
            heading = (Strings.bestOfTitle, Strings.bestOf(best.count, seconds: seconds), y + look.title * 0.8)
            y += look.lineHeight(look.title) + 12
        }
        let words = screen.answers(in: context).map { ($0, Self.words($0, screen)) }
        let height = max(88, look.lineHeight(look.body) + 32)
        let widths = words.map { TextMetrics.width($0.1, size: look.body) + 80 }
        let places = Flow.places(widths, height: height, gap: 24, rowGap: 16, at: Point(Areas.left, y), room: Areas.right - Areas.left)
        answers = zip(words, places).map { Answer(answer: $0.0, words: $0.1, rect: $1) }
        notesTop = (places.map(\.maxY).max() ?? y) + 32
        notes = Self.notes(screen, context)
    }

    func answer(at point: Point) -> ReviewEnd.Answer? { answers.first { $0.rect.contains(point) }?.answer }

    static func title(_ screen: ReviewScreen) -> String {
        if let name = screen.endName {
            let archer = (screen.stack.done.map(\.clip) + screen.stack.clips).first?.archer
            return Strings.lookedAt([archer, name].compactMap { $0 }.joined(separator: " · "))
        }
        return screen.stack.done.isEmpty ? Strings.nothingToReview : Strings.allLookedAt
    }

    static func counts(_ screen: ReviewScreen) -> String {
        let stack = screen.stack
        let counts = [
            Strings.clips(stack.done.count), Strings.likedCount(stack.count(.like)), Strings.deletedCount(stack.count(.delete)),
            Strings.skippedCount(stack.count(.skip)),
        ]
        let numbers = [stack.done.count, stack.count(.like), stack.count(.delete), stack.count(.skip)]
        return zip(counts, numbers).enumerated().filter { $0.offset == 0 || $0.element.1 > 0 }.map(\.element.0).joined(separator: " · ")
    }

    static func words(_ answer: ReviewEnd.Answer, _ screen: ReviewScreen) -> String {
        switch answer {
        case .playBest: return Strings.playBest
        case .export: return Strings.word(of: ActionLabel.export)
        case .goOn:
            guard screen.leadsToScore else { return Strings.word(of: .back) }
            if let name = screen.endName { return Strings.scoreEnd(name) }
            return Strings.word(of: .toScore)
        case .restore: return Strings.takeDeletedBack
        }
    }

    /// Returns the notes about what becomes of the deleted clips.
    private static func notes(_ screen: ReviewScreen, _ context: Context) -> [String] {
        let deleted = screen.stack.count(.delete)
        let room = context.cardFacts.map { Strings.free($0.freeBytes) }
        return (deleted > 0 ? [Strings.deletedStay(deleted, room: room)] : []) + (screen.stack.done.isEmpty ? [] : [Strings.undoBringsBack])
    }
}

/// The page after the last clip.
struct ReviewEndDrawing {
    private let screen: ReviewScreen
    private let context: Context
    private let look: Theme
    private let now: Timestamp

    init(_ screen: ReviewScreen, _ context: Context, _ look: Theme, at now: Timestamp) {
        (self.screen, self.context, self.look, self.now) = (screen, context, look, now)
    }

    var layer: Layer {
        let layout = ReviewEndLayout(screen, context, look)
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        if screen.pages.isWaiting {
            sketch.line(
                Strings.moreClipsCome, x: Canvas.bounds.center.x, middle: Canvas.bounds.center.y, size: look.title, alignment: .center,
                width: Areas.right - Areas.left)
            // Eight steps a turn show that it waits, with hardly any painting.
            let angle = Double(now.nanoseconds / 100_000_000 % 8) * .pi / 4
            let center = Point(Canvas.bounds.center.x, Canvas.bounds.center.y + look.title + 64)
            sketch.add([.arc(center: center, radius: 36, from: angle, to: angle + 4.2, width: 8, Palette.text)])
            return Layer(.drawing(sketch.drawing))
        }
        let right = Areas.titleRight(look)
        sketch.line(
            layout.title.words, x: Areas.left, middle: layout.title.baseline - 26, size: layout.title.size, weight: .semibold,
            width: right - Areas.left)
        sketch.line(
            layout.count.words, x: Areas.left, middle: layout.count.middle, size: layout.count.size, color: look.caption,
            width: Areas.right - Areas.left)
        for (clip, rect) in layout.liked { draw(clip, rect, on: &sketch) }
        if let heading = layout.heading {
            sketch.words(heading.words, x: Areas.left, baseline: heading.baseline, size: look.title, weight: .semibold)
            let x = Areas.left + TextMetrics.width(heading.words, size: look.title) * 1.06 + 24
            let size = Theme.size(look.body, for: heading.figures, within: Areas.right - x)
            sketch.words(heading.figures, x: x, baseline: heading.baseline, size: size, color: look.caption)
        }
        let chosen = screen.answer(in: context)
        for answer in layout.answers { draw(answer, isHeld: answer.answer == chosen, on: &sketch) }
        drawNotes(layout, on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }

    private func draw(_ clip: ReviewClip, _ rect: Rect, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: 14, Palette.text.opacity(0.08)), .still(clip.key, rect, cornerRadius: 14)])
        sketch.edge(rect, radius: 14, width: 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3))
        let heart = Point(rect.maxX - 34, rect.y + 34)
        sketch.add([.disc(center: heart, radius: 24, Palette.ink.opacity(0.72))])
        sketch.add(SummaryParts.heart(at: Point(heart.x, heart.y + 1), size: 26, Palette.done))
        let side = 48.0
        let number = Rect(x: rect.x + 12, y: rect.maxY - 12 - side, width: side, height: side)
        if clip.clip.kind == .mark {
            ScoreChip.neutral("\(clip.key.number)").draw(in: number, size: 30, on: &sketch)
        }
        if let score = clip.score {
            let width = max(side, SummaryParts.scoreWidth(score.arrow.label, size: 30))
            ScoreChip(score.arrow, on: score.face).draw(
                in: Rect(x: rect.maxX - 12 - width, y: number.y, width: width, height: side), size: 30, on: &sketch)
        }
    }

    private func draw(_ answer: ReviewEndLayout.Answer, isHeld: Bool, on sketch: inout DrawingBuilder) {
        let rect = answer.rect
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, Palette.well)])
        if isHeld {
            sketch.edge(rect, width: 5, Palette.held)
        } else {
            sketch.edge(rect, width: look.edgeWidth, look.edge)
        }
        sketch.line(
            answer.words, x: rect.center.x, middle: rect.center.y, size: look.body, weight: .semibold, alignment: .center, width: rect.width - 40)
    }

    private func drawNotes(_ layout: ReviewEndLayout, on sketch: inout DrawingBuilder) {
        var y = layout.notesTop
        let width = Areas.right - Areas.left
        for note in layout.notes {
            let lines = TextMetrics.lines(note, size: look.small, within: width)
            let height = Double(lines) * look.lineHeight(look.small)
            guard y + height <= layout.bottom else { return }
            sketch.text(note, at: Point(Areas.left, y), size: look.small, color: look.caption, width: width, lines: lines)
            y += height
        }
    }
}
