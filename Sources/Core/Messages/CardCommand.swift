// SPDX-License-Identifier: GPL-3.0-or-later

/// What the card is to take, or to be asked. Commands are done in order; a journal line goes before any clip.
public enum CardCommand: Hashable, Sendable {
    /// One line for a session's journal. The first line or clip of a session opens its folder, and a session that was filed is
    /// taken up again by the next line.
    case journal(SessionRef, JournalEntry)
    /// The clip's footage is complete: write it, then let the footage go.
    case cut(ClipPlan, SessionRef)
    /// Make this part of a clip a clip of its own; `CardNews.trimmed` answers.
    case trim(ClipTrim, SessionRef)
    /// Keep this picture, a JPEG file's bytes, in the session's folder; `CardNews.pictureKept` or `.pictureNotKept` answers.
    case keepPicture([UInt8], SessionRef)
    /// The session is over: file it when its clips are written. Of one that never wrote anything nothing is left behind.
    case end(SessionRef)
    /// A session of this run that had ended goes on: what is marked from now on belongs to it.
    case resume(SessionRef)
    /// This session of the card goes on as this one of the run; `CardNews.continued` answers. Nothing else of the run's session is
    /// written before that.
    case goOn(SessionKey, SessionRef)
    /// Bring everything about a session on the card in line with its journal: record, clips' names and metadata, pages, index.
    case file(SessionRef)
    /// Look sessions up in the card's index.
    case find(SessionQuery)
    /// Look for clips about which nothing was decided, after this one; at most so many.
    case findUnjudged(after: ClipKey?, limit: Int)
    /// Read all about one session of the card.
    case read(SessionKey)
    /// Remove sessions, with everything in them, because a person has said so.
    case delete([SessionKey])
    /// Remove the files of all clips that were deleted, wherever they lie on the card with this id, because a person has said so; `nil`: on
    /// whatever card is in.
    case empty(card: String?)
    /// Look for the oldest sessions that may go where room is short.
    case findOldest
    /// Remove this session to make room. One that is protected by now, or open, stays.
    case makeRoom(SessionKey)
    /// The settings, for the settings file: written is only what somebody changed of those before. The card may be another one by then.
    case save(Settings, changedFrom: Settings)
    /// The lines that stay on every picture, for the card's `lines.json`: written is what somebody changed of those before.
    case keepLines(StandingLines, changedFrom: StandingLines)
    /// A line for `vir-log.txt`.
    case log(String)
}
