// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// Records that make interesting pages.
enum SamplePages {
    static let name = "2026-11-20_1403_S07"

    static func header(_ number: Int = 7, started: String = "2026-11-20T14:03:00") -> SessionHeader {
        SessionHeader(
            number: number, started: started, size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "synthetic",
            encoder: "libx264")
    }

    static func face(_ id: String) -> Face { FaceCatalog.face(id) ?? FaceCatalog.all[0] }

    /// One end of six in the gold; the last two clips are cut short and lost.
    static let single = SessionRecord(
        header: header(), clips: clips(1...5), lostClips: [6],
        ends: [
            EndRecord(
                number: 1, face: face("wa_122"), shaft: Length(millimetres: 5.5), distance: "70 m", clips: Array(1...6),
                arrows: [
                    PlacedArrow(number: 1, place: FacePoint(12, 25), clip: 1), PlacedArrow(number: 2, place: FacePoint(-40, 61), clip: 2),
                    PlacedArrow(number: 3, place: FacePoint(15, 30), clip: 3), PlacedArrow(number: 4, place: FacePoint(18, 24), clip: 4),
                    PlacedArrow(number: 5, place: FacePoint(120, -90), clip: 5), PlacedArrow(number: 6, place: nil),
                ], isDone: true)
        ],
        notes: "Wind from the left, gusting.\nNew nocks from arrow 4 on.", ending: .stopped)

    /// A whole WA 70 m round: twelve ends of six.
    static let round = rounds(faces: ["wa_122"], ends: 12, arrows: 6, id: "wa_70", distances: ["70 m"], spread: 90, shaft: 5.5)
    /// Two distances on two faces, as in the short half of a WA 1440.
    static let distances = rounds(
        faces: ["wa_122", "wa_80"], ends: 6, arrows: 3, id: "wa_1440_70", distances: ["50 m", "30 m"], spread: 60,
        shaft: 5.5)
    /// Indoors, three spots, two arrows in one of them.
    static let triple = SessionRecord(
        header: header(8, started: "2026-11-21T19:30:00"), clips: clips(1...3),
        ends: [
            EndRecord(
                number: 1, face: face("wa_40_triple_vert"), shaft: Length(millimetres: 9.3), clips: [1, 2, 3],
                arrows: [
                    PlacedArrow(number: 1, spot: 0, place: FacePoint(4, -9), clip: 1),
                    PlacedArrow(number: 2, spot: 1, place: FacePoint(-31, 12), clip: 2),
                    PlacedArrow(number: 3, spot: 1, place: FacePoint(14, 70), clip: 3),
                ])
        ], ending: .recovered)
    static let clipsOnly = SessionRecord(
        header: header(9, started: "2026-11-22T10:00:00"),
        clips: clips(1...3) + [
            ClipRecord(
                number: 4, kind: .buffer, file: "clips/buffer_04.mp4", firstFrame: 0,
                lastFrame: 900, seconds: 4000, isCutShort: false)
        ],
        ending: .stopped)
    static let empty = SessionRecord(header: header(10, started: "not a date"), ending: .stopped)

    /// Texts that do harm if they aren't escaped, or are escaped only character by character.
    static let hostileTexts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg onload=alert(1)>", "\"\u{301} onmouseover=\u{301}alert(1) x=\"",
        "<\u{338}script>", "&amp;&lt;", "{{title}}{{{style}}}", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "a,b;c\"d\r\ne",
        "\u{202E}drawkcab\u{2066}", "مرحبا بالعالم", "🏹👩‍👩‍👧‍👦", "\u{0}\u{1}\u{7}\u{B}\u{1B}[31m\u{7F}\u{85}\u{FFFE}\u{FFFF}", "]]>--><!--",
        "</style></title>",
        String(repeating: "long ", count: 2000), String(repeating: "W", count: 10_000), "e" + String(repeating: "\u{301}", count: 10_000),
    ]

    /// Returns a record in which every free text is this one.
    static func hostile(_ text: String) -> SessionRecord {
        var record = single
        record.header.started = text
        record.header.camera = text
        record.notes = text
        var custom = face("wa_40")
        custom.id = text
        custom.name = text
        custom.rings[3].label = text
        record.ends[0].face = custom
        record.ends[0].round = text
        record.ends[0].distance = text
        record.ends[0].arrows[0].place = FacePoint(50, 0)
        record.clips[0].file = text
        return record
    }

    static func clips(_ numbers: ClosedRange<Int>) -> [ClipRecord] {
        numbers.map {
            ClipRecord(
                number: $0, kind: .mark, file: "clips/0\($0)_X.mp4", firstFrame: Int64($0) * 100, lastFrame: Int64($0) * 100 + 90,
                seconds: 9.4 + Double($0), isCutShort: $0 == 5)
        }
    }

    static func summary(of record: SessionRecord, named name: String) -> SessionSummary {
        SessionSummary(
            name: name, number: record.header.number, started: record.header.started, faceID: record.ends.first?.face.id,
            faceName: record.ends.first?.face.name, round: record.ends.first?.round, archer: record.target?.archer, total: record.total,
            innerTens: record.innerTens, tens: record.tens, arrows: record.arrowCount, shot: record.shotCount, ends: record.ends.count,
            clips: record.clips.count, notes: record.notes)
    }

    private static func rounds(
        faces: [String], ends: Int, arrows: Int, id: String, distances: [String], spread: Double,
        shaft: Double
    ) -> SessionRecord {
        var random = SeededGenerator(seed: 70)
        func scatter() -> Double { (0..<4).reduce(0) { sum, _ in sum + random.seconds(-spread...spread) } / 1.6 }
        let numbers = 1...ends * faces.count
        return SessionRecord(
            header: header(6, started: "2026-10-03T09:10:00"), clips: clips(1...3),
            ends: numbers.map { number in
                let part = (number - 1) / ends
                return EndRecord(
                    number: number, face: face(faces[part]), shaft: Length(millimetres: shaft), round: id, distance: distances[part],
                    clips: number == 1 ? [1, 2, 3] : [],
                    arrows: (1...arrows).map { arrow in
                        PlacedArrow(number: arrow, place: FacePoint(scatter() + 10, scatter() - 15), clip: number == 1 && arrow < 4 ? arrow : nil)
                    }, isDone: true)
            }, notes: "", ending: .stopped)
    }
}
