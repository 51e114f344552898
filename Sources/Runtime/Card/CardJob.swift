import Core
import Media
import Storage

extension CardWriter {
    /// What the card is to take, or to be asked.
    enum Job: Sendable {
        /// This run's session with this number begins. Its folder is made when its first line is to be written.
        case open(Int, SessionHeader)
        /// One line for a session's journal. A session that was filed is taken up again by it.
        case journal(SessionRef, JournalEntry)
        case cut(Int, ClipPlan, Footage, Pin)
        /// What was changed in the settings, for the settings file.
        case settings(Settings)
        /// A line for `vir-log.txt`.
        case log(String)
        /// What the service manager noted of the end of the run before, for `vir-log.txt`.
        case crashLog(CrashLog)
        /// The session is over, or was changed after it was: its record and its pages are written when its clips are.
        case close(SessionRef)
        case find(SessionQuery)
        case read(String)
        case delete([String])
    }

    /// What the box is told.
    enum News: Sendable {
        /// What an earlier run had left is made good; in words, a line each.
        case recovered([String])
        /// What wasn't as it should be on the card, and kept nothing from being done; a line each.
        case noticed([String])
        /// This run's session goes on with one that the run before left open; `nil`: this card doesn't have that.
        case continued(ContinuedSession?, session: Int)
        /// This run's session has its folder, of this name.
        case named(Int, String, SessionHeader)
        case journalled(SessionRef, JournalEntry)
        /// A line that a session of the card can't take any more, and why.
        case notJournalled(SessionRef, JournalEntry, reason: String)
        /// `file` is relative to the card.
        case written(Int, ClipRecord, file: String)
        case lost(Int, number: Int, reason: String)
        /// Everything about a session is on the card. One that never wrote anything has no record.
        case closed(SessionRef, SessionFiling.Filed?)
        case found(SessionList)
        /// What a session's record says; `nil` where it can't be read.
        case read(String, SessionRecord?)
        /// What was asked can't be answered, and why.
        case notRead(reason: String)
        /// These are gone; what wasn't removed, in words.
        case deleted([String], problem: String?)
        case condition(CardCondition)
        /// A card came back, perhaps from a laptop: what its settings file says now, and its wrong lines.
        case settings(Settings, [SettingsProblem])
        /// The settings file can't be written, and why; the card takes everything else.
        case settingsNotSaved(String)
        /// A session's record can't be written, and why; it is tried again, and meanwhile the journal has everything.
        case recordNotWritten(SessionRef, reason: String)
    }
}
