// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture in memory that the display can show: in place, or as a copy.
enum PictureSurface {
    case imported(Framebuffer)
    case copied(PictureCopy)

    var framebuffer: Framebuffer {
        switch self {
        case .imported(let framebuffer): framebuffer
        case .copied(let copy): copy.buffer.framebuffer
        }
    }

    var isImported: Bool { if case .imported = self { true } else { false } }
}

/// The contents of one commit. It keeps the pictures and their memory until others are shown. Thread-bound.
final class PlaneFrame {
    fileprivate(set) var pictures: [PlacedPicture] = []
    /// The memory of each picture.
    fileprivate(set) var surfaces: [PictureSurface] = []
    fileprivate(set) var uses: [PlaneUse] = []
    fileprivate var formats: [PixelFormat] = []
    fileprivate(set) var way = PlaneArrangement.all[0]
    /// True if it has been told which format lies on which plane.
    var isKnown = false

    /// Returns the layout of a picture's pixels as the plane reads them.
    func fourcc(of picture: Int) -> UInt32 {
        let buffer = pictures[picture].buffer
        return surfaces[picture].isImported ? buffer.dmaBuffer?.fourcc ?? 0 : FourCC.of(buffer.format)
    }

    fileprivate func empty() {
        pictures = []
        surfaces.removeAll(keepingCapacity: true)
    }
}

/// Frames that are filled anew once they are off the TV. Thread-bound.
struct PlaneFramePool {
    private var frames: [PlaneFrame] = []

    mutating func take(
        _ pictures: [PlacedPicture], _ choice: PlaneChooser.Choice,
        surfaces: inout PictureSurfaces
    ) throws(DRMFault) -> PlaneFrame {
        let frame = free()
        if frame.uses != choice.uses || !frame.formats.elementsEqual(pictures.lazy.map(\.buffer.format)) {
            frame.uses = choice.uses
            frame.formats = pictures.map(\.buffer.format)
            frame.isKnown = false
        }
        frame.way = choice.way
        for index in pictures.indices {
            frame.surfaces.append(try surfaces.surface(of: pictures[index].buffer, region: choice.regions[index]))
        }
        frame.pictures = pictures
        return frame
    }

    /// Releases the pictures of the frames that nobody holds.
    mutating func sweep() {
        for index in frames.indices where isKnownUniquelyReferenced(&frames[index]) { frames[index].empty() }
    }

    private mutating func free() -> PlaneFrame {
        for index in frames.indices where isKnownUniquelyReferenced(&frames[index]) {
            frames[index].empty()
            return frames[index]
        }
        let frame = PlaneFrame()
        frames.append(frame)
        return frame
    }
}
