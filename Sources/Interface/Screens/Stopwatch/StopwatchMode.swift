// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The timing of a shot's phases by its pictures: the knob finds a picture, and a push says that the due phase begins with it.
///
/// Each mark is journalled as it is set, by the picture's own timestamp.
struct StopwatchMode: PlaybackMode {
    var place: ScreenKind { .stopwatch }

    /// The index of the clip whose phases are set; 1 is the second of two compared clips.
    private(set) var side = 0
    /// The delay line's shot that is timed; `nil` for a clip.
    private let shot: Int?
    /// The phase that the next push sets, from 0.
    private(set) var due: Int
    /// The number of marks that were set since the screen came up.
    private var setCount = 0

    /// - Parameter playback: the playback, which is paused from now on.
    init(on playback: inout any Playback, in context: inout Context, at now: Timestamp) {
        if !playback.transport.isPaused { playback.transport.togglePause(at: now) }
        side = playback.keys.firstIndex(where: context.desk.owns) ?? 0
        shot = playback.isOfLine ? context.lineTimes.shot(near: playback.transport.position(at: now).inSeconds) : nil
        due = 0
        due = firstMissing(on: playback, in: context)
    }

    // MARK: State

    /// The clip whose phases are set; `nil` if it is the line's shot.
    func key(on playback: any Playback) -> ClipKey? {
        let keys = playback.keys
        return keys.indices.contains(side) ? keys[side] : keys.first
    }

    func marks(on playback: any Playback, in context: Context) -> [PhaseMark] {
        if let shot { return context.lineTimes.marks(of: shot) }
        return key(on: playback).map { marks(of: $0, in: context) } ?? []
    }

    func marks(of key: ClipKey, in context: Context) -> [PhaseMark] { context.desk.clip(key)?.judgement.phases ?? [] }

    /// Returns the phases to set: those in the settings, and others that the clip has.
    func names(on playback: any Playback, in context: Context) -> [String] {
        let asked = context.settings.shotPhases
        return Array((asked + marks(on: playback, in: context).map(\.name).filter { !asked.contains($0) }).prefix(PhaseMark.most))
    }

    /// Returns the index of the first phase that isn't set, or of the last one if all are set.
    private func firstMissing(on playback: any Playback, in context: Context) -> Int {
        let (names, marks) = (names(on: playback, in: context), marks(on: playback, in: context))
        return names.firstIndex { name in !marks.contains { $0.name == name } } ?? max(0, names.count - 1)
    }

    /// Returns the shown picture of the footage that is timed.
    func source(on playback: any Playback, at now: Timestamp) -> PlaybackSource? {
        let sources = playback.sources(at: now)
        return sources.indices.contains(side) ? sources[side] : sources.first
    }

    /// Returns the time at which the shown picture begins, in seconds after the clip's first picture; in the line, on the common clock.
    func seconds(on playback: any Playback, at now: Timestamp) -> Double { source(on: playback, at: now)?.start.inSeconds ?? 0 }

    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>> {
        [
            .press(.mark): Binding(.stopwatchDone) { tool, context, now in
                tool.mode.keepPicture(on: tool.playback, in: context, at: now)
                ScreenOutcome.back
            },
            .press(.stop): setCount > 0 ? Binding(.takeBackPhase) { $0.mode.takeBack(on: $0.playback, in: &$1, at: $2) } : .back,
            .press(.left): Binding(.frameBack) { $0.playback.step(-1, in: $1, at: $2) },
            .press(.right): Binding(.frameOn) { $0.playback.step(1, in: $1, at: $2) },
            .hold(.left): Binding(.shuttleBack) { $0.playback.shuttle(-1, in: $1, at: $2) }.released { $0.playback.transport.endShuttle(at: $2) },
            .hold(.right): Binding(.shuttleOn) { $0.playback.shuttle(1, in: $1, at: $2) }.released { $0.playback.transport.endShuttle(at: $2) },
            .press(.up): Binding(.phaseBefore) { $0.mode.due -= 1 }.repeated.when(due > 0),
            .press(.down): Binding(.phaseAfter) { $0.mode.due += 1 }.repeated.when(due + 1 < names(on: playback, in: context).count),
            .turn: .turning(.frame) { $0.playback.step(byDetents: $3.detents, in: $1, at: $2) },
            .press(.knob): Binding(.splitPhase) { $0.mode.split(on: $0.playback, in: &$1, at: $2) },
        ]
    }

    func tools(on playback: any Playback, in context: Context) -> [ToolOffer] {
        let clear = ToolOffer(.clearPhases, isPossible: !marks(on: playback, in: context).isEmpty)
        // The phases of a clip of another session can only be viewed.
        return playback.keys.count(where: context.desk.owns) > 1 ? [ToolOffer(.otherClip), clear, context.zoomOffer] : [clear, context.zoomOffer]
    }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tool(.clearPhases):
            let outcomes = set([], Strings.phasesCleared, on: playback, in: &context)
            (setCount, due) = (0, 0)
            return outcomes
        case .tool(.otherClip):
            side = 1 - side
            setCount = 0
            due = firstMissing(on: playback, in: context)
        // While the tools are open, no screen hears that the arrow is released.
        case .held(.knob): playback.transport.endShuttle(at: now)
        default: if !playback.drag(on: input, in: context, at: now) { return perform(input, on: &playback, in: &context, at: now) }
        }
        return []
    }

    mutating func takeBack(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        setCount = max(0, setCount - 1)
        defer { due = firstMissing(on: playback, in: context) }
        return playback.takeBack(in: &context, at: now)
    }

    mutating func doAgain(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        setCount += 1
        defer { due = firstMissing(on: playback, in: context) }
        return playback.doAgain(in: &context, at: now)
    }

    private mutating func set(_ marks: [PhaseMark], _ deed: String, on playback: any Playback, in context: inout Context) -> [ScreenOutcome] {
        guard let shot else { return key(on: playback).map { context.judge([$0.number], .timed(marks, deed)) } ?? [] }
        let change = SessionEdit.Change(before: context.lineTimes.marks(of: shot), after: marks)
        context.lineEdits.note(LineEdits.Edit(deed: deed, phases: LineEdits.TimedShot(shot: shot, marks: change)))
        return .effects(context.setLineTimes(marks, of: shot)) + [.toast(deed)]
    }

    /// Keeps a timed shot of the line as a picture, because it may never be in a clip.
    private func keepPicture(on playback: any Playback, in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard shot != nil, marks(on: playback, in: context).count > 1, setCount > 0, let session = playback.session(in: context) else { return [] }
        return [.effect(.picture(.keep(Scene(layers: layers(on: playback, in: context, at: now)), session)))]
    }

    /// Begins the due phase with the shown picture, and makes the next phase due.
    private mutating func split(on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let names = names(on: playback, in: context)
        guard names.indices.contains(due) else { return [] }
        let name = names[due]
        let marks = marks(on: playback, in: context).setting(PhaseMark(name, at: seconds(on: playback, at: now)))
        guard marks.count <= PhaseMark.most else { return [.clipSignal(.refused, context.settings)] }
        let outcomes = set(marks, Strings.phaseSet(name), on: playback, in: &context)
        guard !outcomes.isEmpty else { return [] }
        setCount += 1
        due = min(names.count - 1, due + 1)
        return outcomes + [.clipSignal(.placed, context.settings)]
    }

    // MARK: Rendering

    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken {
        let (names, marks) = (names(on: playback, in: context), marks(on: playback, in: context))
        let title = Strings.word(of: Tool.stopwatch)
        guard names.indices.contains(due) else { return Spoken(title, title) }
        return Spoken(
            title, Spoken.of(names[due], due, of: names.count),
            state: [
                Strings.Spoken.set(marks.contains { $0.name == names[due] }),
                playback.keys.count > 1 ? key(on: playback).map { context.title(ofCompared: $0) } : nil,
            ], guide: [.press(.knob), .press(.stop)], answer: playback.time(in: context, at: now))
    }

    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer] {
        var words = DrawingBuilder(Theme(context.settings))
        StopwatchDrawing(self, playback, context, at: now).draw(on: &words)
        return playback.pictureLayers(in: context, at: now) + playback.drawingLayers(in: context, at: now) + [Layer(.drawing(words.drawing))]
    }

    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp? {
        [playback.transport.isPaused ? nil : seen + .milliseconds(50), playback.transport.deadline].compactMap { $0 }.min()
    }
}
