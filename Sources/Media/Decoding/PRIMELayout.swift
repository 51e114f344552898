// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// The layout of a decoder's picture in shared memory, from its driver's description (`AVDRMFrameDescriptor`). The description is checked
/// before anything is read by it.
struct PRIMELayout: Hashable {
    struct Plane: Hashable {
        /// The index of the descriptor's object that holds the plane.
        var object: Int
        /// The offset from the object's start, in bytes.
        var offset: Int
        /// The bytes from one row to the next.
        var pitch: Int
    }

    /// One of the memory objects.
    struct Object: Hashable {
        var fileDescriptor: Int32
        var byteCount: Int
    }

    /// The kernel's four-character codes that decoders use.
    enum FourCC {
        static let nv12 = code("NV12"), yuv420 = code("YU12"), yvu420 = code("YV12")
        static let r8 = code("R8  "), gr88 = code("GR88"), rg88 = code("RG88")

        private static func code(_ text: StaticString) -> UInt32 {
            text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
        }
    }

    /// `nv12` or `yuv420p`.
    var format: PixelFormat
    var objects: [Object]
    /// The planes in the format's order: Y, U and V, or Y and UV.
    var planes: [Plane]

    var fourcc: UInt32 { format == .nv12 ? FourCC.nv12 : FourCC.yuv420 }

    /// - Parameter size: the picture's size.
    /// - Throws: an error in the description, or a layout that the box can't read.
    init(_ descriptor: AVDRMFrameDescriptor, size: VideoSize) throws(PRIMERefusal) {
        let limit = Int(AV_DRM_MAX_PLANES)
        func elements<Whole, Element>(
            _ whole: Whole, _ count: Int32, _ what: String, of: Element.Type
        )
            throws(PRIMERefusal) -> [Element]
        {
            guard (1...limit).contains(Int(count)) else { throw PRIMERefusal("the driver describes \(count) \(what)") }
            // Swift sees a C array as a tuple, whose elements lie one after the other.
            return withUnsafeBytes(of: whole) { Array($0.bindMemory(to: Element.self).prefix(Int(count))) }
        }
        let memory = try elements(descriptor.objects, descriptor.nb_objects, "objects", of: AVDRMObjectDescriptor.self)
        let layers = try elements(descriptor.layers, descriptor.nb_layers, "layers", of: AVDRMLayerDescriptor.self)
        var planes: [Plane] = []
        for layer in layers {
            for plane in try elements(layer.planes, layer.nb_planes, "planes", of: AVDRMPlaneDescriptor.self) {
                planes.append(Plane(object: Int(plane.object_index), offset: plane.offset, pitch: plane.pitch))
            }
        }
        format = try Self.format(of: layers.map(\.format), planes: &planes)
        objects = []
        for object in memory {
            guard object.format_modifier == 0 else {
                throw PRIMERefusal("its pictures are tiled (modifier 0x" + String(object.format_modifier, radix: 16) + ")")
            }
            guard object.fd >= 0 else { throw PRIMERefusal("the driver describes memory with no file descriptor") }
            objects.append(Object(fileDescriptor: object.fd, byteCount: Int(clamping: object.size)))
        }
        self.planes = planes
        guard size.width > 0, size.height > 0 else { throw PRIMERefusal("the driver describes a picture of \(size)") }
        for index in planes.indices { try check(index, size) }
    }

    /// Returns the format that these layers form together, and puts the planes in its order.
    private static func format(of layers: [UInt32], planes: inout [Plane]) throws(PRIMERefusal) -> PixelFormat {
        switch (layers, planes.count) {
        case ([FourCC.nv12], 2), ([FourCC.r8, FourCC.gr88], 2), ([FourCC.r8, FourCC.rg88], 2): return .nv12
        case ([FourCC.yuv420], 3), ([FourCC.r8, FourCC.r8, FourCC.r8], 3): return .yuv420p
        case ([FourCC.yvu420], 3):
            planes.swapAt(1, 2)
            return .yuv420p
        default:
            let names = layers.map { "0x" + String($0, radix: 16) }.joined(separator: " + ")
            throw PRIMERefusal("its pictures are \(names) in \(planes.count) planes, not 8-bit 4:2:0")
        }
    }

    private func check(_ index: Int, _ size: VideoSize) throws(PRIMERefusal) {
        let plane = planes[index]
        guard objects.indices.contains(plane.object) else {
            throw PRIMERefusal("the driver describes plane \(index) in object \(plane.object) of \(objects.count)")
        }
        let halfWidth = (size.width + 1) / 2
        let rowBytes = index == 0 ? size.width : format == .nv12 ? 2 * halfWidth : halfWidth
        let rows = index == 0 ? size.height : (size.height + 1) / 2
        let (before, isTooMuch) = plane.pitch.multipliedReportingOverflow(by: rows - 1)
        let byteCount = objects[plane.object].byteCount
        // Each condition compares with the rest of the object that is left, so that no sum can overflow.
        guard plane.offset >= 0, plane.pitch >= rowBytes, !isTooMuch, plane.offset <= byteCount,
            before <= byteCount - plane.offset, rowBytes <= byteCount - plane.offset - before
        else {
            throw PRIMERefusal(
                "the driver describes plane \(index) (offset \(plane.offset), pitch \(plane.pitch)) "
                    + "outside its memory of \(byteCount) bytes")
        }
    }
}

/// The reason that a decoder's shared memory isn't taken, in words that end a sentence about the decoder.
struct PRIMERefusal: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
