// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// Pictures that were copied into textures. A picture that comes again is found by its buffer, whose pixels don't change while it is held,
/// and isn't copied again. Thread-bound.
struct UploadedPictures {
    private struct Entry {
        /// The buffer in the textures; `nil` if it is in no composition any more, and the textures are free for another.
        var buffer: PixelBuffer?
        var textured: TexturedPicture?
        var planes = PictureTextures()
        let format: PixelFormat
        let size: VideoSize
        var lastUsed: Int
    }

    /// The number of compositions after which unused textures are given back.
    private static let patience = 60

    private var entries: [Entry] = []
    private var composition = 0
    /// The number of pictures that were copied for this composition.
    private(set) var count = 0

    /// Begins another composition, and releases the buffers that aren't part of it.
    mutating func beginComposition(of pictures: [PlacedPicture]) {
        composition += 1
        count = 0
        var hasOld = false
        for index in entries.indices {
            if let buffer = entries[index].buffer, !pictures.contains(where: { $0.buffer === buffer }) { entries[index].buffer = nil }
            if entries[index].buffer == nil, composition - entries[index].lastUsed > Self.patience {
                entries[index].planes.delete()
                hasOld = true
            }
        }
        if hasOld { entries.removeAll { $0.buffer == nil && composition - $0.lastUsed > Self.patience } }
    }

    /// Returns the buffer's pixels in textures.
    mutating func textures(of buffer: PixelBuffer) throws(GraphicsError) -> TexturedPicture {
        for index in entries.indices where entries[index].buffer === buffer {
            entries[index].lastUsed = composition
            if let textured = entries[index].textured { return textured }
        }
        let index = freeEntry(for: buffer)
        let textured = try entries[index].planes.fill(buffer)
        entries[index].buffer = buffer
        entries[index].textured = textured
        entries[index].lastUsed = composition
        count += 1
        return textured
    }

    /// Releases all buffers; the textures stay for others.
    mutating func forget() {
        for index in entries.indices { entries[index].buffer = nil }
    }

    /// Returns the index of unused textures of the buffer's kind, or of new ones.
    private mutating func freeEntry(for buffer: PixelBuffer) -> Int {
        for index in entries.indices where entries[index].buffer == nil {
            if entries[index].format == buffer.format, entries[index].size == buffer.size { return index }
        }
        entries.append(Entry(format: buffer.format, size: buffer.size, lastUsed: composition))
        return entries.count - 1
    }
}
