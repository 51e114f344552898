// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

/// Made footage of an archer on a range, as a camera in one of five positions records it, with the truth of where the archer is.
///
/// Each has the sensor's noise, trees and a flag in the wind, light that drifts, and somebody who walks by behind the archer.
struct RangeScene {
    enum Position: String, CaseIterable, CustomTestStringConvertible {
        case side = "from the side"
        case behind = "from behind"
        case front = "in front"
        case upright = "upright"
        case pair = "two people in view"

        var testDescription: String { rawValue }
    }

    static let rate = 15
    /// The time that is recorded, after the arrow has left.
    static let seconds = -4.6...2.2
    /// The size of the picture as it is recorded. A block has 100 pixels, where a camera's block has thousands, so noise counts more here.
    static let size = VideoSize(width: 160, height: 90)

    let position: Position
    let seed: UInt64
    /// The time of the mark, after the arrow has left.
    let moment: Double
    private let walkStart: Double
    private let isWalkingLeft: Bool
    private let otherShot: Double

    /// - Parameters:
    ///   - position: where the camera stands.
    ///   - seed: of the noise, of the time of the mark, and of what the others do.
    init(_ position: Position, seed: UInt64) {
        self.position = position
        self.seed = seed
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(position.rawValue.count))
        moment = Double.random(in: -0.1...0.6, using: &random)
        walkStart = Double.random(in: -4.5 ... -1, using: &random)
        isWalkingLeft = Bool.random(using: &random)
        otherShot = Double.random(in: 1.4...4.5, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    }

    var orientation: PictureOrientation { position == .upright ? PictureOrientation(turn: .right) : .upright }

    /// The size of the picture as it is displayed.
    var seen: VideoSize { orientation.size(of: Self.size) }

    /// The camera's direction, in degrees round the archer: 0 looks at the chest, 90 along the arrow.
    private var azimuth: Double {
        switch position {
        case .side, .upright, .pair: 0
        case .behind: 74
        case .front: -58
        }
    }

    /// The archer's height and feet, in pixels as displayed.
    private var place: (height: Double, x: Double, y: Double) {
        switch position {
        case .side: (52, 46, 76)
        case .behind: (64, 103, 85)
        case .front: (58, 40, 82)
        case .upright: (46, 33, 118)
        case .pair: (46, 111, 75)
        }
    }

    /// The share of the picture's width that is seen beside another picture on a TV.
    var shareBeside: Double {
        let aspect = Double(seen.width) / Double(seen.height)
        return min(1, (Canvas.bounds.width / 2 - 4) / Canvas.bounds.height / aspect)
    }

    // MARK: The truth

    /// Returns the box of the head, both hands and the bow at a time after the arrow has left, 0…1 as displayed.
    func truth(at seconds: Double) -> Rect { box(ShootingFigure(at: seconds).needed) }

    /// Returns the box of the head and both hands.
    func upperBody(at seconds: Double) -> Rect { box(Array(ShootingFigure(at: seconds).needed.prefix(3))) }

    private func box(_ points: [(joint: ShootingFigure.Joint, radius: Double)]) -> Rect {
        let boxes = points.map { point in
            let (center, radius) = (spot(point.joint, place), point.radius * place.height)
            return Rect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        }
        let all = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
        return all.inUnits(of: Rect(x: 0, y: 0, width: Double(seen.width), height: Double(seen.height)))
    }

    private func spot(_ joint: ShootingFigure.Joint, _ place: (height: Double, x: Double, y: Double)) -> Point {
        let angle = azimuth * .pi / 180
        return Point(place.x + (joint.x * cos(angle) + joint.z * sin(angle)) * place.height, place.y - joint.y * place.height)
    }

    // MARK: The pictures

    /// The times of the pictures, after the arrow has left.
    var times: [Double] {
        (0..<Int((Self.seconds.upperBound - Self.seconds.lowerBound) * Double(Self.rate))).map {
            Self.seconds.lowerBound + Double($0) / Double(Self.rate)
        }
    }

    /// Returns the motion in each picture, found as the box finds it, with the picture's time after the first one.
    func motion() -> [(place: Duration, grid: MotionGrid)] {
        var rule = MotionRule()
        let ground = ground
        let picture = MemoryPixelBuffer(format: .yuv420p, size: Self.size)
        return times.enumerated().compactMap { index, seconds in
            draw(index, at: seconds, on: ground, into: picture)
            let place = Duration.seconds(seconds - Self.seconds.lowerBound)
            return BlockMeans(of: picture).map { (place, rule.take($0, at: place)) }
        }
    }

    /// All that stands still: sky, a wood, grass and its texture, as displayed.
    private var ground: [Double] {
        var random = SeededGenerator(seed: 11)
        let texture = (0..<4096).map { _ in Double.random(in: -9...9, using: &random) }
        return (0..<seen.height).flatMap { y in
            let depth = Double(y) / Double(seen.height)
            let base = depth < 0.3 ? 205 - 60 * depth : depth < 0.45 ? 84 : 112 + 30 * depth
            return (0..<seen.width).map { x in base + texture[(x / 3 * 37 + y / 2 * 61) % 4096] }
        }
    }

    private func draw(_ index: Int, at seconds: Double, on ground: [Double], into picture: PixelBuffer) {
        var levels = ground
        drawWind(at: seconds, on: &levels)
        let farther = place.height * 0.62
        let way = (seconds - walkStart) * farther * 0.75
        let walker = (height: farther, x: isWalkingLeft ? Double(seen.width) + 6 - way : way - 6, y: place.y - place.height * 0.12)
        for limb in ShootingFigure.walking(at: seconds) { draw(limb, walker, turned: 0, on: &levels) }
        if position == .pair {
            let other = (height: place.height * 0.8, x: 35.0, y: place.y - 4)
            for limb in ShootingFigure(at: seconds - otherShot).limbs { draw(limb, other, turned: azimuth, on: &levels) }
        }
        for limb in ShootingFigure(at: seconds).limbs { draw(limb, place, turned: azimuth, on: &levels) }
        record(levels, light: 1 + 0.02 * sin(seconds * 0.7), noise: index, into: picture)
    }

    private func draw(_ limb: ShootingFigure.Limb, _ place: (height: Double, x: Double, y: Double), turned: Double, on levels: inout [Double]) {
        let angle = turned * .pi / 180
        func spot(_ joint: ShootingFigure.Joint) -> Point {
            Point(place.x + (joint.x * cos(angle) + joint.z * sin(angle)) * place.height, place.y - joint.y * place.height)
        }
        let (from, to, radius) = (spot(limb.from), spot(limb.to), max(0.5, limb.width * place.height / 2))
        let (left, right) = (Int(min(from.x, to.x) - radius), Int(max(from.x, to.x) + radius) + 1)
        let (top, bottom) = (Int(min(from.y, to.y) - radius), Int(max(from.y, to.y) + radius) + 1)
        let line = Point(to.x - from.x, to.y - from.y)
        let square = max(1e-9, line.x * line.x + line.y * line.y)
        for y in (top..<bottom).clamped(to: 0..<seen.height) {
            for x in (left..<right).clamped(to: 0..<seen.width) {
                let (dx, dy) = (Double(x) + 0.5 - from.x, Double(y) + 0.5 - from.y)
                let part = min(1, max(0, (dx * line.x + dy * line.y) / square))
                let (ex, ey) = (dx - part * line.x, dy - part * line.y)
                if ex * ex + ey * ey <= radius * radius { levels[y * seen.width + x] = limb.level }
            }
        }
    }

    /// Draws crowns of trees that sway, and a flag that flaps.
    private func drawWind(at seconds: Double, on levels: inout [Double]) {
        for tree in 0..<seen.width / 8 {
            let sway = 0.75 * sin(seconds * 1.7 + Double(tree))
            let top = ShootingFigure.Joint(0, 0, 0)
            let crown = (height: 5.0, x: Double(tree) * 8 + 4 + sway, y: Double(seen.height) * 0.34)
            draw(ShootingFigure.Limb(from: top, to: top, width: 1.2, level: 62 + Double(tree % 3) * 10), crown, turned: 0, on: &levels)
        }
        let flag = (height: 5.0, x: Double(seen.width) * 0.9, y: Double(seen.height) * 0.2)
        let cloth = ShootingFigure.Joint(1 + 0.3 * sin(seconds * 9), 0.4 * sin(seconds * 7), 0)
        draw(ShootingFigure.Limb(from: ShootingFigure.Joint(0, 0, 0), to: cloth, width: 0.8, level: 235), flag, turned: 0, on: &levels)
    }

    /// Noise of σ 4.
    private static let noise: [Double] = {
        var random = SeededGenerator(seed: 7)
        return (0..<8192).map { _ in (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * 4 }
    }()

    /// Writes the picture as the sensor sees it. A camera that hangs on its side records an upright picture turned.
    private func record(_ levels: [Double], light: Double, noise index: Int, into picture: PixelBuffer) {
        let plane = picture.plane(0)
        let start = (index * 4099 + Int(seed % 97) * 53) % 8192
        for y in 0..<Self.size.height {
            let row = plane.base.advanced(by: y * plane.pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<Self.size.width {
                let level = position == .upright ? levels[x * seen.width + (seen.width - 1 - y)] : levels[y * seen.width + x]
                row[x] = UInt8(min(235, max(16, level * light + Self.noise[(start + y * 331 + x) & 8191])))
            }
        }
    }
}
