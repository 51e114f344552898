// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

/// Pictures on the planes of cards with different abilities.
@Suite struct PlaneLayoutTests {
    private static let all: Set<UInt32> = [FourCC.nv12, FourCC.yuv420, FourCC.argb8888, FourCC.xrgb8888]
    private static let rgb: Set<UInt32> = [FourCC.argb8888, FourCC.xrgb8888]
    private static let turns: PlaneTurn.Set = [.upright, .upsideDown, .mirrored, .flipped]
    private static let parts = [
        PixelRect(left: 0, top: 0, right: 300, bottom: 80),
        PixelRect(left: 100, top: 900, right: 700, bottom: 1000),
    ]

    private func planner(_ planes: [PlaneTraits]) -> PlanePlanner { PlanePlanner(planes: planes, screen: .hd1080) }

    private func video(
        _ fourcc: UInt32 = FourCC.nv12, place: Rect = Canvas.bounds,
        placement: Placement = Placement()
    ) -> PictureTraits {
        PictureTraits(fourcc: fourcc, isImported: true, size: .hd1080, place: place, placement: placement)
    }

    private func drawing(_ used: [PixelRect]? = parts) -> PictureTraits {
        PictureTraits(
            fourcc: FourCC.argb8888, isImported: false, size: .hd1080, place: Canvas.bounds, placement: Placement(),
            used: used)
    }

    private func layout(
        _ planes: [PlaneTraits], _ pictures: [PictureTraits], _ drawings: PlaneArrangement.Drawings = .eachPart,
        hasBackdrop: Bool = false
    ) -> [PlaneUse]? {
        planner(planes).layout(pictures, way: PlaneArrangement(drawings: drawings, hasBackdrop: hasBackdrop))
    }

    private func overlays(_ count: Int, depth: PlaneTraits.Depth = .listed) -> [PlaneTraits] {
        Array(repeating: PlaneTraits(kind: .overlay, formats: Self.all, turns: Self.turns, depth: depth), count: count)
    }

    private var primary: PlaneTraits { PlaneTraits(kind: .primary, formats: Self.all, turns: Self.turns) }

    @Test func eachPartOfADrawingHasAPlaneOfItsOwn() throws {
        let uses = try #require(layout([primary] + overlays(2), [video(), drawing()]))
        #expect(uses.map(\.plane) == [0, 1, 2] && uses.map(\.picture) == [0, 1, 1])
        #expect(uses.dropFirst().map(\.destination) == Self.parts)
    }

    @Test func withFewerPlanesOneHoldsThemAll() throws {
        let planes = [primary] + overlays(1)
        #expect(layout(planes, [video(), drawing()]) == nil)
        let around = try #require(layout(planes, [video(), drawing()], .around))
        #expect(around.last?.destination == PixelRect(left: 0, top: 0, right: 700, bottom: 1000))
        #expect(around.last?.source == SourceRect(x: 0, y: 0, width: 700 << 16, height: 1000 << 16))
        let whole = try #require(layout(planes, [video(), drawing()], .whole))
        #expect(whole.last?.destination == PixelRect(.hd1080))
    }

    @Test func anEmptyDrawingNeedsNoPlane() {
        #expect(layout([primary], [video(), drawing([])])?.count == 1)
        #expect(layout([primary], [video(), drawing(nil)]) == nil)
    }

    @Test func splitScreenIsTwoVideoPlanes() throws {
        let halves = [
            video(place: Rect(x: 0, y: 270, width: 960, height: 540)),
            video(FourCC.yuv420, place: Rect(x: 960, y: 270, width: 960, height: 540)),
        ]
        let uses = try #require(layout([primary] + overlays(2), halves))
        #expect(
            uses.map(\.destination) == [
                PixelRect(left: 0, top: 270, right: 960, bottom: 810),
                PixelRect(left: 960, top: 270, right: 1920, bottom: 810),
            ])
        #expect(uses.allSatisfy { $0.source.width == 1920 << 16 && $0.source.height == 1080 << 16 })
    }

    @Test func aPlaneWithoutTheFormatIsPassedOver() throws {
        let planes = [PlaneTraits(kind: .primary, formats: Self.rgb)] + overlays(2)
        #expect(try #require(layout(planes, [video(), drawing(nil)])).map(\.plane) == [1, 2])
        #expect(layout([PlaneTraits(kind: .primary, formats: Self.rgb)], [video()]) == nil)
        #expect(layout([PlaneTraits(kind: .primary, formats: Self.rgb)], [video(FourCC.xrgb8888)])?.count == 1)
    }

    @Test func theBackdropIsBlackOnThePrimaryPlaneBelowAll() throws {
        let uses = try #require(layout([primary] + overlays(2), [video(), drawing(nil)], hasBackdrop: true))
        #expect(uses.map(\.plane) == [0, 1, 2] && uses.map(\.picture) == [nil, 0, 1])
        #expect(uses[0].destination == PixelRect(.hd1080))
    }

    @Test func depthsThatCanBeSetRise() throws {
        let planes = [PlaneTraits(kind: .primary, formats: Self.all, depth: .fixed(0))] + overlays(3, depth: .settable(1...127))
        let uses = try #require(layout(planes, [video(), drawing()]))
        #expect(uses.map(\.depth) == [nil, 1, 2])
        #expect(layout(planes, Array(repeating: video(), count: 5)) == nil)
        let shallow = overlays(3, depth: .settable(0...1))
        #expect(layout(shallow, [video(), video()])?.map(\.depth) == [0, 1])
        #expect(layout(shallow, [video(), video(), video()]) == nil, "there is no room above")
    }

    @Test func fixedDepthsSayWhichPlaneLiesAbove() throws {
        let planes = [
            PlaneTraits(kind: .overlay, formats: Self.all, depth: .fixed(2)),
            PlaneTraits(kind: .primary, formats: Self.all, depth: .fixed(0)),
            PlaneTraits(kind: .overlay, formats: Self.all, depth: .fixed(1)),
        ]
        #expect(try #require(layout(planes, [video(), video(), drawing(nil)])).map(\.plane) == [1, 2, 0])
    }

    @Test func theCursorsPlaneIsLeftAlone() {
        #expect(layout([primary, PlaneTraits(kind: .cursor, formats: Self.all)], [video(), drawing(nil)]) == nil)
    }

    @Test(arguments: [
        (Placement(), PlaneTurn.Set.upright), (Placement(isMirrored: true), PlaneTurn.Set([.upright, .mirrored])),
        (Placement(rotation: 180), PlaneTurn.Set.upsideDown),
        (Placement(rotation: 180, isMirrored: true), PlaneTurn.Set([.upright, .flipped])),
    ])
    func aTurnIsThePlanesOwn(placement: Placement, turn: PlaneTurn.Set) {
        #expect(layout([primary], [video(placement: placement)])?.first?.turn == turn)
    }

    @Test func aPlaneThatOnlyMirrorsTurnsByMirroringTwice() {
        #expect(PlaneTurn.bits(flipsX: true, flipsY: true, of: [.upright, .mirrored, .flipped]) == [.upright, .mirrored, .flipped])
        #expect(PlaneTurn.bits(flipsX: false, flipsY: true, of: [.upright, .upsideDown, .mirrored]) == [.upsideDown, .mirrored])
        #expect(PlaneTurn.bits(flipsX: true, flipsY: false, of: .upright) == nil)
        #expect(layout([PlaneTraits(kind: .primary, formats: Self.all)], [video(placement: Placement(rotation: 180))]) == nil)
    }

    @Test func onlyWhatIsShownIsCopied() {
        let screen = VideoSize.hd1080
        #expect(PlanePlanner.region(of: drawing(), screen: screen, drawings: .eachPart) == Self.parts)
        #expect(
            PlanePlanner.region(of: drawing(), screen: screen, drawings: .around)
                == [PixelRect(left: 0, top: 0, right: 700, bottom: 1000)])
        #expect(PlanePlanner.region(of: drawing(), screen: screen, drawings: .whole) == nil)
        #expect(PlanePlanner.region(of: video(), screen: screen, drawings: .eachPart) == nil)
        let over = PixelRect(left: -5, top: -5, right: 3000, bottom: 10)
        #expect(
            PlanePlanner.region(of: drawing([over]), screen: screen, drawings: .eachPart)
                == [PixelRect(left: 0, top: 0, right: 1920, bottom: 10)], "nothing outside the picture is read")
    }
}
