// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Gets pictures into memory that a card can show: in place if the card takes that, otherwise as a copy. Thread-bound.
struct PictureSurfaces {
    private var imports: ImportCache
    private var copies: CopyPool

    init(device: DRMDevice) {
        imports = ImportCache(device: device)
        copies = CopyPool(device: device)
    }

    /// Returns the traits of a picture that matter to planes.
    mutating func traits(of picture: PlacedPicture) -> PictureTraits {
        let buffer = picture.buffer
        let memory = buffer.dmaBuffer.flatMap { imports.framebuffer(of: $0, size: buffer.size) == nil ? nil : $0 }
        return PictureTraits(
            fourcc: memory?.fourcc ?? FourCC.of(buffer.format), modifier: memory?.modifier ?? 0,
            isImported: memory != nil, size: buffer.size, place: picture.place,
            crop: picture.crop, placement: picture.placement, used: picture.used)
    }

    /// Returns the picture as the display can show it, copied if necessary.
    /// - Parameter region: the parts that are shown; `nil` for the whole picture.
    mutating func surface(of buffer: PixelBuffer, region: [PixelRect]?) throws(DRMFault) -> PictureSurface {
        if let imported = imported(buffer) { return .imported(imported) }
        return .copied(
            try withRoom { (copies: inout CopyPool) throws(DRMFault) -> PictureCopy in try copies.copy(of: buffer, region: region) })
    }

    /// Returns memory of the picture's kind with any contents: enough to ask whether the hardware would show it.
    mutating func sample(of picture: PlacedPicture) throws(DRMFault) -> PictureSurface {
        if let imported = imported(picture.buffer) { return .imported(imported) }
        let (format, size) = (picture.buffer.format, picture.buffer.size)
        return .copied(try withRoom { (copies: inout CopyPool) throws(DRMFault) -> PictureCopy in try copies.blank(format, size) })
    }

    mutating func sweep() {
        copies.sweep()
        imports.sweep()
    }

    /// Runs `body`. If memory is short, gives back what no frame shows and tries once more: without a commit there is no flip, so nothing
    /// else would ever give that memory back.
    private mutating func withRoom(
        _ body: (inout CopyPool) throws(DRMFault) -> PictureCopy
    ) throws(DRMFault) -> PictureCopy {
        do throws(DRMFault) {
            return try body(&copies)
        } catch {
            guard error.isOutOfMemory else { throw error }
        }
        imports.forget()
        copies.forgetIdle()
        return try body(&copies)
    }

    private mutating func imported(_ buffer: PixelBuffer) -> Framebuffer? {
        guard let memory = buffer.dmaBuffer else { return nil }
        return imports.framebuffer(of: memory, size: buffer.size)
    }
}
