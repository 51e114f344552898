// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Testing

@testable import Runtime

/// A part of a clip on the card becomes a clip of its own, in an open session and in a filed one.
@Suite struct TrimmingTests {
    private func place(_ picture: Int) -> Duration { Filing.parameters.rate.interval * picture + Filing.parameters.rate.interval / 2 }

    private func trimmed(_ filing: Filing) -> ClipRecord? {
        filing.news.compactMap { if case .trimmed(_, _, let record, _) = $0 { record } else { nil } }.last
    }

    @Test("V-22 the part has its pictures, its moment and how it is turned; the whole clip stays", arguments: [false, true])
    func aPartIsAClip(isFiled: Bool) throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        filing.work()
        let session = SessionRef.run(1)
        filing.writer.post(.journal(session, .judged(clip: 1, ClipJudgement(moment: 1.5, orientation: PictureOrientation(turn: .left)))))
        if isFiled { filing.writer.post(.end(session)) }
        filing.writer.post(.trim(ClipTrim(of: 1, from: place(10), through: place(69)), session))
        filing.work()
        let part = try #require(trimmed(filing))
        #expect(part.kind == .part && part.number == 90_001 && part.file == "clips/part_01.mp4")
        #expect(part.firstFrame == 30 && part.lastFrame == 89)
        #expect(abs((part.judgement.moment ?? 0) - (1.5 - 10 * Filing.parameters.rate.interval.inSeconds)) < 1e-3)
        #expect(part.judgement.orientation == PictureOrientation(turn: .left))
        filing.writer.post(.file(session))
        filing.work()
        let record = try #require(try filing.records().first)
        #expect(record.clips.map(\.number) == [1, 90_001])
        #expect(record.clips[1].judgement == part.judgement)
        let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.hasSuffix("_S01") })
        #expect(
            filing.isThere("\(folder)/clips/01.mp4") && filing.isThere("\(folder)/clips/part_01.mp4") && filing.isThere("\(folder)/thumbs/90001.jpg"))
        #expect(filing.files.steps.count { $0.hasPrefix("sync") && $0.contains("90001.jpg") } == 1, "its still is made once")
        // Another part of the same clip, and a part of the part.
        filing.writer.post(.trim(ClipTrim(of: 90_001, from: place(5), through: place(9)), session))
        filing.work()
        #expect(trimmed(filing)?.number == 90_002 && trimmed(filing)?.firstFrame == 35)
    }

    @Test("V-22 a part of a mirrored clip is mirrored, as its record says; no file is, whoever decided it", arguments: [false, true])
    func aPartOfAMirroredClip(byHand: Bool) throws {
        let filing = try Filing()
        let orientation = PictureOrientation(turn: .right, isMirrored: true)
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100, orientation: byHand ? .upright : orientation)
        filing.work()
        if byHand { filing.writer.post(.journal(.run(1), .judged(clip: 1, ClipJudgement(orientation: orientation)))) }
        // A like carries no orientation, and must keep the recorded one.
        if !byHand { filing.writer.post(.journal(.run(1), .judged(clip: 1, ClipJudgement(isLiked: true)))) }
        filing.writer.post(.file(.run(1)))
        filing.writer.post(.trim(ClipTrim(of: 1, from: place(10), through: place(69)), .run(1)))
        filing.writer.post(.file(.run(1)))
        filing.work()
        let record = try #require(try filing.records().first)
        #expect(record.clips.map(\.orientation) == [orientation, orientation])
        let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.hasSuffix("_S01") })
        for clip in record.clips {
            #expect(try FootageFrames("\(filing.cardPath)/\(folder)/\(clip.file)").orientation == orientation.unmirrored)
            let still = "\(folder)/thumbs/\(clip.number < 10 ? "0" : "")\(clip.number)"
            #expect(filing.isThere("\(still).jpg") && filing.isThere("\(still)_unmirrored.jpg"))
        }
        let page = try String(contentsOfFile: "\(filing.cardPath)/\(folder)/index.html", encoding: .utf8)
        #expect(page.contains("poster=\"thumbs/01_unmirrored.jpg\""), "the page was written when the still was there")
    }

    @Test("a part that doesn't fit is given up: it holds up no clip that is only in memory")
    func aPartThatDoesNotFit() throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        filing.work()
        // The reserve is 16 MiB, and a clip is never begun with less than 4 MiB besides.
        filing.files.setFree(19 << 20)
        filing.writer.post(.trim(ClipTrim(of: 1, from: place(10), through: place(69)), .run(1)))
        filing.work(for: .seconds(3))
        #expect(filing.words.last == "1: no part of 1" && filing.writer.isIdle)
        filing.files.setFree(21 << 20)
        filing.mark(2, frame: 90)
        filing.cut(2, 70...110)
        filing.work(for: .seconds(3))
        #expect(filing.words.suffix(2) == ["1: mark 2", "1: clip 2"] && !filing.words.contains("full"))
    }

    @Test("a still is made anew where the clip looks other, and not where it is deleted or restored")
    func aStillIsMadeAnew() throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        filing.work()
        func stills() -> Int { filing.files.steps.count { $0.hasPrefix("sync") && $0.contains("01.jpg") } }
        let session = SessionRef.run(1)
        for (judgement, expected) in [
            (ClipJudgement(isDeleted: true), 1), (ClipJudgement(), 1), (ClipJudgement(moment: 0.2), 2),
            (ClipJudgement(isDeleted: true, moment: 0.2), 2),
            (ClipJudgement(moment: 0.2), 2), (ClipJudgement(moment: 0.2, orientation: PictureOrientation(isMirrored: true)), 3),
        ] {
            filing.writer.post(.journal(session, .judged(clip: 1, judgement)))
            filing.writer.post(.file(session))
            filing.work()
            #expect(stills() == expected)
        }
    }

    @Test func whatIsntThereIsSaid() throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        filing.writer.post(.trim(ClipTrim(of: 7, from: .zero, through: .seconds(1)), .run(1)))
        filing.writer.post(.trim(ClipTrim(of: 1, from: .zero, through: .seconds(1)), .stored("2026-01-01_1200_S99")))
        filing.work()
        #expect(filing.words.filter { $0.contains("no part") }.count == 2)
        #expect(trimmed(filing) == nil)
    }

    @Test("X-04 a picture that is kept lies in its session's folder, and its page shows it", arguments: [false, true])
    func aPictureIsKept(isFiled: Bool) throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        if isFiled { filing.writer.post(.end(.run(1))) }
        filing.work()
        filing.writer.post(.keepPicture([0xFF, 0xD8, 1], .run(1)))
        filing.writer.post(.keepPicture([0xFF, 0xD8, 2], .run(1)))
        filing.writer.post(.keepPicture([1], .stored("2026-01-01_1200_S99")))
        filing.writer.post(.keepPicture([1], .stored("../..")))
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(filing.words.filter { $0.contains("picture_") } == ["1: picture_01.jpg", "1: picture_02.jpg"])
        #expect(filing.words.filter { $0.contains("no picture") }.count == 2)
        let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: filing.cardPath).first { $0.hasSuffix("_S01") })
        #expect(FileManager.default.contents(atPath: "\(filing.cardPath)/\(folder)/pictures/picture_02.jpg") == Data([0xFF, 0xD8, 2]))
        let page = try String(contentsOfFile: "\(filing.cardPath)/\(folder)/index.html", encoding: .utf8)
        #expect(page.contains("pictures/picture_01.jpg") && page.contains("pictures/picture_02.jpg"))
    }

    @Test("a card that is away gets the part when it is back")
    func aCardThatIsAway() throws {
        let filing = try Filing()
        filing.mark(1, frame: 60)
        filing.cut(1, 20...100)
        filing.work()
        filing.plug.setPlugged(false)
        filing.writer.post(.trim(ClipTrim(of: 1, from: place(3), through: place(40)), .run(1)))
        filing.work(for: .seconds(3))
        #expect(trimmed(filing) == nil)
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        #expect(trimmed(filing)?.firstFrame == 23)
    }
}
