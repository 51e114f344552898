// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The head of a replay, top left: its state as an icon, the moment or the time in large figures, and a line about it.
struct ReplayHead {
    enum State: Hashable {
        case paused, playing, lookingBack
        /// 1 forwards, −1 backwards.
        case shuttle(Double)
    }

    let rect: Rect
    private let state: State
    private let figure: String
    private let line: String
    private let lineSize: Double

    private static let figureSize = 72.0
    private static let padding = 24.0
    private static let gap = 20.0

    /// - Parameters:
    ///   - left: its left edge.
    ///   - right: its right edge at most.
    init(_ screen: ReplayScreen, _ context: Context, left: Double = Areas.left, right: Double, at now: Timestamp) {
        let look = Theme(context.settings)
        let words = Self.words(screen, context, at: now)
        (state, figure, line) = (words.state, words.figure, words.line)
        // The figure is large already, and large text covers the picture.
        lineSize = 8 + 20 * look.scale
        let icon = Self.width(of: state)
        let text = max(Self.gap + icon + TextMetrics.width(figure, size: Self.figureSize), TextMetrics.width(line, size: lineSize))
        let width = min(max(text + 2 * Self.padding, 320), right - left)
        rect = Rect(x: left, y: Areas.top, width: width, height: 98 + look.lineHeight(lineSize) + 14)
    }

    /// Creates a head with words of its own.
    init(_ state: State, _ figure: String, _ line: String, _ look: Theme, right: Double) {
        (self.state, self.figure, self.line) = (state, figure, line)
        lineSize = 8 + 20 * look.scale
        let text = max(Self.gap + Self.width(of: state) + TextMetrics.width(figure, size: Self.figureSize), TextMetrics.width(line, size: lineSize))
        let width = min(max(text + 2 * Self.padding, 320), right - Areas.left)
        rect = Rect(x: Areas.left, y: Areas.top, width: width, height: 98 + look.lineHeight(lineSize) + 14)
    }

    /// Returns the time of the picture, counted from its moment. Without a moment: from the clip's beginning, or for the delay line the
    /// picture's age.
    static func time(of screen: ReplayScreen, _ context: Context, at now: Timestamp) -> String {
        let place = screen.transport.position(at: now)
        let zero = screen.key.flatMap { context.desk.book?.clip($0.number)?.moment.map(Duration.seconds) } ?? screen.look?.moment?.place
        guard let zero else {
            return screen.look == nil ? Strings.clockMilliseconds(place.inSeconds) : Strings.age((Timestamp.zero.duration(to: now) - place).inSeconds)
        }
        return Strings.offsetMilliseconds(screen.transport.time(of: place, from: zero))
    }

    /// The figure says which moment it is, and while the picture stands, its time. Frames are counted only for the diagnostics.
    private static func words(_ screen: ReplayScreen, _ context: Context, at now: Timestamp) -> (state: State, figure: String, line: String) {
        let transport = screen.transport
        let place = transport.position(at: now)
        let isStill = transport.isPaused || transport.shuttle != nil
        let state: State =
            transport.shuttle.map { .shuttle($0.direction) } ?? (transport.isPaused ? .paused : screen.look == nil ? .playing : .lookingBack)
        let picture = transport.picture(at: place) + (screen.look?.known.frame ?? 0)
        let frame = isStill && context.settings.showsDiagnostics ? Strings.frame(picture) : nil
        func join(_ words: [String?]) -> String { words.compactMap { $0 }.joined(separator: NameLine.separator) }
        switch screen.subject {
        case .clip(let key):
            let book = context.desk.book
            let clip = book?.clip(key.number)
            let name = clip?.title ?? Strings.clip(key.number)
            let arrow = book?.shown(byClip: key.number).map { Strings.arrow($0.entry.arrow.number, scored: $0.entry.score.label) }
            let liked = clip?.judgement.isLiked == true ? Strings.liked : nil
            // An end's clip has its archer at the top right.
            let archer = book?.end(ofClip: key.number) == nil ? book?.archer : nil
            if isStill { return (state, time(of: screen, context, at: now), join([arrow ?? name, archer, liked, frame])) }
            let seconds = Strings.seconds((transport.bounds.upperBound - transport.bounds.lowerBound).inSeconds)
            return (state, arrow ?? name, join([arrow == nil ? nil : name, archer, liked, seconds]))
        case .line(let look):
            let age = Strings.age((Timestamp.zero.duration(to: now) - place).inSeconds)
            guard let moment = look.moment, let shot = look.shot(in: context) else { return (state, age, join([Strings.delayLine, frame])) }
            let archer = context.sessions.state(of: moment.id.session)?.target?.archer
            let which = shot.title
            // An upright canvas has no room for both.
            let since = Areas.isUpright && frame != nil ? nil : age
            if isStill { return (state, time(of: screen, context, at: now), join([archer, which, since, frame])) }
            return (state, which, join([archer, shot.isLast ? Strings.lastShot(age) : age]))
        }
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.scrim(rect)
        let baseline = rect.y + 80
        draw(state, x: rect.x + Self.padding, middle: baseline - Self.figureSize * TextMetrics.capHeight / 2, on: &sketch)
        let x = rect.x + Self.padding + Self.width(of: state) + Self.gap
        let room = rect.maxX - Self.padding - x
        let size = Theme.size(Self.figureSize, for: figure, within: room)
        sketch.words(figure, x: x, baseline: baseline, size: size, weight: .semibold)
        sketch.line(
            line, x: rect.x + Self.padding, middle: rect.y + 98 + sketch.look.lineHeight(lineSize) / 2, size: lineSize,
            width: rect.width - 2 * Self.padding)
    }

    private static func width(of state: State) -> Double {
        switch state {
        case .paused: 34
        case .playing: 42
        case .shuttle: 62
        case .lookingBack: 52
        }
    }

    private func draw(_ state: State, x: Double, middle: Double, on sketch: inout DrawingBuilder) {
        func triangle(_ x: Double, _ width: Double, _ direction: Double) -> DrawingCommand {
            let (from, to) = direction > 0 ? (x, x + width) : (x + width, x)
            return .polygon([Point(from, middle - 25), Point(to, middle), Point(from, middle + 25)], Palette.text)
        }
        switch state {
        case .paused:
            for left in [x, x + 21] {
                sketch.add([.fill(Rect(x: left, y: middle - 23, width: 13, height: 46), cornerRadius: 3, Palette.text)])
            }
        case .playing: sketch.add([triangle(x, 42, 1)])
        case .shuttle(let direction): sketch.add([triangle(x, 30, direction), triangle(x + 31, 30, direction)])
        case .lookingBack:
            // An arrow that turns back.
            let center = Point(x + 28, middle + 1)
            sketch.add([
                .arc(center: center, radius: 20, from: -2.5, to: 2.2, width: 7, Palette.text),
                .polygon([Point(x, middle - 9), Point(x + 22, middle - 22), Point(x + 22, middle + 2)], Palette.text),
            ])
        }
    }
}
