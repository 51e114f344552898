// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import TestSupport
import Testing

@testable import Graphics

@Suite struct OverlayTests {
    static let size = VideoSize(width: 480, height: 270)

    /// Returns layers like a screen's: every kind of command, some moved, some half transparent.
    static func randomLayers(_ random: inout SeededGenerator) -> [Layer] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            let drawing = Drawing((0..<Int.random(in: 0...8, using: &random)).map { _ in randomCommand(&random) })
            var place = Canvas.bounds
            if Bool.random(using: &random) {
                place.x += .random(in: -300...300, using: &random)
                place.y += .random(in: -200...200, using: &random)
            }
            let opacity = Bool.random(using: &random) ? 1 : Double.random(in: 0...1, using: &random)
            return Layer(.drawing(drawing), place: place, placement: Placement(opacity: opacity))
        }
    }

    static func randomPoint(_ random: inout SeededGenerator) -> Point {
        Point(.random(in: -100...2020, using: &random), .random(in: -100...1180, using: &random))
    }

    /// Returns a command, now and then with clipped parts, even nested, and with stills of `someStills`.
    static func randomCommand(_ random: inout SeededGenerator) -> DrawingCommand {
        guard Int.random(in: 0..<6, using: &random) == 0 else { return randomShape(&random) }
        let corner = randomPoint(&random)
        let rect = Rect(x: corner.x, y: corner.y, width: .random(in: 0...900, using: &random), height: .random(in: 0...500, using: &random))
        let radius = Double.random(in: 0...250, using: &random)
        guard Bool.random(using: &random) else {
            return .still(StillPicturesTests.key(.random(in: 1...3, using: &random)), rect, cornerRadius: radius)
        }
        return .clipped(rect, cornerRadius: radius, (0..<Int.random(in: 0...4, using: &random)).map { _ in randomCommand(&random) })
    }

    static func randomShape(_ random: inout SeededGenerator) -> DrawingCommand {
        let color = Color(hex: .random(in: 0...0xFFFFFF, using: &random), alpha: .random(in: 0.2...1, using: &random))
        let center = randomPoint(&random)
        let width = Double.random(in: 0...30, using: &random)
        let radius = Double.random(in: 0...200, using: &random)
        let rect = Rect(
            x: center.x, y: center.y, width: .random(in: 0...600, using: &random),
            height: .random(in: 0...300, using: &random))
        let points = (0..<Int.random(in: 0...5, using: &random)).map { _ in randomPoint(&random) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .fill(rect, cornerRadius: radius / 4, color)
        case 1: return .stroke(rect, cornerRadius: radius / 4, width: width, color)
        case 2: return .disc(center: center, radius: radius, color)
        case 3: return .circle(center: center, radius: radius, width: width, color)
        case 4: return .line(points, width: width, color)
        case 5: return .polygon(points, color)
        case 6:
            return .arc(
                center: center, radius: radius, from: 0.3, to: .random(in: 1...6, using: &random), width: width,
                color)
        default:
            let alignments: [TextRun.Alignment] = [.leading, .center, .trailing]
            return .text(
                TextRun(
                    "Arrow \(Int.random(in: 1 ... 12, using: &random)) of 12", at: center,
                    size: 40 + radius / 4, weight: .semibold,
                    alignment: alignments.randomElement(using: &random) ?? .leading, color: color,
                    width: Bool.random(using: &random) ? 300 : nil, maximumLines: 2))
        }
    }

    /// Returns the next screen: a new one, or the same with a command changed, removed or added.
    static func next(after layers: [Layer], _ random: inout SeededGenerator) -> [Layer] {
        guard !layers.isEmpty, Int.random(in: 0..<4, using: &random) != 0 else { return randomLayers(&random) }
        var layers = layers
        let index = Int.random(in: layers.indices, using: &random)
        guard case .drawing(var drawing) = layers[index].content else { return layers }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            layers.remove(at: index)
            return layers
        case 1: drawing.commands.append(randomCommand(&random))
        case 2: _ = drawing.commands.popLast()
        default:
            guard let place = drawing.commands.indices.randomElement(using: &random) else { break }
            drawing.commands[place] = changed(drawing.commands[place], &random)
        }
        layers[index].content = .drawing(drawing)
        return layers
    }

    /// Returns a changed command: a line keeps its beginning, a clipped group changes one part, anything else is replaced.
    private static func changed(_ command: DrawingCommand, _ random: inout SeededGenerator) -> DrawingCommand {
        switch command {
        case .line(let points, let width, let color): return .line(redrawn(points, &random), width: width, color)
        case .clipped(let rect, let radius, var inner):
            guard let place = inner.indices.randomElement(using: &random) else { return randomCommand(&random) }
            inner[place] = changed(inner[place], &random)
            if Bool.random(using: &random) { inner.append(randomCommand(&random)) }
            return .clipped(rect, cornerRadius: radius, inner)
        default: return randomCommand(&random)
        }
    }

    /// Returns a stroke that was extended or partly taken back.
    private static func redrawn(_ points: [Point], _ random: inout SeededGenerator) -> [Point] {
        let kept = points.prefix(.random(in: 0...points.count, using: &random))
        return kept + (0..<Int.random(in: 0...3, using: &random)).map { _ in randomPoint(&random) }
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func repaintingOnlyTheDamageGivesTheSamePixels(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stills = StillPictures()
        let overlay = Overlay(size: Self.size, stills: stills)
        // This overlay's pictures are never released, so each is painted whole into a fresh buffer.
        let whole = Overlay(size: Self.size, stills: stills)
        var layers: [Layer] = []
        var held: [PixelBuffer] = []
        var kept: [PixelBuffer] = []
        for step in 0..<30 {
            if Bool.random(using: &random) { layers = Self.next(after: layers, &random) }
            if Int.random(in: 0..<4, using: &random) == 0 {
                stills.set(
                    TestPictures.make(.yuv420p, VideoSize(width: 320, height: 180), seed: .random(in: 0...9, using: &random)),
                    for: StillPicturesTests.key(.random(in: 1...3, using: &random)))
            }
            let picture = overlay.update(layers)
            let expected = whole.update(layers)
            #expect((picture == nil) == (expected == nil))
            guard let picture, let expected else { continue }
            kept.append(expected)
            let difference = picture.firstDifference(from: expected)
            try #require(difference == nil, "step \(step): \(difference ?? "")")
            // Others hold some of the pictures for a while, as displays do.
            held.append(picture)
            while held.count > Int.random(in: 0...3, using: &random) { held.removeFirst() }
        }
    }

    @Test(arguments: 100..<108 as Range<UInt64>)
    func nothingChangesOutsideTheDamage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let overlay = Overlay(size: Self.size)
        let mapping = CanvasMapping(size: Self.size)
        let nothing = MemoryPixelBuffer(format: .bgra, size: Self.size)
        var layers: [Layer] = []
        var before: PixelBuffer = nothing
        for _ in 0..<20 {
            layers = Self.next(after: layers, &random)
            let after = overlay.update(layers) ?? nothing
            let damage = overlay.lastDamage.map { PixelRect($0, in: mapping) }
            for y in 0..<Self.size.height {
                guard memcmp(before.row(y), after.row(y), 4 * Self.size.width) != 0 else { continue }
                for x in 0..<Self.size.width where before.pixel(x, y) != after.pixel(x, y) {
                    let isInside = damage.map { $0.left <= x && x < $0.right && $0.top <= y && y < $0.bottom } ?? false
                    try #require(isInside, "\(x), \(y) changed outside \(String(describing: damage))")
                }
            }
            before = after
        }
    }

    static func hud(_ number: Int) -> [Layer] {
        [
            Layer(
                .drawing(
                    Drawing([
                        .fill(Rect(x: 96, y: 54, width: 300, height: 96), cornerRadius: 16, Color(hex: 0, alpha: 0.55)),
                        .text(TextRun("\(number) s", at: Point(120, 60), size: 72, color: Color(hex: 0xFFFFFF))),
                    ])))
        ]
    }

    @Test func theSameLayersGiveTheSameBuffer() {
        let overlay = Overlay(size: Self.size)
        let first = overlay.update(Self.hud(5))
        #expect(overlay.lastDamage != nil)
        #expect(overlay.update(Self.hud(5)) === first)
        #expect(overlay.lastDamage == nil)
    }

    @Test func aBufferThatSomebodyHoldsIsNeverPaintedOver() {
        let overlay = Overlay(size: Self.size)
        var held: [(buffer: PixelBuffer, pixels: [UInt8])] = []
        for number in 0..<5 {
            guard let picture = overlay.update(Self.hud(number)) else { continue }
            held.append((picture, picture.allPixels))
        }
        #expect(held.count == 5)
        #expect(held.allSatisfy { $0.buffer.allPixels == $0.pixels })
        #expect(Set(held.map { ObjectIdentifier($0.buffer) }).count == 5)
    }

    @Test func buffersThatWereLetGoAreUsedAgain() {
        let overlay = Overlay(size: Self.size)
        var onTheTV: PixelBuffer?
        var onTheWay: PixelBuffer?
        var seen: Set<UInt> = []
        for number in 0..<50 {
            let next = overlay.update(Self.hud(number))
            onTheTV = onTheWay
            onTheWay = next
            if let next { seen.insert(UInt(bitPattern: next.plane(0).base)) }
        }
        #expect(seen.count == 3)
        #expect(onTheTV !== onTheWay)
    }

    @Test func whereNothingIsDrawnThereIsNoPicture() {
        let overlay = Overlay(size: Self.size)
        #expect(overlay.update([]) == nil)
        #expect(overlay.lastDamage == nil)
        #expect(overlay.update([Layer(.drawing(Drawing()))]) == nil)
        #expect(overlay.update(Self.hud(1)) != nil)
        var hidden = Self.hud(1)
        hidden[0].placement.opacity = 0
        #expect(overlay.update(hidden) == nil)
        #expect(overlay.lastDamage != nil)
    }

    @Test func aChangedNumberDamagesOnlyTheTilesItLiesIn() throws {
        let overlay = Overlay(size: .hd1080)
        _ = overlay.update(Self.hud(5))
        _ = overlay.update(Self.hud(6))
        let damage = try #require(overlay.lastDamage)
        #expect(damage == Rect(x: 0, y: 0, width: 640, height: 240))
    }

    @Test("a stroke that grows is painted only where it grows, on a picture that clips it too", arguments: [false, true])
    func aStrokeThatGrows(isClipped: Bool) throws {
        let overlay = Overlay(size: .hd1080)
        func stroke(_ count: Int) -> [Layer] {
            let points = (0..<count).map { Point(100, 20 + 40 * Double($0)) }
            let lines: [DrawingCommand] = [.line(points, width: 8, .init(hex: 0xFFFFFF)), .line(points, width: 4, .init(hex: 0))]
            return [Layer(.drawing(Drawing(isClipped ? [.clipped(Canvas.bounds, cornerRadius: 0, lines)] : lines)))]
        }
        _ = overlay.update(stroke(20))
        for count in 21...24 {
            _ = overlay.update(stroke(count))
            let damage = try #require(overlay.lastDamage)
            let end = 20 + 40 * Double(count - 1)
            #expect(damage.height <= 240 && damage.y <= end - 40 && damage.maxY >= end, "\(damage), \(count) points")
        }
    }
}
