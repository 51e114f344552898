// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// An end that was scored by rings gets a remark worth reading, and no complaint.
@Suite struct EndRemarkTests {
    private typealias Practice = SummaryPractice

    /// Returns a session of ends scored by rings, each by its labels, on a face of 122 cm; each arrow has a clip.
    private func book(_ ends: String..., round: String? = nil) -> ScoreBook {
        let labels = ends.map { $0.split(separator: " ").map(String.init) }
        var book = Practice.book(ends: ends.count, arrows: labels[0].count, round: round)
        for (index, labels) in labels.enumerated() {
            let face = book.ends[index].face
            book.ends[index].arrows = labels.enumerated().map { place, label in
                let (number, clip) = (place + 1, index * labels.count + place + 1)
                guard let ring = face.rings.firstIndex(where: { $0.label == label }) else {
                    return PlacedArrow(number: number, place: nil, clip: clip)
                }
                return PlacedArrow(number: number, ring: ring, clip: clip)
            }
        }
        return book
    }

    private func remark(_ book: ScoreBook) -> EndRemark { EndRemark(book.ends[book.ends.count - 1], in: book) }

    @Test("the first end has its lowest arrow, or all alike")
    func theFirstEnd() {
        #expect(remark(book("10 9 6")) == .lowest(2))
        #expect(remark(book("10 10 10")) == .alike("10"))
        #expect(remark(book("M M M")) == .alike("M"))
    }

    @Test("the best end is said before anything else, and since when")
    func theBestEnd() {
        #expect(remark(book("9 9 9", "9 9 10")) == .bestSoFar)
        #expect(remark(book("10 10 10", "8 8 8", "7 7 7", "9 9 9")) == .bestSince(1, isPractice: false))
        #expect(remark(book("10 10 10", "8 8 8", "9 9 9")) == .average(9, of: 9, isRound: false), "one lower end is no long time")
        #expect(remark(book("9 9 9", "9 9 9")) == .average(9, of: 9, isRound: false), "as many points is not more")
    }

    @Test func anAverageIsThatOfTheRoundSoFar() {
        let remark = remark(book("10 10 10", "8 8 8", round: "wa_70"))
        #expect(remark == .average(8, of: 9, isRound: true) && remark.isBetter == false)
        #expect(EndRemark.average(9, of: 9, isRound: true).isBetter == nil)
    }

    @Test func endsOfAnotherSizeArentCompared() {
        var book = book("10 10 10", "8 8 7")
        book.ends[0].arrows.removeLast()
        #expect(remark(book) == .lowest(2))
    }

    @Test("without places nothing is said about places", arguments: [100, 150, 200])
    func withoutPlacesNothingIsSaidAboutThem(scale: Int) {
        for book in [book("10 9 6"), book("9 9 9", "9 9 10"), book("10 10 10", "8 8 8", round: "wa_70"), book("10 10 10")] {
            var box = Practice(book, isAsOpened: true, scale: scale)
            let texts = box.texts
            #expect(!texts.contains { $0.contains("placed") || $0.contains("place ") || $0.lowercased().contains("group") }, "\(texts)")
            #expect(box.face?.circle == nil)
            box.send(.turned(-1, .slow))
            #expect(!box.texts.contains { $0.lowercased().contains("push: its clip") }, "only the held arrow's clip is played by a push")
        }
        let first = Practice(book("10 9 6"), isAsOpened: true, scale: scale)
        #expect(first.texts.contains("Lowest: arrow 3 · 6") && first.texts.contains("Push: its clip"))
        let opened = Practice(book("10 9 6", "9 6 10"), isAsOpened: true, scale: scale)
        #expect(opened.texts.contains("Lowest: arrow 2 · 6 · push: its clip") && opened.texts.contains("Average 8.33, session 8.33"))
    }

    @Test("one or two places: how many, and how to add more; a group from three on", arguments: 0...4)
    func aFewPlaces(count: Int) throws {
        var book = book("10 9 6 7")
        for index in 0..<count { book.ends[0].arrows[index].place = FacePoint(Double(index) * 30, 0) }
        let box = Practice(book)
        let isFew = 1...2 ~= count
        #expect(box.texts.contains("\(count) of 4 placed: push on the face to add where") == isFew)
        #expect((box.face?.circle != nil) == (count >= 3))
        #expect(box.texts.contains { $0.contains("group") } == (count >= 3))
        #expect(try dashes(of: box) == 0 || count >= 3)
    }

    /// Returns the number of drawn arcs: the group's circle is dashed.
    private func dashes(of box: Practice) throws -> Int {
        let face = try #require(box.face)
        return face.circle?.commands(on: face.drawing, in: face.window).count { if case .arc = $0 { true } else { false } } ?? 0
    }
}
