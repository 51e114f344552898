// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Undo takes back its own change and no later one.
@Suite struct TakingBackTests {
    private static let session = SessionKey(folder: "2026-11-20_1403_S01")

    private static func liked(_ before: ClipJudgement) -> SessionEdit {
        let key = ClipKey(session: session, number: 1)
        let clip = ReviewClip(key: key, ref: .run(1), clip: ScoreBook.Clip(number: 1, file: nil, seconds: 3))
        let judged = SessionEdit.Judged(clip: 1, before: before, decided: ReviewDeed.like.applied(to: before))
        return SessionEdit(words: "liked", judged: [judged], step: ReviewStep(clip: clip, deed: .like, resume: .zero))
    }

    @Test func aReviewsStepIsALikeOrADeletionAndNothingElse() throws {
        let edit = Self.liked(ClipJudgement(isDeleted: true))
        let drawn = [Annotation(id: 1, kind: .line, points: [Point(0, 0), Point(1, 1)])]
        let present = ClipJudgement(moment: 1.5, isLiked: true, annotations: drawn)
        let judged = try #require(edit.judged.first)
        #expect(judged.undone(present) == ClipJudgement(isDeleted: true, moment: 1.5, annotations: drawn))
        #expect(judged.redone(judged.undone(present)) == present)
    }

    @Test func theStepsOfASessionThatIsGoneAreForgotten() {
        var edits = SessionEdits()
        edits.note(Self.liked(ClipJudgement()), of: .stored(Self.session))
        edits.forget(["2026-11-20_1403_S02"] as [SessionKey])
        #expect(edits.newestStep(of: nil)?.session == .stored(Self.session))
        edits.forget([Self.session])
        #expect(edits.newestStep(of: nil) == nil)
    }

    @Test func whatWasDecidedSinceIsKnownAlsoWithoutTheBook() {
        var edits = SessionEdits()
        let ref = SessionRef.stored(Self.session)
        edits.note(Self.liked(ClipJudgement()), of: ref)
        let later = SessionEdit.Judged(clip: 1, before: ClipJudgement(isLiked: true), decided: ClipJudgement(moment: 1.5, isLiked: true))
        edits.note(SessionEdit(words: "moment", judged: [later]), of: ref)
        #expect(edits.judgement(of: ClipKey(session: Self.session, number: 1)) == ClipJudgement(moment: 1.5, isLiked: true))
        #expect(edits.judgement(of: ClipKey(session: Self.session, number: 2)) == nil)
        _ = edits.undo(in: ref) { $0.step == nil }
        edits.noteJournalled([1: ClipJudgement(isLiked: true)], isUndone: true, of: ref)
        #expect(edits.judgement(of: ClipKey(session: Self.session, number: 1)) == ClipJudgement(isLiked: true))
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
        var context = Context(settings: Settings(), at: .zero)
        context.desk.book = book
        _ = context.judge([1], .moment(2))
        context.desk.note(.card(.journal(.run(1), .judged(clip: 1, ClipJudgement(moment: 2, isLiked: true)))))
        _ = context.undoEdit()
        #expect(context.desk.book?.clip(1)?.judgement == ClipJudgement(isLiked: true))
        _ = context.redoEdit()
        #expect(context.desk.book?.clip(1)?.judgement == ClipJudgement(moment: 2, isLiked: true))
    }

    @Test func aLinkThatIsTakenBackLeavesTheScoreAsItIsNow() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        func arrows(_ clips: [Int?], _ rings: [Double]) -> [PlacedArrow] {
            zip(clips, rings).enumerated().map { PlacedArrow(number: $0 + 1, place: FacePoint($1.1, 0), clip: $1.0) }
        }
        let before = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5), clips: [1, 2], arrows: arrows([1, 2], [0, 100]), isDone: true)
        var book = ScoreBook(SessionRecord(header: SessionPractice.header, ends: [before], ending: .stopped), name: "2026-11-20_1403_S01")
        // Arrow 2 was linked to clip 1, and then its score was corrected.
        book[end: 1]?.arrows = arrows([1, 1], [0, 100])
        let linked = try #require(book[end: 1])
        book[end: 1]?.arrows = arrows([1, 1], [0, 30])
        var context = Context(settings: Settings(), at: .zero)
        context.desk.book = book
        context.note(SessionEdit(words: "linked", ends: [SessionEdit.Change(before: before, after: linked)]))
        _ = context.undoEdit()
        #expect(context.desk.book?[end: 1]?.arrows == arrows([1, 2], [0, 30]))
        _ = context.redoEdit()
        #expect(context.desk.book?[end: 1]?.arrows == arrows([1, 1], [0, 30]))
    }
}

private enum SessionPractice {
    static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "camera", encoder: "encoder")
}
