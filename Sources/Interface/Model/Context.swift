// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state that the screens share: settings, recording, scoring, and everything that is wrong.
///
/// A screen may change the context while it handles an input. It returns the work that follows from the change as outcomes.
struct Context: Hashable, Sendable {
    /// The settings in force.
    var preferences: Preferences
    /// This run's sessions, and the clips that are being written.
    var sessions: Sessions
    /// The session that is scored or viewed.
    var desk = Desk()
    /// The stills of clips that the screens draw.
    var stills = StillRequests()
    var peeks = PictureRequests<PeekKey>()
    /// The pictures that tools extract from footage.
    var extracts = PictureRequests<Extract>()
    /// The movement found in the pictures, and whether it is displayed.
    var movement = Movement()
    /// The places of the persons in the footage on the screen.
    var persons = Persons()
    /// The edits of sessions, which can be undone and redone.
    var edits = SessionEdits()
    var swipes = SwipeCounts()
    /// The level of effects with which moving clips are drawn.
    var governor = FrameGovernor()
    var waveforms = Waveforms()
    /// The facts from the files of the clips that play now.
    var openClips = OpenClips()
    /// The pen for drawing.
    var pen = DrawingPen()
    /// The lines that stay on every picture.
    var lines = StandingLines()
    /// The standing lines as the card last reported them or was last given them.
    var knownLines = StandingLines()
    /// The marks, the drawings and the phases that were set on the delay line.
    var lineEdits = LineEdits()
    var lineTimes = LineTimes()
    /// The shots that the box heard.
    var heardShots = HeardShots()
    /// The movement that witnesses heard shots.
    var witness = MovementWitness()
    /// The rallies that the box cuts by itself.
    var rallies = Rallies()
    /// The moment that comes again by itself next.
    var autoReplay = AutoReplay()
    /// The clock of the shooting line.
    var endTimer = EndTimer()
    var conditions = Conditions()
    /// The id of the card that is in, or was in last.
    var card: String?
    /// The number of changes that wait for one card while a different card is in.
    var waitingChanges = 0
    /// The date, as far as the box knows it; `nil` until that was reported, and in a virtual run, which has a fixed date.
    var clock: ClockReport?
    /// True if the box doesn't know the date, and a person can set it.
    var isDateUnknown: Bool { clock.map { $0.date.known == nil } ?? false }
    /// The card in figures; `nil` until they are known.
    var cardFacts: CardFacts?
    var room = RoomKeeper()
    var overload: Overload
    var exporting = Exporting()
    /// The import that runs; `nil` if none does.
    var importing: FilmProgress?
    var switchingOff = SwitchingOff()
    var modeTrial = ModeTrial()
    /// STOP and the knob while they are held together.
    var voiceChord = VoiceChord()
    var unanswered = PendingWrites()

    var stream: StreamParameters
    /// The program's version, such as `0.3.0`.
    let version: String
    var cameraName: String
    var encoderName: String
    var line: DelayLineSummary?
    var diagnostics = Diagnostics()
    /// True if a program reads the frame number from a strip of the picture. Nothing is drawn on the strip.
    var hasFrameStrip: Bool
    /// The cameras that were found.
    var cameras: [CameraOption] = []
    /// The camera with which the program was started, as the setting names it.
    let startedCamera: String
    /// The instant at which the footage stopped growing, because the camera or the encoder failed; `nil` while it grows.
    var stalledSince: Timestamp? { gaps.open?.noticed }
    /// The times without footage that the TV may still show.
    var gaps = PictureGaps()

    /// True if the panel's light is on, which says that the camera is recorded.
    var isLit = false

    /// The rule of what is said about scores, with the totals that were said.
    var spokenScores = SpokenScores()
    /// The words that somebody who can't see the TV has heard; `nil` unless the voice says everything.
    var narration: Narration?
    /// The words that say what was just done.
    var toast: Toast?
    /// The mark that was just set.
    var markSign: MarkSign?
    /// The row of archers, while somebody chooses who shoots and shortly afterwards.
    var archerRow: ArcherRow?
    /// The extent to which Live's picture has stepped back from the question at its foot: 0 not at all, 1 as far as it goes.
    var stepBack: Transition
    /// The time during which the delay is being turned, and shortly afterwards.
    var delayTurn: TimeSpan?
    /// The part of the picture that is shown.
    var zoom = Zoom()
    var chipTelling: ChipTelling
    var footer: FooterFade
    /// The question in the line at the foot of Live, as of the last event that was handled.
    var asked: LiveQuestion?
    /// The session that the archer may go on with, as of the last event that was handled: the menu's first tile.
    var goOnOffer: ResumableSession?
    /// True if archers' ends wait to be scored, as of the last event that was handled.
    var isScoreAwaited = false
    /// The pictures and the source of the input that is being handled.
    var moment = Moment()
    var doubleTap = DoubleTap()
    /// The holds in progress, each from its press to the instant at which it counts.
    var holds: [Control: TimeSpan] = [:]
    /// The screen over Live, as `Path` says.
    var cover = Cover()

    /// Facts about an input besides the control: the pictures at its time, and the device that it came from.
    struct Moment: Hashable, Sendable {
        /// The two pictures that a press may mean.
        var frames = Frames()
        var source = Mark.Source.gpio
    }

    init(
        settings: Settings, stream: StreamParameters = StreamParameters(size: .hd1080, rate: FrameRate(30)), cameraName: String = "",
        encoderName: String = "", hasFrameStrip: Bool = false, version: String = "", at now: Timestamp
    ) {
        self.version = version
        preferences = Preferences(settings)
        startedCamera = settings.camera
        sessions = Sessions(at: now)
        sessions.keepsNothing = settings.keepsNothing
        overload = Overload(at: now)
        chipTelling = ChipTelling(at: now)
        self.stream = stream
        self.cameraName = cameraName
        self.encoderName = encoderName
        self.hasFrameStrip = hasFrameStrip
        footer = FooterFade(at: now)
        stepBack = Transition(at: 0, since: now)
    }

    var settings: Settings { preferences.settings }

    mutating func say(_ words: String, undo: Toast.Undo? = nil, at now: Timestamp) { toast = Toast(words, undo: undo, at: now) }

    /// Takes away a toast whose Undo would take back something else now.
    mutating func dropOutdatedToast() {
        if toast?.undo != nil { toast = nil }
    }

    // MARK: Time

    /// Ends everything that has expired by `now`.
    mutating func pass(to now: Timestamp) {
        if let toast, toast.span.end <= now { self.toast = nil }
        if let markSign, markSign.end <= now { self.markSign = nil }
        if let delayTurn, delayTurn.end <= now { self.delayTurn = nil }
        if let archerRow, archerRow.end <= now { self.archerRow = nil }
        overload.pass(to: now)
        witness.pass(to: now)
        offerHearing(at: now)
    }

    /// Returns every instant at which something here changes by time alone. Instants up to `seen` may be among them.
    func deadlines(after seen: Timestamp) -> [Timestamp] {
        var deadlines = overload.deadlines
        deadlines += [
            conditions.weakPower.end, conditions.heat.end, switchingOff.nextChange(after: seen), stalledCompletion, toast?.span.end,
            markSign?.nextChange(after: seen), delayTurn?.end, chipTelling.nextChange(after: seen), countdownChange(after: seen), sessions.askTime,
            footer.nextChange(after: seen), modeTrial.nextChange(after: seen), voiceChord.deadline, gapChange(after: seen),
            persons.live.gaze?.nextChange(after: seen),
            archerRow?.nextChange(after: seen), autoReplay.cue?.due, endTimer.nextChange(after: seen), stepBack.span.nextChange(after: seen),
            heardShots.nextChange(after: seen, delay: .seconds(settings.delaySeconds)),
        ].compactMap { $0 }
        return deadlines + roomDeadlines
    }
}

/// The two pictures that a press may be about.
struct Frames: Hashable, Sendable {
    /// The delayed picture that was on the TV.
    var shown: FrameStamp?
    /// The newest captured picture.
    var live: FrameStamp?
}

/// The screen over Live, and the right edge that it leaves to Live.
struct Cover: Hashable, Sendable {
    /// The screen that the panel controls.
    var place = ScreenKind.live
    /// The right edge for drawings on Live.
    var right = Areas.right
}
