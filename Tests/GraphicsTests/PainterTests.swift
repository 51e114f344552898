// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

@Suite struct PainterTests {
    static let white = Color(hex: 0xFFFFFF)
    static let sentence = "Put the arrows on the face with the knob, one after the other, and look at each shot again"

    func painted(_ commands: [DrawingCommand], size: VideoSize = .hd1080, opacity: Double = 1, clip: Rect? = nil) -> PixelBuffer {
        let buffer = MemoryPixelBuffer(format: .bgra, size: size)
        let stills = StillPictures()
        for number in 1...3 { stills.set(StillPicturesTests.plain(.vga, luma: 200), for: StillPicturesTests.key(number)) }
        Painter(size: size, stills: stills).paint(Drawing(commands), opacity: opacity, into: buffer, clip: clip)
        return buffer
    }

    @Test func interIsInstalledWhereTheTestsRun() {
        #expect(Fonts.isInterInstalled())
    }

    /// Names in the scripts of the nations with the most archers are readable with the fonts that the box and `make run` have beside Inter.
    @Test(arguments: [
        "김우진", "李娜", "張偉", "古川高晴", "たかはる カタカナ", "สมชาย", "علي", "דוד", "दीपिका", "বাংলা", "தமிழ்", "ქართული", "Γιώργος", "Юлия", "Nguyễn",
    ])
    func aNameOfAnyNationHasAllItsLetters(name: String) {
        #expect(Fonts.missingLetters(in: name) == [])
    }

    @Test func aLetterThatNoFontHasIsNamedOnce() {
        // A character of the last private-use plane, which no font has.
        #expect(Fonts.missingLetters(in: "Ana \u{10FFFD}o\u{10FFFD}") == ["\u{10FFFD}"])
    }

    @Test(arguments: [TextRun.Alignment.leading, .center, .trailing], [1, 2, 3])
    func textStaysInsideItsWidth(alignment: TextRun.Alignment, lines: Int) throws {
        let width = 420.0
        let run = TextRun(
            Self.sentence, at: Point(900, 300), size: 36, alignment: alignment, color: Self.white,
            width: width, maximumLines: lines)
        let ink = try #require(painted([.text(run)]).inkedPixels)
        let left =
            switch alignment {
            case .leading: 900.0
            case .center: 900 - width / 2
            case .trailing: 900 - width
            }
        #expect(Double(ink.left) >= left - 1 && Double(ink.right) <= left + width + 1)
        #expect(Double(ink.bottom) <= 300 + 1.25 * 36 * Double(lines))
        #expect(Double(ink.bottom) >= 300 + 1.25 * 36 * (Double(lines) - 0.6), "\(lines) lines are used")
    }

    @Test(arguments: [TextRun.Alignment.leading, .center, .trailing])
    func noPartOfALongLineIsLeftOut(alignment: TextRun.Alignment) throws {
        let x =
            switch alignment {
            case .leading: 10.0
            case .center: 960.0
            case .trailing: 1910.0
            }
        let command = DrawingCommand.text(
            TextRun(
                Self.sentence, at: Point(x, 300), size: 36, alignment: alignment,
                color: Self.white))
        let ink = try #require(painted([command]).inkedPixels)
        let bounds = Painter(size: .hd1080).bounds(of: Drawing([command]))
        #expect(bounds.width > 1200)
        #expect(abs(Double(ink.left) - bounds.x) < 5 && abs(Double(ink.right) - bounds.maxX) < 5)
    }

    @Test func theOriginIsTheTopOfTheLineAndTheAlignedEdge() throws {
        func ink(_ alignment: TextRun.Alignment) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
            let run = TextRun("HH", at: Point(960, 200), size: 100, alignment: alignment, color: Self.white)
            return try #require(painted([.text(run)]).inkedPixels)
        }
        let leading = try ink(.leading)
        let center = try ink(.center)
        let trailing = try ink(.trailing)
        #expect((960...980).contains(leading.left))
        #expect((940...960).contains(trailing.right))
        #expect(abs((center.left + center.right) / 2 - 960) <= 2)
        // Inter: the ascent is 0.97 em, a capital 0.73 em.
        #expect(abs(leading.top - 224) <= 2 && abs(leading.bottom - 296) <= 2)
    }

    @Test func figuresAreTabular() {
        let painter = Painter(size: .hd1080)
        func width(_ text: String) -> Double {
            painter.bounds(of: Drawing([.text(TextRun(text, at: Point(0, 0), size: 72, color: Self.white))])).width
        }
        #expect(abs(width("11:11.1") - width("08:48.8")) < 0.5)
    }

    @Test func aScreenIsLaidOutAlikeOnEveryTV() throws {
        let line = DrawingCommand.text(TextRun(Self.sentence, at: Point(96, 300), size: 28, color: Self.white))
        let large = try #require(painted([line]).inkedPixels)
        let small = try #require(painted([line], size: VideoSize(width: 640, height: 360)).inkedPixels)
        #expect(abs(large.left - 3 * small.left) <= 3 && abs(large.right - 3 * small.right) <= 4)
        #expect(abs(large.top - 3 * small.top) <= 3 && abs(large.bottom - 3 * small.bottom) <= 4)
    }

    @Test func coloursArePremultiplied() {
        let square = Rect(x: 96, y: 54, width: 30, height: 30)
        let picture = painted([.fill(square, cornerRadius: 0, Color(hex: 0xFF0000, alpha: 0.5))])
        #expect(picture.pixel(96, 54) == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
        #expect(picture.pixel(95, 54).alpha == 0 && picture.pixel(126, 83).alpha == 0)
    }

    @Test func opacityIsOfTheDrawingAsAWhole() {
        let square = Rect(x: 100, y: 100, width: 200, height: 200)
        let picture = painted(
            [
                .fill(square, cornerRadius: 0, Color(hex: 0xFF0000)),
                .fill(square.inset(by: 50), cornerRadius: 0, Color(hex: 0x0000FF)),
            ], opacity: 0.5)
        #expect(picture.pixel(110, 110) == Pixel(red: 128, green: 0, blue: 0, alpha: 128))
        #expect(picture.pixel(200, 200) == Pixel(red: 0, green: 0, blue: 128, alpha: 128), "red doesn't show through blue")
    }

    @Test func nothingOutsideTheClipIsTouched() throws {
        let picture = painted(
            [.fill(Canvas.bounds, cornerRadius: 0, Self.white)],
            clip: Rect(x: 100, y: 50, width: 200, height: 80))
        let ink = try #require(picture.inkedPixels)
        #expect(ink == (100, 50, 299, 129))
    }

    @Test func theCanvasLiesInTheMiddleOfATVThatIsWider() throws {
        let ink = try #require(
            painted(
                [.fill(Canvas.bounds, cornerRadius: 0, Self.white)],
                size: VideoSize(width: 800, height: 360)
            ).inkedPixels)
        #expect(ink == (80, 0, 719, 359))
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func aDrawingStaysInItsBounds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = VideoSize(width: 480, height: 270)
        let command = OverlayTests.randomCommand(&random)
        guard let ink = painted([command], size: size).inkedPixels else { return }
        let allowed = Painter(size: size).pixels(Painter(size: size).bounds(of: Drawing([command])))
        #expect(
            ink.left >= allowed.left && ink.top >= allowed.top && ink.right < allowed.right && ink.bottom < allowed.bottom,
            "\(command)")
    }
}
