// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// A Gaussian blur of any radius at nearly the same cost. The picture is halved until the bell is narrow, at least once, then blurred along
/// both axes, and stretched again when it is painted. Thread-bound.
struct Blur {
    /// The largest sigma, in texels of the halved picture, for which the shader has enough taps.
    private static let widest = 2.5

    /// The halved pictures, and behind them the two blurred ones; reused from call to call.
    private var targets: [RenderTarget] = []

    /// Returns the picture blurred, without its mirroring, turn and opacity.
    /// - Parameters:
    ///   - size: the size that it will cover, in pixels.
    ///   - crop: the part that is blurred, as it lies in the picture's memory.
    ///   - radius: in pixels; twice the sigma of the bell.
    mutating func blurred(
        _ picture: TexturedPicture, size: VideoSize, crop: Rect, radius: Double,
        programs: PicturePrograms
    ) throws(GraphicsError) -> TexturedPicture {
        glDisable(GLenum(GL_BLEND))
        var sigma = radius / 2
        var halved = size
        var result = picture
        var step = 0
        repeat {
            halved = VideoSize(width: max(1, halved.width / 2), height: max(1, halved.height / 2))
            sigma /= 2
            let source = result
            var quad = Quad(filling: halved)
            if step == 0 { quad.crop = crop }
            result = try paint(into: step, size: halved) { [quad] in
                programs.paint(source, on: quad, target: halved)
            }
            step += 1
        } while sigma > Self.widest
        for isVertical in [false, true] {
            let source = result
            result = try paint(into: step, size: halved) {
                programs.blur(source, sigma: sigma, isVertical: isVertical, target: halved)
            }
            step += 1
        }
        return result
    }

    private mutating func paint(
        into step: Int, size: VideoSize,
        _ body: () -> Void
    ) throws(GraphicsError) -> TexturedPicture {
        while targets.count <= step { targets.append(RenderTarget()) }
        try targets[step].bind(size)
        glClearColor(0, 0, 0, 0)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        body()
        let layout = PlaneLayout(width: Double(size.width), height: Double(size.height), texture: size)
        return TexturedPicture(kind: .bgra, textures: [targets[step].texture.id], luma: layout, chroma: layout)
    }
}
