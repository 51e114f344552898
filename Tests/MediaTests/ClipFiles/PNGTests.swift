// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc
import Testing

@testable import Media

@Suite struct PNGTests {
    /// A folder for one test, deleted with it.
    private final class Folder {
        let path: String

        init() throws {
            var template = Array("/tmp/vir-png-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
        }

        deinit {
            unlink("\(path)/picture.png")
            rmdir(path)
        }
    }

    private static let size = VideoSize(width: 37, height: 11)

    /// Returns a picture in which every byte differs from its neighbours, also the fourth byte of a pixel, which a PNG doesn't store.
    private static func picture() -> MemoryPixelBuffer {
        let picture = MemoryPixelBuffer(format: .bgrx, size: size)
        for y in 0..<size.height {
            for x in 0..<4 * size.width { row(y, of: picture)[x] = UInt8(truncatingIfNeeded: 7 * x + 31 * y) }
        }
        return picture
    }

    private static func row(_ y: Int, of picture: PixelBuffer) -> UnsafeMutablePointer<UInt8> {
        (picture.plane(0).base + y * picture.plane(0).pitch).assumingMemoryBound(to: UInt8.self)
    }

    /// Returns the picture in a PNG file.
    private static func decoded(_ bytes: [UInt8]) throws -> LibAVFrame {
        let context = LibAVCodecContext(try #require(avcodec_find_decoder(AV_CODEC_ID_PNG)))
        try context.open(as: "png")
        let (packet, frame) = (LibAVPacket(), LibAVFrame())
        try #require(av_new_packet(packet.pointer, Int32(bytes.count)) == 0)
        _ = UnsafeMutableBufferPointer(start: packet.pointer.pointee.data, count: bytes.count).update(fromContentsOf: bytes)
        try #require(avcodec_send_packet(context.pointer, packet.pointer) == 0)
        try #require(avcodec_receive_frame(context.pointer, frame.pointer) == 0)
        return frame
    }

    @Test(arguments: [PNG.Effort.quick, .small])
    func aPictureIsReadBackAsItWasWritten(effort: PNG.Effort) throws {
        let picture = Self.picture()
        let frame = try Self.decoded(try PNG.bytes(of: picture, effort))
        let fields = frame.pointer.pointee
        try #require(fields.format == AV_PIX_FMT_RGB24.rawValue && fields.width == 37 && fields.height == 11)
        let plane = try #require(frame.plane(0))
        for y in 0..<Self.size.height {
            let read = (plane.base + y * plane.pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<Self.size.width {
                for part in 0..<3 { #expect(read[3 * x + part] == Self.row(y, of: picture)[4 * x + 2 - part]) }
            }
        }
    }

    @Test func aFileIsWhatItsPictureIsAndNothingHalfWrittenStays() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/picture.png"
        try PNG.write(Self.picture(), to: path)
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        #expect(bytes == (try PNG.bytes(of: Self.picture(), .quick)))
        #expect(access(path + ".part", F_OK) != 0)
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/none/picture.png"
        #expect(throws: PNG.NotWritten.self) { try PNG.write(Self.picture(), to: path) }
    }

    @Test func theRefusalNamesTheFileAndTheReason() {
        let refusal = #expect(throws: PNG.NotWritten.self) { try PNG.write(Self.picture(), to: "/proc/none.png") }
        #expect(refusal?.description == "/proc/none.png: No such file or directory")
    }

    @Test func aNameThatCannotBeTakenLeavesNothingBehind() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        #expect(throws: PNG.NotWritten.self) { try PNG.write(Self.picture(), to: folder.path) }
        #expect(access(folder.path + ".part", F_OK) != 0)
    }
}
