// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The bar at the foot of a replay: all of the clip or of the line, with its marks, the loop and where it stands.
struct ReplayBar {
    /// A mark on it, as far as it has room for a number.
    private struct Flag {
        var x: Double
        var number: String
        var isLookedAt: Bool
        var hasRoom: Bool
    }

    let rect: Rect
    private let track: Rect
    /// What the track is of.
    private let whole: ClosedRange<Duration>
    private let position: Duration
    private let round: ClosedRange<Duration>?
    private let moment: Duration?
    private let flags: [Flag]
    private let labels: (from: String, to: String)?
    private let isOfTheKnob: Bool
    private let trail: Duration?

    private static let height = 40.0
    private static let labelSize = 26.0
    private static let flagWidth = 30.0

    /// Right above the footer, or above the strip that a program reads.
    static func top(_ context: Context) -> Double {
        let top = FooterLayout(Look(context.settings)).rect.y - height - 6
        return context.hasFrameStrip && top < Areas.strip.maxY ? min(top, Areas.strip.y - height - 6) : top
    }

    init(_ screen: ReplayScreen, _ context: Context, at now: Timestamp) {
        let look = Look(context.settings)
        rect = Rect(x: Areas.left, y: Self.top(context), width: Areas.right - Areas.left, height: Self.height)
        let transport = screen.transport
        position = transport.position(at: now)
        isOfTheKnob = transport.isPaused
        trail = transport.shuttle == nil ? nil : screen.grasped
        let labels: (from: String, to: String)
        let whole: ClosedRange<Duration>
        switch screen.subject {
        case .clip(let key):
            whole = transport.bounds
            round = nil
            let about = context.desk.book?.clip(key.number)?.moment.map(Duration.seconds)
            moment = about
            let zero = about ?? .zero
            labels = (Strings.offset((whole.lowerBound - zero).inSeconds), Strings.offset((whole.upperBound - zero).inSeconds))
        case .line(let looked):
            // It grows all the time: drawn anew twice a second at most.
            let half: Int64 = 500_000_000
            let end = Duration.nanoseconds((now.nanoseconds / half + 1) * half)
            let line = context.lineBounds ?? transport.bounds
            let from = min(line.lowerBound, transport.bounds.lowerBound)
            whole = from...max(from, end, transport.bounds.upperBound)
            round = looked.isRound ? transport.bounds : nil
            moment = nil
            labels = (Strings.ago(clock: (whole.upperBound - whole.lowerBound).inSeconds), Strings.now)
        }
        self.whole = whole
        let hasLabels = look.scale < 2
        self.labels = hasLabels ? labels : nil
        let left = hasLabels ? TextMetrics.width(labels.from, size: Self.labelSize) + 24 : 0
        let right = hasLabels ? TextMetrics.width(labels.to, size: Self.labelSize) + 24 : 0
        let track = Rect(x: rect.x + 16 + left, y: rect.y, width: rect.width - 32 - left - right, height: rect.height)
        self.track = track
        if let looked = screen.look { flags = Self.flags(looked, context, whole, track) } else { flags = [] }
    }

    private static func flags(_ look: LookBack, _ context: Context, _ whole: ClosedRange<Duration>, _ track: Rect) -> [Flag] {
        var flags: [Flag] = []
        // Of those in one place the first has its number, or the one that is looked at.
        var numbered: Int?
        for moment in context.lineMoments {
            let isLookedAt = moment.id == look.moment?.id
            let x = track.x + track.width * share(moment.place, of: whole)
            var hasRoom = true
            if let numbered, x - flags[numbered].x < flagWidth + 4 {
                hasRoom = isLookedAt
                if isLookedAt { flags[numbered].hasRoom = false }
            }
            if hasRoom { numbered = flags.count }
            flags.append(Flag(x: x, number: "\(moment.id.number)", isLookedAt: isLookedAt, hasRoom: hasRoom))
        }
        return flags
    }

    // MARK: Fingers

    /// A finger takes it from a little further.
    var reach: Rect { rect.inset(by: -24) }

    /// The place under a finger.
    func place(at x: Double) -> Duration {
        whole.lowerBound + (whole.upperBound - whole.lowerBound) * ((x - track.x) / track.width).clamped(to: 0...1)
    }

    // MARK: Drawing

    private static func share(_ place: Duration, of whole: ClosedRange<Duration>) -> Double {
        let length = (whole.upperBound - whole.lowerBound).inSeconds
        return length > 0 ? ((place - whole.lowerBound).inSeconds / length).clamped(to: 0...1) : 0
    }

    private func x(_ place: Duration) -> Double { track.x + track.width * Self.share(place, of: whole) }

    func draw(on sketch: inout Sketch) {
        sketch.scrim(rect)
        let middle = rect.center.y
        if let labels {
            sketch.line(labels.from, x: rect.x + 16, middle: middle, size: Self.labelSize)
            sketch.line(labels.to, x: rect.maxX - 16, middle: middle, size: Self.labelSize, alignment: .trailing)
        }
        sketch.add([.fill(Rect(x: track.x, y: middle - 3, width: track.width, height: 6), cornerRadius: 3, Palette.text.opacity(0.4))])
        if let round { draw(round: round, on: &sketch) }
        if let trail { draw(trail: trail, on: &sketch) }
        if let moment { draw(moment: moment, on: &sketch) }
        for flag in flags where !flag.isLookedAt { draw(flag, on: &sketch) }
        for flag in flags where flag.isLookedAt { draw(flag, on: &sketch) }
        drawHead(on: &sketch)
    }

    /// The loop, between brackets.
    private func draw(round: ClosedRange<Duration>, on sketch: inout Sketch) {
        let (from, to) = (x(round.lowerBound), max(x(round.lowerBound) + 8, x(round.upperBound)))
        sketch.add([.fill(Rect(x: from, y: rect.y + 3, width: to - from, height: rect.height - 6), cornerRadius: 2, Palette.text.opacity(0.2))])
        for (edge, inwards) in [(from, 8.0), (to, -8.0)] {
            sketch.add([
                .line(
                    [Point(edge + inwards, rect.y + 4), Point(edge, rect.y + 4), Point(edge, rect.maxY - 4), Point(edge + inwards, rect.maxY - 4)],
                    width: 3, Palette.text)
            ])
        }
    }

    /// The way that a held arrow has gone.
    private func draw(trail: Duration, on sketch: inout Sketch) {
        let (from, to) = (min(x(trail), x(position)), max(x(trail), x(position)))
        var left = from
        while left < to {
            let dash = Rect(x: left, y: rect.center.y - 4, width: min(12, to - left), height: 8)
            sketch.add([.fill(dash, cornerRadius: 2, Palette.held)])
            left += 20
        }
    }

    /// A line with a diamond at its foot.
    private func draw(moment: Duration, on sketch: inout Sketch) {
        let (x, foot) = (x(moment), rect.maxY - 8)
        sketch.add([
            .line([Point(x, rect.y + 4), Point(x, rect.maxY - 4)], width: 3, Palette.text),
            .polygon([Point(x - 10, foot), Point(x, foot - 10), Point(x + 10, foot), Point(x, foot + 10)], Palette.text),
        ])
    }

    private func draw(_ flag: Flag, on sketch: inout Sketch) {
        guard flag.hasRoom else {
            return sketch.add([.fill(Rect(x: flag.x - 1.5, y: rect.y + 6, width: 3, height: rect.height - 12), cornerRadius: 1, Palette.text)])
        }
        let width = max(Self.flagWidth, TextMetrics.width(flag.number, size: Look.smallest) + 10)
        let box = Rect(x: flag.x - width / 2, y: rect.y + 4, width: width, height: 32)
        sketch.add([.fill(box, cornerRadius: 8, flag.isLookedAt ? Palette.text : Palette.ink.opacity(0.85))])
        sketch.edge(box, radius: 8, width: 2, Palette.text)
        sketch.line(
            flag.number, x: box.center.x, middle: box.center.y, size: Look.smallest, weight: .semibold, alignment: .center,
            color: flag.isLookedAt ? Palette.ink : Palette.text)
    }

    private func drawHead(on sketch: inout Sketch) {
        let (x, color) = (x(position), isOfTheKnob ? Palette.held : Palette.text)
        let stem = [Point(x, rect.y + 1), Point(x, rect.y + 43)]
        let top = Point(x, rect.y + 3)
        sketch.add([
            .line(stem, width: 12, Palette.ink), .disc(center: top, radius: 12, Palette.ink), .line(stem, width: 8, color),
            .disc(center: top, radius: 10, color),
        ])
    }
}
