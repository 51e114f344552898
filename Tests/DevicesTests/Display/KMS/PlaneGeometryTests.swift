// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct PlaneGeometryTests {
    private static let tv = VideoSize.hd1080

    private func geometry(_ place: Rect, _ placement: Placement = Placement(), size: VideoSize = tv) throws -> PlaneGeometry {
        try #require(PlaneGeometry(size: size, place: place, placement: placement, screen: Self.tv))
    }

    @Test func aFullPictureIsReadWhole() throws {
        let seen = try #require(try geometry(Canvas.bounds, size: .hd720).visible())
        #expect(seen.source == SourceRect(x: 0, y: 0, width: 1280 << 16, height: 720 << 16))
        #expect(seen.destination == PixelRect(Self.tv))
    }

    /// A picture that extends beyond the left edge: its visible half depends on how it is turned.
    @Test(arguments: [
        (Placement(), 960, 0), (Placement(isMirrored: true), 0, 0), (Placement(rotation: 180), 0, 0),
        (Placement(rotation: 180, isMirrored: true), 960, 0),
    ])
    func whatHangsOutIsCutInThePictureToo(placement: Placement, x: Int, y: Int) throws {
        let seen = try #require(try geometry(Rect(x: -960, y: 0, width: 1920, height: 1080), placement).visible())
        #expect(seen.destination == PixelRect(left: 0, top: 0, right: 960, bottom: 1080))
        #expect(seen.source == SourceRect(x: UInt32(x) << 16, y: UInt32(y) << 16, width: 960 << 16, height: 1080 << 16))
    }

    /// The left upper quarter of the upright picture fills the TV; in memory it is another quarter for each turn.
    @Test(arguments: [
        (Placement(), 0, 0), (Placement(isMirrored: true), 960, 0), (Placement(rotation: 180), 960, 540),
        (Placement(rotation: 180, isMirrored: true), 0, 540),
    ])
    func aCropIsWhatThePlaneReads(placement: Placement, x: UInt32, y: UInt32) throws {
        let crop = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
        let geometry = try #require(PlaneGeometry(size: Self.tv, place: Canvas.bounds, crop: crop, placement: placement, screen: Self.tv))
        let seen = try #require(geometry.visible())
        #expect(seen.source == SourceRect(x: x << 16, y: y << 16, width: 960 << 16, height: 540 << 16))
        #expect(seen.destination == PixelRect(Self.tv) && !geometry.isPixelForPixel)
    }

    /// Half of the picture extends beyond the right edge: only the left half of the crop is visible.
    @Test func aCropThatHangsOutIsCutTwice() throws {
        let crop = Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let place = Rect(x: 960, y: 0, width: 1920, height: 1080)
        let seen = try #require(PlaneGeometry(size: Self.tv, place: place, crop: crop, placement: Placement(), screen: Self.tv)?.visible())
        #expect(seen.destination == PixelRect(left: 960, top: 0, right: 1920, bottom: 1080))
        #expect(seen.source == SourceRect(x: 480 << 16, y: 270 << 16, width: 480 << 16, height: 540 << 16))
    }

    @Test(arguments: [Placement(rotation: 90), Placement(rotation: 1), Placement(opacity: 0.5), Placement(blur: 1)])
    func whatNoPlaneDoesHasNoGeometry(placement: Placement) {
        #expect(PlaneGeometry(size: Self.tv, place: Canvas.bounds, placement: placement, screen: Self.tv) == nil)
    }

    @Test func whatLiesOutsideIsNotSeen() throws {
        #expect(try geometry(Rect(x: 1920, y: 0, width: 500, height: 500)).visible() == nil)
        #expect(try geometry(Rect(x: 0, y: -500, width: 500, height: 500)).visible() == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noPlaneReadsOutsideItsPictureOrShowsOutsideTheTV(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let size = VideoSize(width: .random(in: 2...4000, using: &random), height: .random(in: 2...3000, using: &random))
            let place = Rect(
                x: .random(in: -3000...3000, using: &random), y: .random(in: -2000...2000, using: &random),
                width: .random(in: 1...5000, using: &random), height: .random(in: 1...5000, using: &random))
            let placement = Placement(rotation: random.chance(0.5) ? 180 : 0, isMirrored: random.chance(0.5))
            let crop = Rect(
                x: .random(in: 0...0.99, using: &random), y: .random(in: 0...0.99, using: &random),
                width: .random(in: 0.001...1, using: &random), height: .random(in: 0.001...1, using: &random))
            guard
                let seen = PlaneGeometry(
                    size: size, place: place, crop: random.chance(0.5) ? crop : .unit, placement: placement,
                    screen: Self.tv)?.visible()
            else { continue }
            #expect(seen.source.width > 0 && seen.source.height > 0)
            #expect(Int(seen.source.x) + Int(seen.source.width) <= size.width << 16)
            #expect(Int(seen.source.y) + Int(seen.source.height) <= size.height << 16)
            #expect(!seen.destination.isEmpty && seen.destination.intersection(PixelRect(Self.tv)) == seen.destination)
        }
    }

    @Test func aPartOfADrawingLiesWhereTheDrawingHasIt() throws {
        let part = PixelRect(left: 100, top: 50, right: 300, bottom: 90)
        let seen = try #require(try geometry(Canvas.bounds).visible(part: part))
        #expect(seen.destination == part)
        #expect(seen.source == SourceRect(x: 100 << 16, y: 50 << 16, width: 200 << 16, height: 40 << 16))
        let slid = try #require(try geometry(Rect(x: -200, y: 10, width: 1920, height: 1080)).visible(part: part))
        #expect(slid.destination == PixelRect(left: 0, top: 60, right: 100, bottom: 100))
        #expect(slid.source == SourceRect(x: 200 << 16, y: 50 << 16, width: 100 << 16, height: 40 << 16))
    }

    @Test func onlyUprightPicturesOfTheirOwnSizeHaveParts() throws {
        #expect(try geometry(Canvas.bounds).isPixelForPixel)
        #expect(try !geometry(Canvas.bounds, size: .hd720).isPixelForPixel)
        #expect(try !geometry(Canvas.bounds, Placement(isMirrored: true)).isPixelForPixel)
    }
}
