// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

@Suite struct PagesPictureTests {
    private static let view = Rect(x: -600, y: -600, width: 1200, height: 1200)

    @Test("numbers cover neither an arrow nor each other", arguments: 1...60 as ClosedRange<UInt64>)
    func numbersStandFree(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let spread = random.seconds(5...500)
        let hits = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            Point(random.seconds(-spread...spread), random.seconds(-spread...spread))
        }
        let labels = PageHitLabels(hits, hitRadius: 10, radius: 30, within: Self.view)
        #expect(labels.places.count == hits.count)
        for (index, place) in labels.places.enumerated() {
            #expect(hits.allSatisfy { PageHitLabels.distance($0, place) >= 40 })
            #expect(labels.places[..<index].allSatisfy { PageHitLabels.distance($0, place) >= 60 })
            #expect(Self.view.inset(by: 30).contains(place))
        }
    }

    @Test func aNumberStandsBesideAnArrowThatIsAlone() {
        let labels = PageHitLabels([Point(100, 0)], hitRadius: 10, radius: 30, within: Self.view)
        #expect(PageHitLabels.distance(labels.places[0], Point(100, 0)) < 60)
        #expect(PageHitLabels([], hitRadius: 1, radius: 1, within: Self.view).places.isEmpty)
    }

    @Test(arguments: FaceCatalog.all)
    func aPageHasTheTVsFace(face: Face) throws {
        let end = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [], arrows: [PlacedArrow(number: 1, place: .centre)])
        let picture = try #require(TargetPicture.whole(of: SessionRecord(header: SamplePages.header(), ends: [end], ending: .stopped))).file
        var svg = SVG(named: "x")
        svg.draw(FaceDrawing(face, centre: Point(0, 0), scale: 1).commands)
        #expect(!svg.body.isEmpty)
        #expect(picture.contains(svg.body))
    }

    @Test("V-30 an arrow is drawn to scale where it hit")
    func arrowsAreToScale() throws {
        let picture = try #require(TargetPicture.whole(of: SamplePages.single)).file
        #expect(picture.contains("<circle cx=\"12\" cy=\"-25\" r=\"2.75\" fill=\"#000000\"/>"))
        #expect(picture.contains("viewBox=\"-634.4 -634.4 1268.8 1268.8\""))
    }

    @Test func everyCommandHasItsShape() {
        let box = Rect(x: 1, y: 2, width: 3, height: 4)
        let color = Color(hex: 0xFF8000, alpha: 0.5)
        var svg = SVG(named: "n")
        svg.draw([
            .fill(box, cornerRadius: 1, color), .stroke(box, cornerRadius: 0, width: 2, Color(hex: 0)),
            .polygon([Point(0, 0), Point(1, 0.5)], color),
            .arc(center: Point(0, 0), radius: 10, from: 0, to: .pi / 2, width: 1, color),
            .text(TextRun("<é\u{0}>", at: Point(5, 0), size: 10, weight: .bold, alignment: .trailing, color: color)),
            .still(ClipKey(session: "a", number: 1), box, cornerRadius: 0),
            .clipped(box, cornerRadius: 0, [.disc(center: Point(0, 0), radius: 1, color)]),
        ])
        #expect(svg.body.contains("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" rx=\"1\" fill=\"#ff8000\" fill-opacity=\"0.5\"/>"))
        #expect(svg.body.contains("stroke=\"#000000\" stroke-width=\"2\""))
        #expect(svg.body.contains("<polygon points=\"0,0 1,0.5\""))
        #expect(svg.body.contains("d=\"M 10,0 A 10 10 0 0 1 0,10\""))
        #expect(svg.body.contains("font-weight=\"700\" text-anchor=\"end\" fill=\"#ff8000\" fill-opacity=\"0.5\">&lt;é &gt;</text>"))
        #expect(svg.body.contains("<clipPath id=\"n-clip-1\">"))
        #expect(svg.body.contains("<g clip-path=\"url(#n-clip-1)\"><circle"))
    }

    @Test func aWholeTurnIsTwoArcs() {
        var svg = SVG(named: "n")
        svg.draw([.arc(center: Point(0, 0), radius: 10, from: 0, to: 2 * .pi, width: 1, Color(hex: 0))])
        #expect(svg.body.contains("d=\"M 10,0 A 10 10 0 0 1 -10,0 A 10 10 0 0 1 10,0\""))
    }

    @Test func arrowsFarOffTheSheetAreSaidAndDoNotShrinkIt() throws {
        var record = SamplePages.single
        record.ends[0].arrows[0].place = FacePoint(20_000, 0)
        let picture = try #require(TargetPicture.whole(of: record)).file
        #expect(picture.contains("1 arrow beyond the picture."))
        #expect(picture.contains("viewBox=\"-634.4 "))
    }

    @Test func aTightGroupIsShownFromNear() {
        #expect(TargetFigure.all(of: SamplePages.single)[0].closeUp != nil)
        #expect(TargetFigure.all(of: SamplePages.triple)[0].closeUp == nil)
        var wide = SamplePages.single
        wide.ends[0].arrows[0].place = FacePoint(-500, 0)
        wide.ends[0].arrows[1].place = FacePoint(500, 0)
        #expect(TargetFigure.all(of: wide)[0].closeUp == nil)
    }
}
