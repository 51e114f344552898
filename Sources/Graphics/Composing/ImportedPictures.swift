// SPDX-License-Identifier: GPL-3.0-or-later

import CGBM
import CGLES
import Core

/// YUV pictures in memory that a decoder or a camera shares, as textures without a copy.
///
/// Buffers come round in a pool: each is imported once and found again by its identity. Planes are imported one by one, as bytes, so that
/// their colours go through the same shaders as those of uploaded pictures. Thread-bound.
struct ImportedPictures {
    /// The number of compositions after which an unused buffer is given back.
    private static let patience = 60

    private let pictures: EGLPictures
    private var known: [DMABuffer.Identity: Entry] = [:]
    private var composition = 0

    private struct Entry {
        let memory: DMABuffer
        let size: VideoSize
        /// `nil` if the driver refused the memory.
        let picture: ImportedPicture?
        var lastUsed: Int
    }

    init(_ pictures: EGLPictures) { self.pictures = pictures }

    /// Begins another composition. Buffers that weren't in one for long are given back.
    mutating func beginComposition() {
        composition += 1
        let oldest = composition - Self.patience
        guard known.values.contains(where: { $0.lastUsed < oldest }) else { return }
        known = known.filter { $0.value.lastUsed >= oldest }
    }

    /// Returns the buffer's memory as textures; `nil` if it isn't shared YUV or the driver refuses it.
    mutating func textures(of buffer: PixelBuffer) -> TexturedPicture? {
        guard buffer.format.isYUV, let memory = buffer.dmaBuffer, memory.planes.count == buffer.format.planeCount
        else { return nil }
        if let entry = known[memory.identity], entry.memory == memory, entry.size == buffer.size {
            known[memory.identity]?.lastUsed = composition
            return entry.picture?.textures()
        }
        let picture = ImportedPicture(memory, format: buffer.format, size: buffer.size, pictures)
        known[memory.identity] = Entry(memory: memory, size: buffer.size, picture: picture, lastUsed: composition)
        return picture?.textures()
    }
}

/// One buffer's planes as textures. Thread-bound.
private final class ImportedPicture {
    private let pictures: EGLPictures
    private var images: [EGLImageKHR] = []
    private var names: [GLuint] = []
    private let template: TexturedPicture

    /// Fails if the driver refuses one of the planes.
    init?(_ memory: DMABuffer, format: PixelFormat, size: VideoSize, _ pictures: EGLPictures) {
        self.pictures = pictures
        let half = VideoSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        template = TexturedPicture(
            kind: format == .nv12 ? .importedNV12 : .yuv420p, textures: [],
            luma: PlaneLayout(width: Double(size.width), height: Double(size.height), texture: size),
            chroma: PlaneLayout(width: Double(size.width) / 2, height: Double(size.height) / 2, texture: half))
        for (index, plane) in memory.planes.enumerated() {
            let isPair = index > 0 && format == .nv12
            guard
                let image = pictures.makeImage(
                    plane, fourcc: isPair ? vir_fourcc_gr88 : vir_fourcc_r8,
                    modifier: memory.modifier, size: index == 0 ? size : half)
            else { return nil }
            images.append(image)
            names.append(Texture().id)
        }
        guard textures() != nil else { return nil }
    }

    deinit { pictures.destroy(images, textures: names) }

    /// Returns the planes as textures; `nil` if the driver refuses.
    func textures() -> TexturedPicture? {
        for (image, name) in zip(images, names) {
            glBindTexture(GLenum(GL_TEXTURE_2D), name)
            guard pictures.bindTexture(to: image) else { return nil }
        }
        var result = template
        result.textures = names
        return result
    }
}
