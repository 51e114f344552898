import Core

/// What happened: everything the interface hears of.
public enum Event: Hashable, Sendable {
    /// Something a person did. `shown` is the delayed picture that was on the TV at the event's own time (`nil`: none was),
    /// `live` the newest captured frame then.
    case panel(PanelEvent, shown: FrameStamp?, live: FrameStamp?)
    /// A key of a keyboard, presenter, pedal or remote; what it stands for is a setting. The two pictures are as above.
    case key(KeyPress, shown: FrameStamp?, live: FrameStamp?)
    /// An instant that `Appliance.nextChange` named has come.
    case tick
    /// How it stands with the delay line; ten times a second is often enough.
    case line(DelayLineSummary)
    case diagnostics(Diagnostics)
    /// What became of the frames since the run began; twice a second is often enough.
    case frames(FrameCounts)

    case cameraLost
    case cameraBack(StreamParameters)
    /// In words; the live picture goes on, nothing is recorded.
    case encoderFailed(String)
    case encoderBack
    /// A hardware codec failed and another one goes on.
    case codecTookOver(part: String, from: String, to: String)
    /// The picture is more than this board is known to hold, in words.
    case streamTooLarge(String)
    case displayLost
    case displayBack
    case card(CardCondition)

    /// The mark with this number is in the journal: it is acknowledged.
    ///
    /// Here and below, `session` counts the sessions of a run from 1: one that was closed still hears of its clips.
    case markJournalled(Int, session: Int)
    case clipWritten(ClipRecord, session: Int)
    case clipLost(number: Int, session: Int, reason: String)
    /// The session that `Effect.closeSession` ended is whole on the card.
    case sessionClosed(clips: Int)

    /// The run before ended by itself within a session. This run's first one is to go on with it, so its marks count from here;
    /// `sessionContinued` says later whether the card has it.
    case sessionExpected(firstNumber: Int)
    /// This run's session with this number goes on with one that lies on the card; `nil`: the card doesn't have that.
    case sessionContinued(ContinuedSession?, session: Int)
    /// The run before ended by itself too often: the camera gives the safe profile, whatever is set, until the plug is pulled.
    case safeMode
    /// This run's session has its folder on the card, of this name.
    case sessionNamed(String, session: Int)
    /// Everything about the session is on the card as its record says, its clips under their final names.
    case sessionFiled(SessionRecord, name: String, SessionRef)
    /// The end is in the journal as it says here: its arrows are acknowledged.
    case endJournalled(EndRecord, SessionRef)
    /// A still that was asked for can be drawn now, or there is none.
    case still(ClipKey, isThere: Bool)
    /// The clip that was to be played can't be, in words.
    case playbackFailed(ClipKey, reason: String)
    /// The clip that plays is this long.
    case playbackReady(ClipKey, seconds: Double)
    /// What `Effect.findSessions` found.
    case sessionsFound(SessionList)
    /// What `Effect.openSession` read; `nil` where there is nothing to read.
    case sessionOpened(String, SessionRecord?)
    case sessionsDeleted([String], problem: String?)

    /// `settings.toml` was edited, and this is what it says now. Earlier problems are forgotten; those it still has come after it.
    case settingsLoaded(Settings)
    /// A line of `settings.toml` that isn't taken; the last good setting holds.
    case settingsProblem(line: Int, message: String, file: String = SettingsFault.cardsFile)
    /// Something a person should know once, one line.
    case notice(String)
    /// How it stands with the power supply and the heat; once a second is often enough.
    case power(PowerState)
    /// What the system around the program has to tell, in the order in which it is shown; these stand until others come.
    case boxNotices([BoxNotice])
    /// The program ends: by SIGTERM, by its time, by the window's close button.
    case endRequested
}

/// The delay line in figures.
public struct DelayLineSummary: Hashable, Sendable {
    /// How long the footage held plays.
    public var contentSeconds: Double
    /// How long the footage plays that fits, from the running average of bytes per frame.
    public var capacitySeconds: Double
    /// 0…1, of the capacity.
    public var usedFraction: Double
    /// 0…1, of the capacity: footage of marks that isn't on the card yet.
    public var pinnedFraction: Double
    public var oldest: FrameStamp?
    public var newest: FrameStamp?

    public init(contentSeconds: Double, capacitySeconds: Double, usedFraction: Double, pinnedFraction: Double,
                oldest: FrameStamp?, newest: FrameStamp?) {
        self.contentSeconds = contentSeconds
        self.capacitySeconds = capacitySeconds
        self.usedFraction = usedFraction
        self.pinnedFraction = pinnedFraction
        self.oldest = oldest
        self.newest = newest
    }
}

extension DelayLineSummary {
    public init(_ status: DelayLineStatus) {
        let capacity = Double(max(1, status.capacityBytes))
        self.init(contentSeconds: status.seconds, capacitySeconds: status.capacitySeconds,
                  usedFraction: min(1, Double(status.usedBytes) / capacity),
                  pinnedFraction: min(1, Double(status.pinnedBytes) / capacity),
                  oldest: status.oldest, newest: status.newest)
    }
}

/// What the box measures about itself, for the diagnostics panel.
public struct Diagnostics: Hashable, Sendable {
    public struct DelayError: Hashable, Sendable {
        /// In milliseconds, as measured at each vblank.
        public var p50: Double
        public var p99: Double
        public var max: Double

        public init(p50: Double, p99: Double, max: Double) {
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    /// `nil` until something was measured.
    public var delayError: DelayError?
    public var captured: Int64 = 0
    /// Gaps in the camera's numbers.
    public var lost: Int64 = 0
    /// Vblanks at which the old picture stayed although a newer one was due.
    public var repeated: Int64 = 0
    /// Frames that were due and never got to the TV.
    public var skipped: Int64 = 0
    public var camera = ""
    public var encoder = ""
    public var decoder = ""
    public var framesPerSecond: Double = 0
    /// What the program holds in RAM.
    public var memoryBytes: Int64 = 0
    /// `1920x1080 60 Hz`; `nil` while there is no TV.
    public var displayMode: String?

    public init() {}
}
