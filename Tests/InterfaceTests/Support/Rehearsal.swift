@testable import Core
@testable import Interface

/// An appliance with a camera of 30 frames a second and a card that writes at once, in virtual time.
struct Rehearsal {
    var appliance: Appliance
    private(set) var now = Timestamp.zero
    /// Everything it asked for, in order.
    private(set) var effects: [Effect] = []
    /// What the delay line holds; `nil` before the first frame.
    var oldest: FrameStamp? = Rehearsal.stamp(0)
    var hasCamera = true
    /// Whether marks are journalled and clips written, at the next step.
    var hasCard = true
    var capacitySeconds = 600.0
    /// What became of the frames so far, as it was last told.
    private var counts = FrameCounts()
    private var nextPulse = Timestamp.zero

    init(_ change: (inout Settings) -> Void = { _ in }) {
        var settings = Settings()
        // Most laws here are of the delay and its marks; what comes up after STOP has its own.
        settings.scores = false
        change(&settings)
        appliance = Appliance(settings: settings, stream: StreamParameters(size: .hd1080, rate: FrameRate(30)),
                              cameraName: "camera", encoderName: "encoder", at: .zero)
    }

    static func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + FrameRate(30).offset(of: frame))
    }

    /// The newest frame captured by this instant.
    static func newest(at instant: Timestamp) -> FrameStamp? {
        let count = FrameRate(30).count(within: Timestamp.zero.duration(to: instant))
        return count > 0 ? stamp(count - 1) : nil
    }

    // MARK: Time

    /// Lets time pass: the line fills, deadlines are kept.
    mutating func run(to seconds: Double) {
        let end = Timestamp(seconds: seconds)
        while true {
            var next = nextPulse
            if let change = appliance.nextChange(after: now) { next = min(next, max(change, now)) }
            guard next <= end else { break }
            now = next
            if next == nextPulse {
                nextPulse = nextPulse + .milliseconds(100)
                send(.line(line))
            } else {
                send(.tick)
            }
        }
        now = end
    }

    /// Lets time pass while so many of 100 frames never get to the TV.
    mutating func run(to seconds: Double, losing percent: Int64) {
        let end = Timestamp(seconds: seconds)
        while now < end {
            let next = min(seconds, now.seconds + 0.5)
            let before = counts.captured
            counts.captured = FrameRate(30).count(within: Timestamp.zero.duration(to: Timestamp(seconds: next)))
            counts.neverShown += counts.captured * percent / 100 - before * percent / 100
            run(to: next)
            send(.frames(counts))
        }
    }

    private var line: DelayLineSummary {
        let newest = hasCamera ? Self.newest(at: now) : lastNewest
        let content = oldest.flatMap { old in newest.map { old.timestamp.duration(to: $0.timestamp).inSeconds } } ?? 0
        return DelayLineSummary(contentSeconds: max(0, content), capacitySeconds: capacitySeconds,
                                usedFraction: min(1, max(0, content) / 600), pinnedFraction: 0, oldest: oldest, newest: newest)
    }

    private var lastNewest: FrameStamp?
    /// The session that the next answered effect belongs to.
    private var session = 1

    mutating func loseCamera() {
        lastNewest = Self.newest(at: now)
        hasCamera = false
        send(.cameraLost)
    }

    // MARK: What happens

    @discardableResult
    mutating func send(_ event: Event) -> [Effect] {
        let new = appliance.handle(event, at: now)
        effects += new
        if hasCard { for effect in new { answer(effect) } }
        return new
    }

    private mutating func answer(_ effect: Effect) {
        switch effect {
        case .recordMark(let mark):
            effects += appliance.handle(.sessionNamed(Self.name(session), session: session), at: now)
            effects += appliance.handle(.markJournalled(mark.number, session: session), at: now)
        case .cut(let plan), .saveBuffer(let plan):
            effects += appliance.handle(.clipWritten(Self.record(plan), session: session), at: now)
        case .closeSession: session += 1
        case .resumeSession(let number): session = number
        case .recordEnd(let end, let ref): effects += appliance.handle(.endJournalled(end, ref), at: now)
        case .fetchStill(let key): effects += appliance.handle(.still(key, isThere: true), at: now)
        case .play(let key, _, _): effects += appliance.handle(.playbackReady(key, seconds: 4), at: now)
        default: break
        }
    }

    /// The folder of this run's session.
    static func name(_ session: Int) -> String { "2026-11-20_1403_S0\(session)" }

    static func record(_ plan: ClipPlan) -> ClipRecord {
        ClipRecord(number: plan.number, kind: plan.kind, file: "clips/\(plan.number).mp4", firstFrame: 0, lastFrame: 1,
                   seconds: plan.from.duration(to: plan.through).inSeconds, isCutShort: false)
    }

    @discardableResult
    mutating func panel(_ action: PanelEvent.Action, source: Mark.Source = .script, at instant: Timestamp? = nil) -> [Effect] {
        let instant = instant ?? now
        let live = hasCamera ? Self.newest(at: instant) : lastNewest
        let delay = Duration.seconds(appliance.settings.delaySeconds)
        return send(.panel(PanelEvent(action, at: instant, source: source), shown: Self.newest(at: instant - delay), live: live))
    }

    @discardableResult
    mutating func tap(_ control: Control) -> [Effect] {
        panel(.pressed(control)) + panel(.released(control))
    }

    /// A tap on a box that stands still for so long, after it has heard of the press or before; of the release it hears when it goes on.
    mutating func tapInAStall(_ control: Control, seconds: Double, isPressHeard: Bool) {
        let pressed = now
        if isPressHeard { panel(.pressed(control)) }
        now = now + .seconds(seconds)
        nextPulse = now
        if isPressHeard { send(.tick) } else { panel(.pressed(control), at: pressed) }
        run(to: now.seconds + 0.1)
        panel(.released(control), at: pressed + .milliseconds(100))
    }

    /// The box gets no processor for so long; then it goes on with what the time is.
    mutating func standStill(seconds: Double) {
        now = now + .seconds(seconds)
        nextPulse = now
    }

    mutating func hold(_ control: Control, seconds: Double) {
        panel(.pressed(control))
        run(to: now.seconds + seconds)
        panel(.released(control))
    }

    mutating func touch(_ point: Point) {
        panel(.touchDown(point), source: .touch)
        panel(.touchUp, source: .touch)
    }

    // MARK: What came of it

    var scene: Scene { appliance.scene(at: now) }
    var texts: [String] { scene.texts.map(\.run.text) }

    var marks: [Mark] { effects.compactMap { if case .recordMark(let mark) = $0 { mark } else { nil } } }
    var withdrawn: [Int] { effects.compactMap { if case .withdrawMark(let number) = $0 { number } else { nil } } }
    var cuts: [ClipPlan] { effects.compactMap { if case .cut(let plan) = $0 { plan } else { nil } } }
    var saves: [ClipPlan] { effects.compactMap { if case .saveBuffer(let plan) = $0 { plan } else { nil } } }
    var closings: Int { effects.count { $0 == .closeSession } }
    var ends: [EndRecord] { effects.compactMap { if case .recordEnd(let end, _) = $0 { end } else { nil } } }
    var delays: [Duration] { effects.compactMap { if case .setDelay(let delay) = $0 { delay } else { nil } } }
    var saved: [Settings] { effects.compactMap { if case .saveSettings(let settings) = $0 { settings } else { nil } } }
}

extension Scene {
    var videos: [VideoSource] {
        layers.compactMap { if case .video(let source) = $0.content { source } else { nil } }
    }

    /// Every text that can be seen, and where on the canvas it lies.
    var texts: [(run: TextRun, bounds: Rect)] {
        drawings.flatMap { offset, drawing in
            drawing.commands.compactMap { command in
                guard case .text(let run) = command else { return nil }
                var bounds = TextMetrics.bounds(of: run)
                bounds.x += offset.x
                bounds.y += offset.y
                return (run, bounds)
            }
        }
    }

    /// The grounds that words lie on.
    var panels: [Rect] {
        drawings.flatMap { offset, drawing in
            drawing.commands.compactMap { command in
                guard case .fill(var rect, Look.cornerRadius, _) = command else { return nil }
                rect.x += offset.x
                rect.y += offset.y
                return rect
            }
        }
    }

    private var drawings: [(Point, Drawing)] {
        layers.compactMap { layer in
            guard case .drawing(let drawing) = layer.content, layer.placement.opacity > 0 else { return nil }
            return (Point(layer.place.x, layer.place.y), drawing)
        }
    }
}
