// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The bar at the foot of a replay: all of the clip or of the line, with its marks, the loop and the current position.
struct ReplayBar {
    /// A mark on the bar, with its number if there is room.
    private struct Flag {
        var x: Double
        var number: String
        var isLookedAt: Bool
        var hasRoom: Bool
        var isConfirmed: Bool
    }

    let bar: FootageBar
    private let position: Duration
    private let round: ClosedRange<Duration>?
    private let moment: Duration?
    private let phases: [PhaseMark]
    private let flags: [Flag]
    /// The places of shots that were heard and that no mark has taken.
    private let suggested: [Double]
    private let isOfTheKnob: Bool
    private let trail: Duration?
    /// The movement in the footage, if it is displayed.
    private let movement: [(place: Duration, strength: Double)]
    /// The sound of the footage, and the position in the footage of the bar's zero.
    private let sound: (waveform: Waveform, zero: Duration)?

    private static let flagWidth = 30.0

    init(_ screen: ReplayScreen, _ context: Context, at now: Timestamp) {
        let transport = screen.transport
        position = transport.position(at: now)
        isOfTheKnob = transport.isPaused
        trail = transport.shuttle == nil ? nil : screen.grasped
        movement = context.movement.isOn ? context.movement.strengths(of: screen.track.footage, within: transport.bounds) : []
        switch screen.subject {
        case .clip(let key):
            sound = context.waveforms.known(of: key).map { ($0, .zero) }
            round = nil
            moment = context.desk.book?.clip(key.number)?.moment.map(Duration.seconds)
            phases = context.desk.book?.clip(key.number)?.judgement.phases ?? []
            bar = FootageBar(ofClip: transport.bounds, moment: moment, context)
            (flags, suggested) = ([], [])
        case .line(let looked):
            sound = context.waveforms.line.map { ($0.waveform, .zero - $0.from) }
            // The line grows all the time, so the bar is drawn anew twice a second at most.
            let half: Int64 = 500_000_000
            let end = Duration.nanoseconds((now.nanoseconds / half + 1) * half)
            let line = context.lineBounds ?? transport.bounds
            let from = min(line.lowerBound, transport.bounds.lowerBound)
            let whole = from...max(from, end, transport.bounds.upperBound)
            round = looked.isRound ? transport.bounds : nil
            (moment, phases) = (nil, [])
            bar = FootageBar(of: whole, labels: (Strings.ago(clock: (whole.upperBound - whole.lowerBound).inSeconds), Strings.now), context)
            flags = Self.flags(looked, context, bar)
            suggested = context.suggestions(at: now).map { [bar] in bar.x(Timestamp.zero.duration(to: $0.timestamp)) }
        }
    }

    private static func flags(_ look: LookBack, _ context: Context, _ bar: FootageBar) -> [Flag] {
        var flags: [Flag] = []
        // Of several flags at one position, the viewed one has its number, otherwise the first.
        var numbered: Int?
        for moment in context.lineMoments {
            let isLookedAt = moment.id == look.moment?.id
            let x = bar.x(moment.place)
            var hasRoom = true
            if let numbered, x - flags[numbered].x < flagWidth + 4 {
                hasRoom = isLookedAt
                if isLookedAt { flags[numbered].hasRoom = false }
            }
            if hasRoom { numbered = flags.count }
            flags.append(
                Flag(
                    x: x, number: "\(ClipPlan.Kind(ofNumber: moment.id.number).shown(moment.id.number))", isLookedAt: isLookedAt, hasRoom: hasRoom,
                    isConfirmed: moment.isConfirmed))
        }
        return flags
    }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        bar.drawGround(on: &sketch)
        if movement.isEmpty, let sound { bar.draw(sound.waveform, at: sound.zero, on: &sketch) }
        bar.draw(movement: movement, on: &sketch)
        if let round { bar.draw(round: round, on: &sketch) }
        if let trail { draw(trail: trail, on: &sketch) }
        bar.draw(phases: phases, on: &sketch)
        if let moment { bar.draw(moment: moment, on: &sketch) }
        for x in suggested { drawSuggestion(at: x, on: &sketch) }
        for flag in flags where !flag.isLookedAt { draw(flag, on: &sketch) }
        for flag in flags where flag.isLookedAt { draw(flag, on: &sketch) }
        bar.drawHead(at: position, isOfTheKnob: isOfTheKnob, on: &sketch)
    }

    /// Draws the way that a held arrow has gone.
    private func draw(trail: Duration, on sketch: inout DrawingBuilder) {
        let (from, to) = (min(bar.x(trail), bar.x(position)), max(bar.x(trail), bar.x(position)))
        var left = from
        while left < to {
            let dash = Rect(x: left, y: bar.rect.center.y - 4, width: min(12, to - left), height: 8)
            sketch.add([.fill(dash, cornerRadius: 2, Palette.held)])
            left += 20
        }
    }

    /// Draws a suggestion: a line of dashes.
    private func drawSuggestion(at x: Double, on sketch: inout DrawingBuilder) {
        for top in stride(from: bar.rect.y + 4, to: bar.rect.maxY - 8, by: 12) {
            sketch.add([.fill(Rect(x: x - 2, y: top, width: 4, height: 7), cornerRadius: 1, Palette.text)])
        }
    }

    private func draw(_ flag: Flag, on sketch: inout DrawingBuilder) {
        let rect = bar.rect
        guard flag.hasRoom else {
            return sketch.add([.fill(Rect(x: flag.x - 1.5, y: rect.y + 6, width: 3, height: rect.height - 12), cornerRadius: 1, Palette.text)])
        }
        let width = max(Self.flagWidth, TextMetrics.width(flag.number, size: Theme.smallest) + 10)
        let box = Rect(x: flag.x - width / 2, y: rect.y + 4, width: width, height: 32)
        sketch.add([.fill(box, cornerRadius: 8, flag.isLookedAt ? Palette.text : Palette.ink.opacity(0.85))])
        if flag.isConfirmed {
            sketch.edge(box, radius: 8, width: 2, Palette.text)
        } else {
            sketch.dashedEdge(box, dash: 5, width: 3, flag.isLookedAt ? Palette.ink : Palette.text)
        }
        sketch.line(
            flag.number, x: box.center.x, middle: box.center.y, size: Theme.smallest, weight: .semibold, alignment: .center,
            color: flag.isLookedAt ? Palette.ink : Palette.text)
    }
}

extension FootageBar {
    /// Creates the bar for all of a clip. The labels at its ends count from the moment, if there is one.
    init(ofClip bounds: ClosedRange<Duration>, moment: Duration?, _ context: Context) {
        let zero = moment ?? .zero
        self.init(
            of: bounds, labels: (Strings.offset((bounds.lowerBound - zero).inSeconds), Strings.offset((bounds.upperBound - zero).inSeconds)),
            context)
    }
}
