// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct MP4InspectionTests {
    private static func inspect(_ bytes: [UInt8]) throws -> MP4Inspection {
        let disk = CrashDisk()
        try disk.replace("/clip.mp4", with: bytes)
        return try MP4Inspection(path: "/clip.mp4", files: disk)
    }

    private static func fault(_ bytes: [UInt8]) -> String? {
        do {
            _ = try inspect(bytes)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [false, true])
    func aWholeClipSaysHowLongItIs(isLong: Bool) throws {
        let movie = try Self.inspect(TinyMP4(isLong: isLong).bytes)
        #expect(movie.seconds == 3)
        #expect(movie.videoFrames == 3)
    }

    @Test func aClipThatIsCutOffAnywhereIsNotWhole() {
        let bytes = TinyMP4().bytes
        for length in 0..<bytes.count { #expect(Self.fault(Array(bytes.prefix(length))) != nil, "\(length) bytes") }
    }

    @Test func boxesWithoutEndAreAFaultBeforeTheyFillTheMemory() throws {
        let box = TinyMP4.box("free", [])
        func boxes(_ count: Int) -> MP4Boxes { MP4Boxes(Array(repeatElement(box, count: count).joined())) }
        let (most, more) = (boxes(MP4Boxes.mostBoxes), boxes(MP4Boxes.mostBoxes + 1))
        #expect(try most.boxes(in: most.all).count == MP4Boxes.mostBoxes)
        #expect(throws: MP4Fault.self) { try more.boxes(in: more.all) }
        #expect(throws: MP4Fault.self) { try more.children(.moov, of: more.all) }
    }

    @Test func anIndexBehindThePicturesIsAFault() {
        let bytes = TinyMP4().bytes
        let index = 20..<20 + Int(bytes[20]) << 24 + Int(bytes[21]) << 16 + Int(bytes[22]) << 8 + Int(bytes[23])
        let moved = Array(bytes[..<index.lowerBound] + bytes[index.upperBound...] + bytes[index])
        #expect(Self.fault(moved) == "its index comes after its pictures")
        #expect(Self.fault(bytes + bytes[index]) == "it has two indexes")
        #expect(Self.fault(Array(bytes[..<index.lowerBound] + bytes[index.upperBound...])) == "it has no index")
        #expect(Self.fault(Array(bytes[20...])) == "it doesn't begin as an MP4 file")
    }

    @Test(arguments: [-1, 1, 1 << 30, -17])
    func samplesOutsideThePicturesAreAFault(error: Int) {
        #expect(Self.fault(TinyMP4(offsetError: error).bytes) == "samples lie outside its pictures")
    }

    @Test func timesThatDoNotFitTheSamplesAreAFault() {
        #expect(Self.fault(TinyMP4(timeError: 1).bytes) == "its samples and their times don't match")
    }

    @Test func soundAloneIsNoClip() {
        #expect(Self.fault(TinyMP4(handler: "soun").bytes) == "it has no pictures")
        #expect(Self.fault(TinyMP4(chunks: []).bytes) == "it has no pictures")
        #expect(Self.fault(TinyMP4(timescale: 0).bytes) == "it has no timescale")
    }

    @Test func manyShapesOfChunksAreWhole() throws {
        for shape in [[[1]], [[1], [2], [3]], [[1, 2, 3]], [[5, 5], [5, 5], [1], [2, 2]], [[300, 1], [1]]] {
            #expect(try Self.inspect(TinyMP4(chunks: shape).bytes).videoFrames == shape.joined().count)
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func nothingInAFileMakesTheInspectionFail(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bytes = TinyMP4(isLong: seed % 2 == 0).bytes
        for _ in 0..<100 { _ = Self.fault(bytes.mutated(&random)) }
    }

    @Test func whatTheCardWouldNotSayIsNoFaultOfTheClip() throws {
        let disk = CrashDisk()
        disk.change { $0.isAway = true }
        #expect(throws: MP4Fault.unread(.absent)) { try MP4Inspection(path: "/clip.mp4", files: disk) }
    }

    /// A real muxer's clip: with the index in front it is whole; otherwise it isn't one of ours.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
    func aRealMuxersFileIsWholeWithItsIndexInFront() throws {
        let folder = try TemporaryFolder()
        for (name, flags) in [("front.mp4", ["-movflags", "+faststart"]), ("back.mp4", []), ("reserved.mp4", ["-moov_size", "20000"])] {
            let ffmpeg = Process()
            ffmpeg.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
            ffmpeg.arguments =
                [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=30:duration=2",
                    "-f", "lavfi", "-i", "sine=duration=2", "-c:v", "libx264", "-c:a", "aac",
                ]
                + flags + ["\(folder.path)/\(name)"]
            try ffmpeg.run()
            ffmpeg.waitUntilExit()
            #expect(ffmpeg.terminationStatus == 0)
        }
        for name in ["front.mp4", "reserved.mp4"] {
            let movie = try MP4Inspection(path: "\(folder.path)/\(name)", files: POSIXFileSystem())
            #expect(movie.videoFrames == 60)
            #expect(abs(movie.seconds - 2) < 0.05)
        }
        #expect(throws: MP4Fault("its index comes after its pictures")) {
            try MP4Inspection(path: "\(folder.path)/back.mp4", files: POSIXFileSystem())
        }
    }
}
