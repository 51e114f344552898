// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures of a shot in a row, round its moment, and under it every shot of the end at the same time. So one screen shows the form of one
/// shot and of six. Two compared clips have a row each, and the delay line has only one.
///
/// ◀ ▶ choose a picture or a shot, ▲ ▼ the row, and the knob sets the time between the pictures. Nothing plays.
struct StripMode: PlaybackMode {
    var place: ScreenKind { .strip }
    var showsPictures: Bool { false }

    enum Row: Hashable, Sendable {
        case pictures, shots
    }

    /// The clip of the row above; `nil`: the delay line.
    private(set) var key: ClipKey?
    /// The clip on which the strip was opened.
    private let opened: Int?
    /// The facts about the footage on which the strip was opened.
    let facts: ClipFacts
    /// The position that counts as zero without a moment: the picture that was shown. For two compared clips, where both have zero.
    private let position: Duration
    /// The clip of the row below.
    let other: CompareSide?
    private(set) var row = Row.pictures
    /// The chosen picture, in steps after the moment.
    private(set) var offset = 0
    /// The number of the film's pictures from one shown picture to the next.
    private(set) var step: Int
    /// The middle of the visible part of each picture, 0…1 of the width; `nil`: where the person is.
    private(set) var center: Double?
    /// True while the knob moves the visible part of each picture.
    private(set) var isCropping = false

    /// The number of steps that can be reached on each side of the moment.
    static let reach = 30
    /// The share of the picture's width by which one detent moves the visible part.
    private static let cropStep = 0.01

    /// - Returns: `nil` if its clip isn't open yet.
    init?(on playback: any Playback, _ context: Context, at now: Timestamp) {
        guard let facts = playback.facts(in: context) else { return nil }
        self.facts = facts
        key = playback.keys.first
        opened = key?.number
        let comparison = playback as? CompareScreen
        position = comparison?.side.zero ?? playback.transport.position(at: now)
        other = comparison?.otherSide
        step = 1
        step = max(1, Int((StripRow.usualStep / interval.inSeconds).rounded()))
    }

    // MARK: State

    private var interval: Duration { max(.milliseconds(1), facts.interval) }
    private var mostPictures: Int { max(1, Int(StripRow.longestStep / interval.inSeconds + 0.001)) }

    /// The time from one picture to the next.
    var stepTime: Duration { interval * step }
    /// The time from the moment to the chosen picture.
    var offsetTime: Duration { stepTime * offset }

    /// The footage of the row above.
    var footage: FootageID { key.map(FootageID.clip) ?? .line }

    func clip(in context: Context) -> ScoreBook.Clip? { key.flatMap(context.desk.clip) }

    /// Returns true if the strip is of one clip of the session on the desk.
    private func isOwn(in context: Context) -> Bool { other == nil && key.map(context.desk.owns) ?? false }

    /// Returns the moment of the row above.
    func zero(in context: Context) -> Duration { other == nil ? clip(in: context).flatMap(zero(of:)) ?? position : position }

    /// Returns the moment of a clip. The clip on which the strip was opened may have none; then it is the picture that was shown.
    func zero(of clip: ScoreBook.Clip) -> Duration? { clip.moment.map(Duration.seconds) ?? (clip.number == opened ? position : nil) }

    /// Returns the range in which the footage of the row above has pictures.
    func bounds(in context: Context) -> ClosedRange<Duration> {
        guard let clip = clip(in: context) else { return context.lineBounds ?? position...position }
        // For the clip on which the strip was opened, the file is more exact than the record.
        let seconds = clip.number == opened ? max(clip.seconds, facts.seconds) : clip.seconds
        return .zero...max(.zero, .seconds(seconds) - facts.interval / 2)
    }

    /// Returns the shots of the clip's end in their order, or if it has no end all clips without one.
    func shots(in context: Context) -> [ScoreBook.Clip] {
        guard let key, let book = context.desk.book(of: key), other == nil else { return [] }
        let end = book.end(ofClip: key.number)
        return book.clips.filter { clip in
            guard clip.isPlayable, zero(of: clip) != nil, clip.kind == .mark || clip.number == opened else { return false }
            return book.end(ofClip: clip.number)?.number == end?.number
        }
    }

    /// Returns the orientation of the clip.
    func orientation(in context: Context) -> PictureOrientation { clip(in: context)?.orientation ?? facts.orientation }

    func wishes(on playback: any Playback, in context: Context, at now: Timestamp) -> Wishes {
        Wishes(
            footage: playback.wishes(in: context, at: now).footage, extracts: StripLayout(self, context).extracts,
            studied: studied(in: context))
    }

    /// Returns the footage that is searched for the person.
    func searched(in context: Context) -> Persons.Subject { Persons.Subject(footage: footage, moment: zero(in: context)) }

    private func studied(in context: Context) -> [Track] { center == nil ? [context.personSearch(searched(in: context))] : [] }

    func bindings(on playback: any Playback, in context: Context) -> Bindings<ToolInUse<Self>> {
        let isAbove = row == .pictures
        return [
            .press(.mark): Binding(.keepPicture) { $0.mode.keep(of: $0.playback, in: $1, at: $2) }.when(playback.session(in: context) != nil),
            .press(.stop): .back,
            .press(.left): Binding(isAbove ? .stripBack : .stripShotBefore) { $0.mode.move(-1, in: $1) }.repeated,
            .press(.right): Binding(isAbove ? .stripOn : .stripShotAfter) { $0.mode.move(1, in: $1) }.repeated,
            .press(.up): Binding(.stripUp) { $0.mode.row = .pictures }.when(!isAbove),
            .press(.down): Binding(.stripDown) { $0.mode.row = .shots }.when(isAbove && shots(in: context).count > 1),
            .turn: .turning(isCropping ? .crop : .stripStep) { $0.mode.turn($3.detents, $3.speed, $1) },
            .press(.knob): isCropping
                ? Binding(.cropDone) { $0.mode.isCropping = false } : Binding(.stripLook) { $0.mode.look() }.when(isOwn(in: context)),
        ]
    }

    /// The chosen clip opens in a replay, in place of the replay from which the strip was opened.
    private func look() -> [ScreenOutcome] { key.map { [.back, .playInstead(clip: $0.number)] } ?? [] }

    private func keep(of playback: any Playback, in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        playback.session(in: context).map { [.effect(.picture(.keep(StripDrawing(self, playback, context, at: now).kept, $0)))] } ?? []
    }

    func tools(on playback: any Playback, in context: Context) -> [ToolOffer] {
        [ToolOffer(.cropPicture), context.linesOffer, ToolOffer(.export, isPossible: other == nil && clip(in: context)?.file != nil)]
    }

    // MARK: Events

    mutating func handle(_ input: ScreenInput, on playback: inout any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touch(point, context)
        case .tool(.cropPicture): isCropping = true
        case .tool(.export):
            guard let key, other == nil else { break }
            let strip = ExportForm.strip(
                step: stepTime.inSeconds, center: StripLayout(self, context).center, place: zero(in: context).inSeconds)
            let title = clip(in: context)?.title ?? Strings.clip(key.number)
            let subject = ExportSubject(session: key.session.folder, clips: [key.number])
            return [.go(.export(subject, title: Strings.export(title), line: context.desk.book(of: key)?.archer, first: strip))]
        default: return perform(input, on: &playback, in: &context, at: now)
        }
        return []
    }

    private mutating func turn(_ detents: Int, _ speed: KnobSpeed, _ context: Context) {
        guard isCropping else { return step = (step + detents.clamped(to: -1000...1000)).clamped(to: 1...mostPictures) }
        let share = StripLayout(self, context).share / 2
        let middle = center ?? StripLayout(self, context).center
        let steps = Double(Cursor.units(of: detents, speed))
        center = share < 0.5 ? (middle + steps * Self.cropStep).clamped(to: share...(1 - share)) : 0.5
    }

    private mutating func move(_ direction: Int, in context: Context) {
        switch row {
        case .pictures: offset = (offset + direction).clamped(to: -Self.reach...Self.reach)
        case .shots:
            let shots = shots(in: context)
            guard let index = shots.firstIndex(where: { $0.number == key?.number }), shots.indices.contains(index + direction) else { return }
            choose(shots[index + direction], in: context)
        }
    }

    private mutating func choose(_ clip: ScoreBook.Clip, in context: Context) {
        key = key.flatMap(context.desk.book(of:))?.key(ofClip: clip.number) ?? key
    }

    private mutating func touch(_ point: Point, _ context: Context) {
        let layout = StripLayout(self, context)
        if let picture = (layout.pictures + layout.others).first(where: { $0.rect.contains(point) }) { (row, offset) = (.pictures, picture.offset) }
        if let shot = layout.shots.first(where: { $0.rect.contains(point) }) {
            row = .shots
            choose(shot.clip, in: context)
        }
    }

    mutating func hear(_ event: Event, on playback: any Playback, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // If its clip is gone, there is nothing to show.
        key == nil || clip(in: context)?.isPlayable == true ? [] : [.back]
    }

    // MARK: Rendering

    func spoken(on playback: any Playback, in context: Context, at now: Timestamp) -> Spoken {
        let title = key.map { context.title(ofCompared: $0) } ?? Strings.delayLine
        let shots = shots(in: context)
        let place = shots.firstIndex { $0.number == key?.number } ?? 0
        return Spoken(
            Strings.word(of: Tool.strip),
            row == .shots ? Spoken.of(title, place, of: shots.count) : "\(title), \(Strings.offsetMilliseconds(offsetTime.inSeconds))",
            state: [Strings.stripStep(stepTime.inSeconds), isCropping ? Strings.word(of: Tool.cropPicture) : nil],
            answer: isCropping ? Strings.percent(StripLayout(self, context).center) : nil)
    }

    func layers(on playback: any Playback, in context: Context, at now: Timestamp) -> [Layer] {
        StripDrawing(self, playback, context, at: now).layers
    }

    /// Returns `nil`, because nothing moves by itself.
    func nextChange(on playback: any Playback, after seen: Timestamp) -> Timestamp? { nil }

    func toastPlace(on playback: any Playback, in context: Context) -> ToastPlace? { .foot(Theme(context.settings)) }
}
