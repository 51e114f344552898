// SPDX-License-Identifier: GPL-3.0-or-later

import CGBM
import Core
import Glibc

/// A card that gives memory for pictures, into which a GPU draws and which a display scans out. Thread-bound.
final class GBMDevice {
    let pointer: OpaquePointer
    /// The node that was opened: the card's render node if it has one, otherwise its own.
    let node: String
    private let file: Int32

    /// - Parameter card: the card's own node, or a render node.
    init(card: String) throws(GraphicsError) {
        node = Self.renderNode(of: card) ?? card
        file = open(node, O_RDWR | O_CLOEXEC)
        guard file >= 0 else {
            throw .noScanout(reason: "\(node) can't be opened (\(String(cString: strerror(errno))))")
        }
        vir_drop_master(file)
        guard let device = gbm_create_device(file) else {
            close(file)
            throw .noScanout(reason: "GBM has no driver for \(node)")
        }
        pointer = device
    }

    deinit {
        gbm_device_destroy(pointer)
        close(file)
    }

    /// Makes memory for a `bgrx` picture in rows, as a dma-buf: its file descriptor, which the caller closes, its offset and its pitch.
    func makePicture(_ size: VideoSize) throws(GraphicsError) -> (file: Int32, offset: Int, pitch: Int) {
        let use = GBM_BO_USE_SCANOUT.rawValue | GBM_BO_USE_RENDERING.rawValue | GBM_BO_USE_LINEAR.rawValue
        guard
            let object = gbm_bo_create(
                pointer, UInt32(size.width), UInt32(size.height), vir_fourcc_xrgb8888,
                use)
        else { throw .noScanout(reason: "\(node) gives no memory for \(size) (\(String(cString: strerror(errno))))") }
        // The memory lives on in the dma-buf, so buffers needn't outlive their device, nor be released on its thread.
        defer { gbm_bo_destroy(object) }
        let file = gbm_bo_get_fd(object)
        guard file >= 0 else { throw .noScanout(reason: "\(node) doesn't share its memory with other devices") }
        return (file, Int(gbm_bo_get_offset(object, 0)), Int(gbm_bo_get_stride(object)))
    }

    /// Returns the node on which the same device renders for anyone, without control of the display.
    private static func renderNode(of card: String) -> String? {
        guard let name = card.split(separator: "/").last, let folder = opendir("/sys/class/drm/\(name)/device/drm")
        else { return nil }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX)) { String(cString: $0) }
            }
            if name.hasPrefix("renderD") { return "/dev/dri/" + name }
        }
        return nil
    }
}
