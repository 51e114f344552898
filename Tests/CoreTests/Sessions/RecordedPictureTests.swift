// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

/// The size of an angle depends on the orientation of the picture on which it was drawn.
@Suite struct RecordedPictureTests {
    private static let vertex = Point(0.5, 0.5)
    /// A slope of equal width and height in pixels, on a picture of 16 by 9.
    private static let slope = Point(0.59, 0.66)

    private static func drawn(_ kind: Annotation.Kind, _ points: [Point]) -> Annotation { Annotation(id: 1, kind: kind, points: points) }

    @Test(
        "V-24 whole degrees by the picture's own sides, turned as it is looked at; a mirror changes nothing",
        arguments: [
            (VideoSize.hd720, PictureOrientation.Turn.none, 45, 45, 45), (.hd720, .right, 45, 45, 45), (.vga, .none, 53, 37, 53),
            (.vga, .over, 53, 37, 53), (.vga, .right, 53, 53, 37), (.vga, .left, 53, 53, 37),
        ])
    func degrees(size: VideoSize, turn: PictureOrientation.Turn, between: Int, fromUpright: Int, fromLevel: Int) {
        for isMirrored in [false, true] {
            let picture = RecordedPicture(size: size, orientation: PictureOrientation(turn: turn, isMirrored: isMirrored))
            #expect(picture.degrees(of: Self.drawn(.angle, [Point(0.7, 0.5), Self.vertex, Self.slope])) == between)
            #expect(picture.degrees(of: Self.drawn(.fromUpright, [Self.vertex, Self.slope])) == fromUpright)
            #expect(picture.degrees(of: Self.drawn(.fromLevel, [Self.vertex, Self.slope])) == fromLevel)
        }
    }

    @Test func whatIsNoAngleHasNoDegrees() {
        let picture = RecordedPicture(size: .hd720, orientation: .upright)
        #expect(picture.degrees(of: Self.drawn(.line, [Self.vertex, Self.slope])) == nil)
        #expect(picture.degrees(of: Self.drawn(.text, [Self.vertex])) == nil)
        #expect(picture.degrees(of: Self.drawn(.angle, [Self.vertex, Self.slope])) == nil, "it isn't whole")
        #expect(picture.degrees(of: Self.drawn(.angle, [Self.vertex, Self.vertex, Self.slope])) == 0, "an arm has no length")
        // A file without a size.
        let unknown = RecordedPicture(size: VideoSize(width: 0, height: 0), orientation: .upright)
        #expect(unknown.degrees(of: Self.drawn(.fromLevel, [Self.vertex, Point(0.6, 0.6)])) == 45)
    }

    @Test("X-07 a clip is of the end whose arrow it shows, else of the one it was marked in")
    func theEndOfAClip() {
        func end(_ number: Int, clips: [Int], arrows: [Int?]) -> EndRecord {
            EndRecord(
                number: number, face: FaceCatalog.all[0], shaft: Length(millimetres: 5), clips: clips,
                arrows: arrows.enumerated().map { PlacedArrow(number: $0 + 1, place: .centre, clip: $1) })
        }
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")
        let ends = [end(1, clips: [1, 2, 3], arrows: [1, nil]), end(2, clips: [4], arrows: [3, 4, nil])]
        let record = SessionRecord(header: header, ends: ends, ending: .stopped)
        #expect((1...5).map { record.endIndex(ofClip: $0) } == [0, 0, 1, 1, nil])
    }
}
