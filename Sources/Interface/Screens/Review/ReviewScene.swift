// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a stack of clips, from back to front. Content that only moves is neither painted nor copied: a clip, a shadow or a ring
/// is a picture of its own that is placed anew.
struct ReviewScene {
    private let screen: ReviewScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    init(_ screen: ReviewScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
    }

    private var fades: Bool { context.settings.hasReducedMotion }

    var layers: [Layer] {
        guard !screen.isAtEnd || screen.leaving != nil else { return endLayers }
        var layers =
            screen.isAtEnd
            ? endLayers
            : ReviewColumns(screen, context, look, at: now).layers(
                hasLine: !isTopAway && screen.leaving == nil, under: sideways)
        layers += stackLayers + drawingLayers + fadedLayers
        if let leaving = screen.leaving { layers += leavingLayers(leaving) }
        if let pulled { layers += previousLayers(pulled) }
        layers += signLayers
        if screen.isExplaining { layers.append(ReviewHelp(look).layer) }
        return layers
    }

    private var endLayers: [Layer] { [ReviewEndDrawing(screen, context, look, at: now).layer] }

    // MARK: Clips

    private var lift: Double { fades ? 0 : screen.lift(at: now) }
    private var top: Momentum? { fades ? nil : screen.topMomentum(at: now) }
    /// True if the top clip doesn't lie in its place, so that all of the clip below is visible.
    private var isTopAway: Bool { top.map { $0.offset.length > 0.5 } ?? false }

    /// The offsets of the clips that are dragged or on their way out.
    private var sideways: [Point] {
        fades
            ? []
            : [top?.offset, screen.leaving?.motion.offset(at: now), pulled.map { screen.previousMomentum(of: $0, at: now).offset }].compactMap { $0 }
    }

    private var stackLayers: [Layer] {
        // A box that is too slow draws no shadows, and then fewer clips.
        let shown = screen.stack.clips.prefix(context.governor.hasDepth ? ReviewLayout.depth : 2)
        var layers: [Layer] = []
        for (index, clip) in shown.enumerated().reversed() where index > 0 {
            let depth = max(0, Double(index) - lift)
            layers += below(clip, index, depth: depth)
        }
        guard let first = shown.first else { return layers }
        let offset = top?.offset ?? Point(0, 0)
        // There is one shadow at a time: that of the uppermost clip.
        if context.governor.hasShadows, pulled == nil, shown.count > 1 || isTopAway {
            layers.append(shadow(ReviewLayout.place(aspect: aspect(first)), offset))
        }
        let isComing = if case .comingBack? = screen.motion?.kind { true } else { false }
        layers += pictures(of: first, isTop: true).map { place($0, of: first, depth: isComing ? 0 : max(0, -lift), offset: offset) }
        return layers
    }

    /// The drawings on the top clip, while it lies in its place and nothing moves.
    private var drawingLayers: [Layer] {
        guard screen.showsDrawings(at: now), let top = screen.stack.top, screen.broken[top.key] == nil,
            let reel = screen.playback.reel(of: top.key), let facts = reel.facts
        else { return [] }
        let layer = Layer(.video(.track(reel.track)), place: ReviewLayout.place(aspect: aspect(top)))
        return RestingDrawings(
            of: top.key, on: layer, orientation: top.clip.orientation ?? facts.orientation, size: facts.size,
            at: reel.transport.position(at: now), archer: top.archer
        ).layers(in: context)
    }

    /// Returns the layers of a clip under the top one. Nothing is painted of a part that another clip covers.
    private func below(_ clip: ReviewClip, _ index: Int, depth: Double) -> [Layer] {
        let isNext = index == 1
        let offset = isNext ? under : Point(0, 0)
        let isUncovered = isNext && (isTopAway || screen.leaving != nil || screen.motion != nil || offset != Point(0, 0))
        var layers = pictures(of: clip, isTop: false, isRevealed: isNext && isUncovered).map { place($0, of: clip, depth: depth, offset: offset) }
        if !isUncovered {
            let edge = ReviewLayout.bottom(ofDepth: depth - 1) - ReviewLayout.cornerRadius * 1.5
            let strip = Rect(x: 0, y: edge, width: Canvas.bounds.width, height: Canvas.bounds.height - edge)
            for layer in layers.indices { layers[layer].window = strip }
        }
        return layers
    }

    private var under: Point {
        guard !fades, let under = screen.under else { return Point(0, 0) }
        let offset = under.offset(at: now)
        return Point(offset.x, offset.y)
    }

    /// Returns the picture of a clip: its film if it is on top, otherwise its first picture, and until there is one its number.
    private func pictures(of clip: ReviewClip, isTop: Bool, isRevealed: Bool = false) -> [Layer.Content] {
        let playback = screen.playback
        if let reason = screen.broken[clip.key] { return [.drawing(ReviewBlank(clip, reason: reason, aspect: aspect(clip), look).drawing)] }
        if let reel = playback.reel(of: clip.key), reel.isReady, isTop || reel.wasOnTop || reel.key == playback.leaving?.key {
            return [.video(.track(reel.track))]
        }
        let peek = playback.peek(of: clip)
        if context.peeks.isThere(peek) { return [.peek(peek)] }
        let blank = Layer.Content.drawing(ReviewBlank(clip, reason: nil, aspect: aspect(clip), look).drawing)
        // At rest, the clip's still is good enough for the little that is visible of it.
        return [isTop || isRevealed || !context.stills.isThere(clip.key) ? blank : .still(clip.key)]
    }

    private func aspect(_ clip: ReviewClip) -> Double {
        guard let facts = screen.playback.reel(of: clip.key)?.facts else {
            return Double(context.stream.size.width) / Double(max(1, context.stream.size.height))
        }
        let seen = (clip.clip.orientation ?? facts.orientation).size(of: facts.size)
        return Double(max(1, seen.width)) / Double(max(1, seen.height))
    }

    private var border: Placement.Border {
        Placement.Border(
            cornerRadius: ReviewLayout.cornerRadius, width: look.hasHighContrast ? 3 : 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3))
    }

    private func place(_ content: Layer.Content, of clip: ReviewClip, depth: Double, offset: Point, opacity: Double = 1) -> Layer {
        let whole = ReviewLayout.place(aspect: aspect(clip))
        let lower = ReviewLayout.step * depth
        let scale = 1 - ReviewLayout.shrink * depth
        let shade = ReviewLayout.shade * depth
        if case .drawing = content {
            // A drawing contains its corners and its edge, and is as dark as it was painted.
            return Layer(
                content, place: Canvas.bounds.moved(offset.x, offset.y + lower), placement: Placement(opacity: opacity, shade: shade),
                transform: transform(whole, depth, offset, scale))
        }
        var orientation: PictureOrientation?
        // A peek is kept as it was recorded, like the film that follows it.
        switch content {
        case .video, .peek, .extract: orientation = clip.clip.orientation
        case .still, .drawing: break
        }
        return Layer(
            content, place: whole.moved(offset.x, offset.y + lower), placement: Placement(opacity: opacity, shade: shade, border: border),
            transform: transform(whole, depth, offset, scale), orientation: orientation)
    }

    /// Returns the transform of a clip: a rotation about its middle while it is dragged, and a reduction about its lower edge while it lies
    /// below.
    private func transform(_ whole: Rect, _ depth: Double, _ offset: Point, _ scale: Double) -> Transform {
        let tilt = offset.x == 0 ? 0 : SwipeRule.review.tilt(of: offset.x)
        let middle = Point(whole.center.x + offset.x, whole.center.y + offset.y + ReviewLayout.step * depth)
        return tilt != 0
            ? Transform(rotation: tilt, scale: scale, about: middle)
            : Transform(scale: scale, about: Point(middle.x, whole.maxY + offset.y + ReviewLayout.step * depth))
    }

    private func shadow(_ whole: Rect, _ offset: Point) -> Layer {
        var layer = Layer(
            .drawing(ReviewShadow.drawing(of: whole)), place: Canvas.bounds.moved(offset.x, offset.y),
            transform: transform(whole, 0, offset, 1))
        // At rest, only the part below the clip is visible of the shadow.
        if offset == Point(0, 0) {
            layer.window = Rect(x: 0, y: whole.maxY - ReviewLayout.cornerRadius, width: Canvas.bounds.width, height: Canvas.bounds.height)
        }
        return layer
    }

    // MARK: Arriving and leaving

    private func leavingLayers(_ leaving: ReviewScreen.Leaving) -> [Layer] {
        let content = pictures(of: leaving.clip, isTop: true)
        if fades {
            // As far as the next clip was visible already, this one has faded.
            let seen = share(ofWay: leaving.motion.offset(at: leaving.motion.start))
            let opacity = (1 - seen) * (1 - TimeSpan(leaving.motion.start, for: Motion.crossFade).progress(at: now))
            return opacity > 0 ? content.map { place($0, of: leaving.clip, depth: 0, offset: Point(0, 0), opacity: opacity) } : []
        }
        let offset = leaving.motion.offset(at: now)
        let whole = ReviewLayout.place(aspect: aspect(leaving.clip))
        return (context.governor.hasShadows ? [shadow(whole, offset)] : []) + content.map { place($0, of: leaving.clip, depth: 0, offset: offset) }
    }

    /// The last review step whose clip left, while its clip is pulled back.
    private var pulled: ReviewStep? { !fades && screen.finger?.direction == .down ? screen.lastStep(in: context) : nil }

    private func previousContent(_ step: ReviewStep) -> Layer.Content {
        let key = PeekKey(step.clip.key, at: step.resume)
        return context.peeks.isThere(key) ? .peek(key) : .drawing(ReviewBlank(step.clip, reason: nil, aspect: aspect(step.clip), look).drawing)
    }

    private func previousLayers(_ step: ReviewStep) -> [Layer] {
        let offset = screen.previousMomentum(of: step, at: now).offset
        let content = previousContent(step)
        let whole = ReviewLayout.place(aspect: aspect(step.clip))
        return (context.governor.hasShadows ? [shadow(whole, offset)] : []) + [place(content, of: step.clip, depth: 0, offset: offset)]
    }

    // MARK: Reduced motion

    /// The layers for reduced motion. Nothing is dragged aside: the next clip fades in over the top one, as far as the gesture has gone.
    private var fadedLayers: [Layer] {
        guard fades, let (direction, opacity) = fading, opacity > 0 else { return [] }
        let coming: (clip: ReviewClip, content: Layer.Content)?
        if direction == .down {
            coming = screen.lastStep(in: context).map { ($0.clip, previousContent($0)) }
        } else {
            coming = screen.stack.next.flatMap { next in pictures(of: next, isTop: false, isRevealed: true).first.map { (next, $0) } }
        }
        return coming.map { [place($0.content, of: $0.clip, depth: 0, offset: Point(0, 0), opacity: opacity)] } ?? []
    }

    /// The direction of the gesture, and how opaque the clip is that would come. If the gesture is called off, the clip fades out again.
    private var fading: (direction: SwipeDirection, opacity: Double)? {
        if let finger = screen.finger { return finger.direction.map { ($0, share(ofWay: finger.offset(at: now))) } }
        guard let motion = screen.motion, case .springBack = motion.kind else { return nil }
        let way = motion.offset(at: motion.start)
        let left = 1 - TimeSpan(motion.start, for: Motion.crossFade).progress(at: now)
        return SwipeDirection(of: way).map { ($0, left * share(ofWay: way)) }
    }

    private func share(ofWay way: Point) -> Double { SwipeRule.review.progress(ofDistance: way.length) }

    // MARK: Signs

    /// The sign of what a swipe would do. It gets clearer as the swipe gets nearer to its threshold.
    private var signLayers: [Layer] {
        if let finger = screen.finger, let direction = finger.direction {
            let isPossible = direction != .down || screen.lastStep(in: context) != nil
            let progress = finger.progress(at: now)
            guard isPossible, progress > 0 else { return [] }
            return ReviewSign(direction, look).layers(opacity: progress, filling: finger.filling(at: now))
        }
        guard let leaving = screen.leaving else { return [] }
        let opacity = 1 - TimeSpan(leaving.motion.start, for: SwipeMotion.leaveTime).progress(at: now)
        return opacity > 0 ? ReviewSign(leaving.deed.direction, look).layers(opacity: opacity, filling: nil) : []
    }
}

extension Rect {
    fileprivate func moved(_ x: Double, _ y: Double) -> Rect { Rect(x: self.x + x, y: self.y + y, width: width, height: height) }
}

extension ReviewScreen {
    func layers(in context: Context, at now: Timestamp) -> [Layer] { ReviewScene(self, context, at: now).layers }

    func heldArrow(at now: Timestamp) -> ArrowButtonHoldRing? { finger.flatMap { ArrowButtonHoldRing($0, at: now) } }
}
