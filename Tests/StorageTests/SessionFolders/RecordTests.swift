// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// Written ends are read back unchanged, now and in later versions.
@Suite struct RecordTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    private static var record: SessionRecord {
        var unlinked = Samples.end(1, [0, 61.234, nil, 700], clips: [1, 2, 3])
        unlinked.round = "wa_70"
        unlinked.distance = "70 m"
        return SessionRecord(
            header: Samples.header(), marks: [Samples.mark(1), Samples.mark(2), Samples.mark(3)],
            clips: (1...3).map { Samples.clip($0, file: "clips/0\($0)_X.mp4") },
            ends: [unlinked, Samples.end(2, [3, -70], clips: [], face: Samples.customFace, isDone: false)],
            notes: "Windy, \"gusts\" <script>\n=1+1", ending: .stopped)
    }

    private func fixture(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.fixtures.appending(path: name)))
    }

    @Test("V-55 a record of version 1 is read, with no ends")
    func aRecordOfVersion1IsRead() throws {
        guard case .record(let record) = SessionFile.content(try fixture("session-v1.json")) else {
            Issue.record("it isn't read")
            return
        }
        #expect(record.version == 1 && record.ends.isEmpty && record.notes.isEmpty)
        #expect(record.marks.count == 2 && record.clips.map(\.file) == ["clips/01.mp4", "clips/02.mp4"])
    }

    @Test("V-55 a record of version 2 is read as it was")
    func aRecordOfVersion2IsRead() throws {
        var record = Self.record
        record.version = 2
        #expect(SessionFile.content(try fixture("session-v2.json")) == .record(record))
    }

    /// A record with every field of version 3.
    private static var full: SessionRecord {
        var record = Self.record
        record.header.id = "00c0ffee00c0ffee"
        record.target = SessionTarget(archer: "Ana", round: "wa_70", face: "wa_122")
        record.over = .roundComplete
        record.marks[0].pressed = Timestamp(seconds: 12)
        (record.marks[0].shot, record.marks[0].impact) = (Timestamp(seconds: 11.5), 0.612345)
        record.clips[0].id = "00c0ffee00c0ffee-1"
        record.clips[0].judgement.annotations = [
            Annotation(id: 1, kind: .text, points: [Point(0.25, 0.5)], ink: .cyan, width: 4, isDashed: true, text: "Elbow", span: 1.5...3.5),
            Annotation(id: 2, kind: .fromLevel, points: [Point(0.5, 0.5), Point(0.59, 0.66)]),
        ]
        record.clips[0].judgement.modelOf = ["Ana", ""]
        record.clips[0].judgement.phases = [PhaseMark("Raise", at: 0.5), PhaseMark("Draw", at: 1.233333)]
        record.ends[0].arrows.append(PlacedArrow(number: 99, ring: 2))
        return record
    }

    @Test("N-06 a record of version 3 is read as it was written")
    func aRecordOfVersion3IsReadAsItWasWritten() throws {
        let bytes = try SessionFile.bytes(of: Self.full, recorded: Self.recorded)
        #expect(SessionFile.content(bytes) == .record(Self.full))
        let fields = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(fields["version"] as? Int == 3 && fields["seconds"] is Double && fields["over"] as? String == "roundComplete")
    }

    @Test(
        "X-07 an impact that can't be heard, or that is no number, is left out, and the mark stays",
        arguments: ["-1", "1e300", "4.1", "\"soon\"", "[]", "null"]
    )
    func impossibleImpactsAreLeftOut(written: String) throws {
        let text = String(decoding: try SessionFile.bytes(of: Self.full, recorded: Self.recorded), as: UTF8.self)
        #expect(text.contains("0.612345"))
        var expected = Self.full
        expected.marks[0].impact = nil
        #expect(SessionFile.content(Array(text.replacingOccurrences(of: "0.612345", with: written).utf8)) == .record(expected))
    }

    @Test("X-07 where no impact was heard, a mark is written as ever")
    func noImpactIsNotWritten() throws {
        let text = String(decoding: try SessionFile.bytes(of: Self.record), as: UTF8.self)
        #expect(!text.contains("impact"))
        let line = String(decoding: try Journal.line(for: .marked(Samples.mark(1))), as: UTF8.self)
        #expect(
            line.hasPrefix(
                #"{"mark":{"number":1,"source":"gpio","stamp":{"frame":100,"timestamp":{"nanoseconds":3300000000}}},"what":"marked","crc":"#))
    }

    /// The orientation of the pictures of its first clip.
    private static let recorded = [1: RecordedPicture(size: .hd720, orientation: .upright)]

    /// A coach's own program needs neither the frame rate nor the rules of a round.
    @Test("V-67 for those who read it, a record says what it comes to and when each clip begins")
    func aRecordIsMadeForReaders() throws {
        func fields(_ record: SessionRecord) throws -> [String: Any] {
            try #require(try JSONSerialization.jsonObject(with: Data(SessionFile.bytes(of: record))) as? [String: Any])
        }
        func begins(_ record: SessionRecord) throws -> [Double?] {
            try #require(try fields(record)["clips"] as? [[String: Any]]).map { $0["begins"] as? Double }
        }
        var record = Self.full
        for index in record.clips.indices { record.clips[index].firstFrame = Int64(300 * index + 60) }
        let rate = record.header.framesPerSecond
        #expect(record.total > 0)
        #expect(try fields(record)["total"] as? Int == record.total)
        let expected: [Double?] = [0, 300, 600].map { ($0 / rate * 1000).rounded() / 1000 }
        #expect(try begins(record) == expected)
        record.clips[1].firstFrame = ClipRecord.unknownFrame
        #expect(try begins(record) == [expected[0], nil, expected[2]])
        // Between two runs the time isn't known.
        for (index, frame) in [100_000, 100_300, 40].enumerated() {
            record.marks[index].stamp.frame = Int64(frame)
            record.marks[index].pressed = Timestamp(seconds: Double(index))
        }
        #expect(try begins(record) == [nil, nil, nil])
        #expect(try fields(record)["seconds"] is NSNull)
    }

    /// An edit on a laptop costs a clip its model, and nothing else.
    @Test func modelsThatCannotBeReadAreNone() throws {
        let edited = Data(#"{"isDeleted": false, "isLiked": true, "modelOf": "Ana"}"#.utf8)
        #expect(try JSONDecoder().decode(ClipJudgement.self, from: edited) == ClipJudgement(isLiked: true))
    }

    /// `docs/session.schema.json` names every field that is written, and each field that it requires is there.
    @Test func theSchemaKnowsEveryField() throws {
        var full = Self.full
        (full.header.dateFrom, full.header.utc, full.header.offset) = (.clock, 1_795_000_000, 60)
        full.clips[0].film = ImportedFilm(name: "IMG_0412.MOV", bytes: 4_000_000, sha256: "00ff")
        full.continues = SessionLink(id: "a1", folder: "2026-11-20_1403_S01", end: 2, numbers: SessionNumbers(nextMark: 7))
        let record = try JSONSerialization.jsonObject(with: Data(SessionFile.bytes(of: full, recorded: Self.recorded)))
        check(record, against: try schema("session"), at: "session")
    }

    /// The same for `docs/lines.schema.json`.
    @Test func theSchemaOfTheLinesKnowsEveryField() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var lines = StandingLines(isOn: true, lines: StandingLines.templates)
        lines.lines.append(Annotation(id: StandingLines.firstID + 4, kind: .text, points: [Point(0.1, 0.1)], text: "Elbow"))
        try card.keep(lines)
        let file = try #require(disk.files()["/card/lines.json"])
        check(try JSONSerialization.jsonObject(with: Data(file)), against: try schema("lines"), at: "lines")
    }

    /// A mistake made on a laptop costs nobody their lines; the box's own broken file is replaced.
    @Test func linesThatCannotBeReadAreKeptAside() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let slip = Array("{\"isOn\": true, \"lines\": [{\"id\": 1 \"kind\": \"line\"}]}".utf8)
        try disk.replace("/card/lines.json", with: slip)
        let lines = StandingLines(isOn: true, lines: StandingLines.templates)
        try card.keep(lines)
        #expect(disk.files()["/card/lines.json.damaged"] == slip)
        #expect(try card.standingLines() == lines)
        #expect(card.takeNotes() == ["lines.json: can't be read; it is kept as lines.json.damaged"])
        try card.keep(lines)
        #expect(disk.files()["/card/lines.json.damaged"] == slip && card.takeNotes().isEmpty)
    }

    private func schema(_ name: String) throws -> [String: Any] {
        let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/\(name).schema.json")
        return try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: place)) as? [String: Any])
    }

    private func check(_ value: Any, against schema: [String: Any], at place: String) {
        if let fields = value as? [String: Any], let known = schema["properties"] as? [String: [String: Any]] {
            for (key, value) in fields {
                guard let inner = known[key] else {
                    Issue.record("the schema lacks \(place).\(key)")
                    continue
                }
                check(value, against: inner, at: "\(place).\(key)")
            }
            for key in schema["required"] as? [String] ?? [] where fields[key] == nil { Issue.record("\(place).\(key) is required and missing") }
        } else if let items = value as? [Any], let inner = schema["items"] as? [String: Any] {
            for item in items { check(item, against: inner, at: place + "[]") }
        }
        if let type = schema["type"] as? String {
            let fits =
                switch type {
                case "object": value is [String: Any]
                case "array": value is [Any]
                case "string": value is String
                case "boolean": value is Bool
                case "integer", "number": value is NSNumber
                default: false
                }
            if !fits { Issue.record("\(place) is no \(type)") }
        }
    }

    @Test("a link that was dropped doesn't come back from the old file; an unknown field stays")
    func aDroppedLinkIsGone() throws {
        var record = Self.full
        record.continues = SessionLink(id: "a1", folder: "2026-11-20_1403_S01", end: 2, numbers: SessionNumbers(nextMark: 7))
        let linked = try SessionFile.bytes(of: record)
        #expect(SessionFile.content(linked) == .record(record))
        let old = String(decoding: linked, as: UTF8.self).replacingOccurrences(of: "\"version\" : 3", with: "\"version\" : 3, \"mood\" : \"calm\"")
        let alone = try SessionFile.bytes(of: Self.full, keeping: Array(old.utf8))
        #expect(SessionFile.content(alone) == .record(Self.full) && String(decoding: alone, as: UTF8.self).contains("\"mood\""))
    }

    @Test func aRecordAsAJournalIsTheSameRecord() throws {
        #expect(SessionRecord(journal: Self.record.journal, ending: .stopped) == Self.record)
        var lines: [UInt8] = []
        for entry in Self.record.journal { lines += try Journal.line(for: entry) }
        #expect(Journal.read(lines).entries == Self.record.journal)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func anyEndIsReadBackAsItWas(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let face = FaceCatalog.all.randomElement(using: &random) ?? Samples.customFace
            let arrows = (0..<Int.random(in: 0...12, using: &random)).map { index in
                let isMiss = Int.random(in: 0..<5, using: &random) == 0
                let place = FacePoint(
                    x: Length(micrometres: Int64.random(in: -900_000...900_000, using: &random)),
                    y: Length(micrometres: Int64.random(in: -900_000...900_000, using: &random)))
                return PlacedArrow(
                    number: index + 1, spot: Int.random(in: 0..<face.spots.count, using: &random),
                    place: isMiss ? nil : place, clip: Bool.random(using: &random) ? index : nil)
            }
            let end = EndRecord(
                number: 3, face: face, shaft: Length(micrometres: Int64.random(in: 3_100...9_900, using: &random)),
                clips: [1, 2], arrows: arrows, isDone: Bool.random(using: &random))
            #expect(Journal.read(try Journal.line(for: .end(end))).entries == [.end(end)])
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func nothingInARecordWithEndsMakesTheReaderFail(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try SessionFile.bytes(of: Self.record)
        for _ in 0..<60 {
            guard case .record(let record) = SessionFile.content(bytes.mutated(&random)) else { continue }
            _ = record.total + record.innerTens
            for end in record.ends { _ = end.group }
        }
    }

    @Test(arguments: [
        (#""xMicrometres" : 61234"#, #""xMicrometres" : 9223372036854775807"#), (#""spot" : 1"#, #""spot" : 9"#),
        (#""spot" : 1"#, #""spot" : -9223372036854775808"#), (#""shaftMillimetres" : 5.5"#, #""shaftMillimetres" : 1e300"#),
        (#""diameterMillimetres" : 50"#, #""diameterMillimetres" : -50"#), (#""diameterMillimetres" : 150"#, #""diameterMillimetres" : 1e12"#),
        (#""points" : 11"#, #""points" : 7"#), (#""xMillimetres" : -120"#, #""xMillimetres" : 1e300"#),
    ])
    func numbersThatAreNoFaceAndNoArrowAreRefused(good: String, bad: String) throws {
        let text = String(decoding: try SessionFile.bytes(of: Self.record), as: UTF8.self)
        let changed = text.replacingOccurrences(of: good, with: bad)
        #expect(changed != text)
        if case .record = SessionFile.content(Array(changed.utf8)) { Issue.record("\(bad) is taken") }
    }
}
