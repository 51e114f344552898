// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension CarouselScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let title = Strings.word(of: ActionLabel.clipsSoFar)
        guard let book = context.desk.book, let clip = clip(in: book) else { return Spoken(title, Strings.noClips) }
        let clips = Self.clips(of: book)
        let end = book.end(ofClip: clip.number).map { book.ends.name(of: $0) }
        return Spoken(
            title, intro: [book.archer], Spoken.of(clip.title, clips.firstIndex { $0.number == chosen } ?? 0, of: clips.count),
            state: [end] + clip.spokenState(book.shown(byClip: clip.number)?.entry.score), guide: [.press(.mark), .press(.knob), .press(.stop)])
    }
}
