// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip, full screen.
struct ReplayScreen: Screen, Hashable, Sendable {
    let key: ClipKey
    private let title: String
    /// From one of its pictures to the next.
    private var interval: Duration
    /// How long it plays.
    private var duration: Duration
    private var timeline: Timeline
    /// How fast it plays when it does.
    private var speed = 1.0
    /// Somebody paused it, jumped or changed its speed.
    private var isTouched = false

    static let speeds = [0.25, 0.5, 0.75, 1, 2]

    /// - Parameter interval: as far as it is known before the clip's file is open.
    init(key: ClipKey, seconds: Double, interval: Duration, title: String, at now: Timestamp) {
        self.key = key
        self.title = title
        self.interval = interval
        duration = .seconds(seconds)
        timeline = Timeline(from: now, bounds: .zero...max(.zero, .seconds(seconds)))
    }

    /// What plays here.
    func tracks(in context: Context) -> [Track] { [track] }

    var track: Track { Track(id: .clip, footage: .clip(key), timeline: timeline) }

    private var isPaused: Bool { timeline.rate == 0 }

    private func position(at now: Timestamp) -> Duration { timeline.position(at: now) }

    /// The first picture is there: one that nobody has touched plays from its beginning, now. Opening it took a moment.
    mutating func noteReady(seconds: Double, interval: Duration, at now: Timestamp) {
        self.interval = interval
        duration = max(.zero, .seconds(seconds))
        timeline.bounds = .zero...duration
        if !isTouched { timeline = timeline.moved(to: .zero, at: now) }
    }

    func grammar(in context: Context) -> Grammar {
        [
            .press(.stop): .back, .press(.left): .fromTheStart, .press(.up): .faster, .press(.down): .slower, .turn: isPaused ? .frame : .scrub,
            .press(.knob): isPaused ? .goOn : .pause,
        ]
    }

    func tools(in context: Context) -> [ToolOffer] { [ToolOffer(.deleteClip, isPossible: context.desk.book?.clip(key.number)?.file != nil)] }

    func undo(in context: Context) -> String? { context.desk.corrections.newest?.words }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .player(.ready(key, let seconds, let interval)):
            noteReady(seconds: seconds, interval: interval, at: now)
            return []
        case .player(.failed(key, let reason)):
            return [.back, .toast(Strings.cantPlay(reason))]
        default:
            return []
        }
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): return [.back]
        case .tool(.deleteClip): return [.judge(clip: key.number, ClipJudgement(isDeleted: true)), .back]
        case .tool(.undo): return context.desk.undo()
        case .tapped(.knob), .touchDown: togglePause(at: now)
        case .turned(let detents, let speed): turn(detents, speed, at: now)
        case .pressed(.left): jump(to: .zero, at: now)
        case .pressed(.up): change(speedBy: 1, at: now)
        case .pressed(.down): change(speedBy: -1, at: now)
        default: return []
        }
        isTouched = true
        return []
    }

    private mutating func togglePause(at now: Timestamp) {
        if isPaused, position(at: now) >= duration {
            timeline = timeline.moved(to: .zero, at: now).changed(rate: speed, at: now)
        } else {
            timeline = timeline.changed(rate: isPaused ? speed : 0, at: now)
        }
    }

    /// Paused, a detent is a frame; while it plays, half a second, and five times that when turned quickly.
    private mutating func turn(_ detents: Int, _ speed: KnobSpeed, at now: Timestamp) {
        let step: Duration = isPaused ? interval : speed == .quick ? .milliseconds(2500) : .milliseconds(500)
        jump(to: position(at: now) + step * detents.clamped(to: -1000...1000), at: now)
    }

    private mutating func jump(to position: Duration, at now: Timestamp) {
        timeline = timeline.moved(to: position, at: now)
    }

    private mutating func change(speedBy steps: Int, at now: Timestamp) {
        let index = Self.speeds.firstIndex(of: speed) ?? 3
        speed = Self.speeds[(index + steps).clamped(to: 0...Self.speeds.count - 1)]
        timeline = timeline.changed(rate: isPaused ? 0 : speed, at: now)
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let look = Look(context.settings)
        var sketch = Sketch(look)
        drawBar(on: &sketch, at: now)
        return [Layer(.video(.clip)), Layer(.drawing(sketch.drawing))]
    }

    private func drawBar(on sketch: inout Sketch, at now: Timestamp) {
        let look = sketch.look
        let words =
            "\(title)   \(Strings.clipTime(position(at: now).inSeconds, of: duration.inSeconds))"
            + (isPaused ? "   \(Strings.pausedWord)" : speed == 1 ? "" : "   \(Strings.speed(speed))")
        let height = look.lineHeight(look.body) + 48
        let width = max(560, TextMetrics.width(words, size: look.body) + 64)
        let panel = Rect(x: Areas.left, y: Areas.top, width: min(width, Areas.titleRight(look) - Areas.left), height: height)
        sketch.scrim(panel)
        sketch.text(words, at: Point(panel.x + 32, panel.y + 12), size: look.body, weight: .semibold, width: panel.width - 64)
        let bar = Rect(x: panel.x + 32, y: panel.maxY - 24, width: panel.width - 64, height: 8)
        sketch.add([.fill(bar, cornerRadius: 4, Palette.text.opacity(0.3))])
        var done = bar
        let share = duration > .zero ? position(at: now).inSeconds / duration.inSeconds : 0
        done.width = max(8, bar.width * share.clamped(to: 0...1))
        sketch.add([.fill(done, cornerRadius: 4, Palette.text)])
    }

    /// The bar moves while it plays; a hundredth of it is as fine as anybody sees.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        !isPaused && position(at: seen) < duration ? seen + .milliseconds(50) : nil
    }
}
