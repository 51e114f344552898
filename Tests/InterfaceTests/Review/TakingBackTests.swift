// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Undo takes back its own change and no later one.
@Suite struct TakingBackTests {
    @Test func aReviewsStepIsALikeOrADeletionAndNothingElse() {
        let clip = ReviewClip(
            key: ClipKey(session: "2026-11-20_1403_S01", number: 1), ref: .run(1), clip: ScoreBook.Clip(number: 1, file: nil, seconds: 3))
        let step = ReviewStep(clip: clip, deed: .like, before: ClipJudgement(isDeleted: true), resume: .zero)
        let drawn = [Annotation(id: 1, kind: .line, points: [Point(0, 0), Point(1, 1)])]
        let present = ClipJudgement(moment: 1.5, isLiked: true, annotations: drawn)
        #expect(step.undone(present) == ClipJudgement(isDeleted: true, moment: 1.5, annotations: drawn))
        var history = ReviewHistory()
        history.note(step)
        history.forget(["2026-11-20_1403_S02"])
        #expect(history.steps.count == 1)
        history.forget(["2026-11-20_1403_S01"])
        #expect(history.steps.isEmpty)
    }

    @Test func whatWasDecidedSinceIsNotTakenBackAlsoWithoutTheBook() {
        let key = ClipKey(session: "2026-11-20_1403_S01", number: 1)
        let clip = ReviewClip(key: key, ref: .run(1), clip: ScoreBook.Clip(number: 1, file: nil, seconds: 3))
        var history = ReviewHistory()
        history.note(ReviewStep(clip: clip, deed: .like, before: ClipJudgement(), resume: .zero))
        history.note(ClipJudgement(moment: 1.5, isLiked: true), of: key)
        history.note(ClipJudgement(moment: 9), of: ClipKey(session: key.session, number: 2))
        #expect(history.steps.map(\.before) == [ClipJudgement(moment: 1.5)])
    }

    @Test func aClipThatIsDeletedOnAnotherScreenIsNotDecidedOnceMore() {
        var box = Rehearsal.reviewing()
        box.use(.lookAtClip)
        box.use(.deleteClip)
        for _ in 0..<3 where box.review == nil { box.tap(.stop) }
        #expect(box.stacked == [2, 3, 4])
    }

    @Test func aPageOfUnjudgedClipsIsTakenAlsoWhenOneLiesThereAlready() {
        var pages = ReviewPages(isWaiting: true)
        #expect(pages.accepts(UnjudgedClips(isFirst: true)) && !pages.accepts(UnjudgedClips(isFirst: false)))
        pages.take(UnjudgedClips(isFirst: true))
        #expect(!pages.accepts(UnjudgedClips(isFirst: true)))
    }

    /// A moment was set, then the review liked the clip: the summary's Undo concerns the moment.
    @Test func aDecisionThatIsTakenBackLeavesWhatAReviewDecidedSince() {
        var book = ScoreBook(ref: .run(1), key: "2026-11-20_1403_S01")
        book.clips = [ScoreBook.Clip(number: 1, file: "a/clips/01.mp4", seconds: 3)]
        var desk = Desk(book)
        _ = desk.judge([1], .moment(2))
        desk.note(.card(.journal(.run(1), .judged(clip: 1, ClipJudgement(moment: 2, isLiked: true)))))
        _ = desk.undo()
        #expect(desk.book?.clip(1)?.judgement == ClipJudgement(isLiked: true))
    }

    @Test func aLinkThatIsTakenBackLeavesTheScoreAsItIsNow() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        func arrows(_ clips: [Int?], _ rings: [Double]) -> [PlacedArrow] {
            zip(clips, rings).enumerated().map { PlacedArrow(number: $0 + 1, place: FacePoint($1.1, 0), clip: $1.0) }
        }
        let before = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5), clips: [1, 2], arrows: arrows([1, 2], [0, 100]), isDone: true)
        var book = ScoreBook(SessionRecord(header: SessionPractice.header, ends: [before], ending: .stopped), name: "2026-11-20_1403_S01")
        // Arrow 2 was linked to clip 1, and then its score was corrected.
        book[end: 1]?.arrows = arrows([1, 1], [0, 30])
        var desk = Desk(book)
        desk.note(Corrections.Correction(words: "linked", ends: [before]))
        _ = desk.undo()
        #expect(desk.book?[end: 1]?.arrows == arrows([1, 2], [0, 30]))
    }
}

private enum SessionPractice {
    static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "camera", encoder: "encoder")
}
