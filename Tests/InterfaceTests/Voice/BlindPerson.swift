// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// Somebody who works the box and can't see it: whatever they do next, they decide by the words that were said.
struct BlindPerson {
    private var box: Rehearsal
    private var heardEffects = 0
    /// Everything that was said, each with what was done before.
    private(set) var transcript: [(deed: String, words: String)] = []

    init(_ change: (inout Settings) -> Void = { _ in }) {
        box = Rehearsal {
            $0.voice = .all
            change(&$0)
        }
    }

    /// The words that were said last.
    var last: String { transcript.last?.words ?? "" }

    // MARK: Hands

    /// Waits, and returns what is said meanwhile.
    @discardableResult
    mutating func wait(_ seconds: Double) -> [String] {
        listen(after: "…") { $0.run(to: $0.now.seconds + seconds) }
    }

    @discardableResult
    mutating func press(_ control: Control) -> String {
        let heard = listen(after: "\(control)") {
            $0.tap(control)
            $0.run(to: $0.now.seconds + 0.3)
        }
        return heard.joined(separator: ", ")
    }

    @discardableResult
    mutating func turn(_ detents: Int) -> String {
        let heard = listen(after: "knob \(detents)") {
            $0.panel(.turned(detents))
            $0.run(to: $0.now.seconds + 0.3)
        }
        return heard.joined(separator: ", ")
    }

    @discardableResult
    mutating func hold(_ control: Control, seconds: Double) -> [String] {
        listen(after: "\(control) held") {
            $0.hold(control, seconds: seconds)
            $0.run(to: $0.now.seconds + 0.3)
        }
    }

    /// The world goes on: a service reports something.
    mutating func hear(_ event: Event) { _ = listen(after: "…") { $0.send(event) } }

    /// Turns the knob until these words are said, one detent after the other.
    mutating func turn(_ direction: Int, until words: String, _ location: SourceLocation = #_sourceLocation) throws {
        var heard = ""
        for _ in 0..<30 where !heard.contains(words) { heard = turn(direction) }
        try #require(heard.contains(words), "“\(words)” isn’t found: \(heard)", sourceLocation: location)
    }

    private mutating func listen(after deed: String, _ body: (inout Rehearsal) -> Void) -> [String] {
        body(&box)
        let new = box.effects.dropFirst(heardEffects).compactMap { if case .voice(.say(let words, _)) = $0 { words } else { nil } }
        heardEffects = box.effects.count
        transcript += new.map { (deed, $0) }
        return new
    }

    // MARK: Ears

    /// Returns the piece of the sentence that comes right after another one.
    func piece(after words: String) -> String? {
        let pieces = last.components(separatedBy: ", ")
        guard let index = pieces.firstIndex(where: { $0.hasSuffix(words) }), pieces.indices.contains(index + 1) else { return nil }
        return pieces[index + 1]
    }

    /// Writes the transcript into the file that the environment variable `VIR_TRANSCRIPT` names, for a person to read.
    func write() throws {
        guard let path = ProcessInfo.processInfo.environment["VIR_TRANSCRIPT"] else { return }
        let text = transcript.map { "\($0.deed): \($0.words)\n" }.joined()
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}
