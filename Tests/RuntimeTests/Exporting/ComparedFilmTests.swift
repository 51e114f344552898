// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Interface
@testable import Runtime

/// Exported comparisons: the pixels of the film are where the TV has them.
@Suite struct ComparedFilmTests {
    private static let size = VideoSize(width: 640, height: 360)
    private let bench: FilmBench

    init() throws { bench = try FilmBench() }

    /// Returns a clip whose quarters have four brightnesses: top left, top right, bottom left, bottom right.
    private func quarters(_ name: String, _ lumas: [Int], size: VideoSize = Self.size) throws -> FilmClip {
        let picture = FilmBench.gray(size) { x, y in lumas[(x * 2 / size.width) + 2 * (y * 2 / size.height)] }
        var clip = try bench.clip(name, frames: 0...23, size: size) { _ in picture }
        (clip.moment, clip.title) = (0.4, "Clip \(name)")
        return clip
    }

    /// Returns a picture from the middle of a comparison's film.
    private func film(_ one: FilmClip, _ other: FilmClip, _ view: ComparisonView) throws -> PixelBuffer {
        let frames = try FootageFrames(try bench.made(.clips(.compare(shift: 0, view), [one, other])))
        #expect(frames.size == Self.size)
        try frames.go(to: .seconds(0.4))
        let frame = try #require(try frames.picture(at: .seconds(0.4)))
        return frame.buffer
    }

    /// Returns the brightness at a point, in shares of the picture.
    private func luma(_ picture: PixelBuffer, _ x: Double, _ y: Double) -> Int {
        let plane = picture.plane(0)
        return Int(
            plane.base.load(
                fromByteOffset: Int(y * Double(picture.size.height)) * plane.pitch + Int(x * Double(picture.size.width)), as: UInt8.self))
    }

    private func expect(_ picture: PixelBuffer, _ x: Double, _ y: Double, _ value: Int, _ words: Comment? = nil) {
        let seen = luma(picture, x, y)
        #expect(abs(seen - value) <= 4, words ?? "at \(x), \(y): \(seen), not \(value)")
    }

    private static let (dark, light) = ([40, 60, 80, 100], [140, 160, 180, 200])

    @Test("X-04 V-53 beside: each picture's middle, at the zoom's point")
    func beside() throws {
        let (one, other) = (try quarters("one", Self.dark), try quarters("other", Self.light))
        let middle = try film(one, other, ComparisonView(.beside, zoom: Zoom(), otherZoom: Zoom()))
        for (x, top, bottom) in [(0.1, 40, 80), (0.4, 60, 100), (0.6, 140, 180), (0.9, 160, 200)] {
            expect(middle, x, 0.3, top)
            expect(middle, x, 0.9, bottom)
        }
        // Both keep their right parts.
        let right = try film(one, other, ComparisonView().around(1))
        for (x, top) in [(0.1, 60), (0.4, 60), (0.6, 160), (0.9, 160)] { expect(right, x, 0.3, top) }
    }

    @Test("X-04 V-53 ghost: B over A, as opaque as on the TV", arguments: [0, 0.25, 0.7, 1])
    func ghost(mix: Double) throws {
        let (one, other) = (try quarters("one", Self.dark), try quarters("other", Self.light))
        let picture = try film(one, other, ComparisonView(.ghost, mix: mix, zoom: Zoom(), otherZoom: Zoom()))
        for (index, (x, y)) in [(0.25, 0.3), (0.75, 0.3), (0.25, 0.75), (0.75, 0.75)].enumerated() {
            let (below, above) = (Double(Self.dark[index]), Double(Self.light[index]))
            expect(picture, x, y, Int(below + (above - below) * mix))
        }
    }

    @Test("X-04 V-53 wipe: A left of the line, B right of it, whole pictures", arguments: [0.25, 0.5, 0.8])
    func wipe(at edge: Double) throws {
        let (one, other) = (try quarters("one", Self.dark), try quarters("other", Self.light))
        let picture = try film(one, other, ComparisonView(.wipe, wipe: edge, zoom: Zoom(), otherZoom: Zoom()))
        for x in [0.03, 0.15, 0.3, 0.4, 0.6, 0.7, 0.9, 0.97] {
            let lumas = x < edge ? Self.dark : Self.light
            expect(picture, x, 0.3, lumas[x < 0.5 ? 0 : 1])
            expect(picture, x, 0.8, lumas[x < 0.5 ? 2 : 3])
        }
        // The line is lighter than A beside it.
        let line = luma(picture, edge - 0.5 / Double(Self.size.width), 0.6)
        #expect(line > (edge < 0.5 ? 80 : 100) + 30, "\(line)")
    }

    @Test("X-04 V-53 each picture has its own zoom", arguments: [ComparisonView.Mode.ghost, .wipe])
    func zoomed(mode: ComparisonView.Mode) throws {
        let (one, other) = (try quarters("one", Self.dark), try quarters("other", Self.light))
        var (left, right) = (Zoom(), Zoom())
        left.change(by: 2)
        left.pan(-1, -1)
        right.change(by: 2)
        right.pan(1, 1)
        #expect(left.crop == Rect(x: 0, y: 0, width: 0.5, height: 0.5) && right.crop.x == 0.5)
        let picture = try film(one, other, ComparisonView(mode, zoom: left, otherZoom: right))
        for (x, y) in [(0.1, 0.3), (0.4, 0.9), (0.6, 0.3), (0.9, 0.9)] {
            expect(picture, x, y, mode == .ghost ? (40 + 200) / 2 : x < 0.5 ? 40 : 200)
        }
    }

    @Test("X-04 V-53 what is drawn on a clip ends at the line of a wipe, and lies on the same point of the picture")
    func drawings() throws {
        var one = try quarters("one", [40, 40, 40, 40])
        one.standing = [
            Annotation(id: 1, kind: .line, points: [Point(0.1, 0.6), Point(0.9, 0.6)], ink: .white, width: 60, span: nil)
        ]
        let other = try quarters("other", [90, 90, 90, 90])
        let picture = try film(one, other, ComparisonView(.wipe, wipe: 0.5, zoom: Zoom(), otherZoom: Zoom()))
        for x in [0.15, 0.3, 0.45] { #expect(luma(picture, x, 0.6) > 200) }
        for x in [0.05, 0.55, 0.7, 0.85] { #expect(luma(picture, x, 0.6) < 100) }
    }

    @Test("X-04 V-53 a picture of another shape is as large as it fits, with black beside it")
    func upright() throws {
        let one = try quarters("one", Self.dark)
        let other = try quarters("other", Self.light, size: VideoSize(width: 180, height: 320))
        let picture = try film(one, other, ComparisonView(.wipe, wipe: 0.25, zoom: Zoom(), otherZoom: Zoom()))
        expect(picture, 0.15, 0.3, 40)
        expect(picture, 0.28, 0.5, 16, "black left of the upright picture")
        expect(picture, 0.42, 0.35, 140)
        expect(picture, 0.58, 0.8, 200)
        expect(picture, 0.75, 0.5, 16)
    }
}
