// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// V-03: without scoring, no words on the box mention arrows, ends and faces.
@Suite struct WordsForEverybodyTests {
    private static let archery: Set = [
        "arrow", "arrows", "archer", "archers", "archery", "end", "ends", "face", "faces", "target", "ring", "rings", "round", "rounds", "score",
        "scores", "scored", "scorer", "shaft", "shafts", "bow", "string", "sight", "quiver", "shoot", "shoots", "shooting", "shot", "shots", "anchor",
        "release", "raise", "spot", "spots",
    ]

    private func box() -> Rehearsal {
        var box = Rehearsal { $0.keepsTail = true }
        box.run(to: 10)
        return box
    }

    /// Returns a session of the card without an end.
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

    /// Every screen that exists without scoring, in the state of its station.
    private var stations: [(name: String, box: Rehearsal)] {
        let scored: Set<Station> = [
            // Scored sessions of the card.
            .otherSessions, .otherClips, .faces, .rounds, .score, .hour, .fine, .spots, .corrected, .placed, .summary, .wrongClip, .again, .clips,
            .phases, .notes, .writing, .sessions, .filter, .deletion, .deleting, .emptying, .removing,
            // The station belongs to a summary.
            .otherTools,
        ]
        return Station.allCases.filter { !scored.contains($0) }.map { ("“\($0.rawValue)”", $0.plainBox) }
    }

    private func archery(in words: String) -> [String] {
        // These words have other meanings: the key, the drawn shape, the ring that fills during a hold, and the bounds of a part or a
        // phase.
        var words = words
        for other in ["Arrow drawn", "once the ring is full", "begins, or ends,", "· ends +"] { words = words.replacing(other, with: "") }
        if words == Strings.name(of: .arrow) || words == Strings.partLast { return [] }
        return words.lowercased().split { !$0.isLetter }.map(String.init).filter(Self.archery.contains)
    }

    @Test func nothingSpeaksOfArcheryWithoutScoring() {
        for (name, box) in boxes + stations {
            let appliance = box.appliance
            #expect(!appliance.settings.scores, "\(name)")
            let grammar = appliance.path.grammar(in: appliance.context)
            let deeds = ControlUse.all.compactMap { grammar[$0] }
            let tools = appliance.path.toolLayers(in: appliance.context).all.map(\.tool)
            let words = Language.speaking(ofArchery: false) {
                box.texts + deeds.flatMap { [Strings.word(of: $0), Strings.manual(of: $0)] }
                    + tools.flatMap { [Strings.word(of: $0), Strings.help(for: $0)] }
            }
            #expect(box.texts.isEmpty == false)
            for line in words { #expect(archery(in: line) == [], "\(name): “\(line)”") }
        }
    }

    /// Every visible row with its value, on every page of the menu.
    @Test func theMenuDoesNotEither() {
        var settings = Settings()
        settings.scores = false
        settings.afterStop = .score
        Language.speaking(ofArchery: false) {
            for row in SettingRow.all where row.isShown(in: settings) && row.setting?.key.rawValue != "scoring" {
                let words = [Strings.title(of: row), Strings.help(for: row, available: 60), Strings.value(of: row, in: settings)]
                #expect(archery(in: words.joined(separator: " ")) == [], "\(row): \(words)")
            }
            for tile in MenuTile.allCases { #expect(archery(in: tile.title) == [], "\(tile)") }
            for words in settings.notePhrases + settings.shotPhases + settings.wordsToDraw { #expect(archery(in: words) == []) }
            for words in Strings.about(settings, version: "0.3.0") { #expect(archery(in: words) == []) }
        }
        #expect(SettingRow.all.filter { !$0.isShown(in: settings) }.contains(.face))
    }

    @Test func theAboutPageSaysTheVersion() {
        #expect(Strings.about(Settings(), version: "0.3.0").last == "This is VIR 0.3.0.")
    }

    @Test func theAboutPageSaysWhatIsWritten() {
        var settings = Settings()
        let whole = Strings.about(settings, version: "0.3.0")
        #expect(whole.contains { $0.contains("“Keep” in the menu") } && !whole.contains { $0.contains("Only what you mark") })
        settings.keepsTail = false
        #expect(Strings.about(settings, version: "0.3.0").contains { $0.contains("Only what you mark or save goes to the SD card.") })
    }

    @Test func theMenuSpeaksOfItOnlyWhereItIsAboutScoring() {
        for row in SettingRow.all {
            guard row.setting?.isAboutScoring != true, row.setting?.key.rawValue != "scoring" else { continue }
            let words = Language.speaking(ofArchery: false) { Strings.title(of: row) + " " + Strings.help(for: row, available: nil) }
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
