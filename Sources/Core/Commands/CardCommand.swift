// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the card. Commands are executed in order; journal lines are written before any clip.
public enum CardCommand: Hashable, Sendable {
    /// Write one line of a session's journal. The first line or clip of a session creates its folder, and the next line of a session that
    /// was filed reopens it.
    case journal(SessionRef, JournalEntry)
    /// Write the clip, whose footage is complete, then release the footage.
    case cut(ClipPlan, SessionRef)
    /// Drop the clips that wait for a card, because a person has asked for it; `CardNews.lost` answers for each.
    case dropCuts
    /// Make a clip of this part of a clip; `CardNews.trimmed` answers.
    case trim(ClipTrim, SessionRef)
    /// Store this picture, the bytes of a JPEG file, in the session's folder; `CardNews.pictureKept` or `.pictureNotKept` answers.
    case keepPicture([UInt8], SessionRef)
    /// The session is over: file it when its clips are written. A session that wrote nothing leaves no folder.
    case end(SessionRef)
    /// A session of this run that had ended goes on: new marks belong to it.
    case resume(SessionRef)
    /// Continue this session of the card as this session of the run; `CardNews.continued` answers. Nothing else of the run's session is
    /// written before that. With a link, what the run adds gets a folder of its own until it is joined.
    case goOn(SessionKey, SessionRef, by: SessionLink? = nil)
    /// Join this session to the older one, which it continues, after the clips that were ordered before; `CardNews.joined` answers.
    case join(SessionRef)
    /// Split a session of the card: its ends from this one on become a session of their own; `CardNews.split` or `.notSplit` answers.
    case split(SessionRef, end: Int)
    /// Drop a session's link, in the order of the journal lines: its folder belongs to the other session from now on, which stands alone and
    /// counts from 1. The session that was linked is the older one again.
    case standAlone(SessionRef, as: SessionRef)
    /// Bring everything about a session on the card in line with its journal: record, clips' names and metadata, pages, index.
    case file(SessionRef)
    /// Find sessions in the card's index.
    case find(SessionQuery)
    /// Find undecided clips after this one, at most `limit`.
    case findUnjudged(after: ClipKey?, limit: Int)
    /// Read everything about one session of the card.
    case read(SessionKey)
    /// Remove sessions with everything in them, because a person has asked for it.
    case delete([SessionKey])
    /// Remove the files of all deleted clips, anywhere on the card with this id, because a person has asked for it; `nil`: on the card that
    /// is inserted.
    case empty(card: String?)
    /// Find the oldest sessions that may be removed if room is short.
    case findOldest
    /// Remove this session to make room. A session that is protected or open by now stays.
    case makeRoom(SessionKey)
    /// Save the settings in the settings file. Only the changes since the earlier settings are written, because another card may have been
    /// inserted since.
    case save(Settings, changedFrom: Settings)
    /// Save the lines that stay on every picture in the card's `lines.json`. Only the changes since the earlier lines are written.
    case keepLines(StandingLines, changedFrom: StandingLines)
    /// Write a line to `vir-log.txt`.
    case log(String)
}
