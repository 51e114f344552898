// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static func stream(_ smaller: SmallerStream) -> String {
        Phrases.Overload.stream(smaller.size.width, height: smaller.size.height, rate: smaller.framesPerSecond)
    }
    /// The question in full, and in two shorter forms for large text, which leaves less room.
    package static func offerQuestions(_ smaller: SmallerStream) -> [String] {
        [
            Phrases.Overload.question(stream(smaller)), Phrases.Overload.shorterQuestion(stream(smaller)),
            Phrases.Overload.shortestQuestion(smaller.size.width, height: smaller.size.height, rate: smaller.framesPerSecond),
        ]
    }
}
