// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen in words, for somebody who can't see it. The voice says these words, or as much of them as has changed (`Narration`).
struct Spoken: Hashable, Sendable {
    /// The name of the screen or of its page. Another name means another screen.
    var title: String
    /// Words that are said once, as the screen comes up.
    var intro: [String]
    /// The thing that the knob or the arrows hold, with its place among others: "Clip 3 of 12". It changes only by a person, or with the content.
    var focus: String
    /// Its state, piece by piece: "liked", "9 points". A piece that changes is said alone.
    var state: [String]
    /// The uses of controls whose actions are said with each new focus. With a new screen, all are.
    var guide: [ControlUse]
    /// A sentence about what has the focus, said behind everything else.
    var help: String?
    /// Words that change too often to be said by themselves, such as the time of a picture: the answer to a press that changed nothing else.
    var answer: String?
    /// The last deed, as far as no toast tells it.
    var deed: String?

    init(
        _ title: String, intro: [String?] = [], _ focus: String, state: [String?] = [], guide: [ControlUse] = [], help: String? = nil,
        answer: String? = nil, deed: String? = nil
    ) {
        (self.title, self.focus, self.guide) = (title, focus, guide)
        self.intro = intro.compactMap { $0 }.filter { !$0.isEmpty }
        self.state = state.compactMap { $0 }.filter { !$0.isEmpty }
        (self.help, self.answer, self.deed) = (help, answer, deed)
    }

    /// Returns something among others: "Delay, 5 of 9". One alone has no place.
    /// - Parameter index: from 0.
    static func of(_ what: String, _ index: Int, of count: Int) -> String {
        count > 1 ? Strings.Spoken.place(what, index + 1, of: count) : what
    }

    /// The words of letters that are being chosen: the letter, and the text that is written so far.
    static func letters(_ title: String, _ wheel: LetterWheel) -> Spoken {
        Spoken(
            title, of(Strings.Spoken.letter(wheel.written), wheel.letter, of: LetterWheel.letters.count), state: [wheel.text],
            guide: [.press(.knob), .press(.mark), .press(.stop)])
    }
}

extension ScoreBook.Clip {
    /// The clip's state in words, for somebody who can't see it.
    /// - Parameter score: the score of the arrow that it shows.
    func spokenState(_ score: ArrowScore?) -> [String?] {
        [
            judgement.isLiked ? Strings.Spoken.liked(true) : nil, score.map(Self.words), isDeleted ? Strings.Summary.deleted : nil,
            isUnconfirmed ? Strings.unconfirmed : nil, isThere ? nil : Strings.clipNotWritten,
        ]
    }

    /// "9 points"; an inner ten and a miss have names of their own.
    private static func words(_ score: ArrowScore) -> String {
        score.label == "\(score.points)" ? Strings.Spoken.points(score.points) : Strings.Spoken.arrow(score)
    }
}
