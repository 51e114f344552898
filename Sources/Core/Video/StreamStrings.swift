// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about a stream that is too large for the board.
extension Strings {
    /// - Parameter instead: streams that the board is known to sustain.
    package static func tooLargeAdvice(_ stream: StreamParameters, instead: [StreamParameters]) -> String {
        let others = instead.map { Self.stream($0) }.joined(separator: " " + Phrases.Conditions.or + " ")
        return Phrases.Conditions.tooLargeAdvice(Self.stream(stream), others: others)
    }
    private static func stream(_ stream: StreamParameters) -> String {
        Phrases.Conditions.stream(stream.size, rate: Int(stream.rate.hertz.rounded()))
    }
}

/// The reasons why a picture's size can't be recorded.
extension Message {
    static func tooManyMacroblocks(_ count: Int, most: Int) -> Message {
        Phrases.ReasonParts.sizeTooManyMacroblocks(most, count: count)
    }
    static func of(size: VideoSize, _ reason: Message) -> Message { Phrases.ReasonParts.sizeOf(size, reason: reason) }
}

extension VideoSize: PhraseValue {}
