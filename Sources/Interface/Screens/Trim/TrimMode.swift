// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A part of a clip, from one picture to another, that becomes a clip of its own. The whole clip stays.
///
/// It moves its own ends and plays the part by a transport of its own: STOP leaves the replay as it was.
struct TrimMode: PlaybackMode {
    var place: ScreenKind { .trim }
    var showsPictures: Bool { false }

    /// An end of the part.
    enum End: Hashable, Sendable { case first, last }

    let key: ClipKey
    /// The orientation that somebody chose; `nil`: as it was recorded.
    let orientation: PictureOrientation?
    /// The pictures of the whole clip, counted from its first.
    let pictures: ClosedRange<Int64>
    /// The pictures of the part.
    private(set) var part: ClosedRange<Int64>
    /// The end that the knob holds.
    private(set) var held = End.first
    /// The playback: paused on the held end, or playing the part in a loop.
    private(set) var transport: Transport
    private let whole: ClosedRange<Duration>
    /// The facts from the clip's file.
    private let facts: ClipFacts?
    private var jog = JogRule()
    private var touch: Touch<End>?

    /// Begins with the part round the clip's moment, as looking again does; without a moment, with the whole clip.
    /// - Returns: `nil` if the replay is of the delay line.
    init?(of replay: ReplayScreen, _ context: Context, at now: Timestamp) {
        guard let key = replay.key else { return nil }
        self.key = key
        orientation = replay.decidedOrientation(in: context)
        whole = replay.transport.bounds
        facts = replay.facts
        transport = replay.transport
        pictures = 0...max(0, transport.picture(at: max(.zero, whole.upperBound - transport.interval / 2)))
        part = pictures
        if let moment = context.desk.book?.clip(key.number)?.moment.map(Duration.seconds) {
            let first = transport.picture(at: moment - LineMoment.before).clamped(to: pictures)
            part = first...transport.picture(at: moment + LineMoment.after).clamped(to: first...pictures.upperBound)
        }
        stand(at: now)
    }

    // MARK: State

    /// Returns the middle of a picture's time, at which this picture is shown.
    func position(of picture: Int64) -> Duration { transport.interval * Int(picture) + transport.interval / 2 }

    var heldPicture: Int64 { held == .first ? part.lowerBound : part.upperBound }
    /// The part's span, which is played.
    var span: ClosedRange<Duration> { transport.interval * Int(part.lowerBound)...transport.interval * Int(part.upperBound + 1) }
    var trim: ClipTrim { ClipTrim(of: key.number, from: position(of: part.lowerBound), through: position(of: part.upperBound)) }

    func bar(_ context: Context) -> FootageBar {
        FootageBar(ofClip: whole, moment: context.desk.book?.clip(key.number)?.moment.map(Duration.seconds), context)
    }

    func wishes(on playback: any Playback, in context: Context, at now: Timestamp) -> Wishes {
        Wishes(tracks: [Track(id: .replay, footage: .clip(key), timeline: transport.timeline, isHeard: true)])
    }

    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>> {
        [
            .press(.mark): Binding(.newClip) { $0.mode.make(in: $1) },
            .press(.stop): Binding(.asItWas, .back),
            .press(.left): Binding(.partFirst) { $0.mode.hold(.first, at: $2) },
            .press(.right): Binding(.partLast) { $0.mode.hold(.last, at: $2) },
            .press(.up): Binding(.tenOn) { $0.mode.move(by: 10, at: $2) }.repeated,
            .press(.down): Binding(.tenBack) { $0.mode.move(by: -10, at: $2) }.repeated,
            .turn: .turning(.frame) { $0.mode.step(byDetents: $3.detents, at: $2) },
            .press(.knob): transport.isPaused ? Binding(.goOn) { $0.mode.play(at: $2) } : Binding(.pause) { $0.mode.stand(at: $2) },
        ]
    }

    private func make(in context: Context) -> [ScreenOutcome] {
        guard !context.sessions.keepsNothing else { return [.toast(Strings.nothingKept)] }
        return context.desk.book.map { [.effect(.card(.trim(trim, $0.ref))), .toast(Strings.partIsMade), .back] } ?? [.back]
    }

    private mutating func step(byDetents detents: Int, at now: Timestamp) { move(by: Int64(jog.pictures(of: detents, at: now)), at: now) }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touchDown(point, context, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            if let touch { move(touch.target, to: transport.picture(at: bar(context).position(at: point.x)), at: now) }
        case .touchUp: touch = nil
        default: return perform(input, on: &playback, in: &context, at: now)
        }
        return []
    }

    private mutating func hold(_ end: End, at now: Timestamp) {
        held = end
        stand(at: now)
    }

    private mutating func move(by steps: Int64, at now: Timestamp) {
        move(held, to: heldPicture + steps.clamped(to: -1_000_000...1_000_000), at: now)
    }

    /// Moves an end, within the clip's pictures and not past the other end.
    private mutating func move(_ end: End, to picture: Int64, at now: Timestamp) {
        switch end {
        case .first: part = picture.clamped(to: pictures.lowerBound...part.upperBound)...part.upperBound
        case .last: part = part.lowerBound...picture.clamped(to: part.lowerBound...pictures.upperBound)
        }
        hold(end, at: now)
    }

    private mutating func stand(at now: Timestamp) {
        transport = Transport(pausedAt: position(of: heldPicture), within: whole, grid: .zero, interval: transport.interval, at: now)
    }

    private mutating func play(at now: Timestamp) {
        transport = Transport(playing: span.lowerBound, within: span, grid: .zero, interval: transport.interval, speeds: [1], at: now)
    }

    /// Takes the end that is nearer to a finger on the bar.
    private mutating func touchDown(_ point: Point, _ context: Context, at now: Timestamp) {
        let bar = bar(context)
        guard bar.reach.contains(point) else { return }
        let (first, last) = (abs(bar.x(position(of: part.lowerBound)) - point.x), abs(bar.x(position(of: part.upperBound)) - point.x))
        let end = first == last ? held : first < last ? End.first : .last
        touch = Touch(end, at: point, slop: 0, at: now)
        move(end, to: transport.picture(at: bar.position(at: point.x)), at: now)
    }

    // MARK: Rendering

    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken {
        let time = Strings.clockMilliseconds((transport.interval * Int(heldPicture)).inSeconds)
        return Spoken(
            Strings.word(of: Tool.trim), held == .first ? Strings.partFirst : Strings.partLast,
            state: [time, Strings.frames(Int(part.upperBound - part.lowerBound) + 1), transport.isPaused ? nil : Strings.Spoken.paused(false)])
    }

    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer] {
        var words = DrawingBuilder(Theme(context.settings))
        TrimDrawing(self, context, at: now).draw(on: &words)
        let size = (orientation ?? facts?.orientation ?? .upright).size(of: facts?.size ?? .hd1080)
        let place = Canvas.shape.place(ofPicture: Double(max(1, size.width)) / Double(max(1, size.height)))
        let layer = Layer(.video(.replay), place: place, crop: context.zoom.crop, orientation: orientation)
        let picture = DrawnPicture(
            .clip(key), layer, orientation: orientation ?? facts?.orientation ?? .upright, size: facts?.size ?? context.stream.size,
            seconds: transport.position(at: now).inSeconds, isLeftHanded: context.isBookLeftHanded)
        return [layer] + picture.layers(in: context) + [Layer(.drawing(words.drawing))]
    }

    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp? { transport.isPaused ? nil : seen + .milliseconds(50) }
}
