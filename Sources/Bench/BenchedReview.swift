// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Runtime

/// The scene of an end's review while a clip is held: four clips on each other, the top one turned, columns, icon, ring, footer.
enum BenchedReview {
    private static let card = Rect(x: 256, y: 72, width: 1408, height: 792)
    private static let radius = 20.0
    private static let white = Color(hex: 0xFFFFFF)
    private static let green = Color(hex: 0x30D158)
    private static let scrim = Color(hex: 0, alpha: 0.55)
    private static let keys = (1...3).map { PeekKey(ClipKey(session: SessionKey(folder: "bench"), number: $0), at: .seconds(5)) }

    /// Measures the most that one frame of the scene takes while an arrow is held.
    static func figures() throws -> [Figure] {
        let compositor = try Compositor()
        let peeks = PeekPictures()
        for key in keys { _ = peeks.set(MemoryPixelBuffer(format: .yuv420p, size: .hd720), for: key) }
        let painter = ScenePainter(size: .hd1080, stills: StillPictures(), peeks: peeks)
        let videos = (0..<3).map { _ in MemoryPixelBuffer(format: .yuv420p, size: .hd1080) }
        var most = CompositionCost()
        let frames = 60
        for frame in 0..<frames {
            // Progress begins above 0, so that everything is visible: a hidden drawing would be painted only when it first appears.
            let way = Double(frame + 1) / Double(frames)
            let scene = scene(progress: 0.6 * way, filled: way)
            let painted = painter.paint(scene, merging: false)
            let video = videos[frame / 2 % videos.count]
            let pictures = scene.layers.enumerated().compactMap { index, layer in
                if case .video = layer.content { PlacedPicture(video, of: layer) } else { painted.pictures[index] }
            }
            _ = try compositor.compose(pictures, size: .hd1080)
            let cost = compositor.lastCost
            (most.quads, most.texels) = (max(most.quads, cost.quads), max(most.texels, cost.texels))
            // The first frame uploads everything, and every second frame a new picture of the video.
            if frame > 0 { most.uploads = max(most.uploads, cost.uploads - (frame % 2 == 0 ? 1 : 0) + painter.lastPaintings) }
        }
        let canvases = Double(most.texels) / Double(VideoSize.hd1080.width * VideoSize.hd1080.height)
        return [
            Figure(name: "a held clip in Review, quads a frame", value: "\(most.quads)", bar: "≤ 12"),
            Figure(name: "its texels, in canvases", value: decimals(canvases), bar: "≤ 2.5"),
            Figure(name: "its drawings painted and uploaded, and pictures but the video's own", value: "\(most.uploads)", bar: "0"),
        ]
    }

    private static func scene(progress: Double, filled: Double) -> Scene {
        let border = Placement.Border(cornerRadius: radius, width: 2, white.opacity(0.3))
        var layers: [Layer] = []
        for depth in stride(from: keys.count, through: 1, by: -1) {
            let index = Double(depth) - progress
            // Only the part that the clip above leaves uncovered. The first of these is shown whole, because the top clip is moving.
            let lowest = card.maxY + 27.5 * index
            let above = lowest - 27.5 - radius
            layers.append(
                Layer(
                    .peek(keys[depth - 1]), place: moved(card, y: 27.5 * index), placement: Placement(shade: 0.22 * index, border: border),
                    transform: Transform(scale: 1 - 0.05 * index, about: Point(card.center.x, lowest)),
                    window: depth == 1 ? nil : Rect(x: card.x, y: above, width: card.width, height: lowest - above)))
        }
        let across = progress * 549.6
        layers.append(Layer(.drawing(shadow), place: moved(Canvas.bounds, x: across)))
        let top = moved(card, x: across)
        layers.append(
            Layer(
                .video(.replay), place: top, placement: Placement(border: border),
                transform: Transform(rotation: across / 2.748 / 20, about: top.center)))
        layers += [left, right].map { Layer(.drawing($0)) }
        layers.append(Layer(.drawing(icon), placement: Placement(opacity: progress)))
        layers.append(Layer(.drawing(ring), sweep: filled))
        layers.append(Layer(.drawing(footer)))
        return Scene(layers: layers)
    }

    private static func moved(_ rect: Rect, x: Double = 0, y: Double = 0) -> Rect {
        Rect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height)
    }

    // MARK: Drawings

    private static var shadow: Drawing {
        Drawing((1...6).map { .fill(card.inset(by: -6 * Double($0)), cornerRadius: radius + 6 * Double($0), Color(hex: 0, alpha: 0.06)) })
    }

    private static func text(_ words: String, _ x: Double, _ y: Double, _ size: Double) -> DrawingCommand {
        .text(TextRun(words, at: Point(x, y), size: size, color: white))
    }

    private static var left: Drawing {
        let lines: [DrawingCommand] = (0..<6).map {
            .fill(Rect(x: 96, y: 290 + 16 * Double($0), width: 96 - 6 * Double($0), height: 8), cornerRadius: 4, white)
        }
        return Drawing([text("2", 96, 72, 72), text("of 6", 96, 160, 36), text("Ana", 96, 210, 28), text("End 3", 96, 246, 28)] + lines)
    }

    private static var right: Drawing {
        Drawing([text("10", 1700, 72, 72), text("8.2 s", 1700, 160, 28), text("½×", 1700, 210, 48)])
    }

    private static var icon: Drawing {
        Drawing([.disc(center: Point(1744, 812), radius: 72, Color(hex: 0, alpha: 0.8)), text("Like", 1716, 796, 28)])
    }

    private static var ring: Drawing { Drawing([.circle(center: Point(1744, 812), radius: 58, width: 8, green)]) }

    private static var footer: Drawing {
        let words = ["Like", "On", "Delete", "Skip", "Play", "Tools"]
        return Drawing(
            [.fill(Rect(x: 96, y: 954, width: 1728, height: 72), cornerRadius: 16, scrim)]
                + words.enumerated().map { text($1, 170 + 280 * Double($0), 974, 28) })
    }
}
