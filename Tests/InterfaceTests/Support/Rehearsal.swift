// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

/// An appliance with a camera of 30 frames a second and a card that writes at once, in virtual time.
struct Rehearsal {
    var appliance: Appliance
    private(set) var now = Timestamp.zero
    /// All effects of the appliance, in order.
    private(set) var effects: [Effect] = []
    /// The oldest frame in the delay line; `nil` before the first frame.
    var oldest: FrameStamp? = Rehearsal.stamp(0)
    var hasCamera = true
    /// True if marks are journalled and clips written, at the next step.
    var hasCard = true
    var capacitySeconds = 600.0
    /// The point that a finger touched last.
    private(set) var touched: Point?
    /// The counts of frames that were last reported.
    private var counts = FrameCounts()
    private var nextPulse = Timestamp.zero

    /// - Parameter hasFrameStrip: true if the camera is the synthetic one.
    init(hasFrameStrip: Bool = true, _ change: (inout Settings) -> Void = { _ in }) {
        var settings = Settings()
        // Most tests here are about the delay and its marks; the screens after STOP have tests of their own.
        settings.scores = false
        settings.keepsTail = false
        settings.afterStop = .score
        settings.explainsReview = false
        settings.backToLiveMinutes = 0
        change(&settings)
        appliance = Appliance(
            settings: settings, stream: StreamParameters(size: .hd1080, rate: FrameRate(30)),
            cameraName: "camera", encoderName: "encoder", hasFrameStrip: hasFrameStrip, version: "0.3.0", at: .zero)
    }

    static func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + FrameRate(30).offset(of: frame))
    }

    /// The newest frame captured by this instant.
    static func newest(at instant: Timestamp) -> FrameStamp? {
        let count = FrameRate(30).count(within: Timestamp.zero.duration(to: instant))
        return count > 0 ? stamp(count - 1) : nil
    }

    /// The pictures that the screens need from the services now.
    var wishes: Wishes { appliance.path.wishes(in: appliance.context, at: now) }

    // MARK: Time

    /// Lets time pass: the line fills, and deadlines are kept.
    mutating func run(to seconds: Double) {
        let end = Timestamp(seconds: seconds)
        while true {
            var next = nextPulse
            if let change = appliance.nextChange(after: now) { next = min(next, max(change, now)) }
            guard next <= end else { break }
            now = next
            if next == nextPulse {
                nextPulse = nextPulse + .milliseconds(100)
                send(.stream(.line(line)))
            } else {
                send(.tick)
            }
        }
        now = end
    }

    /// Lets time pass while this percentage of frames never gets to the TV.
    mutating func run(to seconds: Double, losing percent: Int64) {
        let end = Timestamp(seconds: seconds)
        while now < end {
            let next = min(seconds, now.seconds + 0.5)
            let before = counts.captured
            counts.captured = FrameRate(30).count(within: Timestamp.zero.duration(to: Timestamp(seconds: next)))
            counts.neverShown += counts.captured * percent / 100 - before * percent / 100
            run(to: next)
            send(.stream(.frames(counts)))
        }
    }

    private var line: DelayLineSummary {
        let newest = hasCamera ? Self.newest(at: now) : lastNewest
        let content = oldest.flatMap { old in newest.map { old.timestamp.duration(to: $0.timestamp).inSeconds } } ?? 0
        return DelayLineSummary(
            contentSeconds: max(0, content), capacitySeconds: capacitySeconds,
            usedFraction: min(1, max(0, content) / 600), pinnedFraction: 0, oldest: oldest, newest: newest)
    }

    private var lastNewest: FrameStamp?
    /// The clips that were reported as ready, by track: a player reports each once.
    private var opened: [TrackID: ClipKey] = [:]

    mutating func loseCamera() {
        lastNewest = Self.newest(at: now)
        hasCamera = false
        send(.stream(.cameraLost("silent")))
    }

    mutating func regainCamera() {
        hasCamera = true
        send(.stream(.cameraBack(StreamParameters(size: .hd1080, rate: FrameRate(30)))))
    }

    // MARK: Events

    @discardableResult
    mutating func send(_ event: Event) -> [Effect] {
        let new = appliance.handle(event, at: now)
        effects += new
        if hasCard { for effect in new { answer(effect) } }
        return new
    }

    /// Returns a trace in which four blocks move all the time.
    private static func motion(in part: MotionPart) -> MotionTrace {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        for (block, level) in [(36, 3), (37, 6), (52, 10), (53, 2)] { levels[block] = UInt8(level) }
        var trace = MotionTrace()
        for picture in 0..<60 { trace.add(MotionGrid(levels: levels), at: part.span.lowerBound + .seconds(picture) / 30) }
        return trace
    }

    private mutating func answer(_ effect: Effect) {
        switch effect {
        case .card(.journal(let session, .marked(let mark))):
            reply(.card(.named(session, SessionKey(folder: Self.name(session)), Self.header)))
            reply(.card(.journalled(session, .marked(mark))))
        case .card(.journal(let session, .end(let end))):
            reply(.card(.journalled(session, .end(end))))
        case .card(.cut(let plan, let session)):
            reply(Self.written(plan, session))
        case .stills(.peek(let keys)): for key in keys { reply(.stills(.peek(.ready(key)))) }
        case .stills(.extract(let keys)): for key in keys { reply(.stills(.extract(.ready(key)))) }
        case .stills(.findMotion(let parts)):
            for part in parts { reply(.stills(.foundMotion(part, Self.motion(in: part)))) }
        case .stills(.fetch(let key)): reply(.stills(.loaded(key)))
        case .player(.show(let tracks)):
            let before = opened
            opened = [:]
            for case (let id, .clip(let key)) in tracks.map({ ($0.id, $0.footage) }) { opened[id] = key }
            for track in tracks where opened[track.id] != before[track.id] {
                if let key = opened[track.id] { reply(.player(.ready(key, facts))) }
            }
        case .export(.prepare(let subject)):
            let clips = max(1, subject.clips.count)
            let size = ExportSize(
                clips: clips, clipBytes: Int64(clips) * 14_000_000, folderBytes: 90_000_000, best: clips, bestSeconds: Double(clips) * 8)
            reply(.export(.prepared(subject, size)))
        case .export(.begin(_, _, let place)):
            reply(.export(.progress(ExportProgress(place: place, file: 1, files: 2, doneBytes: 1, bytes: 2))))
        case .export(.cancel):
            reply(.export(.stopped(reason: .exportCancelled, ExportResult(place: .card))))
        default: break
        }
    }

    /// Sends an answer to the appliance. A screen may show other footage as soon as it has the answer, and a player opens it.
    private mutating func reply(_ event: Event) {
        let new = appliance.handle(event, at: now)
        effects += new
        for effect in new { if case .player(.show) = effect { answer(effect) } }
    }

    /// The facts of every clip's file.
    var facts = Rehearsal.facts
    static let facts = ClipFacts(
        seconds: 4, interval: FrameRate(30).interval, size: .hd1080, keyframes: (0..<8).map { .milliseconds(500 * $0) })

    static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd1080, framesPerSecond: 30, delaySeconds: 5,
        camera: "camera", encoder: "encoder")

    /// Returns the folder of a session of this run.
    static func name(_ session: Int) -> String { "2026-11-20_1403_S0\(session)" }

    private static func name(_ session: SessionRef) -> String {
        switch session {
        case .run(let number): name(number)
        case .stored(let key): key.folder
        }
    }

    /// Returns the event that the card has written this clip.
    static func written(_ plan: ClipPlan, _ session: SessionRef) -> Event {
        let record = record(plan)
        return .card(.written(session, record, file: "\(name(session))/\(record.file)"))
    }

    static func record(_ plan: ClipPlan) -> ClipRecord {
        ClipRecord(
            number: plan.number, kind: plan.kind, file: "clips/\(plan.number).mp4", firstFrame: 0, lastFrame: 1,
            seconds: plan.from.duration(to: plan.through).inSeconds, isCutShort: false)
    }

    /// The sessions that got marks, in order, each once.
    var sessionsMarked: [SessionRef] {
        var refs: [SessionRef] = []
        for case .card(.journal(let ref, .marked)) in effects where !refs.contains(ref) { refs.append(ref) }
        return refs
    }

    /// The ends of sessions with their reasons, in order.
    var overs: [SessionEnd] {
        effects.compactMap { if case .card(.journal(_, .over(let end))) = $0 { end } else { nil } }
    }

    /// Changes the settings, as an edited file does.
    mutating func change(_ body: (inout Settings) -> Void) {
        var settings = appliance.settings
        body(&settings)
        send(.card(.settings(settings, [])))
    }

    /// Chooses another archer, independent of the screen.
    mutating func choose(_ archer: String) {
        let new = appliance.context.choose(archer: archer, at: now)
        effects += new
    }

    /// Asks for a new session, independent of the screen.
    mutating func askForNewSession() {
        var new: [Effect] = []
        appliance.follow([.newSession], at: now, &new)
        effects += new
    }

    /// Opens a session of the card from the list of sessions.
    /// - Parameter toArrows: if true, goes on to the face with its arrows, if it has any.
    mutating func open(_ record: SessionRecord, named name: String, toArrows: Bool = true) {
        var new: [Effect] = []
        appliance.follow([.go(.history)], at: now, &new)
        effects += new
        let line = SessionSummary(name: name, number: record.header.number, started: record.header.started)
        let query = SessionQuery(limit: SessionWindow.page)
        send(.card(.found(SessionList(query: query, sessions: [line], matching: 1, months: [], faces: [], usedBytes: 1, freeBytes: 1))))
        tap(.knob)
        send(.card(.read(SessionKey(folder: name), FiledSession(name: name, record: record))))
        if toArrows, record.arrowCount > 0 { use(.arrows) }
    }

    /// A person looks at a screen before using it: waits until the screen accepts the control.
    private mutating func lookFirst(_ action: PanelEvent.Action) {
        let deaf: Timestamp?
        switch action {
        case .pressed(.knob), .turned: deaf = [appliance.knobDeafUntil, appliance.controlsDeafUntil].compactMap { $0 }.max()
        case .pressed(.stop), .touchDown: deaf = appliance.controlsDeafUntil
        case .pressed(let control) where control != .mark && appliance.page == .live: deaf = appliance.controlsDeafUntil
        default: deaf = nil
        }
        if let deaf, now < deaf { run(to: deaf.seconds) }
    }

    @discardableResult
    mutating func panel(_ action: PanelEvent.Action, source: Mark.Source = .script, at instant: Timestamp? = nil) -> [Effect] {
        if instant == nil { lookFirst(action) }
        let instant = instant ?? now
        let live = hasCamera ? Self.newest(at: instant) : lastNewest
        return send(.panel(PanelEvent(action, at: instant, source: source), shown: shown(at: instant), live: live))
    }

    /// Returns the picture of the line that a press means: somebody's who looks back, otherwise the delayed picture.
    private func shown(at instant: Timestamp) -> FrameStamp? {
        if appliance.page != .autoReplay, let looked = appliance.tracks.first(where: { $0.id == .replay && $0.footage == .line }) {
            return FrameRate(30).count(within: looked.timeline.position(at: instant)) > 0
                ? Self.stamp(FrameRate(30).count(within: looked.timeline.position(at: instant)) - 1) : nil
        }
        return Self.newest(at: instant - .seconds(appliance.settings.delaySeconds))
    }

    @discardableResult
    mutating func tap(_ control: Control) -> [Effect] {
        panel(.pressed(control)) + panel(.released(control))
    }

    /// Taps on a box that stalls for this long. It learns of the press before or after the stall, and of the release after it.
    mutating func tapInAStall(_ control: Control, seconds: Double, isPressHeard: Bool) {
        let pressed = now
        if isPressHeard { panel(.pressed(control)) }
        now = now + .seconds(seconds)
        nextPulse = now
        if isPressHeard { send(.tick) } else { panel(.pressed(control), at: pressed) }
        run(to: now.seconds + 0.1)
        panel(.released(control), at: pressed + .milliseconds(100))
    }

    /// The box gets no processor time for this long; then it goes on with the present time.
    mutating func standStill(seconds: Double) {
        now = now + .seconds(seconds)
        nextPulse = now
    }

    mutating func hold(_ control: Control, seconds: Double) {
        panel(.pressed(control))
        run(to: now.seconds + seconds)
        panel(.released(control))
    }

    /// Opens the tools by holding the knob, goes to this tool and opens it.
    mutating func use(_ tool: Tool) {
        hold(.knob, seconds: 0.6)
        guard let layer = toolLayers?.layer(of: tool) else { return }
        if layer == .more { take(.moreTools, in: .row) }
        take(tool, in: layer)
        if tool.isSwitch { tap(.stop) }
    }

    /// The top screen's tools, while their row is open.
    var toolLayers: ToolLayers? { appliance.path.tools == nil ? nil : appliance.path.toolLayers(in: appliance.context) }

    /// Goes to a tile of the open row and pushes the knob.
    mutating func take(_ tool: Tool, in layer: ToolLayer) {
        guard let index = toolLayers?[layer].firstIndex(where: { $0.tool == tool }) else { return }
        panel(.turned(-100))
        for _ in 0..<20 where appliance.path.tools?.choice != index { panel(.turned(1)) }
        if tool.hold != nil { hold(.knob, seconds: 1.1) } else { tap(.knob) }
    }

    mutating func touch(_ point: Point) {
        touched = point
        panel(.touchDown(point), source: .touch)
        panel(.touchUp, source: .touch)
    }

    // MARK: Results

    var scene: Scene { appliance.scene(at: now) }
    var texts: [String] { scene.texts.map(\.run.text) }

    var marks: [Mark] { journalled.compactMap { if case .marked(let mark) = $0 { mark } else { nil } } }
    var withdrawn: [Int] { journalled.compactMap { if case .withdrawn(let number) = $0 { number } else { nil } } }
    var ends: [EndRecord] { journalled.compactMap { if case .end(let end) = $0 { end } else { nil } } }
    /// The ordered clips, without saved buffers.
    var cuts: [ClipPlan] { ordered.filter { $0.kind != .buffer } }
    var saves: [ClipPlan] { ordered.filter { $0.kind == .buffer } }
    var closings: Int { effects.count { if case .card(.end) = $0 { true } else { false } } }
    var delays: [Duration] { effects.compactMap { if case .stream(.setDelay(let delay)) = $0 { delay } else { nil } } }
    var saved: [Settings] { effects.compactMap { if case .card(.save(let settings, _)) = $0 { settings } else { nil } } }

    private var journalled: [JournalEntry] { effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } } }
    private var ordered: [ClipPlan] { effects.compactMap { if case .card(.cut(let plan, _)) = $0 { plan } else { nil } } }
}
