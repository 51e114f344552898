// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ReviewScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let deed = stack.done.last.map { $0.deed.words(of: $0.clip.clip.title) }
        if isExplaining { return Spoken(Strings.reviewExplained, Strings.reviewHint) }
        let title = Strings.word(of: ActionLabel.review)
        guard let top = stack.top else { return atEndSpoken(in: context, after: deed) }
        let words = [top.archer, top.endName].compactMap { $0 }.joined(separator: ", ")
        // A review goes on with each press, so each clip comes with what the arrows do and with the way out.
        return Spoken(
            title, intro: [words], Strings.Spoken.clip(stack.place, of: stack.count + pages.left),
            state: top.clip.spokenState(top.score?.arrow) + [broken[top.key], playback.isPaused ? Strings.Spoken.paused(true) : nil],
            guide: [.press(.right), .press(.left), .press(.stop)], deed: deed)
    }

    /// Returns the page after the last clip in words.
    private func atEndSpoken(in context: Context, after deed: String?) -> Spoken {
        let title = ReviewEndLayout.title(self)
        guard !pages.isWaiting else { return Spoken(title, Strings.moreClipsCome) }
        let (answers, answer) = (answers(in: context), answer(in: context))
        return Spoken(
            title, intro: [ReviewEndLayout.counts(self)],
            Spoken.of(ReviewEndLayout.words(answer, self), answers.firstIndex(of: answer) ?? 0, of: answers.count), deed: deed)
    }
}
