// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Work that a screen asks for, besides changing itself.
enum ScreenOutcome: Hashable, Sendable {
    case effect(Effect)
    /// Shows a few words for a moment, with the way to take back what they tell.
    case toast(String, undo: Toast.Undo? = nil)
    /// Goes one screen back; from the first one, to Live.
    case back
    /// Goes to Live, from anywhere.
    case live
    case menu
    /// Shows another screen over this one.
    case go(Route)
    /// Shows the dialog in the middle of the TV, which asks or tells this.
    case dialog(DialogContent, until: Timestamp)
    /// Goes on after STOP closed an end of a session, which rests now, with these clips. The end is `nil` if nothing is to be scored.
    case endShot(EndRecord?, of: SessionRef, clips: [Int])
    /// Reviews these clips of the session on the desk.
    case review(clips: [Int])
    /// Scores this end of the session on the desk.
    case score(end: Int)
    /// Shows the summary of the end, which was saved.
    case summary
    /// Leaves the page at the end of a round: for the next archer's end, if there is one, otherwise for Live.
    case roundSeen
    /// Doesn't score the end now: goes on to the next archer's end, if there is one.
    case skip
    /// Shows the summary of a session that was read from the card.
    case detail(ScoreBook)
    /// Shows the clips of a session that was read from the card, side by side.
    case browse(ScoreBook)
    /// Goes on with the session's next end.
    case nextEnd
    /// Doesn't go on with the session: the next mark begins another one.
    case newSession
    /// Makes the session on the desk two: from this end on it is a session of its own.
    case split(end: Int)
    /// Notes an edit of the session on the desk, so that it can be undone.
    case edited(SessionEdit)
    /// Decides this about clips of the session on the desk.
    case judge(clips: [Int], ClipDecision)
    /// Plays a clip full screen, from its entry.
    case play(clip: Int)
    /// Plays clips one after the other, each once; then the present screen comes back.
    case playAll(clips: [Int])
    /// Plays a clip in place of the present one.
    case playInstead(clip: Int)
    /// Reads a session from the card and then shows its detail.
    case open(session: SessionKey)
    /// Switches the box off, as the person wants.
    case switchOff
}

extension [ScreenOutcome] {
    /// Returns these effects as outcomes.
    static func effects(_ effects: [Effect]) -> [ScreenOutcome] { effects.map(ScreenOutcome.effect) }
}

extension ScreenOutcome {
    /// Returns a signal about scoring: the LED shows it, and the buzzer sounds if its tones are wanted.
    static func signal(_ signal: PanelSignal, _ settings: Settings) -> ScreenOutcome {
        .effect(.panel(.signal(settings.hasScoreTones ? signal : .silent(signal))))
    }

    /// Returns a signal about a clip, in the same way.
    static func clipSignal(_ signal: PanelSignal, _ settings: Settings) -> ScreenOutcome {
        .effect(.panel(.signal(settings.hasReviewTones ? signal : .silent(signal))))
    }
}
