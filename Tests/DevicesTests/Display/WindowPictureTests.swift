// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core
import TestSupport
import Testing

@testable import Devices

extension DisplayTests {
    /// The window's pixels, read back and compared with the formulas; two levels are left to the renderer's arithmetic.
    @Suite struct WindowPictures {
        static let size = VideoSize(width: 96, height: 54)

        struct RGB: Hashable {
            var red, green, blue: Int

            func distance(to other: RGB) -> Int {
                max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
            }
        }

        /// Returns noise in brightness over one flat colour.
        static func picture(_ format: PixelFormat, u: UInt8 = 110, v: UInt8 = 150) -> MemoryPixelBuffer {
            var random = SeededGenerator(seed: 5)
            let buffer = MemoryPixelBuffer(format: format, size: size)
            for index in 0..<format.planeCount {
                for y in 0..<(index == 0 ? size.height : size.height / 2) {
                    for x in 0..<buffer.plane(index).pitch {
                        let isU = format == .nv12 ? x % 2 == 0 : index == 1
                        (buffer.plane(index).base + y * buffer.plane(index).pitch + x)
                            .storeBytes(
                                of: index == 0 ? .random(in: 30...200, using: &random) : isU ? u : v,
                                as: UInt8.self)
                    }
                }
            }
            return buffer
        }

        /// BT.709, limited range.
        static func rgb(_ buffer: PixelBuffer, _ x: Int, _ y: Int, u: Double = 110, v: Double = 150) -> RGB {
            let plane = buffer.plane(0)
            let luma = (Double((plane.base + y * plane.pitch + x).load(as: UInt8.self)) - 16) / 219
            let (cb, cr) = ((u - 128) / 224, (v - 128) / 224)
            func byte(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
            return RGB(
                red: byte(luma + 1.5748 * cr), green: byte(luma - 0.1873 * cb - 0.4681 * cr),
                blue: byte(luma + 1.8556 * cb))
        }

        static func shown(_ pictures: [PlacedPicture], window size: VideoSize = size) throws -> (Int, Int) -> RGB {
            useDrawnWindows()
            let window = try SDLWindow(title: "test", size: size)
            try window.load(pictures)
            window.draw()
            var bytes = [UInt8](repeating: 0, count: 4 * size.width * size.height)
            let status = SDL_RenderReadPixels(
                window.renderer, nil, SDL_PIXELFORMAT_ARGB8888.rawValue, &bytes,
                Int32(4 * size.width))
            try #require(status == 0)
            return { x, y in
                let at = 4 * (y * size.width + x)
                return RGB(red: Int(bytes[at + 2]), green: Int(bytes[at + 1]), blue: Int(bytes[at]))
            }
        }

        @Test(
            arguments: [PixelFormat.yuv420p, .nv12],
            [Placement(), Placement(isMirrored: true), Placement(rotation: 180), Placement(rotation: 180, isMirrored: true)])
        func aPictureAtItsOwnSizeComesOutPixelForPixel(format: PixelFormat, placement: Placement) throws {
            let source = Self.picture(format)
            let pixel = try Self.shown([PlacedPicture(buffer: source, placement: placement)])
            var worst = 0
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let isUpsideDown = placement.rotation == 180
                    let fromX = placement.isMirrored != isUpsideDown ? Self.size.width - 1 - x : x
                    let fromY = isUpsideDown ? Self.size.height - 1 - y : y
                    worst = max(worst, pixel(x, y).distance(to: Self.rgb(source, fromX, fromY)))
                }
            }
            #expect(worst <= 2)
        }

        /// A crop of the upright picture, enlarged to the whole place.
        @Test(arguments: [Placement(), Placement(isMirrored: true), Placement(rotation: 180)])
        func aCropFillsThePlace(placement: Placement) throws {
            let source = Self.picture(.yuv420p)
            let place = Rect(x: 480, y: 270, width: 960, height: 540)
            let crop = Rect(x: 0.5, y: 0, width: 0.5, height: 0.5)
            let pixel = try Self.shown([PlacedPicture(buffer: source, place: place, crop: crop, placement: placement)])
            var worst = 0
            // 48×27 of its pixels, one to one in the middle of the window; half of the rest is rounded to 13 or 14.
            for y in 1..<26 {
                for x in 0..<48 {
                    let (column, row) = (48 + x, y)
                    let isUpsideDown = placement.rotation == 180
                    let fromX = placement.isMirrored != isUpsideDown ? 95 - column : column
                    let fromY = isUpsideDown ? 53 - row : row
                    worst = max(worst, pixel(24 + x, 14 + y).distance(to: Self.rgb(source, fromX, fromY)))
                }
            }
            #expect(worst <= 2)
            #expect(pixel(22, 20) == RGB(red: 0, green: 0, blue: 0) && pixel(73, 20) == RGB(red: 0, green: 0, blue: 0))
        }

        static func flat(_ pixel: UInt32, _ format: PixelFormat) -> MemoryPixelBuffer {
            let buffer = MemoryPixelBuffer(format: format, size: size)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    (buffer.plane(0).base + y * buffer.plane(0).pitch + 4 * x).storeBytes(of: pixel, as: UInt32.self)
                }
            }
            return buffer
        }

        @Test func drawingsLieOverPicturesWithTheirOwnAlpha() throws {
            let pixel = try Self.shown([
                PlacedPicture(buffer: Self.flat(0x00C8_6428, .bgrx)),
                PlacedPicture(buffer: Self.flat(0x8040_0020, .bgra)),
            ])
            #expect(pixel(40, 30).distance(to: RGB(red: 164, green: 50, blue: 52)) <= 2)
        }

        /// Video, drawing, video, still, drawing: each overlaps the one before.
        @Test func picturesLieInTheOrderOfTheList() throws {
            let layered = LayeredScene(back: .delayed, front: .live)
            let red = Self.flat(0xFFFF_0000, .bgra)
            let blue = Self.flat(0xFF00_00FF, .bgra)
            let layers = layered.scene.layers
            let pictures = [
                PlacedPicture(layered.back, of: layers[0]),
                PlacedPicture(red, of: layers[1], area: Rect(x: 200, y: 200, width: 600, height: 400)),
                PlacedPicture(layered.front, of: layers[2]), PlacedPicture(layered.stillPicture, of: layers[3]),
                PlacedPicture(blue, of: layers[4], area: Rect(x: 1300, y: 600, width: 400, height: 300)),
            ].compactMap(\.self)
            #expect(pictures.count == 5 && pictures.allSatisfy(\.isPlaneLike))
            let pixel = try Self.shown(pictures)
            for probe in LayeredScene.probes {
                let seen = pixel(Int(probe.point.x / 20), Int(probe.point.y / 20))
                #expect(seen.distance(to: RGB(red: probe.red, green: probe.green, blue: probe.blue)) <= 3, "layer \(probe.layer)")
            }
        }

        @Test func theCanvasLiesInTheMiddleOfAWindowOfAnotherShape() throws {
            let pixel = try Self.shown(
                [PlacedPicture(buffer: Self.flat(0x00FF_FFFF, .bgrx))],
                window: VideoSize(width: 160, height: 120))
            let (black, white) = (RGB(red: 0, green: 0, blue: 0), RGB(red: 255, green: 255, blue: 255))
            #expect((0..<15).allSatisfy { pixel(80, $0) == black })
            #expect((15..<105).allSatisfy { pixel(80, $0) == white })
            #expect((105..<120).allSatisfy { pixel(80, $0) == black })
        }

        @Test func anotherPictureOfAnotherKindTakesTheTexturesPlace() throws {
            useDrawnWindows()
            let window = try SDLWindow(title: "test", size: Self.size)
            for format in [PixelFormat.yuv420p, .bgra, .nv12, .bgrx, .yuv420p] {
                let buffer = format.isYUV ? Self.picture(format) : Self.flat(0xFFFF_FFFF, format)
                try window.load([PlacedPicture(buffer: buffer)])
                window.draw()
            }
            var pixel = [UInt8](repeating: 0, count: 4)
            var place = SDL_Rect(x: 7, y: 9, w: 1, h: 1)
            SDL_RenderReadPixels(window.renderer, &place, SDL_PIXELFORMAT_ARGB8888.rawValue, &pixel, 4)
            let shown = RGB(red: Int(pixel[2]), green: Int(pixel[1]), blue: Int(pixel[0]))
            #expect(shown.distance(to: Self.rgb(Self.picture(.yuv420p), 7, 9)) <= 2)
        }
    }
}
