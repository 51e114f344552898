// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// Measurements on clips, phases and angles, on a session's page and beside it.
@Suite struct PagesMeasureTests {
    private static func marks(_ times: [Double], _ names: [String] = ["Draw", "Anchor"]) -> [PhaseMark] {
        zip(names, times).map { PhaseMark($0, at: $1) }
    }

    /// Returns true if a session's folder has a file of this name.
    private static func has(_ file: String, of session: String, on disk: CrashDisk) -> Bool {
        disk.files()["/card/\(session)/\(file)"] != nil
    }

    /// Returns that file as text.
    private static func text(_ file: String, of session: String, on disk: CrashDisk) throws -> String {
        String(decoding: try #require(disk.files()["/card/\(session)/\(file)"]), as: UTF8.self)
    }

    // MARK: Phases

    @Test("X-07 mean and spread are of all clips of an end, whichever of them an arrow is linked to")
    func phasesOfAnEnd() throws {
        var record = SamplePages.single
        for index in record.ends[0].arrows.indices { record.ends[0].arrows[index].clip = nil }
        record.ends[0].clips = [1, 2, 3]
        record.ends[0].arrows[0].clip = 1
        var second = record.ends[0]
        (second.number, second.clips) = (2, [])
        second.arrows[0].clip = 4
        record.ends.append(second)
        for (index, length) in [0.5, 1, 1.5, 2, 4].enumerated() { record.clips[index].judgement.phases = Self.marks([1, 1 + length]) }
        let table = try #require(PhaseTable(record))
        #expect(table.groups.map(\.groupName) == ["End 1", "End 2", nil])
        #expect(table.groups.map { $0.shots.map(\.lineName) } == [["Clip 1", "Clip 2", "Clip 3"], ["Clip 4"], ["Clip 5"]])
        #expect(table.groups.map { $0.summaries.map { $0.cells } } == [[["1.000", "1.000"], ["0.500", "0.500"]], [], []])
        let lines = try PagesTests.text(record, "phases.csv").split(separator: "\r\n").dropFirst()
        let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.map { [$0[2], $0[3]] } == [["1", "1"], ["1", ""], ["1", ""], ["2", "1"], ["", ""]])
    }

    /// A session of six shots with an anchor each, of which five impacts were heard.
    private static var heard: SessionRecord {
        var record = SamplePages.single
        for index in record.clips.indices {
            record.clips[index].firstTimestamp = Timestamp(seconds: Double(index) * 20)
            record.clips[index].judgement.phases = [PhaseMark("Anchor", at: 0.25)]
        }
        record.marks = record.clips.map { clip in
            let time = Timestamp(seconds: Double(clip.number - 1) * 20 + 1)
            return Mark(number: clip.number, stamp: FrameStamp(frame: 0, timestamp: time), source: .gpio, shot: time, impact: 1.5)
        }
        return record
    }

    @Test("X-07 the page and scores.csv have the holds and flights by ear, with their source")
    func holdsAndFlights() throws {
        let record = Self.heard
        let table = try #require(HoldTable(record, named: "a"))
        #expect(table.holdNames == ["Hold", "Release", "Flight", "Speed"] && table.holdGroups.map(\.holdGroupName) == ["End 1"])
        // 70 m in 1.5 s less the sound's way back of 0.204 s: 54.0 m/s, ± 54.0² / 70 · 0.010.
        #expect(table.holdGroups[0].holdShots.count == 5)
        #expect(table.holdGroups[0].holdShots.allSatisfy { $0.holdCells == ["0.750", "by ear", "1.296", "54.0 ± 0.4"] })
        #expect(table.holdGroups[0].holdSums.map(\.holdName) == ["mean", "spread"])
        let page = try PagesTests.text(record, "index.html")
        #expect(page.contains("54.0 ± 0.4") && page.contains("<h2 id=\"holds\">Hold and flight</h2>"))
        let lines = try PagesTests.text(record, "scores.csv").split(separator: "\r\n")
        let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows[0].suffix(5).map { String($0) } == HoldColumns.names.map { "\"\($0)\"" })
        #expect(rows[1].suffix(5).map { String($0) } == ["0.750", "sound", "1.296", "54.02", "0.42"])
    }

    @Test("X-07 without a hold and an impact, the page and scores.csv are as ever")
    func noHoldsNoColumns() throws {
        var record = Self.heard
        for index in record.marks.indices { (record.marks[index].shot, record.marks[index].impact) = (nil, nil) }
        #expect(HoldTable(record, named: "a") == nil && HoldColumns(record, named: "a") == nil)
        #expect(try !PagesTests.text(record, "index.html").contains("id=\"holds\""))
        #expect(try !PagesTests.text(record, "scores.csv").contains("hold_s"))
    }

    @Test("X-07 a page has no more phases than it has room for, and says so; the table beside it has all")
    func manyPhases() throws {
        var record = SamplePages.single
        for index in record.clips.indices {
            let names = (0..<PhaseMark.most).map { "Phase \(index)-\($0)" }
            record.clips[index].judgement.phases = Self.marks(names.indices.map { Double($0) }, names)
        }
        let table = try #require(PhaseTable(record))
        #expect(table.phaseNames.count == PhaseTable.mostNames + 1 && table.hasMorePhases)
        for group in table.groups {
            for line in group.shots + group.summaries { #expect(line.cells.count == table.phaseNames.count) }
        }
        #expect(try PagesTests.text(record, "index.html").contains(Strings.Page.morePhases))
        let rows = try PagesTests.text(record, "phases.csv").split(separator: "\r\n").count
        #expect(rows == 1 + record.clips.count * (PhaseMark.most - 1))
        record.clips.removeLast(3)
        #expect(try !PagesTests.text(record, "index.html").contains(Strings.Page.morePhases))
    }

    // MARK: Angles

    /// A line that is level on the recorded picture, a quarter turn before it is viewed; and an angle by three points.
    private static let drawn = [
        Annotation(id: 1, kind: .fromUpright, points: [Point(0.2, 0.5), Point(0.6, 0.5)], span: 1.5...3.5),
        Annotation(id: 2, kind: .line, points: [Point(0.2, 0.5), Point(0.6, 0.5)]),
        Annotation(id: 3, kind: .angle, points: [Point(0.7, 0.5), Point(0.5, 0.5), Point(0.59, 0.66)]),
    ]

    @Test("V-24 an angle's degrees are in the record and in a table beside the page, as the clip is looked at")
    func angles() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        // The camera lay on its side, and the stream had changed since the session began.
        let picture = RecordedPicture(size: .vga, orientation: PictureOrientation(turn: .right))
        try session.writeClip(1, bytes: TinyMP4(picture: picture).bytes)
        try session.append(.judged(clip: 1, ClipJudgement(annotations: Self.drawn, phases: Self.marks([0.5, 1]))))
        let record = try session.close(.stopped)
        let head = "\u{FEFF}\"session\",\"clip\",\"end\",\"arrow\",\"kind\",\"from_s\",\"degrees\"\r\n"
        let clip = "\"\(session.name)\",\"clips/01.mp4\",,"
        let rows = "\(clip),\"from-upright\",1.500,0\r\n\(clip),\"angle\",,53\r\n"
        #expect(try Self.text("angles.csv", of: session.name, on: disk) == head + rows)
        let json = try Self.text("session.json", of: session.name, on: disk)
        #expect(json.contains("\"degrees\" : 0,") && json.contains("\"degrees\" : 53,") && json.ranges(of: "\"degrees\"").count == 2)
        #expect(SessionFile.content(Array(json.utf8)) == .record(record))
        #expect(try Self.text("index.html", of: session.name, on: disk).contains("<a href=\"angles.csv\">"))

        // After somebody turns it, the same line is level.
        let again = try #require(try card.resumeSession(named: session.name))
        try again.append(.judged(clip: 1, ClipJudgement(orientation: .upright, annotations: Self.drawn)))
        try again.close(.stopped)
        #expect(try Self.text("angles.csv", of: session.name, on: disk).contains("\"from-upright\",1.500,90\r\n"))
    }

    @Test("a table that has nothing any more is removed")
    func staleTables() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var session = try card.openSession(Samples.header())
        try session.writeClip(1, bytes: TinyMP4(picture: RecordedPicture(size: .hd720, orientation: .upright)).bytes)
        try session.append(.judged(clip: 1, ClipJudgement(annotations: Self.drawn, phases: Self.marks([0.5, 1]))))
        try session.close(.stopped)
        let tables = ["angles.csv", "phases.csv"]
        let made = try tables.map { try Self.text($0, of: session.name, on: disk) }

        // Rebuilt files are the same.
        _ = try CardCheck.rebuild("/card", files: disk, hasIndex: false)
        #expect(try tables.map { try Self.text($0, of: session.name, on: disk) } == made)

        session = try #require(try card.resumeSession(named: session.name))
        try session.append(.judged(clip: 1, ClipJudgement(annotations: [Self.drawn[1]])))
        try session.close(.stopped)
        #expect(!tables.contains { Self.has($0, of: session.name, on: disk) })
        let page = try Self.text("index.html", of: session.name, on: disk)
        #expect(!tables.contains { page.contains($0) })
    }

    @Test("an angle on a clip whose file can't tell how its pictures lie has no degrees")
    func unknownPictures() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.writeClip(1)
        try session.append(.judged(clip: 1, ClipJudgement(annotations: Self.drawn)))
        var record = try session.close(.stopped)
        #expect(!Self.has("angles.csv", of: session.name, on: disk))
        #expect(try !Self.text("session.json", of: session.name, on: disk).contains("degrees"))
        for file in ["clips/02.mp4", "../01.mp4", "clips/../../secret.mp4", "session.json"] {
            record.clips[0].file = file
            #expect(try card.recordedPictures(of: record, named: session.name).isEmpty)
        }
    }

    // MARK: Kept pictures

    @Test("X-04 what was kept of the TV is numbered on, also beside comparisons of an earlier version")
    func keptPictures() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.writeClip(1)
        try disk.makeFolder("/card/\(session.name)/pictures")
        try disk.replace("/card/\(session.name)/pictures/compare_01.jpg", with: [1])
        try disk.replace("/card/\(session.name)/pictures/mine.jpg", with: [2])
        #expect(try card.keepPicture([3], inSession: session.name) == "\(session.name)/pictures/picture_02.jpg")
        #expect(try card.keepPicture([4], inSession: session.name) == "\(session.name)/pictures/picture_03.jpg")
        #expect(
            try card.pictures(ofSession: session.name) == ["pictures/compare_01.jpg", "pictures/picture_02.jpg", "pictures/picture_03.jpg"])
        try session.close(.stopped)
        let page = try Self.text("index.html", of: session.name, on: disk)
        #expect(page.contains("<h2 id=\"pictures\">Kept pictures</h2>") && !page.contains("mine.jpg"))
        #expect(page.contains("src=\"pictures/compare_01.jpg\" alt=\"Picture 1\""))
        #expect(page.contains("src=\"pictures/picture_03.jpg\" alt=\"Picture 3\""))
        for name in ["picture_1.jpg", "picture_.jpg", "picture_01.png", "compare_x1.jpg", "picture_01.jpg.part", "1.jpg"] {
            #expect(CardLayout.pictureNumber(name) == nil, "\(name)")
        }
        #expect(CardLayout.isPicturePart("picture_01.jpg.part") && CardLayout.isPicturePart("compare_01.jpg.part"))
    }
}
