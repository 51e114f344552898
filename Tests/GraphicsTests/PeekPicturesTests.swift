// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

@Suite struct PeekPicturesTests {
    static func key(_ number: Int, at place: Duration? = nil) -> PeekKey { PeekKey(StillPicturesTests.key(number), at: place) }
    private static let largest = StillPicturesTests.plain(PeekPictures.largestSize, luma: 90)

    /// Compared with a model: a list with the least recently used first.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func theFiveThatWereWantedLastStayAndWhatIsOnTheTVGoesLast(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let peeks = PeekPictures()
        var model: [PeekKey] = []
        var onTV: Set<PeekKey> = []
        let keys = (1...9).map { Self.key($0, at: $0 % 3 == 0 ? .seconds($0) : nil) }
        for _ in 0..<200 {
            let key = keys.randomElement(using: &random) ?? keys[0]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                model.removeAll { $0 == key }
                model.append(key)
                var gone: [PeekKey] = []
                if model.count > 5 {
                    let index = model.firstIndex { !onTV.contains($0) } ?? 0
                    gone = [model.remove(at: index)]
                }
                #expect(peeks.set(Self.largest, for: key) == gone)
                #expect(gone.allSatisfy { !onTV.contains($0) } || onTV.count > 5, "what is on the TV goes last")
            case 5..<7:
                let wanted = Array(keys.shuffled(using: &random).prefix(3))
                peeks.touch(wanted)
                for key in wanted.reversed() where model.contains(key) {
                    model.removeAll { $0 == key }
                    model.append(key)
                }
            case 7:
                onTV = Set(keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
                peeks.beginDrawing(with: onTV)
            default:
                #expect((peeks.picture(of: key) != nil) == model.contains(key))
                if model.contains(key) {
                    model.removeAll { $0 == key }
                    model.append(key)
                }
            }
            #expect(peeks.count == model.count && peeks.count <= 5 && keys.allSatisfy { peeks.contains($0) == model.contains($0) })
            #expect(peeks.heldBytes <= 10_000_000)
        }
    }

    @Test func fiveOfTheLargestFit() {
        let peeks = PeekPictures()
        for number in 1...5 { #expect(peeks.set(Self.largest, for: Self.key(number)).isEmpty) }
        #expect(peeks.count == 5 && peeks.heldBytes == 5 * 1280 * 720 * 3 / 2)
        #expect(peeks.set(Self.largest, for: Self.key(1)).isEmpty, "one in the place of itself")
        #expect(peeks.set(Self.largest, for: Self.key(6)) == [Self.key(2)])
    }

    @Test func twoPlacesOfAClipAreTwoPictures() {
        let peeks = PeekPictures()
        _ = peeks.set(Self.largest, for: Self.key(1, at: .seconds(1)))
        #expect(!peeks.contains(Self.key(1)) && !peeks.contains(Self.key(1, at: .seconds(2))))
        #expect(peeks.picture(of: Self.key(1, at: .seconds(1)))?.buffer === Self.largest)
    }

    @Test func aSceneWithSixOfThemKeepsFive() {
        let peeks = PeekPictures()
        peeks.beginDrawing(with: Set((1...6).map { Self.key($0) }))
        for number in 1...5 { _ = peeks.set(Self.largest, for: Self.key(number)) }
        #expect(peeks.set(Self.largest, for: Self.key(6)) == [Self.key(1)])
    }

    // MARK: On the TV

    @Test func aPeekIsAPictureOfItsOwnWhereTheVideoWillBe() throws {
        let peeks = PeekPictures()
        let painter = ScenePainter(size: ScenePainterTests.size, stills: StillPictures(), peeks: peeks)
        let layer = Layer(
            .peek(Self.key(1)), place: Rect(x: 256, y: 72, width: 1408, height: 792), placement: Placement(shade: 0.22),
            transform: Transform(scale: 0.95, about: Point(960, 864)), window: Rect(x: 256, y: 800, width: 1408, height: 200))
        let scene = Scene(layers: [layer])
        #expect(painter.paint(scene, merging: true).pictures[0] == nil, "nothing until it is there")
        let picture = TestPictures.make(.yuv420p, VideoSize(width: 640, height: 360), seed: 1)
        _ = peeks.set(picture, for: Self.key(1))
        let placed = try #require(painter.paint(scene, merging: true).pictures[0])
        let video = try #require(
            PlacedPicture(
                picture,
                of: Layer(
                    .video(.live), place: layer.place, placement: layer.placement, transform: layer.transform, window: layer.window)))
        #expect(placed.isSame(as: video))
        // A peek on the TV is kept when others come.
        for number in 2...9 { #expect(!peeks.set(picture, for: Self.key(number)).contains(Self.key(1))) }
        _ = painter.paint(Scene(), merging: true)
        for number in 2...9 { _ = peeks.set(picture, for: Self.key(number)) }
        #expect(!peeks.contains(Self.key(1)))
    }

    /// A peek has the recorded orientation until a person chooses another, like the clip's own pictures.
    @Test(arguments: PictureOrientation.Turn.allCases, [false, true])
    func aPeekIsTurnedAsTheVideoIs(turn: PictureOrientation.Turn, isMirrored: Bool) throws {
        let peeks = PeekPictures()
        let painter = ScenePainter(size: ScenePainterTests.size, stills: StillPictures(), peeks: peeks)
        let recorded = PictureOrientation(turn: turn, isMirrored: isMirrored)
        let picture = TestPictures.make(.yuv420p, VideoSize(width: 64, height: 36), seed: 1)
        _ = peeks.set(picture, orientation: recorded, for: Self.key(1))
        for decided in [nil, PictureOrientation.upright, PictureOrientation(turn: .right, isMirrored: true)] {
            let layer = Layer(.peek(Self.key(1)), orientation: decided)
            let placed = try #require(painter.paint(Scene(layers: [layer]), merging: true).pictures[0])
            #expect(placed.isSame(as: try #require(PlacedPicture(picture, of: layer, orientation: decided ?? recorded))))
        }
    }
}
