// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Graphics

/// Every face of the catalogue as it is painted.
@Suite struct FacePaintingTests {
    // MARK: Edges

    /// A detail of a face at ten pixels a millimetre.
    private struct Loupe {
        static let size = VideoSize(width: 192, height: 108)
        private static let pixelsAMillimetre = 10.0
        private static let unitsAPixel = Canvas.bounds.width / Double(size.width)

        private let picture = MemoryPixelBuffer(format: .bgra, size: size)

        /// - Parameter place: the position from the sheet's centre that is in the middle of the detail.
        init(on face: Face, at place: FacePoint, _ painter: Painter) {
            let scale = Self.pixelsAMillimetre * Self.unitsAPixel
            let middle = Canvas.bounds.center
            let centre = Point(middle.x - place.x.millimetres * scale, middle.y + place.y.millimetres * scale)
            painter.paint(Drawing(FaceDrawing(face, centre: centre, scale: scale).commands), into: picture)
        }

        /// Returns the colour at this distance from the middle in a direction; `nil` beside the face.
        func color(_ millimetres: Double, towards angle: Angle) -> Pixel? {
            let far = millimetres * Self.pixelsAMillimetre
            let pixel = picture.pixel(
                Int((Double(Self.size.width) / 2 + far * angle.right).rounded(.down)),
                Int((Double(Self.size.height) / 2 - far * angle.up).rounded(.down)))
            return pixel.alpha == 0 ? nil : pixel
        }
    }

    @Test("V-29 A face is painted to scale: each ring ends at its diameter, its line within it", arguments: FaceCatalog.all.map(\.id))
    func eachRingEndsAtItsDiameter(id: String) throws {
        let face = try #require(FaceCatalog.face(id))
        let painter = Painter(size: Loupe.size)
        for (number, spot) in face.spots.enumerated() {
            for (index, ring) in face.rings.enumerated() {
                for degrees in [0.0, 37, 90, 151, 200, 270, 330] {
                    let angle = Angle(degrees: degrees)
                    let edge = FacePoint(distance: Length(micrometres: ring.diameter.micrometres / 2), towards: angle)
                    let loupe = Loupe(on: face, at: edge.absolute(from: spot), painter)
                    let outside = index + 1 < face.rings.count ? face.rings[index + 1].color : nil
                    let comment: Comment = "\(ring.label) of spot \(number + 1) at \(degrees)°"
                    #expect(loupe.color(-0.25, towards: angle) == Pixel(ring.line ?? ring.color), comment)
                    #expect(loupe.color(0.25, towards: angle) == outside.map { Pixel($0) }, comment)
                    // No line is wider than a millimetre.
                    #expect(loupe.color(-1.25, towards: angle) == Pixel(ring.color), comment)
                }
            }
        }
    }

    @Test(arguments: ["wa_122", "wa_40", "nfaa_field_20"], [0.05, 0.2, 0.8, 2.5])
    func onASmallPictureLinesLeaveTheRingsTheirColours(id: String, scale: Double) throws {
        let face = try #require(FaceCatalog.face(id))
        let drawing = FaceDrawing(face, centre: Canvas.bounds.center, scale: scale)
        var inner = 0.0
        for command in drawing.commands.reversed() {
            guard case .circle(_, let radius, let width, _) = command else { continue }
            #expect(width <= 0.2 * (radius + width / 2 - inner) + 1e-9)
            inner = radius + width / 2
        }
    }

    @Test(arguments: FaceCatalog.all.map(\.id))
    func theCentresCrossIsFourMillimetresAtMostAndItsLinesOne(id: String) throws {
        let face = try #require(FaceCatalog.face(id))
        for scale in [0.5, 1, 2, 10] {
            for command in FaceDrawing(face, centre: Point(0, 0), scale: scale).commands {
                guard case .line(let points, let width, _) = command, let first = points.first, let last = points.last else { continue }
                #expect(abs(last.x - first.x) + abs(last.y - first.y) + width <= 4 * scale + 1e-9)
                #expect(width <= scale + 1e-9)
            }
        }
    }

    // MARK: Goldens

    /// The size of one character of the text pictures, in pixels of a 960×540 TV: twice as high as wide.
    private static let cell = VideoSize(width: 10, height: 20)
    private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens/faces.txt")

    @Test func everyFaceLooksAsInItsGoldenPicture() throws {
        let size = VideoSize(width: 960, height: 540)
        let square = Rect(x: 0, y: 0, width: Canvas.bounds.height, height: Canvas.bounds.height)
        let painter = Painter(size: size)
        let pictures = FaceCatalog.all.map { face -> (id: String, lines: [String]) in
            let buffer = MemoryPixelBuffer(format: .bgra, size: size)
            painter.paint(Drawing(FaceDrawing(face, fitting: square).commands), into: buffer)
            return (face.id, Self.text(of: buffer))
        }
        let golden = try Self.pictures(in: String(contentsOf: Self.goldens, encoding: .utf8))
        for (id, lines) in pictures where golden[id] != lines {
            Issue.record("\(id) is painted otherwise; where # stands:\n\(Self.difference(lines, golden[id] ?? []))")
        }
        #expect(Set(golden.keys) == Set(pictures.map(\.id)))
        guard golden != Dictionary(uniqueKeysWithValues: pictures) else { return }
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("vir-faces.txt")
        try Self.file(of: pictures).write(to: path, atomically: true, encoding: .utf8)
        Issue.record("as they are painted now: \(path.path)")
    }

    /// Returns the colour in the middle of each cell as a letter (k is black, d dark blue); + if two colours meet there.
    private static func text(of picture: PixelBuffer) -> [String] {
        stride(from: cell.height / 2, to: picture.size.height, by: cell.height).map { y in
            let letters = stride(from: cell.width / 2, to: picture.size.width, by: cell.width).map { x -> Character in
                let pixel = picture.pixel(x, y)
                guard pixel.alpha == 255 else { return pixel.alpha == 0 ? " " : "+" }
                return FaceColor.allCases.first { Pixel($0).distance(to: pixel) <= 2 }?.letter ?? "+"
            }
            let end = letters.lastIndex { $0 != " " } ?? -1
            return String(letters[...end])
        }
    }

    /// Faces that look alike share a picture, with their ids above it.
    private static func file(of pictures: [(id: String, lines: [String])]) -> String {
        var groups: [(ids: [String], lines: [String])] = []
        for (id, lines) in pictures {
            if let index = groups.firstIndex(where: { $0.lines == lines }) {
                groups[index].ids.append(id)
            } else {
                groups.append(([id], lines))
            }
        }
        return groups.map { "# \($0.ids.joined(separator: " "))\n\($0.lines.joined(separator: "\n"))\n" }.joined()
    }

    private static func pictures(in file: String) -> [String: [String]] {
        var pictures: [String: [String]] = [:]
        var ids: [String] = []
        for line in file.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# ") {
                ids = line.dropFirst(2).split(separator: " ").map(String.init)
                for id in ids { pictures[id] = [] }
            } else {
                for id in ids { pictures[id]?.append(String(line)) }
            }
        }
        return pictures
    }

    private static func difference(_ one: [String], _ other: [String]) -> String {
        (0..<max(one.count, other.count)).map { row in
            let (new, old) = (Array(row < one.count ? one[row] : ""), Array(row < other.count ? other[row] : ""))
            return String(
                (0..<max(new.count, old.count)).map { column in
                    let (now, then) = (column < new.count ? new[column] : " ", column < old.count ? old[column] : " ")
                    return now == then ? now : "#"
                })
        }.joined(separator: "\n")
    }
}

extension Pixel {
    /// The printed colour.
    init(_ color: FaceColor) {
        self.init(red: Int(color.hex >> 16), green: Int(color.hex >> 8 & 0xFF), blue: Int(color.hex & 0xFF), alpha: 255)
    }
}

extension FaceColor {
    fileprivate var letter: Character {
        switch self {
        case .yellow: "y"
        case .red: "r"
        case .lightBlue: "b"
        case .darkBlue: "d"
        case .black: "k"
        case .white: "w"
        }
    }
}
