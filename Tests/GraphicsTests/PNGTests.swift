// SPDX-License-Identifier: GPL-3.0-or-later

import CCairo
import Core
import Glibc
import Testing

@testable import Graphics

@Suite struct PNGTests {
    /// A folder for one test, gone when the test is.
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

    @Test func aPictureIsReadBackAsItWasWritten() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/picture.png"
        let picture = MemoryPixelBuffer(format: .bgrx, size: VideoSize(width: 37, height: 11))
        for y in 0..<11 {
            for x in 0..<4 * 37 { picture.row(y)[x] = UInt8(truncatingIfNeeded: 7 * x + 31 * y) }
        }
        try PNG.write(picture, to: path)
        let surface = cairo_image_surface_create_from_png(path)
        defer { cairo_surface_destroy(surface) }
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        #expect(cairo_image_surface_get_width(surface) == 37 && cairo_image_surface_get_height(surface) == 11)
        let pixels = try #require(cairo_image_surface_get_data(surface))
        let pitch = Int(cairo_image_surface_get_stride(surface))
        for y in 0..<11 {
            for x in 0..<37 {
                let read = pixels + y * pitch + 4 * x
                #expect(
                    Pixel(red: Int(read[2]), green: Int(read[1]), blue: Int(read[0]), alpha: 0)
                        .distance(to: picture.pixel(x, y)) == 0)
            }
        }
        #expect(access(path + ".part", F_OK) != 0, "nothing half-written stays")
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path + "/none/picture.png"
        let picture = MemoryPixelBuffer(format: .bgrx, size: VideoSize(width: 4, height: 4))
        #expect(throws: GraphicsError.self) { try PNG.write(picture, to: path) }
    }

    @Test func aNameThatCannotBeTakenLeavesNothingBehind() throws {
        let folder = try Folder()
        defer { withExtendedLifetime(folder) {} }
        let picture = MemoryPixelBuffer(format: .bgrx, size: VideoSize(width: 4, height: 4))
        #expect(throws: GraphicsError.self) { try PNG.write(picture, to: folder.path) }
        #expect(access(folder.path + ".part", F_OK) != 0)
    }
}
