// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// An imported film loses pixels and never pictures.
@Suite struct FilmFitTests {
    private static func size(_ width: Int, _ height: Int, _ hertz: Double) -> String {
        FilmFit.size(of: VideoSize(width: width, height: height), at: hertz).description
    }

    @Test func sizes() {
        #expect(Self.size(1920, 1080, 30) == "1920x1080" && Self.size(1920, 1080, 60.02) == "1920x1080")
        #expect(Self.size(1080, 1920, 60) == "1080x1920" && Self.size(1280, 720, 120) == "1280x720")
        #expect(Self.size(3840, 2160, 60) == "1920x1080" && Self.size(2160, 3840, 30) == "1080x1920")
        #expect(Self.size(1440, 1080, 30) == "1440x1080" && Self.size(176, 144, 15) == "194x160")
    }

    @Test("X-17 a box takes 8-bit H.264 up to 1080p60 and five minutes, and says what is too much")
    func aBoxesOwnFilms() {
        func burden(_ width: Int, _ height: Int, _ hertz: Double, coding: String = "h264", eight: Bool = true, seconds: Int = 10) -> String? {
            FilmFit.burden(
                of: ForeignFilm.Facts(
                    coding: coding, hasEightBits: eight, size: VideoSize(width: width, height: height),
                    rate: FrameRate(Int64(hertz)), orientation: .upright, duration: .seconds(seconds)))
        }
        #expect(burden(1920, 1080, 60) == nil && burden(1080, 1920, 60) == nil && burden(1280, 720, 120) == nil && burden(640, 360, 240) == nil)
        #expect(burden(641, 361, 30) == nil && burden(176, 144, 15) == nil && burden(1920, 1080, 30, seconds: 300) == nil)
        #expect(burden(1920, 1080, 240)?.contains("1920x1080 at 240") == true && burden(3840, 2160, 30)?.contains("3840x2160") == true)
        #expect(burden(1920, 1080, 30, coding: "hevc")?.contains("hevc") == true)
        #expect(burden(1920, 1080, 30, eight: false)?.contains("8 bits") == true)
        #expect(burden(1920, 1080, 30, seconds: 301)?.contains("5 minutes") == true)
    }

    @Test("every size is one that the encoder takes, and that each box plays in time", arguments: 1...20 as ClosedRange<UInt64>)
    func everySizeFits(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let shown = VideoSize(width: Int.random(in: 1...16_384, using: &random), height: Int.random(in: 1...4096, using: &random))
            let hertz = Double.random(in: 0.1...1000, using: &random)
            let size = FilmFit.size(of: shown, at: hertz)
            let isSmallest = min(size.width, size.height) == VideoLimits.shortestSide
            let objection = VideoLimits.objection(to: size)
            #expect(objection == nil, "\(shown) at \(hertz): \(size)")
            #expect(isSmallest || Double(size.width * size.height) * hertz <= FilmFit.mostPixelsASecond + 1, "\(shown) at \(hertz): \(size)")
        }
    }
}
