// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Correcting an arrow's clip: the clips pass by, one is chosen, and two arrows swap their clips if necessary.
@Suite struct SummaryLinkTests {
    private typealias Practice = SummaryPractice

    @Test("V-38 the clips go by, no clip first, and a push takes one: the two arrows swap, and Undo swaps them back")
    func aLinkIsCorrected() {
        var box = Practice(Practice.book(arrows: 3))
        box.send(.tool(.wrongClip))
        #expect(box.screen.linking?.candidates == [nil, 1, 2, 3] && box.screen.linking?.clip == 1)
        box.send(.turned(2, .steady))
        #expect(box.texts.contains(Strings.Summary.swaps(withArrow: 3)))
        #expect(box.outcomes.isEmpty && box.links == [1, 2, 3], "nothing changes before it is taken")
        box.send(.tapped(.knob))
        #expect(box.links == [3, 2, 1])
        #expect(box.recorded == [box.book.ends[0]])
        #expect(box.outcomes.dropFirst().first == .effect(.card(.file(.run(1)))))
        box.send(.tool(.undo))
        #expect(box.links == [1, 2, 3] && box.recorded.last == box.book.ends[0] && box.filings == 2)
    }

    @Test("V-38 ◀ and ▶ are one clip to that side, and held on more")
    func anArrowKeyIsAStep() {
        var box = Practice(Practice.book(arrows: 3))
        box.send(.turned(1, .slow), .tool(.wrongClip), .pressed(.right))
        #expect(box.screen.linking?.clip == 3)
        box.send(.pressed(.left), .repeated(.left), .repeated(.left), .repeated(.left))
        #expect(box.screen.linking?.choice == 0 && box.screen.linking?.clip == nil)
        box.send(.pressed(.mark))
        #expect(box.links == [1, nil, 3])
    }

    @Test("V-38 STOP leaves the link as it was")
    func stopLeavesItAsItWas() {
        var box = Practice(Practice.book(arrows: 3))
        box.send(.tool(.wrongClip), .turned(1, .slow))
        #expect(box.send(.tapped(.stop)).isEmpty)
        #expect(box.links == [1, 2, 3] && box.screen.linking == nil && box.outcomes.isEmpty)
    }

    @Test func takingWhatItHasChangesNothing() {
        var box = Practice(Practice.book(arrows: 3))
        box.send(.tool(.wrongClip), .tapped(.knob))
        #expect(box.outcomes.isEmpty && box.screen.linking == nil)
    }

    @Test("V-38 a swap between two ends records both, and the session is filed once")
    func aSwapBetweenEndsRecordsBoth() {
        var box = Practice(Practice.book(ends: 2, arrows: 2), end: 2)
        box.send(.tool(.wrongClip), .turned(-2, .steady))
        #expect(box.texts.contains(Strings.Summary.swaps(withArrow: 1, of: Strings.nextEnd(1))))
        box.send(.pressed(.mark))
        #expect(box.links == [3, 2, 1, 4])
        #expect(box.recorded.map(\.number) == [1, 2] && box.filings == 1)
    }

    @Test("V-38 by touch: a still is tapped and taken")
    func aStillIsTappedAndTaken() throws {
        var box = Practice(Practice.book(arrows: 3, extraClips: 1))
        box.send(.tool(.wrongClip))
        let cell = try #require(box.film.first { $0.clip == 4 })
        box.touch(cell.rect)
        #expect(box.links == [4, 2, 3] && box.filings == 1)
    }

    @Test func aSessionWithoutClipsHasNothingToLink() {
        var book = Practice.book(arrows: 2)
        book.clips = []
        var box = Practice(book)
        #expect(box.send(.tool(.wrongClip)) == [.toast(Strings.Summary.noClipsYet)])
    }

    @Test func aClipThatARecordNamesTwiceIsTakenFromBoth() {
        var book = Practice.book(arrows: 3)
        book.ends[0].arrows[2].clip = 2
        #expect(book.link(ArrowPlace(end: 1, index: 0), toClip: 2) == [1])
        #expect(book.ends[0].arrows.map(\.clip) == [2, 1, nil])
    }

    @Test func anArrowThatIsGoneIsLinkedToNothing() {
        var book = Practice.book()
        #expect(book.link(ArrowPlace(end: 1, index: 9), toClip: 1).isEmpty)
        #expect(book.link(ArrowPlace(end: 9, index: 0), toClip: 1).isEmpty)
    }

    /// Links stay one to one, only the two arrows change, and only changed ends are written.
    @Test("V-38 clips and arrows stay one to one", arguments: UInt64(1)...100)
    func linkingKeepsOneToOne(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var book = Practice.book(
            ends: Int.random(in: 1...4, using: &random), arrows: Int.random(in: 1...6, using: &random),
            extraClips: Int.random(in: 0...3, using: &random))
        func links() -> [ArrowPlace: Int] {
            Dictionary(uniqueKeysWithValues: book.arrowPlaces.compactMap { place in book[arrow: place]?.clip.map { (place, $0) } })
        }
        for _ in 0..<60 {
            let before = book
            let linksBefore = links()
            guard let place = book.arrowPlaces.randomElement(using: &random) else { return }
            let clip = random.chance(0.2) ? nil : book.clips.randomElement(using: &random)?.number
            let holder = clip.flatMap { book.arrowPlace(ofClip: $0) }
            let changed = book.link(place, toClip: clip)
            #expect(book[arrow: place]?.clip == clip)
            #expect(Set(links().values).count == links().count, "a clip shows one arrow")
            if let holder, holder != place { #expect(book[arrow: holder]?.clip == linksBefore[place]) }
            for other in book.arrowPlaces where other != place && other != holder {
                #expect(book[arrow: other] == before[arrow: other])
            }
            #expect(Set(changed) == Set(book.ends.filter { $0 != before[end: $0.number] }.map(\.number)))
        }
    }
}
