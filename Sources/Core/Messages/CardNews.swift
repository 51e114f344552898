// SPDX-License-Identifier: GPL-3.0-or-later

/// What the card's keeper tells.
public enum CardNews: Hashable, Sendable {
    case condition(CardCondition)
    /// A card is in, and this is its id. Told before anything else about that card; of one that comes back too.
    case arrived(String)
    /// So many changes wait for cards that aren't in, while another one is.
    case waiting(Int)
    /// The card in figures; told when something of it changes, once a second at most.
    case facts(CardFacts)
    /// What an earlier run had left is made good; in words, a line each.
    case recovered([String])
    /// What wasn't as it should be on the card, and kept nothing from being done; a line each.
    case noticed([String])
    /// This run's session goes on with one that the run before left open; `nil`: the card doesn't have that.
    case continued(ContinuedSession?, SessionRef)
    /// The sessions that earlier runs left and that aren't over: the newest of each archer.
    case resumable([ResumableSession])
    /// The session has its folder on the card; the header is the journal's first line.
    case named(SessionRef, SessionKey, SessionHeader)
    /// The line is in the journal: what it says is acknowledged.
    case journalled(SessionRef, JournalEntry)
    /// A line that a session of the card can't take any more, and why.
    case notJournalled(SessionRef, JournalEntry, reason: Message)
    /// A clip is on the card. `file` is relative to the card.
    case written(SessionRef, ClipRecord, file: String)
    /// A part of this clip is on the card as a clip of its own. `file` is relative to the card.
    case trimmed(SessionRef, from: Int, ClipRecord, file: String)
    /// The part of this clip that was asked for can't be made, and why.
    case notTrimmed(SessionRef, from: Int, reason: Message)
    /// A picture is in the session's folder. `file` is relative to the card.
    case pictureKept(SessionRef, file: String)
    /// A picture that was to be kept can't be, and why.
    case pictureNotKept(SessionRef, reason: Message)
    /// A clip that will never be, and why.
    case lost(SessionRef, number: Int, reason: Message)
    /// Everything about the session is on the card as its record says, its clips under their final names; `nil`: it never wrote
    /// anything.
    case filed(SessionRef, FiledSession?)
    /// A session's record can't be written, and why; it is tried again, and meanwhile the journal has everything.
    case recordNotWritten(SessionRef, reason: Message)
    case found(SessionList)
    case unjudged(UnjudgedClips)
    /// What the record of a session says that was asked for, and where it lies now; `nil` if it can't be read.
    case read(SessionKey, FiledSession?)
    /// What was asked can't be answered, and why.
    case notRead(reason: Message)
    /// These sessions are gone; what wasn't removed, and why.
    case deleted([SessionKey], problem: Message?)
    /// The sessions that are asked first where room is short, the oldest first.
    case oldest([RoomRule.Candidate])
    /// The session is gone, to make room; or why it isn't.
    case madeRoom(SessionKey, problem: Message?)
    /// The files of these clips are gone, and their deletion is final; what wasn't removed, and why.
    case emptied([ClipKey], problem: Message?)
    /// `settings.toml` was edited, and this is what it says now, with its wrong lines. Earlier faults are forgotten.
    case settings(Settings, [SettingsFault])
    /// The lines that stay on every picture, as the card has them.
    case lines(StandingLines)
    /// The settings file can't be written, and why; the card takes everything else.
    case settingsNotSaved(Message)
}

/// A session that is whole on the card.
public struct FiledSession: Hashable, Sendable {
    public var key: SessionKey
    public var record: SessionRecord

    /// Its folder's name.
    public var name: String { key.folder }

    public init(key: SessionKey, record: SessionRecord) {
        self.key = key
        self.record = record
    }
}
