// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import TestSupport
import Testing

@testable import Graphics

/// Shade, rounded edges and sweeps, compared point by point with formulas instead of a shader.
@Suite struct TrimmedPictureTests {
    static let size = CompositorTests.size
    private static let scale = 0.1
    private static let white = Pixel.white
    private static let line = Color(red: 1, green: 0.25, blue: 0, alpha: 0.75)

    /// Returns the colour of a white picture at a point of the TV, in pixels, as a fraction of each component.
    private static func look(_ picture: PlacedPicture, atX x: Double, _ y: Double) -> (red: Double, green: Double, blue: Double) {
        var (across, down) = (x / scale, y / scale)
        if let tilt = picture.tilt {
            let angle = -tilt.degrees * .pi / 180
            let (right, below) = (across - tilt.pivot.x, down - tilt.pivot.y)
            (across, down) = (tilt.pivot.x + cos(angle) * right - sin(angle) * below, tilt.pivot.y + sin(angle) * right + cos(angle) * below)
        }
        let place = picture.place
        guard across >= place.x, across < place.maxX, down >= place.y, down < place.maxY else { return (0, 0, 0) }
        if let sweep = picture.sweep {
            var angle = atan2(across - sweep.center.x, sweep.center.y - down) / (2 * .pi)
            if angle < 0 { angle += 1 }
            guard angle < sweep.share else { return (0, 0, 0) }
        }
        var onLine = 0.0
        if let border = picture.placement.border {
            let radius = min(border.cornerRadius, place.width / 2, place.height / 2)
            // The distance from the edge; in a corner's square the distance from the corner's circle.
            let right = max(place.x + radius - across, across - (place.maxX - radius))
            let below = max(place.y + radius - down, down - (place.maxY - radius))
            let inside = right > 0 && below > 0 ? radius - (right * right + below * below).squareRoot() : radius - max(right, below)
            guard inside >= 0 else { return (0, 0, 0) }
            if inside < border.width { onLine = border.color.alpha }
        }
        let light = picture.placement.opacity * (1 - picture.placement.shade)
        let color = picture.placement.border?.color ?? Color(hex: 0)
        func mixed(_ component: Double) -> Double { light * (component * onLine + 1 - onLine) }
        return (mixed(color.red), mixed(color.green), mixed(color.blue))
    }

    /// Returns the mean colour of a pixel.
    private static func expected(_ picture: PlacedPicture, _ x: Int, _ y: Int) -> Pixel {
        let steps = 6
        var (red, green, blue) = (0.0, 0.0, 0.0)
        for row in 0..<steps {
            for column in 0..<steps {
                let there = look(
                    picture, atX: Double(x) + (Double(column) + 0.5) / Double(steps), Double(y) + (Double(row) + 0.5) / Double(steps))
                red += there.red
                green += there.green
                blue += there.blue
            }
        }
        func byte(_ sum: Double) -> Int { Int((sum / Double(steps * steps) * 255).rounded()) }
        return Pixel(red: byte(red), green: byte(green), blue: byte(blue), alpha: 255)
    }

    /// Checks that flat parts are exact and edges are one pixel soft.
    private func check(_ picture: PlacedPicture, _ words: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try Compositor().compose([picture], size: Self.size)
        let (width, height) = (Self.size.width, Self.size.height)
        let expected = (0..<width * height).map { Self.expected(picture, $0 % width, $0 / width) }
        var (worst, sum) = (0, 0)
        for y in 0..<height {
            for x in 0..<width {
                let there = expected[y * width + x]
                let distance = result.pixel(x, y).distance(to: there)
                worst = max(worst, distance)
                sum += distance
                let isFlat = (max(0, y - 1)...min(height - 1, y + 1)).allSatisfy { row in
                    (max(0, x - 1)...min(width - 1, x + 1)).allSatisfy { expected[row * width + $0] == there }
                }
                if isFlat, distance > 2 {
                    Issue.record("\(x), \(y): \(result.pixel(x, y)) is not \(there), \(words)", sourceLocation: sourceLocation)
                    return
                }
            }
        }
        #expect(worst <= 100, words, sourceLocation: sourceLocation)
        #expect(Double(sum) / Double(Self.size.pixels) <= 1, words, sourceLocation: sourceLocation)
    }

    private func picture(
        _ place: Rect = Rect(x: 300, y: 200, width: 1200, height: 700), _ placement: Placement = Placement(),
        tilt: PlacedPicture.Tilt? = nil, sweep: PlacedPicture.Sweep? = nil
    ) -> PlacedPicture {
        PlacedPicture(buffer: CompositorTests.flat(.white, .bgrx), place: place, placement: placement, tilt: tilt, sweep: sweep)
    }

    private static let border = Placement.Border(cornerRadius: 200, width: 40, line)

    @Test(arguments: [0, 0.22, 0.44, 0.66, 1.0], [PixelFormat.bgra, .bgrx])
    func shadeMakesEachColourDarkerAndNothingTransparent(shade: Double, format: PixelFormat) throws {
        let color = Pixel(red: 200, green: 100, blue: 40, alpha: 255)
        let below = CompositorTests.flat(.white, .bgrx)
        let shaded = PlacedPicture(buffer: CompositorTests.flat(color, format), placement: Placement(shade: shade))
        let result = try Compositor().compose([PlacedPicture(buffer: below), shaded], size: Self.size)
        func darker(_ value: Int) -> Int { Int((Double(value) * (1 - shade)).rounded()) }
        let expected = Pixel(red: darker(200), green: darker(100), blue: darker(40), alpha: 0)
        #expect(result.pixel(90, 50).distance(to: expected) <= 1)
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func aShadedVideoIsTheVideoTimesWhatIsLeft(format: PixelFormat) throws {
        let source = TestPictures.make(format, Self.size, seed: 7)
        let result = try Compositor().compose([PlacedPicture(buffer: source, placement: Placement(shade: 0.44))], size: Self.size)
        for y in stride(from: 0, to: Self.size.height, by: 7) {
            for x in stride(from: 0, to: Self.size.width, by: 5) {
                let there = TestPictures.rgb(source, x, y)
                func left(_ value: Int) -> Int { Int((Double(value) * 0.56).rounded()) }
                let expected = Pixel(red: left(there.red), green: left(there.green), blue: left(there.blue), alpha: 0)
                #expect(result.pixel(x, y).distance(to: expected) <= 2)
            }
        }
    }

    @Test func roundedCornersAreNotThereAndTheEdgeHasItsLine() throws {
        try check(picture(Rect(x: 300, y: 200, width: 1200, height: 700), Placement(border: Self.border)), "a border")
        try check(picture(Rect(x: 303, y: 204, width: 1111, height: 707), Placement(opacity: 0.5, shade: 0.3, border: Self.border)), "between pixels")
        try check(
            picture(Rect(x: 300, y: 200, width: 1200, height: 300), Placement(border: .init(cornerRadius: 900, width: 0, Self.line))),
            "as round as it can be")
        let corner = try Compositor().compose([picture(Canvas.bounds, Placement(border: Self.border))], size: Self.size)
        #expect(corner.pixel(0, 0).distance(to: .black) == 0 && corner.pixel(191, 107).distance(to: .black) == 0)
        // White and three quarters of the line's colour.
        #expect(corner.pixel(96, 1).distance(to: Pixel(red: 255, green: 112, blue: 64, alpha: 0)) <= 1)
    }

    @Test func aVideoHasTheSameEdge() throws {
        let video = MemoryPixelBuffer(format: .yuv420p, size: Self.size)
        for y in 0..<Self.size.height { video.row(y).update(repeating: 235, count: Self.size.width) }
        for index in 1...2 {
            for y in 0..<Self.size.height / 2 { video.row(y, plane: index).update(repeating: 128, count: Self.size.width / 2) }
        }
        var picture = picture(Rect(x: 300, y: 200, width: 1200, height: 700), Placement(shade: 0.2, border: Self.border))
        picture.buffer = video
        try check(picture, "planar YUV")
    }

    @Test(arguments: [6.0, 17.08, -33, 90, 200])
    func theEdgeIsTurnedWithThePicture(degrees: Double) throws {
        let tilt = PlacedPicture.Tilt(degrees: degrees, about: Point(900, 600))
        try check(picture(Rect(x: 500, y: 300, width: 800, height: 500), Placement(border: Self.border), tilt: tilt), "turned by \(degrees)")
    }

    @Test(arguments: [0.5, 0.85, 2])
    func theEdgeIsScaledWithThePicture(factor: Double) throws {
        let layer = Layer(
            .video(.live), place: Rect(x: 560, y: 240, width: 960, height: 540), placement: Placement(border: Self.border),
            transform: Transform(scale: factor, about: Point(1000, 900)))
        let placed = try #require(PlacedPicture(CompositorTests.flat(.white, .bgrx), of: layer))
        #expect(placed.placement.border == Placement.Border(cornerRadius: 200 * factor, width: 40 * factor, Self.line))
        try check(placed, "made \(factor) as large")
    }

    @Test(arguments: 0...8)
    func aSweepGoesClockwiseFromTwelve(eighths: Int) throws {
        let share = Double(eighths) / 8
        try check(picture(sweep: .init(share, about: Point(900, 550))), "\(eighths)/8")
        let tilt = PlacedPicture.Tilt(degrees: 30, about: Point(900, 550))
        try check(picture(tilt: tilt, sweep: .init(share, about: Point(700, 500))), "\(eighths)/8 of a turned one")
    }

    /// 12 o'clock is at the top of the TV, whatever the picture's orientation in memory.
    @Test(arguments: [0.0, 90, 180, 270], [false, true])
    func aSweepKnowsNothingOfHowItsPictureWasRecorded(rotation: Double, isMirrored: Bool) throws {
        let placement = Placement(rotation: rotation, isMirrored: isMirrored)
        for share in [0.125, 0.4, 0.8] {
            try check(picture(Rect(x: 500, y: 300, width: 800, height: 500), placement, sweep: .init(share, about: Point(800, 500))), "\(share)")
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func allOfItTogether(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let place = Rect(x: number(-100...600), y: number(-100...300), width: number(300...1200), height: number(300...700))
        let border = Placement.Border(cornerRadius: number(0...150), width: number(10...60), Self.line)
        let placement = Placement(opacity: number(0.3...1), shade: number(0...0.8), border: random.chance(0.7) ? border : nil)
        let tilt = random.chance(0.6) ? PlacedPicture.Tilt(degrees: number(-60...60), about: Point(number(0...1920), number(0...1080))) : nil
        let sweep = random.chance(0.5) ? PlacedPicture.Sweep(number(0.1...1), about: place.center) : nil
        try check(picture(place, placement, tilt: tilt, sweep: sweep), "seed \(seed)")
    }

    @Test func aBlurredPictureHasItsEdgeToo() throws {
        let plain = picture(Rect(x: 300, y: 200, width: 1200, height: 700), Placement(border: Self.border))
        var blurred = plain
        blurred.placement.blur = 60
        let (one, other) = (try Compositor().compose([plain], size: Self.size), try Compositor().compose([blurred], size: Self.size))
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width { #expect(one.pixel(x, y).distance(to: other.pixel(x, y)) <= 2) }
        }
    }
}
