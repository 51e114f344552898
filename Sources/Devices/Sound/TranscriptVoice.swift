// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A voice that nobody hears: it writes down what it says, and its sound is silence of about the length of the words.
///
/// Thread-bound.
public final class TranscriptVoice: Voice {
    /// Words that were said, with the time at which they were asked for.
    public struct Line: Hashable, Sendable {
        public var time: Timestamp
        public var words: String
        public var language: String
    }

    public let sampleRate = 22_050
    public private(set) var lines: [Line] = []
    private let timebase: any Timebase

    /// The length of a piece of sound: one letter's.
    private static let piece = 0.06

    public init(timebase: any Timebase) {
        self.timebase = timebase
    }

    public func say(_ words: String, language: String, goesOn: () -> Bool) throws(VoiceError) -> [Int16]? {
        let time = timebase.now()
        let letters = words.isEmpty ? 0 : max(4, words.count)
        for _ in 0..<letters where !goesOn() { return nil }
        lines.append(Line(time: time, words: words, language: language))
        return [Int16](repeating: 0, count: Int(Double(letters * sampleRate) * Self.piece))
    }
}
