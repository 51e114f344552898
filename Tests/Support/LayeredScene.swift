// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A scene of video, drawing, video, still and drawing, each partly covering the one before, and points that reveal their order.
public struct LayeredScene {
    public static let still = ClipKey(session: "2026-11-20_1403_S07", number: 3)

    /// The videos' and the still's pictures, each in one grey.
    public let back = LayeredScene.grey(60)
    public let front = LayeredScene.grey(180)
    public let stillPicture = LayeredScene.grey(120, size: VideoSize(width: 128, height: 72))
    public let scene: Scene

    /// - Parameters:
    ///   - back: the source of the lowest layer.
    ///   - front: the source of the video above the first drawing.
    ///   - move: the distance by which the uppermost drawing is moved to the right, in canvas units.
    public init(back: VideoSource, front: VideoSource, move: Double = 0) {
        let red = Drawing([.fill(Rect(x: 200, y: 200, width: 600, height: 400), cornerRadius: 0, Color(hex: 0xFF0000))])
        let blue = Drawing([.fill(Rect(x: 1300, y: 600, width: 400, height: 300), cornerRadius: 0, Color(hex: 0x0000FF))])
        var place = Canvas.bounds
        place.x = move
        scene = Scene(layers: [
            Layer(.video(back)), Layer(.drawing(red)), Layer(.video(front), place: Rect(x: 500, y: 300, width: 640, height: 360)),
            Layer(.still(Self.still), place: Rect(x: 900, y: 450, width: 640, height: 360)), Layer(.drawing(blue), place: place),
        ])
    }

    /// The expected layer and colour at each point, in canvas units; red, green and blue from 0 to 255.
    public static let probes: [(point: Point, layer: Int, red: Int, green: Int, blue: Int)] = [
        (Point(100, 100), 0, 51, 51, 51), (Point(300, 300), 1, 255, 0, 0), (Point(600, 400), 2, 191, 191, 191),
        (Point(1100, 500), 3, 121, 121, 121), (Point(1400, 700), 4, 0, 0, 255), (Point(1650, 850), 4, 0, 0, 255),
        (Point(850, 250), 0, 51, 51, 51), (Point(1500, 500), 3, 121, 121, 121),
    ]

    /// Returns the layers that are missing or misplaced in a picture of the TV, in words; empty if all are right.
    public static func faults(in picture: PixelBuffer) -> [String] {
        let mapping = CanvasMapping(size: picture.size)
        return probes.compactMap { probe in
            let pixels = mapping.pixels(Rect(x: probe.point.x, y: probe.point.y, width: 0, height: 0))
            let plane = picture.plane(0)
            let bytes = (plane.base + Int(pixels.y) * plane.pitch + 4 * Int(pixels.x)).assumingMemoryBound(to: UInt8.self)
            let seen = (Int(bytes[2]), Int(bytes[1]), Int(bytes[0]))
            let worst = max(abs(seen.0 - probe.red), abs(seen.1 - probe.green), abs(seen.2 - probe.blue))
            return worst <= 3 ? nil : "at \(probe.point.x), \(probe.point.y) isn't layer \(probe.layer) but \(seen)"
        }
    }

    /// Returns a planar YUV picture in one grey.
    public static func grey(_ luma: UInt8, size: VideoSize = VideoSize(width: 192, height: 108)) -> MemoryPixelBuffer {
        let buffer = MemoryPixelBuffer(format: .yuv420p, size: size)
        for (index, value) in [luma, 128, 128].enumerated() {
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            let plane = buffer.plane(index)
            plane.base.initializeMemory(as: UInt8.self, repeating: value, count: rows * plane.pitch)
        }
        return buffer
    }
}
