// SPDX-License-Identifier: GPL-3.0-or-later

/// A report about the card.
public enum CardNews: Hashable, Sendable {
    case condition(CardCondition)
    /// A card is inserted, and this is its id. This is the first report about a card, even about a card that was in before.
    case arrived(String)
    /// The date, as far as it is known; reported at the start and when its source changes.
    case clock(ClockReport)
    /// The number of changes that wait for cards that aren't inserted, while another card is.
    case waiting(Int)
    /// The card in figures; reported when a figure changes, at most once a second.
    case facts(CardFacts)
    /// The leftovers of an earlier run were recovered; one line of text for each.
    case recovered([String])
    /// Irregularities on the card that prevented nothing; one line of text for each.
    case noticed([String])
    /// This run's session continues a session that an earlier run left open; `nil`: the card doesn't have it.
    case continued(ContinuedSession?, SessionRef)
    /// The sessions that earlier runs left unfinished: the newest of each archer. `boxStart` is the number of this start on the card.
    case resumable([ResumableSession], boxStart: Int? = nil)
    /// The session has its folder on the card; the header is the journal's first line.
    case named(SessionRef, SessionKey, SessionHeader)
    /// The session was joined to the older one, which it continues: everything of both is in that folder.
    case joined(SessionRef, SessionKey, SessionHeader)
    /// The session was split: the rest of it, and the new session.
    case split(SessionRef, FiledSession, later: FiledSession)
    /// The session can't be split, and why.
    case notSplit(SessionRef, reason: Message)
    /// The line is in the journal, so its content is acknowledged.
    case journalled(SessionRef, JournalEntry)
    /// A session of the card can't take this line any more, and why.
    case notJournalled(SessionRef, JournalEntry, reason: Message)
    /// A clip is on the card. `file` is relative to the card.
    case written(SessionRef, ClipRecord, file: String)
    /// A part of this clip is on the card as a clip of its own. `file` is relative to the card.
    case trimmed(SessionRef, from: Int, ClipRecord, file: String)
    /// The requested part of this clip can't be made, and why.
    case notTrimmed(SessionRef, from: Int, reason: Message)
    /// A picture is in the session's folder. `file` is relative to the card.
    case pictureKept(SessionRef, file: String)
    /// A picture couldn't be stored, and why.
    case pictureNotKept(SessionRef, reason: Message)
    /// A clip will never be written, and why.
    case lost(SessionRef, number: Int, reason: Message)
    /// Everything about the session is on the card as its record says, and its clips have their final names; `nil`: the session wrote
    /// nothing.
    case filed(SessionRef, FiledSession?)
    /// A session's record can't be written, and why. Writing is tried again; until then the journal has everything.
    case recordNotWritten(SessionRef, reason: Message)
    case found(SessionList)
    case unjudged(UnjudgedClips)
    /// The record of the requested session and its present folder; `nil` if it can't be read.
    case read(SessionKey, FiledSession?)
    /// A request can't be answered, and why.
    case notRead(reason: Message)
    /// These sessions were removed; `problem` says what couldn't be removed, and why.
    case deleted([SessionKey], problem: Message?)
    /// The oldest sessions, oldest first: the candidates for removal if room is short.
    case oldest([RoomRule.Candidate])
    /// The session was removed to make room, or `problem` says why not.
    case madeRoom(SessionKey, problem: Message?)
    /// The files of these clips were removed, and their deletion is final; `problem` says what couldn't be removed, and why.
    case emptied([ClipKey], problem: Message?)
    /// `settings.toml` was edited: its settings and its wrong lines. Earlier faults are forgotten.
    case settings(Settings, [SettingsFault])
    /// The lines that stay on every picture, as stored on the card.
    case lines(StandingLines)
    /// The settings file can't be written, and why; everything else is still written to the card.
    case settingsNotSaved(Message)
}

/// A session that is completely stored on the card.
public struct FiledSession: Hashable, Sendable {
    public var key: SessionKey
    public var record: SessionRecord

    /// The name of its folder.
    public var name: String { key.folder }

    public init(key: SessionKey, record: SessionRecord) {
        self.key = key
        self.record = record
    }
}
