// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// V-03: where nothing is scored, nothing that is read on the box speaks of arrows, ends and faces.
@Suite struct WordsForEverybodyTests {
    private static let archery: Set = [
        "arrow", "arrows", "end", "ends", "face", "faces", "target", "ring", "rings", "round", "rounds", "score", "scored",
    ]

    private func box() -> Rehearsal {
        var box = Rehearsal { $0.keepsTail = true }
        box.run(to: 10)
        return box
    }

    /// A session of the card without an end.
    private func stored() -> Rehearsal {
        var box = box()
        let clips = (1...3).map {
            ClipRecord(number: $0, kind: .mark, file: "clips/\($0).mp4", firstFrame: 0, lastFrame: 60, seconds: 2, isCutShort: false)
        }
        let marks = clips.map { Mark(number: $0.number, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        let record = SessionRecord(
            header: Rehearsal.header, marks: marks, clips: clips, ending: .stopped, target: SessionTarget(face: Settings().targetFace.id))
        box.send(.card(.resumable([ResumableSession(record, name: Rehearsal.name(7))].compactMap { $0 })))
        box.open(record, named: Rehearsal.name(7))
        return box
    }

    private func used(_ steps: (inout Rehearsal) -> Void, at start: Rehearsal) -> Rehearsal {
        var box = start
        steps(&box)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    private var boxes: [(name: String, box: Rehearsal)] {
        let marked = used(
            {
                $0.tap(.mark); $0.run(to: 15); $0.tap(.mark)
            }, at: box())
        let history = used({ $0.tap(.stop) }, at: stored())
        return [
            ("Live", box()), ("Live with marks", marked), ("Live, tools", used({ $0.hold(.knob, seconds: 0.6) }, at: marked)),
            ("the offer to save", used({ $0.tap(.stop) }, at: box())), ("the report", used({ $0.tap(.stop) }, at: marked)),
            ("the history", history), ("the history, tools", used({ $0.hold(.knob, seconds: 0.6) }, at: history)),
            ("the filter", used({ $0.use(.filter) }, at: history)), ("a session", stored()),
            ("a session, tools", used({ $0.hold(.knob, seconds: 0.6) }, at: stored())), ("the notes", used({ $0.use(.notes) }, at: stored())),
            ("a clip", used({ $0.tap(.knob) }, at: stored())), ("gone on", used({ $0.tap(.mark) }, at: stored())),
            ("the line on Live", used({ $0.hold(.stop, seconds: 1.2) }, at: stored())), ("about the box", Station.about.box),
        ]
    }

    private func archery(in words: String) -> [String] {
        words.lowercased().split { !$0.isLetter }.map(String.init).filter(Self.archery.contains)
    }

    @Test func nothingSpeaksOfArcheryWithoutScoring() {
        for (name, box) in boxes {
            let appliance = box.appliance
            let grammar = appliance.path.grammar(in: appliance.context)
            let deeds = ControlUse.all.compactMap { grammar[$0] }
            let tools = appliance.path.toolOffers(in: appliance.context).map(\.tool)
            let words =
                box.texts + deeds.flatMap { [Strings.word(of: $0), Strings.manual(of: $0)] }
                + tools.flatMap { [Strings.word(of: $0), Strings.help(for: $0)] }
            #expect(box.texts.isEmpty == false)
            for line in words { #expect(archery(in: line) == [], "\(name): “\(line)”") }
        }
    }

    @Test func theMenuSpeaksOfItOnlyWhereItIsAboutScoring() {
        for row in SettingRow.all {
            guard row.setting?.place?.page != .target, row.setting?.key.rawValue != "score-tones" else { continue }
            let words = Strings.title(of: row) + " " + Strings.help(for: row, available: nil)
            #expect(archery(in: words) == [], "\(row): \(words)")
        }
    }

    @Test func withScoringTheNotesSpeakOfArrows() {
        var settings = Settings()
        #expect(settings.scores && settings.notePhrases.contains("New arrows"))
        settings.scores = false
        #expect(!settings.notePhrases.contains("New arrows") && settings.notePhrases.contains("Windy"))
        settings.phrases = ["New arrows", "Sore"]
        #expect(settings.notePhrases == ["New arrows", "Sore"])
    }
}
