// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// The textures of one picture, filled again for the next picture of its kind. Thread-bound.
struct PictureTextures {
    private var planes: [Texture] = []

    /// Gives the textures back.
    /// - Precondition: their context is current.
    func delete() {
        for plane in planes { plane.delete() }
    }

    /// Copies a buffer's pixels into the textures.
    mutating func fill(_ buffer: PixelBuffer) throws(GraphicsError) -> TexturedPicture {
        while planes.count < buffer.format.planeCount { planes.append(Texture()) }
        let (width, height) = (buffer.size.width, buffer.size.height)
        let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
        let kind: TexturedPicture.Kind
        switch buffer.format {
        case .yuv420p:
            kind = .yuv420p
            try planes[0].fill(buffer.plane(0), width: width, height: height, bytesPerPixel: 1, format: GL_LUMINANCE)
            for index in 1...2 {
                try planes[index].fill(
                    buffer.plane(index), width: halfWidth, height: halfHeight, bytesPerPixel: 1,
                    format: GL_LUMINANCE)
            }
            guard planes[1].size == planes[2].size else {
                throw .compositionFailed(reason: "its two chroma planes differ in pitch")
            }
        case .nv12:
            kind = .nv12
            try planes[0].fill(buffer.plane(0), width: width, height: height, bytesPerPixel: 1, format: GL_LUMINANCE)
            try planes[1].fill(
                buffer.plane(1), width: halfWidth, height: halfHeight, bytesPerPixel: 2,
                format: GL_LUMINANCE_ALPHA)
        case .bgra, .bgrx:
            kind = buffer.format == .bgra ? .bgra : .bgrx
            try planes[0].fill(buffer.plane(0), width: width, height: height, bytesPerPixel: 4, format: GL_RGBA)
        }
        let luma = PlaneLayout(width: Double(width), height: Double(height), texture: planes[0].size)
        guard buffer.format.isYUV else {
            return TexturedPicture(kind: kind, textures: [planes[0].id], luma: luma, chroma: luma)
        }
        let chroma = PlaneLayout(width: Double(width) / 2, height: Double(height) / 2, texture: planes[1].size)
        return TexturedPicture(
            kind: kind, textures: planes.prefix(buffer.format.planeCount).map(\.id), luma: luma,
            chroma: chroma)
    }
}
