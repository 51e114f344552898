// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// A clip's header says how it is turned, and is never mirrored; its still is upright for the viewer.
@Suite struct ClipOrientationTests {
    static let all = PictureOrientation.Turn.allCases.flatMap { turn in
        [false, true].map { PictureOrientation(turn: turn, isMirrored: $0) }
    }

    private static let footage = Result { try EncodedFootage.encode(frames: 40) }

    private func clip(_ orientation: PictureOrientation, _ footage: EncodedFootage) throws -> [UInt8] {
        var plan = footage.plan(from: 15, through: 35)
        plan.orientation = orientation
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(plan, from: footage.line(), sound: nil, metadata: [:], to: output)
        return output.bytes
    }

    /// Returns the orientation that turns such a picture back.
    private static func inverse(of orientation: PictureOrientation) -> PictureOrientation {
        guard !orientation.isMirrored else { return orientation }
        return PictureOrientation(turn: PictureOrientation.Turn(rawValue: (360 - orientation.turn.rawValue) % 360) ?? .none)
    }

    private static func turned(_ picture: PixelBuffer, _ orientation: PictureOrientation) -> PixelBuffer {
        let size = orientation.size(of: picture.size)
        let result = MemoryPixelBuffer(format: .yuv420p, size: size)
        orientation.copy(picture.plane(0), to: result.plane(0), width: size.width, height: size.height)
        return result
    }

    @Test("V-28 a file has one of the four turns and no mirror: with the mirror of what is seen it lies as it was meant", arguments: all)
    func theReaderHasTheTurn(_ orientation: PictureOrientation) throws {
        let file = try TemporaryFile(try clip(orientation, Self.footage.get()))
        let read = try ClipReader(file.path).orientation
        #expect(!read.isMirrored && (orientation.isMirrored ? read.mirrored() : read) == orientation)
    }

    /// The pictures are copied unchanged: only the nine numbers of the track header's matrix differ.
    @Test(arguments: all)
    func onlyTheMatrixIsAnother(_ orientation: PictureOrientation) throws {
        let footage = try Self.footage.get()
        let (upright, turned) = (try clip(.upright, footage), try clip(orientation, footage))
        #expect(upright.count == turned.count)
        let different = zip(upright, turned).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(different.isEmpty == (orientation.unmirrored == .upright))
        if let first = different.first, let last = different.last { #expect(last - first < 36) }
    }

    @Test(arguments: [
        (PictureOrientation(turn: .right), "-90"), (PictureOrientation(turn: .over), "-180"), (PictureOrientation(turn: .left), "90"),
    ])
    func anotherProgramReadsTheTurn(_ orientation: PictureOrientation, _ degrees: String) throws {
        let file = try TemporaryFile(try clip(orientation, Self.footage.get()))
        let told = try Tool.lines(
            "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", file.path])
        // ffprobe counts the other way round; half a turn is the same both ways.
        let plain = told.first.map { degrees == "-180" && $0 == "180" ? "-180" : $0 }
        #expect(plain == degrees)
    }

    @Test(arguments: all)
    func theStillLiesAsItIsLookedAt(_ orientation: PictureOrientation) throws {
        let footage = try Self.footage.get()
        let file = try TemporaryFile(try clip(orientation, footage))
        let (still, unmirrored) = try StillReader.still(ofClip: file.path, orientation: orientation)
        #expect(still.size == orientation.size(of: footage.parameters.size))
        #expect(NumberedPicture.number(Self.turned(still, Self.inverse(of: orientation))) == 15)
        if orientation != .upright { #expect(NumberedPicture.number(still) != 15) }
        // A mirrored still comes with an unmirrored one, as players show the file.
        #expect((unmirrored != nil) == orientation.isMirrored)
        let played = try StillReader.picture(ofClip: file.path)
        #expect(NumberedPicture.number(Self.turned(played, Self.inverse(of: orientation.unmirrored))) == 15)
        if let unmirrored { #expect(NumberedPicture.number(Self.turned(unmirrored, Self.inverse(of: orientation.unmirrored))) == 15) }
    }

    @Test func aLargeStillOnItsSideFitsWhereItIsShown() throws {
        let parameters = StreamParameters(size: .hd1080, rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 2, parameters: parameters)
        var plan = footage.plan(from: 0, through: 1)
        plan.orientation = PictureOrientation(turn: .right)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: parameters, encoderName: "libx264").write(plan, from: footage.line(), sound: nil, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        #expect(try StillReader.picture(ofClip: file.path).size == VideoSize(width: 406, height: 720))
    }
}
