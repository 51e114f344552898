// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ReplayScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let (subject, state) = spokenSubject(in: context)
        // While it plays, its time goes by too fast to be said.
        let time = transport.isPaused ? ReplayHead.time(of: self, context, at: now) : nil
        return Spoken(
            Strings.word(of: ActionLabel.lookAgain), subject,
            state: state + [Strings.Spoken.paused(transport.isPaused), Strings.speed(transport.speed)], answer: time)
    }

    private func spokenSubject(in context: Context) -> (subject: String, state: [String?]) {
        switch subject {
        case .clip(let key):
            guard let book = context.desk.book, let clip = book.clip(key.number) else { return (Strings.clip(key.number), []) }
            let playable = book.clips.filter(\.isPlayable)
            let place = playable.firstIndex { $0.number == key.number } ?? 0
            return (Spoken.of(clip.title, place, of: playable.count), clip.spokenState(book.score(ofClip: key.number)?.arrow))
        case .line(let look):
            guard let moment = look.moment, let shot = look.shot(in: context) else { return (Strings.delayLine, []) }
            return (shot.title, [context.sessions.state(of: moment.id.session)?.target?.archer])
        }
    }
}
