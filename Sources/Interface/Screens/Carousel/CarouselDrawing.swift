// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws a row of clips on black. What only moves is neither painted nor copied: each clip is a layer of its own that is placed anew, and
/// the words change only with the clip in the middle.
struct CarouselDrawing {
    private let screen: CarouselScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme
    private let layout: CarouselLayout

    init(_ screen: CarouselScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
        layout = CarouselLayout(look)
    }

    private var motion: CarouselMotion { screen.motion }
    private var isReduced: Bool { context.settings.hasReducedMotion }
    private var governor: FrameGovernor { context.governor }

    var layers: [Layer] {
        var outwards = isReduced ? CarouselExit.Appearance(share: 0) : motion.look(at: now)
        if !governor.hasBlur { outwards = outwards.sharp }
        return row().map { $0.placed(outwards) } + drawings + fadingWords + ring + [endSign].compactMap { $0 }
    }

    // MARK: The row

    private var book: ScoreBook? { context.desk.book }
    private var clips: [ScoreBook.Clip] { book.map(CarouselScreen.clips) ?? [] }

    /// Returns the visible clips, the outermost first.
    /// - Parameter hasShadow: true if the clip in the middle has a shadow. It shows only above another screen, on the way out, and not on
    ///   black.
    func row(hasShadow: Bool = false) -> [RowPiece] {
        guard let book else { return [] }
        let pieces = pieces(book, middle: motion.index, offset: isReduced ? 0 : motion.x(at: now), opacity: 1, hasShadow: hasShadow)
        guard let fading = screen.fading, let index = clips.firstIndex(where: { $0.number == fading.clip }) else { return pieces }
        return pieces + self.pieces(book, middle: index, offset: 0, opacity: 1 - fading.span.progress(at: now), hasShadow: false)
    }

    private func pieces(_ book: ScoreBook, middle: Int, offset: Double, opacity: Double, hasShadow: Bool) -> [RowPiece] {
        let clips = clips
        // Only a few clips are visible, however many there are.
        let reach = 3
        let centre = middle - Int((offset / layout.pitch).rounded().clamped(to: -1e6...1e6))
        let near = (centre - reach...centre + reach).filter(clips.indices.contains)
        let seen = near.map { ($0, layout.distance($0, from: middle, offset: offset)) }.filter { layout.isSeen($0.1) }
        return seen.sorted { abs($0.1) > abs($1.1) }.flatMap { index, distance in
            pieces(clips[index], book, distance: distance, isMiddle: index == middle, opacity: opacity, hasShadow: hasShadow && index == middle)
        }
    }

    private func pieces(
        _ clip: ScoreBook.Clip, _ book: ScoreBook, distance: Double, isMiddle: Bool, opacity: Double, hasShadow: Bool
    ) -> [RowPiece] {
        guard let key = book.key(ofClip: clip.number) else { return [] }
        let facts = screen.players.picture(of: key)?.facts
        let aspect = aspect(clip, facts)
        let place = layout.place(distance, aspect: aspect)
        var scale = layout.scale(distance, hasDepth: governor.hasDepth)
        if isMiddle, !isReduced { scale *= motion.scale(at: now) }
        let placement = Placement(opacity: opacity, shade: layout.shade(distance, hasDepth: governor.hasDepth), border: border)
        var pieces: [RowPiece] = []
        func add(_ content: Layer.Content, _ place: Rect, _ placement: Placement) {
            let layer = Layer(
                content, place: place, placement: placement,
                transform: Transform(scale: scale, about: content.isDrawing ? self.layout.place(distance, aspect: aspect).center : nil))
            pieces.append(RowPiece(layer: layer, isMiddle: isMiddle, blurs: false))
        }
        var beside = Canvas.bounds
        beside.x += distance * layout.pitch
        if hasShadow, governor.hasShadows { add(.drawing(layout.shadow(aspect: aspect)), beside, Placement()) }
        for content in contents(clip, key, book, aspect: aspect) {
            let isDrawing = content.isDrawing
            add(content, isDrawing ? beside : place, isDrawing ? Placement(opacity: opacity, shade: placement.shade) : placement)
        }
        for index in pieces.indices {
            switch pieces[index].layer.content {
            // A peek is stored as recorded, like the video that follows it, so both are turned here.
            case .video, .peek: pieces[index].layer.orientation = clip.orientation
            case .still, .extract, .drawing: break
            }
        }
        // Of the layers that lie on each other, only the uppermost blurs.
        if let last = pieces.indices.last { pieces[last].blurs = !pieces[last].layer.content.isDrawing }
        return pieces
    }

    // MARK: Drawings

    /// The drawings on the clip in the middle, shown only while nothing moves.
    private var drawings: [Layer] {
        guard let book, screen.showsDrawings(at: now), clips.indices.contains(motion.index) else { return [] }
        let clip = clips[motion.index]
        guard let key = book.key(ofClip: clip.number), let picture = screen.players.picture(of: key) else { return [] }
        let layer = Layer(.video(.track(picture.track)), place: layout.place(0, aspect: aspect(clip, picture.facts)))
        return RestingDrawings(
            of: key, on: layer, orientation: clip.orientation ?? picture.facts.orientation, size: picture.facts.size,
            at: screen.players.position(at: now), archer: book.archer
        ).layers(in: context)
    }

    /// Returns what a clip is shown by: its video if that is decoded, otherwise its first picture, its still, or its number.
    private func contents(_ clip: ScoreBook.Clip, _ key: ClipKey, _ book: ScoreBook, aspect: Double) -> [Layer.Content] {
        if let picture = screen.players.picture(of: key) {
            let below: [Layer.Content] = screen.opening != nil && context.stills.isThere(key) ? [.still(key)] : []
            return below + [.video(.track(picture.track))]
        }
        if let peek = CarouselScreen.peek(clip, in: book), context.peeks.isThere(peek) { return [.peek(peek)] }
        if context.stills.isThere(key) { return [.still(key)] }
        return [.drawing(blank(clip, aspect: aspect))]
    }

    private func aspect(_ clip: ScoreBook.Clip, _ facts: ClipFacts?) -> Double {
        let size = facts.map { (clip.orientation ?? $0.orientation).size(of: $0.size) } ?? context.stream.size
        return Double(max(1, size.width)) / Double(max(1, size.height))
    }

    private var border: Placement.Border {
        Placement.Border(
            cornerRadius: CarouselLayout.radius, width: look.hasHighContrast ? 3 : 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3))
    }

    private func blank(_ clip: ScoreBook.Clip, aspect: Double) -> Drawing {
        let rect = layout.middle.fitted(aspect: aspect)
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(rect, cornerRadius: CarouselLayout.radius, Palette.plate)])
        sketch.edge(rect, radius: CarouselLayout.radius, width: border.width, border.color)
        let title = clip.kind == .mark ? "\(clip.number)" : clip.title
        sketch.line(
            title, x: rect.center.x, middle: rect.center.y, size: clip.kind == .mark ? 160 : 72, weight: .semibold, alignment: .center,
            width: rect.width - 2 * Theme.padding)
        return sketch.drawing
    }

    // MARK: Words

    /// The words above and below the row. Each is a picture of its own, so each is one quad, and it is painted again only when the clip
    /// changes.
    var words: [Layer] {
        var (head, foot) = (DrawingBuilder(look), DrawingBuilder(look))
        guard let book, clips.indices.contains(motion.index) else {
            // Without clips the screen is a page like any other.
            head.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.ink)])
            head.line(
                Strings.noClips, x: Canvas.bounds.center.x, middle: layout.middle.center.y, size: look.body, alignment: .center,
                width: Canvas.safeArea.width)
            return [Layer(.drawing(head.drawing))]
        }
        let clip = clips[motion.index]
        drawHead(clip, book, on: &head)
        drawDots(on: &foot)
        drawFacts(clip, book, on: &foot)
        return [head, foot].map { Layer(.drawing($0.drawing)) }
    }

    /// The words, which fade while the row is dragged down, so that they are gone when it leaves.
    private var fadingWords: [Layer] {
        let opacity = isReduced ? 1 : 1 - motion.dropShare(at: now)
        return words.map { layer in
            var layer = layer
            layer.placement.opacity = opacity
            return layer
        }
    }

    private func drawHead(_ clip: ScoreBook.Clip, _ book: ScoreBook, on sketch: inout DrawingBuilder) {
        let size = CarouselLayout.titleSize(look)
        let right = context.pageCorner(at: now).map { $0.x - Theme.margin } ?? Areas.right
        sketch.line(clip.title, x: Areas.left, middle: layout.titleMiddle, size: size, weight: .semibold, width: right - Areas.left)
        let begin = Areas.left + TextMetrics.width(clip.title, size: size) + 48
        let line = [book.archer, book.end(ofClip: clip.number).map { book.ends.name(of: $0) }].compactMap { $0 }.joined(separator: " · ")
        guard !line.isEmpty else { return }
        let lineSize = min(look.small, 44)
        let width = TextMetrics.width(line, size: lineSize)
        // Centred if there is room, otherwise after the title, otherwise left out.
        let middle = Canvas.bounds.center.x - width / 2
        let x = middle >= begin && middle + width <= right ? middle : begin
        if x + width <= right { sketch.line(line, x: x, middle: layout.titleMiddle + size * 0.12, size: lineSize, color: look.caption) }
    }

    /// Draws the position in the row: dots, or figures for more than 15 clips.
    private func drawDots(on sketch: inout DrawingBuilder) {
        let (count, index) = (motion.count, motion.index)
        guard count > 1 else { return }
        let middle = Canvas.bounds.center.x
        guard count <= 15 else {
            return sketch.line(
                Strings.place(index + 1, of: count), x: middle, middle: layout.dotsMiddle, size: min(look.small, 44), weight: .semibold,
                alignment: .center)
        }
        for dot in 0..<count {
            let center = Point(middle + (Double(dot) - Double(count - 1) / 2) * 32, layout.dotsMiddle)
            let isHere = dot == index
            sketch.add([.disc(center: center, radius: isHere ? 9 : 6, Palette.text.opacity(isHere || look.hasHighContrast ? 1 : 0.5))])
        }
    }

    /// Draws the clip's score, whether it is liked, and its length.
    private func drawFacts(_ clip: ScoreBook.Clip, _ book: ScoreBook, on sketch: inout DrawingBuilder) {
        let (height, gap) = (layout.factsHeight, 32.0)
        let size = min(look.small, 44)
        let score = book.score(ofClip: clip.number)
        let chipWidth = score.map { max(height, SummaryParts.scoreWidth($0.arrow.label, size: height * 0.6)) } ?? 0
        let length = clip.seconds > 0 ? Strings.seconds(clip.seconds) : ""
        let words = [clip.judgement.isLiked ? Strings.liked : nil, length.isEmpty ? nil : length].compactMap { $0 }.joined(separator: " · ")
        let heart = height * 0.7
        let width = (score == nil ? 0 : chipWidth + gap) + heart + 20 + TextMetrics.width(words, size: size)
        var x = Canvas.bounds.center.x - width / 2
        if let score {
            let rect = Rect(x: x, y: layout.factsMiddle - height / 2, width: chipWidth, height: height)
            ScoreChip(score.arrow, on: score.face).draw(in: rect, size: height * 0.6, on: &sketch)
            x += chipWidth + gap
        }
        let center = Point(x + heart / 2, layout.factsMiddle - heart * 0.04)
        sketch.add(SummaryParts.heart(at: center, size: heart, clip.judgement.isLiked ? Palette.done : Palette.text))
        if !clip.judgement.isLiked { sketch.add(SummaryParts.heart(at: center, size: heart * 0.78, Palette.ink)) }
        sketch.line(words, x: x + heart + 20, middle: layout.factsMiddle, size: size)
    }

    // MARK: Holding

    /// The held arrow with its ring, near the bottom on the arrow's side. The full ring is one picture, of which a growing sector is shown.
    private var ring: [Layer] {
        guard let (direction, filling) = motion.ring(at: now) else { return [] }
        let side = 88.0
        // The simulated finger moves opposite to the arrow.
        let (x, icon): (Double, Icon) =
            switch direction {
            case .left: (Areas.right - side, .right)
            case .right: (Areas.left, .left)
            case .up, .down: (Canvas.bounds.center.x - side / 2, .down)
            }
        let y = direction == .down ? layout.middle.maxY - side - Theme.margin : layout.factsMiddle - side / 2
        let rect = Rect(x: x, y: y, width: side, height: side)
        let inner = rect.inset(by: 8)
        let key = Drawing(
            [.disc(center: rect.center, radius: side / 2, Palette.ink.opacity(0.8))] + icon.held(in: inner, progress: 0, Palette.text))
        // As wide as the icon's own ring, which is dim.
        let full = Drawing([.circle(center: rect.center, radius: inner.width * 14.25 / 32, width: inner.width * 3 / 32, Palette.text)])
        return [Layer(.drawing(key)), Layer(.drawing(full), sweep: filling)]
    }

    /// The words "first clip" or "last clip", in the gap that opens beyond an end of the row.
    private var endSign: Layer? {
        let x = isReduced ? 0 : motion.x(at: now)
        let isFirst = motion.index == 0 && x > 48
        guard isFirst || motion.index == motion.count - 1 && x < -48, motion.finger != nil, motion.count > 0 else { return nil }
        let words = isFirst ? Strings.firstClip : Strings.lastClip
        let size = look.body
        let (width, height) = (TextMetrics.width(words, size: size) + 40, look.lineHeight(size) + 20)
        let rect = Rect(
            x: isFirst ? Areas.left : Areas.right - width, y: layout.middle.center.y - height / 2, width: width, height: height)
        let gap = layout.place(x / layout.pitch, aspect: 16.0 / 9)
        guard isFirst ? rect.maxX < gap.x : rect.x > gap.maxX else { return nil }
        var sketch = DrawingBuilder(look)
        sketch.sheet(rect)
        sketch.line(words, x: rect.center.x, middle: rect.center.y, size: size, weight: .semibold, alignment: .center)
        return Layer(.drawing(sketch.drawing))
    }
}

extension Layer.Content {
    fileprivate var isDrawing: Bool { if case .drawing = self { true } else { false } }
}

extension CarouselExit.Appearance {
    /// The same look without blur.
    var sharp: CarouselExit.Appearance {
        var look = self
        look.blur = 0
        return look
    }
}
