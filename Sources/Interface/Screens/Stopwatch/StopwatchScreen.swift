// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The timing of a shot's phases by its pictures: the knob finds a picture, and a push says that the due phase begins with it.
///
/// Each mark is journalled as it is set, by the picture's own timestamp.
struct StopwatchScreen: Screen {
    static let place = Place.stopwatch
    var pictureShare: Double? { ground.screen.pictureShare }
    func isFading(in context: Context, at now: Timestamp) -> Bool { ground.screen.isFading(in: context, at: now) }

    private(set) var ground: ToolGround
    /// The index of the clip whose phases are set; 1 is the second of two compared clips.
    private(set) var side = 0
    /// The delay line's shot that is timed; `nil` for a clip.
    private let shot: Int?
    /// The phase that the next push sets, from 0.
    private(set) var due: Int
    /// The number of marks that were set since the screen came up.
    private var setCount = 0
    private var jog = JogLaw()
    private var isOnBar = false

    /// - Parameter ground: the playback, which is paused from now on.
    init(on ground: ToolGround, in context: inout Context, at now: Timestamp) {
        var ground = ground
        if !ground.transport.isPaused { ground.transport.togglePause(at: now) }
        self.ground = ground
        side = ground.keys.firstIndex(where: context.desk.owns) ?? 0
        shot = ground.look == nil ? nil : context.lineTimes.shot(near: ground.transport.position(at: now).inSeconds)
        due = 0
        due = firstMissing(in: context)
    }

    // MARK: State

    /// The clip whose phases are set; `nil` if it is the line's shot.
    var key: ClipKey? { ground.keys.indices.contains(side) ? ground.keys[side] : ground.keys.first }

    func marks(in context: Context) -> [PhaseMark] {
        if let shot { return context.lineTimes.marks(of: shot) }
        return key.map { marks(of: $0, in: context) } ?? []
    }

    func marks(of key: ClipKey, in context: Context) -> [PhaseMark] { context.desk.clip(key)?.judgement.phases ?? [] }

    /// Returns the phases to set: those in the settings, and others that the clip has.
    func names(in context: Context) -> [String] {
        let asked = context.settings.shotPhases
        return Array((asked + marks(in: context).map(\.name).filter { !asked.contains($0) }).prefix(PhaseMark.most))
    }

    /// Returns the index of the first phase that isn't set, or of the last one if all are set.
    private func firstMissing(in context: Context) -> Int {
        let (names, marks) = (names(in: context), marks(in: context))
        return names.firstIndex { name in !marks.contains { $0.name == name } } ?? max(0, names.count - 1)
    }

    /// Returns the shown picture of the footage that is timed.
    func source(at now: Timestamp) -> ToolGround.Source? {
        let sources = ground.sources(at: now)
        return sources.indices.contains(side) ? sources[side] : sources.first
    }

    /// Returns the time at which the shown picture begins, in seconds after the clip's first picture; in the line, on the common clock.
    func place(at now: Timestamp) -> Double { source(at: now)?.start.inSeconds ?? 0 }

    func wishes(in context: Context, at now: Timestamp) -> Wishes { ground.screen.wishes(in: context, at: now) }

    func grammar(in context: Context) -> Grammar {
        var grammar: Grammar = [
            .press(.mark): .stopwatchDone, .press(.stop): setCount > 0 ? .takeBackPhase : .back, .turn: .frame, .press(.knob): .splitPhase,
            .hold(.left): .shuttleBack, .hold(.right): .shuttleOn, .press(.left): .frameBack, .press(.right): .frameOn,
        ]
        if due > 0 { grammar[.press(.up)] = .phaseBefore }
        if due + 1 < names(in: context).count { grammar[.press(.down)] = .phaseAfter }
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        let clear = ToolOffer(.clearPhases, isPossible: !marks(in: context).isEmpty)
        // The phases of a clip of another session can only be viewed.
        return ground.keys.count(where: context.desk.owns) > 1 ? [ToolOffer(.otherClip), clear, context.zoomOffer] : [clear, context.zoomOffer]
    }

    func undo(in context: Context) -> String? { ground.screen.undo(in: context) }

    func redo(in context: Context) -> String? { ground.screen.redo(in: context) }

    func undoesAMark(in context: Context) -> Bool { ground.screen.undoesAMark(in: context) }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark): return keepPicture(in: context, at: now) + [.back]
        case .tapped(.stop): return setCount > 0 ? takeBack(in: &context, at: now) : [.back]
        case .tapped(.knob): return split(in: &context, at: now)
        case .turned(let detents, _): ground.step(jog.pictures(of: detents, at: now), in: context, at: now)
        case .tapped(.left): ground.step(-1, in: context, at: now)
        case .tapped(.right): ground.step(1, in: context, at: now)
        case .held(.left): ground.shuttle(-1, in: context, at: now)
        case .held(.right): ground.shuttle(1, in: context, at: now)
        // While the tools are open, no screen hears that the arrow is released.
        case .letGo(.left), .letGo(.right), .held(.knob): ground.transport.endShuttle(at: now)
        case .pressed(.up), .repeated(.up): due = max(0, due - 1)
        case .pressed(.down), .repeated(.down): due = min(names(in: context).count - 1, due + 1)
        case .tool(.undo): return takeBack(in: &context, at: now)
        case .tool(.redo): return redo(in: &context, at: now)
        case .tool(.clearPhases):
            let outcomes = set([], Strings.phasesCleared, in: &context)
            (setCount, due) = (0, 0)
            return outcomes
        case .tool(.otherClip):
            side = 1 - side
            setCount = 0
            due = firstMissing(in: context)
        case .touchDown(let point):
            isOnBar = ground.bar(in: context, at: now).reach.contains(point)
            if isOnBar { ground.touch(point, in: context, at: now) }
        case .touchMoved(let point):
            // The finger needn't stay on the bar.
            if isOnBar { ground.touch(Point(point.x, ground.bar(in: context, at: now).rect.center.y), in: context, at: now) }
        case .touchUp: isOnBar = false
        default: break
        }
        return []
    }

    private mutating func takeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        setCount = max(0, setCount - 1)
        defer { due = firstMissing(in: context) }
        return ground.undo(in: &context, at: now)
    }

    private mutating func redo(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        setCount += 1
        defer { due = firstMissing(in: context) }
        return ground.redo(in: &context, at: now)
    }

    private mutating func set(_ marks: [PhaseMark], _ deed: String, in context: inout Context) -> [ScreenOutcome] {
        guard let shot else { return key.map { context.judge([$0.number], .timed(marks, deed)) } ?? [] }
        let change = SessionEdit.Change(before: context.lineTimes.marks(of: shot), after: marks)
        context.lineEdits.note(LineEdits.Edit(deed: deed, phases: LineEdits.TimedShot(shot: shot, marks: change)))
        return .effects(context.setLineTimes(marks, of: shot)) + [.toast(deed)]
    }

    /// Keeps a timed shot of the line as a picture, because it may never be in a clip.
    private func keepPicture(in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard shot != nil, marks(in: context).count > 1, setCount > 0, let session = ground.session(in: context) else { return [] }
        return [.effect(.picture(.keep(Scene(layers: layers(in: context, at: now)), session)))]
    }

    /// Begins the due phase with the shown picture, and makes the next phase due.
    private mutating func split(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let names = names(in: context)
        guard names.indices.contains(due) else { return [] }
        let name = names[due]
        let marks = marks(in: context).setting(PhaseMark(name, at: place(at: now)))
        guard marks.count <= PhaseMark.most else { return [.clipSignal(.refused, context.settings)] }
        let outcomes = set(marks, Strings.phaseSet(name), in: &context)
        guard !outcomes.isEmpty else { return [] }
        setCount += 1
        due = min(names.count - 1, due + 1)
        return outcomes + [.clipSignal(.placed, context.settings)]
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .player(.failed(let key, let reason)) where ground.keys.contains(key): return [.back, .toast(Strings.cantPlay(reason))]
        case .tick:
            if ground.keys.contains(where: context.desk.isGone) { return [.back] }
            ground.transport.advance(to: now)
        default: break
        }
        return []
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        var words = Sketch(Look(context.settings))
        StopwatchDrawing(self, context, at: now).draw(on: &words)
        return ground.pictureLayers(in: context, at: now) + ground.drawingLayers(in: context, at: now) + [Layer(.drawing(words.drawing))]
    }

    func toastPlace(in context: Context) -> ToastPlace? {
        ToastPlace(right: Areas.right, bottom: FootageBar.top(context) - Look.margin)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [ground.transport.isPaused ? nil : seen + .milliseconds(50), ground.transport.deadline].compactMap { $0 }.min()
    }
}
