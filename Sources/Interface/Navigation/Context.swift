// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What the screens share: what is set, what is recorded, what is scored, and what is wrong.
///
/// A screen may change it while it handles an input; what has to be done for that it gives back as outcomes.
struct Context: Hashable, Sendable {
    /// What is set now.
    var preferences: Preferences
    /// This run's sessions, and the clips that are on their way.
    var sessions: Sessions
    /// The session that is scored or looked at.
    var desk = Desk()
    /// What the screens draw of clips.
    var stills = StillRequests()
    var peeks = PictureRequests<PeekKey>()
    /// What a tool takes out of footage.
    var extracts = PictureRequests<Extract>()
    /// What moves, and whether that is seen.
    var movement = Movement()
    /// What was done in reviews, and can be taken back.
    var reviewed = ReviewHistory()
    var swipes = SwipeCounts()
    /// What moving clips are drawn with.
    var governor = FrameGovernor()
    var waveforms = Waveforms()
    /// What the files of the clips that play say.
    var openClips = OpenClips()
    /// What is drawn with.
    var pen = DrawingPen()
    /// The lines that stay on every picture.
    var lines = StandingLines()
    /// Those as the card told them, or was last given them.
    var knownLines = StandingLines()
    /// What was drawn on the delay line.
    var lineDrawings = LineDrawings()
    var lineTimes = LineTimes()
    var conditions = Conditions()
    /// The card that is in, or was in last, by its id.
    var card: String?
    /// Changes that wait for a card which isn't in, while another one is.
    var waitingChanges = 0
    /// The card in figures; `nil` before it was looked at.
    var cardFacts: CardFacts?
    var room = RoomKeeper()
    var overload: Overload
    var exporting = Exporting()
    var switchingOff = SwitchingOff()
    var unanswered = Unanswered()

    var stream: StreamParameters
    var cameraName: String
    var encoderName: String
    var line: DelayLineSummary?
    var diagnostics = Diagnostics()
    /// A program reads the frame's number from the picture's strip, which stays free.
    var hasFrameStrip: Bool
    /// The cameras that are there.
    var cameras: [CameraOption] = []
    /// What the program was started with, as the setting says it.
    let startedCamera: String
    /// Footage won't grow any more: there is no camera or no encoder.
    var stalledSince: Timestamp?

    /// The panel's light is on: the camera is recorded.
    var isLit = false

    /// What was just done, in words.
    var toast: Toast?
    /// The mark that was just set.
    var markSign: MarkSign?
    /// Somebody chooses who shoots, or just did.
    var archerRow: ArcherRow?
    /// How far Live's picture has stepped back from the question at its foot: 0 not at all, 1 as far as it goes.
    var stepBack: Transition
    /// The delay is being turned, or just was.
    var delayTurn: Stretch?
    /// Which part of the picture is seen.
    var zoom = Zoom()
    var chipTelling: ChipTelling
    var footer: FooterFade
    /// What the line at the foot of Live asks, as of what was handled last.
    var asked: LiveQuestion?
    /// Archers' ends wait to be scored, as of what was handled last.
    var isScoreAwaited = false
    /// What the input that is handled now is about.
    var moment = Moment()
    var doubleTap = DoubleTap()
    /// The holds that are under way, each from its press to the instant at which it counts.
    var holds: [Control: Stretch] = [:]
    /// What lies over Live, as `Path` says.
    var cover = Cover()

    /// What an input is about, beside itself.
    struct Moment: Hashable, Sendable {
        /// The two pictures that a press may mean.
        var frames = Frames()
        var source = Mark.Source.gpio
    }

    init(
        settings: Settings, stream: StreamParameters = StreamParameters(size: .hd1080, rate: FrameRate(30)), cameraName: String = "",
        encoderName: String = "", hasFrameStrip: Bool = false, at now: Timestamp
    ) {
        preferences = Preferences(settings)
        startedCamera = settings.camera
        sessions = Sessions(at: now)
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

    mutating func say(_ words: String, at now: Timestamp) { toast = Toast(words, at: now) }

    // MARK: Time

    /// What became so by the passing of time alone.
    mutating func pass(to now: Timestamp) {
        if let toast, toast.span.end <= now { self.toast = nil }
        if let markSign, markSign.end <= now { self.markSign = nil }
        if let delayTurn, delayTurn.end <= now { self.delayTurn = nil }
        if let archerRow, archerRow.end <= now { self.archerRow = nil }
        overload.pass(to: now)
    }

    /// Every instant at which something here changes by time alone; those up to `seen` may be among them.
    func deadlines(after seen: Timestamp) -> [Timestamp] {
        var deadlines = overload.deadlines
        deadlines += [
            conditions.weakPower.end, conditions.heat.end, switchingOff.nextChange(after: seen), stalledCompletion, toast?.span.end,
            markSign?.nextChange(after: seen), delayTurn?.end, chipTelling.nextChange(after: seen), countdownChange(after: seen), sessions.askTime,
            footer.nextChange(after: seen), archerRow?.nextChange(after: seen), stepBack.span.nextChange(after: seen),
        ].compactMap { $0 }
        return deadlines + roomDeadlines
    }
}

/// The two pictures that a press may be about.
struct Frames: Hashable, Sendable {
    /// The delayed one that was on the TV.
    var shown: FrameStamp?
    /// The newest captured one.
    var live: FrameStamp?
}

/// What lies over Live.
struct Cover: Hashable, Sendable {
    /// The screen that takes the panel.
    var place = Place.live
    /// What is drawn on Live ends here.
    var right = Areas.right
}
