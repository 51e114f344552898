// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite("The next smaller stream saves at least 40 %, and changes one thing")
struct SmallerStreamTests {
    @Test(arguments: [
        (1920, 1080, 60, 1920, 1080, 30), (1920, 1080, 50, 1920, 1080, 25), (1920, 1080, 48, 1920, 1080, 24),
        (1920, 1080, 30, 1280, 720, 30), (1920, 1080, 25, 1280, 720, 25), (1280, 720, 60, 1280, 720, 30),
        (1280, 720, 30, 640, 480, 30), (640, 480, 60, 640, 480, 30), (1456, 1088, 60, 1456, 1088, 30),
        (1456, 1088, 30, 1280, 720, 30), (1536, 864, 120, 1536, 864, 60), (1536, 864, 30, 640, 480, 30),
    ])
    func theLadder(width: Int, height: Int, rate: Int, nextWidth: Int, nextHeight: Int, nextRate: Int) throws {
        let stream = StreamParameters(size: VideoSize(width: width, height: height), rate: FrameRate(Int64(rate)))
        let next = try #require(SmallerStream(below: stream))
        #expect(next.size == VideoSize(width: nextWidth, height: nextHeight) && next.framesPerSecond == nextRate)
    }

    @Test(arguments: [(640, 480, 30), (320, 180, 30), (160, 160, 24)])
    func belowTheSmallestThereIsNone(width: Int, height: Int, rate: Int) {
        #expect(SmallerStream(below: StreamParameters(size: VideoSize(width: width, height: height), rate: FrameRate(Int64(rate)))) == nil)
    }

    @Test(arguments: [
        FrameRate(24), FrameRate(25), FrameRate(30_000, 1001), FrameRate(30), FrameRate(48), FrameRate(50), FrameRate(60_000, 1001),
        FrameRate(60), FrameRate(90), FrameRate(120),
    ])
    func everyStepIsWorthItAndTheLadderEnds(rate: FrameRate) throws {
        for width in stride(from: 160, through: 2048, by: 128) {
            for height in stride(from: 160, through: 1536, by: 96) {
                var stream = StreamParameters(size: VideoSize(width: width, height: height), rate: rate)
                var settings = Settings()
                var steps = 0
                while let next = SmallerStream(below: stream) {
                    let before = Double(stream.size.width * stream.size.height) * stream.rate.hertz
                    let after = Double(next.size.width * next.size.height) * Double(next.framesPerSecond)
                    #expect(after <= before * 0.61 && (next.size == stream.size || next.framesPerSecond == Int(stream.rate.hertz.rounded())))
                    let changed = next.applied(to: settings)
                    #expect((changed.size != settings.size) != (changed.framesPerSecond != settings.framesPerSecond))
                    #expect(VideoLimits.objection(to: next.size) == nil || next.size == stream.size)
                    settings = changed
                    stream = StreamParameters(size: next.size, rate: FrameRate(Int64(next.framesPerSecond)))
                    steps += 1
                    try #require(steps < 8)
                }
            }
        }
    }
}
