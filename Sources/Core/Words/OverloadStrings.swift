// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static func stream(_ smaller: SmallerStream) -> String {
        text("overload.stream", ["width": smaller.size.width, "height": smaller.size.height, "rate": smaller.framesPerSecond])
    }
    /// The question in full, and in two shorter forms for large text, which leaves less room.
    package static func offerQuestions(_ smaller: SmallerStream) -> [String] {
        [
            text("overload.question", ["stream": stream(smaller)]), text("overload.shorter-question", ["stream": stream(smaller)]),
            text("overload.shortest-question", ["width": smaller.size.width, "height": smaller.size.height, "rate": smaller.framesPerSecond]),
        ]
    }
    package static var takeOffer: String { text("overload.take") }
    package static var leaveOffer: String { text("overload.leave") }
}
