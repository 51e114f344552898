// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

extension Rehearsal {
    /// Returns a review after this number of shots and STOP: their clips lie on a stack.
    static func reviewing(shots: Int = 4, scores: Bool = true, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = scores
            $0.afterStop = .review
            change(&$0)
        }
        for shot in 0..<shots {
            box.run(to: 10 + Double(shot) * 4)
            box.tap(.mark)
        }
        box.run(to: 13 + Double(shots) * 4)
        box.tap(.stop)
        box.run(to: box.now.seconds + 1)
        return box
    }

    var review: ReviewScreen? { appliance.path.stack.last?.as(ReviewScreen.self) }
    /// The numbers of the stacked clips, the top one first.
    var stacked: [Int] { review?.stack.clips.map(\.key.number) ?? [] }
    /// The journal's last judgement of each clip.
    var judged: [Int: ClipJudgement] {
        var judged: [Int: ClipJudgement] = [:]
        for case .card(.journal(_, .judged(let clip, let judgement))) in effects { judged[clip] = judgement }
        return judged
    }
    /// Lets all motion come to rest.
    mutating func settle() { run(to: now.seconds + 1.2) }
}

/// The start of a review, its controls, and the screens after it.
@Suite struct ReviewFlowTests {
    @Test("STOP leads to the clips, on to the face, and to Live; after-stop leaves steps out", arguments: Settings.AfterStop.allCases)
    func theScreensAfterStop(after: Settings.AfterStop) {
        var box = Rehearsal.reviewing { $0.afterStop = after }
        switch after {
        case .review:
            #expect(box.appliance.page == .review && box.stacked == [1, 2, 3, 4])
            box.tap(.stop)
            #expect(box.appliance.page == .score)
            box.tap(.stop)
        case .score:
            #expect(box.appliance.page == .score)
            box.tap(.stop)
        case .live:
            #expect(box.appliance.page == .dialog)
            box.tap(.stop)
        }
        #expect(box.appliance.page == .live)
    }

    @Test func withoutScoringTheClipsComeAndThenLive() {
        var box = Rehearsal.reviewing(scores: false)
        #expect(box.appliance.page == .review && box.stacked == [1, 2, 3, 4])
        box.tap(.stop)
        #expect(box.appliance.page == .live)
    }

    @Test func whatWasNeverMarkedLiesAtTheEnd() {
        var box = Rehearsal {
            $0.afterStop = .review
            $0.keepsTail = true
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 24)
        box.tap(.stop)
        let clips = box.review?.stack.clips ?? []
        #expect(clips.map(\.clip.kind) == [.mark, .tail])
        // Kept only if liked, as the arrow's label says; otherwise it is deleted.
        box.tap(.right)
        box.tap(.left)
        #expect(box.judged[clips[1].key.number]?.isDeleted == true)
    }

    @Test func severalArchersEndsAreReviewedAndScoredOneAfterTheOther() {
        var box = Rehearsal {
            $0.scores = true
            $0.afterStop = .review
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben"), Archer(name: "Cy")]
        }
        for (shot, archer) in ["Ana", "Ben"].enumerated() {
            box.choose(archer)
            box.run(to: 10 + Double(shot) * 6)
            box.tap(.mark)
            box.run(to: box.now.seconds + 4)
        }
        // Nobody has shot as Cy: the waiting ends come all the same.
        box.choose("Cy")
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.appliance.page == .review && box.review?.stack.top?.archer == "Ana")
        box.tap(.stop)
        #expect(box.appliance.page == .score)
        for _ in 0..<8 where box.appliance.page == .score { box.tap(.mark) }
        #expect(box.appliance.page == .review && box.review?.stack.top?.archer == "Ben")
    }

    @Test("P-24 swipes with and without peek are counted, and shown with the diagnostics", arguments: [true, false])
    func swipesAreCounted(peeks: Bool) {
        var box = Rehearsal.reviewing {
            $0.peeks = peeks
            $0.showsDiagnostics = true
        }
        box.tap(.up)
        box.tap(.right)
        #expect(box.appliance.context.swipes.peeking == (peeks ? 2 : 0) && box.appliance.context.swipes.blind == (peeks ? 0 : 2))
        box.hold(.stop, seconds: 1.1)
        box.run(to: box.now.seconds + 1)
        #expect(box.texts.contains(Strings.swipes(peeking: peeks ? 2 : 0, blind: peeks ? 0 : 2)))
    }

    @Test func asAGridTheClipsLieSideBySide() {
        var box = Rehearsal.reviewing { $0.review = .grid }
        #expect(box.appliance.page == .summary)
        box.tap(.stop)
        #expect(box.appliance.page == .score)
    }

    @Test("each arrow does at once what it says, and the journal has it", arguments: [Control.right, .left, .up, .mark])
    func theArrows(control: Control) {
        var box = Rehearsal.reviewing()
        let before = box.effects.count
        box.tap(control)
        #expect(box.stacked == [2, 3, 4])
        let judged = box.effects[before...].compactMap { if case .card(.journal(_, .judged(let clip, let to))) = $0 { (clip, to) } else { nil } }
        switch control {
        case .right, .mark: #expect(judged.count == 1 && judged[0].0 == 1 && judged[0].1.isLiked && !judged[0].1.isDeleted)
        case .left: #expect(judged.count == 1 && judged[0].0 == 1 && !judged[0].1.isLiked && judged[0].1.isDeleted)
        default: #expect(judged.isEmpty)
        }
        box.tap(.down)
        #expect(box.stacked == [1, 2, 3, 4])
        #expect(box.judged[1].map { !$0.isLiked && !$0.isDeleted } ?? true)
    }

    @Test("R-25 P-28 each deed is heard, each as itself and once; what only peeks is not")
    func eachDeedIsHeard() {
        func heard(_ box: Rehearsal) -> [PanelSignal] {
            box.effects.compactMap { if case .panel(.signal(let signal)) = $0 { signal } else { nil } }
        }
        var box = Rehearsal.reviewing(shots: 5)
        for (control, signal) in [(Control.right, PanelSignal.liked), (.left, .deleted), (.up, .placed), (.mark, .liked), (.down, .undone)] {
            let before = heard(box).count
            box.tap(control)
            box.settle()
            #expect(Array(heard(box).dropFirst(before)) == [signal], "\(control)")
        }
        let before = heard(box).count
        box.panel(.pressed(.right))
        box.run(to: box.now.seconds + 0.45)
        box.panel(.released(.right))
        box.settle()
        #expect(heard(box).count == before && box.stacked.count == 2)
    }

    @Test func whatWasDoneIsTakenBackWithoutEndAndAlsoOfTheEndBefore() {
        var box = Rehearsal.reviewing(shots: 3)
        for control in [Control.right, .left, .up] { box.tap(control) }
        #expect(box.review?.isAtEnd == true)
        box.tap(.stop)
        box.tap(.stop)
        #expect(box.appliance.page == .live)
        for shot in 0..<2 {
            box.run(to: 50 + Double(shot) * 4)
            box.tap(.mark)
        }
        box.run(to: 60)
        box.tap(.stop)
        // The marks of an end without an arrow belong to the next end.
        #expect(box.stacked == [1, 2, 3, 4, 5] || box.stacked == [1, 3, 4, 5])
        for _ in 0..<3 {
            box.tap(.down)
            box.settle()
        }
        #expect(box.stacked.prefix(3) == [1, 2, 3])
        #expect(box.judged.values.allSatisfy { !$0.isLiked && !$0.isDeleted })
        #expect(box.appliance.context.edits.newestStep(of: nil) == nil)
        box.tap(.down)
        #expect(box.stacked.prefix(3) == [1, 2, 3], "there is nothing left to take back")
    }

    @Test("two hundred random deeds and ways back, by every control, end as a model does", arguments: 0..<12)
    func aModelAgrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Rehearsal.reviewing(shots: 9)
        var stack = Array(1...9)
        var history: [(clip: Int, deed: ReviewDeed)] = []
        var judged: [Int: ClipJudgement] = [:]
        for _ in 0..<200 {
            let control = [Control.right, .left, .up, .down, .down, .mark].randomElement(using: &random) ?? .up
            let atEnd = stack.isEmpty
            if atEnd, control != .down { continue }
            if Bool.random(using: &random), control != .mark {
                box.hold(control, seconds: Double.random(in: 0.8...1.2, using: &random))
            } else {
                box.tap(control)
            }
            if Bool.random(using: &random) { box.run(to: box.now.seconds + Double.random(in: 0...0.6, using: &random)) }
            if control == .down {
                guard let last = history.popLast() else { continue }
                stack.insert(last.clip, at: 0)
                judged[last.clip] = ClipJudgement()
            } else {
                let deed: ReviewDeed = control == .left ? .delete : control == .up ? .skip : .like
                let clip = stack.removeFirst()
                history.append((clip, deed))
                judged[clip] = deed.applied(to: ClipJudgement())
            }
            #expect(box.stacked == stack)
            for (clip, judgement) in judged { #expect(box.judged[clip] ?? ClipJudgement() == judgement, "clip \(clip)") }
            for clip in box.appliance.context.desk.book?.clips ?? [] { #expect(clip.judgement == judged[clip.number] ?? ClipJudgement()) }
        }
    }

    @Test func aClipThatIsntWrittenYetPlaysFromMemoryAndIsJudged() {
        var box = Rehearsal {
            $0.scores = true
            $0.afterStop = .review
        }
        box.run(to: 10)
        box.panel(.pressed(.mark))
        box.hasCard = false
        box.panel(.released(.mark))
        box.run(to: 11)
        box.tap(.stop)
        box.run(to: 12)
        #expect(box.appliance.page == .review && !box.texts.contains(Strings.clipNotWritten))
        box.tap(.left)
        #expect(box.stacked.isEmpty && box.judged.count == 1)
        #expect(box.review?.isAtEnd == true)
    }

    @Test func afterTheLastClipTheBestOfIsPlayedAndExported() {
        var box = Rehearsal.reviewing()
        for control in [Control.right, .left, .right, .up] { box.tap(control) }
        box.settle()
        let words = box.texts
        #expect(words.contains("End 1 reviewed") && words.contains("4 clips · 2 liked · 1 deleted · 1 skipped"))
        #expect(box.review?.best.map(\.key.number) == [1, 3])
        var exported = box
        exported.tap(.mark)
        guard let sheet = exported.appliance.path.stack.last?.as(ExportScreen.self) else { return #expect(Bool(false), "no sheet") }
        #expect(sheet.subject.clips == [1, 3])
        box.tap(.knob)
        #expect(box.appliance.page == .replay)
        var played: [Int] = []
        for _ in 0..<200 where box.appliance.page == .replay {
            if let replay = box.appliance.path.stack.last?.as(ReplayScreen.self), let key = replay.key, played.last != key.number {
                played.append(key.number)
            }
            box.run(to: box.now.seconds + 0.1)
        }
        #expect(played == [1, 3] && box.appliance.page == .review)
    }

    @Test("nobody touches it for two minutes, and Live is back", arguments: [0, 1, 2, 5.0])
    func itGivesWayToLive(minutes: Double) {
        var box = Rehearsal.reviewing { $0.backToLiveMinutes = minutes }
        let start = box.now.seconds
        box.tap(.up)
        box.run(to: start + max(1, minutes * 60) - 1)
        #expect(box.appliance.page == .review)
        box.run(to: start + max(1, minutes * 60) + 1)
        #expect(box.appliance.page == (minutes == 0 ? .review : .live))
    }

    @Test func theFirstReviewExplainsItselfAndNoLaterOne() {
        var box = Rehearsal.reviewing { $0.explainsReview = true }
        #expect(box.texts.contains("One clip after the other"))
        box.tap(.mark)
        #expect(!box.texts.contains("One clip after the other") && box.stacked == [1, 2, 3, 4])
        #expect(!box.appliance.settings.explainsReview)
    }
}
