// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures of a shot in a row, round its moment, and under it every shot of the end at the very same time: so one screen shows the form of one
/// shot and of six. Of two clips that are compared each has a row, and of the delay line there is only one.
///
/// ◀ ▶ choose a picture or a shot, ▲ ▼ the row, and the knob sets how far the pictures are from each other. Nothing plays.
struct StripScreen: Screen, Hashable, Sendable {
    enum Row: Hashable, Sendable {
        case pictures, shots
    }

    /// What it was opened on.
    let ground: ToolGround
    /// The shot above: its clip; `nil`: it is the delay line.
    private(set) var key: ClipKey?
    /// The clip that it was opened on.
    private let opened: Int?
    /// What is known of the footage that it was opened on.
    let facts: ClipFacts
    /// Where it is about nothing in particular: the picture that stood. Of two clips that are compared where both have zero.
    private let place: Duration
    /// The clip below.
    let other: CompareSide?
    private(set) var row = Row.pictures
    /// The chosen picture: so many steps after the moment.
    private(set) var offset = 0
    /// From one picture to the next, in pictures of the film.
    private(set) var step: Int
    /// The middle of what is seen of each, 0…1 of the width; `nil`: where most moves.
    private(set) var center: Double?
    /// The knob moves what is seen of each.
    private(set) var isCropping = false

    /// From one picture to the next at most.
    static let longestStep = Duration.milliseconds(500)
    /// At first: the release of a bow takes about a tenth of a second.
    private static let usualStep = Duration.nanoseconds(33_333_333)
    /// So many steps on each side of the moment can be reached.
    static let reach = 30
    /// One detent moves what is seen so far, of the picture's width.
    private static let cropStep = 0.01

    /// - Returns: `nil` if its clip isn't open yet.
    init?(on ground: ToolGround, _ context: Context, at now: Timestamp) {
        self.ground = ground
        key = ground.keys.first
        opened = key?.number
        switch ground {
        case .replay(let replay):
            (place, other) = (replay.transport.position(at: now), nil)
            if let facts = replay.facts {
                self.facts = facts
            } else {
                guard replay.look != nil else { return nil }
                facts = ClipFacts(
                    seconds: replay.transport.bounds.upperBound.inSeconds, interval: replay.transport.interval, size: context.stream.size,
                    orientation: context.settings.orientation)
            }
        case .compare(let compare):
            (place, other, facts) = (compare.side.zero, compare.otherSide, compare.side.facts)
        }
        step = 1
        step = max(1, Int((Self.usualStep.inSeconds / interval.inSeconds).rounded()))
    }

    // MARK: What it is

    private var interval: Duration { max(.milliseconds(1), facts.interval) }
    private var mostPictures: Int { max(1, Int(Self.longestStep.inSeconds / interval.inSeconds + 0.001)) }

    /// From one picture to the next.
    var stepTime: Duration { interval * step }
    /// From the moment to the chosen picture.
    var offsetTime: Duration { stepTime * offset }

    /// The footage of the row above.
    var footage: FootageID { key.map(FootageID.clip) ?? .line }

    func clip(in context: Context) -> ScoreBook.Clip? { key.flatMap(context.desk.clip) }

    /// It is one clip of the session that is looked at.
    private func isOwn(in context: Context) -> Bool { other == nil && key.map(context.desk.owns) ?? false }

    /// What the row above is about.
    func zero(in context: Context) -> Duration { other == nil ? clip(in: context).flatMap(zero(of:)) ?? place : place }

    /// What a clip is about; of the one it was opened on, else the picture that stood.
    func zero(of clip: ScoreBook.Clip) -> Duration? { clip.moment.map(Duration.seconds) ?? (clip.number == opened ? place : nil) }

    /// Where the footage of the row above has pictures.
    func bounds(in context: Context) -> ClosedRange<Duration> {
        guard let clip = clip(in: context) else { return context.lineBounds ?? place...place }
        // What the file says of the one that it was opened on is exacter than the record.
        let seconds = clip.number == opened ? max(clip.seconds, facts.seconds) : clip.seconds
        return .zero...max(.zero, .seconds(seconds) - facts.interval / 2)
    }

    /// The shots of the end that the clip belongs to, or all clips where they belong to none, in their order.
    func shots(in context: Context) -> [ScoreBook.Clip] {
        guard let key, let book = context.desk.book(of: key), other == nil else { return [] }
        let end = book.end(ofClip: key.number)
        return book.clips.filter { clip in
            guard clip.isPlayable, zero(of: clip) != nil, clip.kind == .mark || clip.number == opened else { return false }
            return book.end(ofClip: clip.number)?.number == end?.number
        }
    }

    /// How a clip is looked at.
    func orientation(in context: Context) -> PictureOrientation { clip(in: context)?.orientation ?? facts.orientation }

    func footage(at now: Timestamp) -> ClosedRange<Timestamp>? { ground.screen.footage(at: now) }

    func extracts(in context: Context, at now: Timestamp) -> [Extract] { StripLayout(self, context).extracts }

    /// What moves about the moment says where the athlete is.
    func studied(in context: Context) -> [Track] {
        guard center == nil else { return [] }
        let zero = zero(in: context)
        let span = Self.studied(about: zero)
        return [Track(id: .replay, footage: footage, timeline: Timeline(from: .zero, position: zero.clamped(to: span), rate: 0, bounds: span))]
    }

    /// The time round a moment in which it is looked what moves.
    static func studied(about zero: Duration) -> ClosedRange<Duration> { max(.zero, zero - .seconds(1))...max(.zero, zero + .milliseconds(500)) }

    func grammar(in context: Context) -> Grammar {
        var grammar: Grammar = [.press(.stop): .back, .turn: .stripStep]
        if ground.session(in: context) != nil { grammar[.press(.mark)] = .keepPicture }
        if isOwn(in: context) { grammar[.press(.knob)] = .stripLook }
        if isCropping { (grammar[.turn], grammar[.press(.knob)]) = (.crop, .cropDone) }
        switch row {
        case .pictures:
            (grammar[.press(.left)], grammar[.press(.right)]) = (.stripBack, .stripOn)
            if shots(in: context).count > 1 { grammar[.press(.down)] = .stripDown }
        case .shots:
            (grammar[.press(.left)], grammar[.press(.right)]) = (.stripShotBefore, .stripShotAfter)
            grammar[.press(.up)] = .stripUp
        }
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        [ToolOffer(.cropPicture), context.linesOffer, ToolOffer(.export, isPossible: other == nil && clip(in: context)?.file != nil)]
    }

    func undo(in context: Context) -> String? { ground.screen.undo(in: context) }

    // MARK: What happens

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): return [.back]
        case .pressed(.mark):
            return ground.session(in: context).map { [.effect(.picture(.keep(StripDrawing(self, context, at: now).kept, $0)))] } ?? []
        case .tapped(.knob):
            // What was chosen is looked at: in the replay that it was opened from, or in another clip's.
            guard !isCropping, isOwn(in: context), let key else {
                isCropping = false
                break
            }
            return [.back, .playInstead(clip: key.number)]
        case .turned(let detents, let speed): turn(detents, speed, context)
        case .pressed(.left), .repeated(.left): move(-1, in: context)
        case .pressed(.right), .repeated(.right): move(1, in: context)
        case .pressed(.up): row = .pictures
        case .pressed(.down): if shots(in: context).count > 1 { row = .shots }
        case .touchDown(let point): touch(point, context)
        case .tool(.cropPicture): isCropping = true
        case .tool(.export):
            guard let key, other == nil else { break }
            let strip = ExportScreen.Strip(
                step: stepTime.inSeconds, center: StripLayout(self, context).center, place: zero(in: context).inSeconds)
            let title = clip(in: context)?.title ?? Strings.clip(key.number)
            return ExportScreen.open(
                ExportSubject(session: key.session.folder, clips: [key.number]), title: Strings.export(title),
                line: context.desk.book(of: key)?.archer,
                of: .strip(strip), in: &context, at: now)
        case .tool(.lines): return context.toggleLines(at: now)
        case .tool(.undo): return ground.undo(in: &context, at: now)
        default: break
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

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // Its clip may be gone: then there is nothing to look at.
        key == nil || clip(in: context)?.isPlayable == true ? [] : [.back]
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] { StripDrawing(self, context, at: now).layers }

    /// Nothing moves by itself.
    func nextChange(after seen: Timestamp) -> Timestamp? { nil }
}
