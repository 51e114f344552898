// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a screen wants done, besides changing itself.
enum ScreenOutcome: Hashable, Sendable {
    case effect(Effect)
    /// A few words for a moment.
    case toast(String)
    /// One screen back; from the first one, Live.
    case back
    /// Live, from anywhere.
    case live
    case menu
    /// This screen comes up.
    case show(Destination)
    /// The box in the middle asks or tells this.
    case dialog(Dialog.Content, until: Timestamp)
    /// STOP closed an end of a session that rests, with these clips; the end is `nil` if nothing is to be scored.
    case endShot(EndRecord?, of: SessionRef, clips: [Int])
    /// Look through these clips of the session that is looked at.
    case review(clips: [Int])
    /// Score this end of the session that is shown.
    case score(end: Int)
    /// The end was saved: its summary comes up.
    case summary
    /// The end isn't scored now: the next archer's is, or nobody's.
    case skip
    /// A session of the card was read: its summary comes up.
    case detail(ScoreBook)
    /// The same: its clips come up side by side.
    case browse(ScoreBook)
    /// The session goes on with its next end.
    case nextEnd
    /// The session isn't gone on with any more: the next mark begins another one.
    case newSession
    /// Something of the session that is looked at was corrected: so it can be undone.
    case corrected(Corrections.Correction)
    /// This is decided about clips of the session that is looked at.
    case judge(clips: [Int], ClipDecision)
    /// Full screen, from its beginning.
    case play(clip: Int)
    /// One after the other, each once; then what is up now comes back.
    case playAll(clips: [Int])
    /// The same, in the place of the clip that plays.
    case playInstead(clip: Int)
    /// The detail of a session of the card; it is read first.
    case open(session: SessionKey)
    /// The person wants the box to go off.
    case switchOff
}

extension [ScreenOutcome] {
    /// What is to be done, and nothing else.
    static func effects(_ effects: [Effect]) -> [ScreenOutcome] { effects.map(ScreenOutcome.effect) }
}

extension ScreenOutcome {
    /// Of scoring: said by the LED, and by the buzzer if its tones are wanted.
    static func signal(_ signal: PanelSignal, _ settings: Settings) -> ScreenOutcome {
        .effect(.panel(.signal(settings.hasScoreTones ? signal : .silent(signal))))
    }

    /// The same of what is done to a clip.
    static func clipSignal(_ signal: PanelSignal, _ settings: Settings) -> ScreenOutcome {
        .effect(.panel(.signal(settings.hasReviewTones ? signal : .silent(signal))))
    }
}
