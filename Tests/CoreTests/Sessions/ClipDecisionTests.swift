// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// Each decision about a clip is read, written and taken back, and none with another.
@Suite struct ClipDecisionTests {
    /// Returns a judgement with a value in every field that isn't the default.
    private static func judgement(_ random: inout SeededGenerator) -> ClipJudgement {
        func place(_ random: inout SeededGenerator) -> Double { Double(Int.random(in: 0...1000, using: &random)) / 1000 }
        return ClipJudgement(
            isDeleted: true, moment: place(&random) * 5, orientation: PictureOrientation(turn: .left, isMirrored: Bool.random(using: &random)),
            isLiked: true,
            annotations: (1...3).map { id in
                Annotation(id: id, kind: .line, points: [Point(place(&random), place(&random)), Point(place(&random), place(&random))])
            },
            phases: [PhaseMark("raise", at: place(&random)), PhaseMark("draw", at: 1 + place(&random).rounded())],
            isConfirmed: true, modelOf: Bool.random(using: &random) ? ["", "Ana"] : ["Ben"])
    }

    /// A way to change one field, for each stored property.
    private static let changes: [String: @Sendable (inout ClipJudgement, ClipJudgement) -> Void] = [
        "isDeleted": { $0.isDeleted = $1.isDeleted }, "moment": { $0.moment = $1.moment }, "orientation": { $0.orientation = $1.orientation },
        "isLiked": { $0.isLiked = $1.isLiked }, "annotations": { $0.annotations = $1.annotations }, "phases": { $0.phases = $1.phases },
        "isConfirmed": { $0.isConfirmed = $1.isConfirmed }, "modelOf": { $0.modelOf = $1.modelOf },
    ]

    private static func clip(_ judgement: ClipJudgement, recorded: PictureOrientation? = nil) -> ClipRecord {
        ClipRecord(
            number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 1, lastFrame: 9, seconds: 1, isCutShort: false, recorded: recorded,
            judgement: judgement)
    }

    private static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Fails for a new stored property until it is added above, and then until it has its row in the table of decisions.
    @Test func everyStoredPropertyIsTriedHere() {
        #expect(Set(Mirror(reflecting: ClipJudgement()).children.compactMap(\.label)) == Set(Self.changes.keys))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func eachDecisionComesBackFromItsFile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let full = Self.judgement(&random)
        for (name, change) in Self.changes {
            var judgement = ClipJudgement()
            change(&judgement, full)
            #expect(judgement != ClipJudgement(), "\(name)")
            for judgement in [judgement, full] {
                #expect(try JSONDecoder().decode(ClipJudgement.self, from: JSONEncoder().encode(judgement)) == judgement, "\(name)")
                for recorded in [nil, PictureOrientation(turn: .right)] {
                    let clip = Self.clip(judgement, recorded: recorded)
                    #expect(try JSONDecoder().decode(ClipRecord.self, from: JSONEncoder().encode(clip)) == clip, "\(name)")
                }
            }
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func eachDecisionIsTakenBackAndNoOther(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (before, now) = (Self.judgement(&random), Self.judgement(&random))
        for (name, change) in Self.changes {
            var decided = before
            change(&decided, ClipJudgement())
            var expected = now
            change(&expected, before)
            #expect(decided != before && now.takingBack(decided, to: before) == expected, "\(name)")
        }
        #expect(now.takingBack(before, to: before) == now)
    }

    @Test func theFilesSayItAsBefore() throws {
        #expect(try Self.text(ClipJudgement()) == #"{"isDeleted":false}"#)
        let judgement = ClipJudgement(
            isDeleted: true, moment: 1.5, orientation: PictureOrientation(turn: .left, isMirrored: true), isLiked: true,
            phases: [PhaseMark("draw", at: 0.25)])
        let fields = #""isLiked":true,"moment":1.5,"orientation":{"isMirrored":true,"turn":270},"phases":[{"name":"draw","seconds":0.25}]"#
        #expect(try Self.text(judgement) == "{\"isDeleted\":true,\(fields)}")
        let plain = #"{"file":"clips/01.mp4","firstFrame":1,"isCutShort":false,"kind":"mark","lastFrame":9,"number":1,"seconds":1}"#
        #expect(try Self.text(Self.clip(ClipJudgement())) == plain)
    }
}
