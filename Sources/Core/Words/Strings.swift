// SPDX-License-Identifier: GPL-3.0-or-later

/// Every word that the box shows: typed access to the keys of a `Language`, so that another language is another file.
///
/// Most of it is made from the keys of `english.txt` (`Generated/Phrases.swift`). The files `…Strings.swift` hold the words that the code
/// completes, such as a span of time, or that it chooses by a value: each lies in the folder of the type that it puts into words.
package enum Strings {
    // MARK: Live

    /// A number of seconds, without decimals if it is whole: "5 s", "5.5 s".
    package static func seconds(_ seconds: Double) -> String {
        Phrases.Live.seconds(Int(exactly: (seconds * 10).rounded() / 10).map { "\($0)" } ?? tenths(seconds))
    }
    package static func marks(_ count: Int, of arrows: Int) -> String { Phrases.Live.marksOf(count, arrows: arrows) }
    /// The length of footage that fits in the buffer; in `pausedBuffer`, the length that is kept while no footage comes.
    package static func buffer(_ seconds: Double) -> String { Phrases.Live.buffer(span(seconds)) }
    package static func pausedBuffer(_ seconds: Double) -> String { Phrases.Live.pausedBuffer(span(seconds)) }
    package static func bufferSaved(_ seconds: Double) -> String { Phrases.Live.bufferSaved(span(seconds)) }
    package static func mirrored(_ isOn: Bool) -> String { isOn ? Phrases.Live.mirroredOn : Phrases.Live.mirroredOff }
    package static func split(_ isOn: Bool) -> String { isOn ? Phrases.Live.splitOn : Phrases.Live.splitOff }
    package static func turned(_ degrees: Int) -> String { degrees == 0 ? Phrases.Live.upright : Phrases.Live.turned(degrees) }

    /// A span of time: `12 min`, or seconds below two minutes.
    package static func span(_ seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded(.down))
        return whole < 120 ? Phrases.Live.spanSeconds(whole) : Phrases.Live.spanMinutes(whole / 60)
    }

    // MARK: The card at STOP

    package static func offerBody(_ seconds: Double) -> String { Phrases.Stop.offerBody(span(seconds)) }
    package static func offerEnds(in seconds: Int) -> String { Phrases.Stop.offerEnds(seconds) }
    package static func onTheCard(_ count: Int) -> String { Phrases.Stop.onTheCard(count) }
    package static func writing(_ written: Int, of all: Int) -> String { Phrases.Stop.writing(min(written + 1, all), all: all) }

    // MARK: Switching off

    package static func clipsBeingWritten(_ written: Int, of all: Int) -> String {
        Phrases.Off.clipsBeingWritten(written, all: all)
    }

    // MARK: Diagnostics

    package static func milliseconds(_ p50: Double, _ p99: Double, _ max: Double) -> String {
        Phrases.Figures.milliseconds(tenths(p50), p99: tenths(p99), max: tenths(max))
    }
    package static func frameCounts(captured: Int64, lost: Int64) -> String { Phrases.Figures.frameCounts(captured, lost: lost) }
    package static func shownCounts(repeated: Int64, skipped: Int64) -> String {
        Phrases.Figures.shownCounts(repeated, skipped: skipped)
    }
    package static func perSecond(_ rate: Double) -> String { Phrases.Figures.perSecond(tenths(rate)) }
    package static func megabytes(_ bytes: Int64) -> String { Phrases.Figures.megabytes(bytes / 1_000_000) }

    // MARK: Conditions

    package static func codecFailedAdvice(_ from: String, _ to: String) -> String {
        Phrases.Conditions.codecFailedAdvice(to, from: from)
    }
    /// - Parameter waiting: clips that would be lost without a card.
    package static func noCardAdvice(_ waiting: Int) -> String {
        waiting > 0 ? Phrases.Conditions.waitForACard(waiting) : Phrases.Conditions.putOneIn
    }
    package static func shortMemoryAdvice(_ seconds: Double) -> String { Phrases.Conditions.shortMemoryAdvice(span(seconds)) }
    package static func cutShort(_ number: Int) -> String { Phrases.Conditions.cutShort(clip(number)) }
    package static func clipLost(_ number: Int) -> String { Phrases.Conditions.clipLost(clip(number)) }
}

extension Strings {
    /// Splits a line at its bar, into a word and the sentence about it: `Keep | Keep this moment as a mark.`
    static func halves(of line: String) -> (String, String) {
        let halves = line.split(separator: "|", maxSplits: 1)
        return (trimmed(halves.first ?? ""), trimmed(halves.dropFirst().first ?? ""))
    }

    static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

extension Phrases {
    /// Returns the words of a row in one of the tables of `english.txt`, whose keys are the raw values of a type: `panel`, `tool`, `setting`,
    /// `draw.kind`. `LanguageTests` hold the tables against the types.
    static func row(_ table: String, _ row: String) -> String { Language.said("\(table).\(row)") }
}
