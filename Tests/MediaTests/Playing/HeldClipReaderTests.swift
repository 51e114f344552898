// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// A clip in memory is read as the file is that will be made of it.
@Suite struct HeldClipReaderTests {
    /// Returns the rest of some footage: each picture's number and its position.
    private static func rest(of frames: FootageFrames) throws -> [(number: Int64?, place: Duration)] {
        var pictures: [(number: Int64?, place: Duration)] = []
        while let frame = try frames.next() {
            pictures.append((NumberedPicture.number(frame.buffer), Timestamp.zero.duration(to: frame.stamp.timestamp)))
        }
        return pictures
    }

    private static func isNear(_ a: Duration, _ b: Duration) -> Bool { abs((a - b).nanoseconds) <= 12_000 }

    /// Begins on a keyframe, just after one, in the middle and at the end of a GOP.
    @Test(arguments: [(15, 60), (16, 44), (23, 70), (29, 75), (0, 80), (29, 30), (44, 44), (45, 45)] as [(Int64, Int64)])
    func itPlaysAsItsFileWill(_ from: Int64, _ through: Int64) throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let (line, plan) = (try footage.line(), footage.plan(from: from, through: through))
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264").write(plan, from: line, sound: nil, metadata: [:], to: output)
        let stored = try TemporaryFile(output.bytes)
        let file = try ClipReader(stored.path)
        let held = try #require(HeldClipReader(plan, in: line, parameters: footage.parameters))
        #expect(held.isFinite && Self.isNear(held.duration, file.duration))
        #expect(held.keyframes.count == file.keyframes.count)
        for (one, other) in zip(held.keyframes, file.keyframes) { #expect(Self.isNear(one, other)) }
        let frames = try FootageFrames(held)
        let shown = try Self.rest(of: frames)
        #expect(shown.map(\.number) == Array(from...through))
        for (index, picture) in shown.enumerated() { #expect(Self.isNear(picture.place, footage.parameters.rate.offset(of: Int64(index)))) }
        let middle = (through - from) / 2
        try frames.go(to: footage.parameters.rate.offset(of: middle))
        let picture = try #require(try frames.picture(at: footage.parameters.rate.offset(of: middle)))
        #expect(NumberedPicture.number(picture.buffer) == from + middle)
        withExtendedLifetime(stored) {}
    }

    @Test("its footage stays in the line as long as it is read, and goes afterwards")
    func itHoldsItsFootage() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let line = try footage.line()
        do {
            let held = try #require(HeldClipReader(footage.plan(from: 20, through: 40), in: line, parameters: footage.parameters))
            #expect(line.status.pinnedBytes > 0)
            _ = held.duration
        }
        #expect(line.status.pinnedBytes == 0)
        #expect(HeldClipReader(footage.plan(from: 200, through: 220), in: line, parameters: footage.parameters) == nil)
        #expect(line.status.pinnedBytes == 0, "nor does a clip whose footage isn't there hold anything")
    }

    @Test("a clip that still grows has no end yet")
    func aClipThatGrows() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let held = try #require(HeldClipReader(footage.plan(from: 60, through: 120), in: try footage.line(), parameters: footage.parameters))
        #expect(!held.isFinite)
        #expect(Self.isNear(held.duration, footage.parameters.rate.offset(of: 61)))
    }
}
