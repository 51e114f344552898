// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Graphics
@testable import Interface

/// The score and the summary as text pictures: coarse enough to be read here, fine enough to show what moves, vanishes or changes its
/// colour. Words are bars of their length, since a font's next edition draws its letters differently.
@Suite struct ScreenPaintingTests {
    private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens/screens.txt")
    /// The size of one character, in pixels of a 1920×1080 TV.
    private static let cell = VideoSize(width: 20, height: 40)
    /// Colours by letter; the nearest counts.
    private static let letters: [(Character, UInt32)] = [
        (" ", 0x101014), ("k", 0x1A1A1A), ("w", 0xFFFFFF), ("y", 0xF9E11E), ("r", 0xED2939), ("b", 0x00A3D1), ("B", 0x0A84FF),
        ("a", 0xFFB000), (".", 0x2B2B2F), (":", 0x8A8A8E),
    ]

    /// Six clips: an arrow with a position, one called by its ring, a miss, and a fourth whose clock direction is being entered.
    private static func score() -> [Layer] {
        let book = book([])
        var context = context(book)
        var screen = ScoreScreen(end: 1, of: book, settings: Settings(), at: .zero)
        let inputs: [ScreenInput] = [
            .tapped(.knob), .turned(4, .steady), .pressed(.mark), .turned(2, .steady), .pressed(.mark), .turned(11, .steady), .pressed(.mark),
            .turned(-6, .steady), .tapped(.knob), .turned(3, .steady),
        ]
        for (index, input) in inputs.enumerated() {
            _ = screen.handle(input, in: &context, at: Timestamp(seconds: Double(index)))
        }
        return screen.layers(in: context, at: Timestamp(seconds: 20))
    }

    private static func summary() -> [Layer] {
        let places: [FacePoint?] = [FacePoint(0, 0), FacePoint(61, 0), FacePoint(-200, 100), nil, FacePoint(30, -420), FacePoint(90, 90)]
        let book = book(places.enumerated().map { PlacedArrow(number: $0 + 1, place: $1, clip: $0 + 1) })
        var context = context(book)
        var screen = SummaryScreen(end: nil, of: book, settings: Settings(), at: .zero)
        _ = screen.handle(.turned(2, .steady), in: &context, at: .zero)
        return screen.layers(in: context, at: Timestamp(seconds: 5))
    }

    private static func context(_ book: ScoreBook) -> Context {
        var context = Context(settings: Settings(), at: .zero)
        context.desk.book = book
        return context
    }

    private static func book(_ arrows: [PlacedArrow]) -> ScoreBook {
        var book = ScoreBook(ref: .run(1), key: "2026-11-20_1403_S01")
        book.started = "2026-11-20T14:03:00"
        book.clips = (1...6).map { ScoreBook.Clip(number: $0, file: "2026-11-20_1403_S01/clips/0\($0).mp4", seconds: 8) }
        book[end: 1] = EndRecord(
            number: 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), clips: Array(1...6), arrows: arrows,
            isDone: !arrows.isEmpty)
        book.journalled = book.ends
        return book
    }

    @Test func theScoreAndTheSummaryLookAsInTheirGoldenPictures() throws {
        let pictures = [("score", try Self.text(of: Self.score())), ("summary", try Self.text(of: Self.summary()))]
        let now = pictures.map { "# \($0)\n\($1)\n" }.joined()
        let golden = try String(contentsOf: Self.goldens, encoding: .utf8)
        guard now != golden else { return }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("vir-screens.txt")
        try now.write(to: path, atomically: true, encoding: .utf8)
        let (before, after) = (
            golden.split(separator: "\n", omittingEmptySubsequences: false), now.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let different = zip(before, after).enumerated().filter { $1.0 != $1.1 }.map { "\($0 + 1): \($1.0)\n\($0 + 1): \($1.1)" }
        Issue.record("a screen is painted otherwise; as it is now: \(path.path)\n\(different.joined(separator: "\n"))")
    }

    private static func text(of layers: [Layer]) throws -> String {
        let picture = try #require(Overlay(size: .hd1080).update(layers.map(withBars)))
        return stride(from: cell.height / 2, to: picture.size.height, by: cell.height).map { y in
            String(stride(from: cell.width / 2, to: picture.size.width, by: cell.width).map { x in letter(picture.pixel(x, y)) })
        }.joined(separator: "\n")
    }

    private static func withBars(_ layer: Layer) -> Layer {
        guard case .drawing(let drawing) = layer.content else { return layer }
        return Layer(.drawing(Drawing(drawing.commands.map(withBars))), place: layer.place, placement: layer.placement)
    }

    private static func withBars(_ command: DrawingCommand) -> DrawingCommand {
        switch command {
        case .text(let run): bar(run)
        case .clipped(let rect, let radius, let inner): .clipped(rect, cornerRadius: radius, inner.map(withBars))
        default: command
        }
    }

    private static func bar(_ run: TextRun) -> DrawingCommand {
        let width = min(run.width ?? .infinity, 0.5 * run.size * Double(run.text.count))
        let left =
            switch run.alignment {
            case .leading: run.origin.x
            case .center: run.origin.x - width / 2
            case .trailing: run.origin.x - width
            }
        return .fill(Rect(x: left, y: run.origin.y, width: width, height: run.size), cornerRadius: 0, run.color)
    }

    private static func letter(_ pixel: Pixel) -> Character {
        letters.min { distance($0.1, pixel) < distance($1.1, pixel) }?.0 ?? "?"
    }

    private static func distance(_ hex: UInt32, _ pixel: Pixel) -> Int {
        let parts = [Int(hex >> 16 & 0xFF) - Int(pixel.red), Int(hex >> 8 & 0xFF) - Int(pixel.green), Int(hex & 0xFF) - Int(pixel.blue)]
        return parts.reduce(0) { $0 + $1 * $1 }
    }
}
