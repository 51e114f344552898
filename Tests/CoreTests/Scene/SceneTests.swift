// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct SceneTests {
    private static let mark = Drawing([.fill(Rect(x: 100, y: 100, width: 200, height: 80), cornerRadius: 8, Color(hex: 0xFFFFFF))])
    private static let still = Layer(.still(ClipKey(session: "2026-11-20_1403_S07", number: 1)))
    private static let video = Layer(.video(.live))
    private static let drawing = Layer(.drawing(mark))

    private static func video(_ change: (inout Layer) -> Void) -> Layer {
        var layer = video
        change(&layer)
        return layer
    }

    private static func drawing(_ change: (inout Layer) -> Void) -> Layer {
        var layer = drawing
        change(&layer)
        return layer
    }

    static let forPlanes: [[Layer]] = [
        [], [video], [drawing], [still], [video, drawing], [video, still, video, drawing, drawing],
        [video { $0.placement = Placement(rotation: 180, isMirrored: true) }, drawing],
        [video { $0.crop = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.5) }, drawing],
        [video { $0.transform = Transform(scale: 0.5, about: Point(0, 0)) }, drawing],
        [video, drawing { $0.place.x = 400 }, drawing { $0.placement.opacity = 0.5 }],
        // An invisible layer hinders no other.
        [video, drawing { $0.placement.opacity = 0 }, video], [drawing { $0.content = .drawing(Drawing()) }, video],
        [drawing, video { $0.placement.opacity = 0 }], [drawing, video { $0.transform.scale = 0 }],
        [drawing, video { $0.crop = Rect(x: 1, y: 0, width: 1, height: 1) }],
    ]

    static let forTheCompositor: [[Layer]] = [
        [drawing, video], [video, drawing, still], [video, drawing, video, still, drawing],
        [video { $0.placement.rotation = 90 }, drawing], [video { $0.placement.rotation = 3 }], [video { $0.placement.opacity = 0.9 }],
        [video { $0.placement.blur = 8 }], [video { $0.transform.rotation = 1 }],
        [video, drawing { $0.place.width = 960 }], [video, drawing { $0.crop.width = 0.5 }], [video, drawing { $0.placement.blur = 4 }],
        [video, drawing { $0.transform.scale = 2 }], [video, drawing { $0.transform.rotation = 2 }],
    ]

    @Test(arguments: forPlanes)
    func uprightPicturesBelowWholeDrawingsSuitPlanes(layers: [Layer]) {
        #expect(Scene(layers: layers).suitsPlanes)
    }

    @Test(arguments: forTheCompositor)
    func anyOtherSceneIsComposed(layers: [Layer]) {
        #expect(!Scene(layers: layers).suitsPlanes)
    }
}

@Suite struct PlacedPictureTests {
    private static let wide = MemoryPixelBuffer(format: .yuv420p, size: VideoSize(width: 320, height: 180))

    /// The left upper quarter of the picture on the TV is a different quarter of the memory for each turn.
    @Test(
        arguments: [
            (0, false, 0, 0), (90, false, 0, 0.5), (180, false, 0.5, 0.5), (270, false, 0.5, 0), (-90, false, 0.5, 0), (450, false, 0, 0.5),
            (0, true, 0.5, 0), (90, true, 0.5, 0.5), (180, true, 0, 0.5), (270, true, 0, 0),
        ] as [(Double, Bool, Double, Double)])
    func aCropIsOfThePictureAsItIsSeen(rotation: Double, isMirrored: Bool, x: Double, y: Double) {
        let placement = Placement(rotation: rotation, isMirrored: isMirrored)
        #expect(placement.inMemory(Rect(x: 0, y: 0, width: 0.5, height: 0.5)) == Rect(x: x, y: y, width: 0.5, height: 0.5))
        #expect(placement.inMemory(.unit) == .unit)
    }

    @Test func aPictureIsFittedWithTheAspectOfWhatIsShownOfIt() throws {
        let whole = try #require(PlacedPicture(Self.wide, of: Layer(.video(.live), place: Rect(x: 0, y: 0, width: 800, height: 800))))
        #expect(whole.place == Rect(x: 0, y: 175, width: 800, height: 450) && whole.crop == .unit && whole.tilt == nil)
        // The middle quarter of the width at full height has the aspect ratio 4 : 9.
        let third = try #require(PlacedPicture(Self.wide, of: Layer(.video(.live), crop: Rect(x: 0.375, y: 0, width: 0.25, height: 1))))
        #expect(third.place == Canvas.bounds.fitted(aspect: 4.0 / 9))
        let turned = try #require(
            PlacedPicture(
                Self.wide,
                of: Layer(
                    .video(.live), crop: Rect(x: 0, y: 0, width: 1, height: 0.5),
                    placement: Placement(rotation: 270))))
        #expect(turned.place == Canvas.bounds.fitted(aspect: 9.0 / 8))
    }

    @Test func whatLiesOutsideThePictureIsNotThere() throws {
        let crop = Rect(x: -0.5, y: 0.5, width: 1, height: 1)
        let picture = try #require(PlacedPicture(Self.wide, of: Layer(.video(.live), crop: crop)))
        #expect(picture.crop == Rect(x: 0, y: 0.5, width: 0.5, height: 0.5) && picture.place == Canvas.bounds)
        #expect(PlacedPicture(Self.wide, of: Layer(.video(.live), crop: Rect(x: 2, y: 0, width: 1, height: 1))) == nil)
        #expect(PlacedPicture(Self.wide, of: Layer(.video(.live), placement: Placement(opacity: 0))) == nil)
    }

    @Test func scalingAboutAPointIsAnotherPlaceAndTurningIsATilt() throws {
        let layer = Layer(.video(.live), transform: Transform(rotation: 10, scale: 0.5, about: Point(0, 1080)))
        let picture = try #require(PlacedPicture(Self.wide, of: layer))
        #expect(picture.place == Rect(x: 0, y: 540, width: 960, height: 540))
        #expect(picture.tilt == PlacedPicture.Tilt(degrees: 10, about: Point(0, 1080)) && !picture.isPlaneLike)
        let upright = try #require(PlacedPicture(Self.wide, of: Layer(.video(.live), transform: Transform(scale: 2))))
        #expect(upright.place == Rect(x: -960, y: -540, width: 3840, height: 2160) && upright.isPlaneLike)
    }

    /// A point of a drawing lies in the same position on the TV, whichever part of the drawing the buffer holds.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func aDrawingsBufferLiesWhereTheDrawingHasIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func rect(_ range: ClosedRange<Double>, _ size: ClosedRange<Double>) -> Rect {
            Rect(
                x: .random(in: range, using: &random), y: .random(in: range, using: &random),
                width: .random(in: size, using: &random), height: .random(in: size, using: &random))
        }
        let crop = Bool.random(using: &random) ? Rect.unit : rect(0...0.5, 0.1...0.5)
        let layer = Layer(
            .drawing(Drawing([.polygon([], Color(hex: 0))])), place: rect(-500...500, 300...3000), crop: crop,
            transform: Transform(scale: .random(in: 0.5...2, using: &random), about: Point(300, 200)))
        let buffer = MemoryPixelBuffer(format: .bgra, size: VideoSize(width: 64, height: 64))
        let whole = try #require(PlacedPicture(buffer, of: layer, area: Canvas.bounds))
        let area = rect(0...500, 100...900)
        guard let part = PlacedPicture(buffer, of: layer, area: area) else {
            #expect(area.intersection(Canvas.bounds.part(crop)) == nil)
            return
        }
        // The part's corners lie where the whole drawing has them.
        for corner in [Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1)] {
            let inBuffer = Point(part.crop.x + corner.x * part.crop.width, part.crop.y + corner.y * part.crop.height)
            let inDrawing = Point(area.x + inBuffer.x * area.width, area.y + inBuffer.y * area.height)
            let ofCanvas = Point(inDrawing.x / Canvas.bounds.width, inDrawing.y / Canvas.bounds.height)
            let expected = Point(
                whole.place.x + (ofCanvas.x - whole.crop.x) / whole.crop.width * whole.place.width,
                whole.place.y + (ofCanvas.y - whole.crop.y) / whole.crop.height * whole.place.height)
            #expect(abs(part.place.x + corner.x * part.place.width - expected.x) < 1e-6)
            #expect(abs(part.place.y + corner.y * part.place.height - expected.y) < 1e-6)
        }
    }
}
