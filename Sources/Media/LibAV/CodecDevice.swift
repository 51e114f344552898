// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// An H.264 encoder or decoder of the kernel.
public struct CodecDevice: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Sendable {
        case encoder, decoder
    }

    /// The layout in which an encoder wants its pictures. libavcodec copies them as they lie, so another pitch would shear them.
    struct Geometry: Hashable {
        var pitch: Int
        var rows: Int
    }

    /// The device node, such as `/dev/video11`.
    public var path: String
    /// The kernel driver's name; empty if the node couldn't be opened.
    public var driver: String
    /// The reason that the node can't be opened now; `nil` if it can.
    public var objection: String?
    var geometry: Geometry?

    public init(path: String, driver: String, objection: String? = nil) {
        self.init(path: path, driver: driver, objection: objection, geometry: nil)
    }

    init(path: String, driver: String, objection: String?, geometry: Geometry?) {
        self.path = path
        self.driver = driver
        self.objection = objection
        self.geometry = geometry
    }

    public var description: String { driver.isEmpty ? path : "\(driver) at \(path)" }

    /// Returns the device that libavcodec would take for pictures of this size, even if it is busy now; `nil` if there is no such device.
    public static func find(_ kind: Kind, size: VideoSize = .hd1080, format: PixelFormat = .yuv420p) -> CodecDevice? {
        var found = vir_codec_device()
        let code = vir_find_codec(
            kind == .encoder ? 1 : 0, UInt32(clamping: size.width), UInt32(clamping: size.height),
            format == .nv12 ? 1 : 0, &found)
        guard code == 0 || code == EBUSY else { return nil }
        func text(_ bytes: some Any) -> String {
            withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        guard code == 0 else {
            return CodecDevice(path: text(found.path), driver: "", objection: LibAV.text(of: vir_averror(code)), geometry: nil)
        }
        let geometry = found.pitch > 0 ? Geometry(pitch: Int(found.pitch), rows: Int(found.rows)) : nil
        return CodecDevice(path: text(found.path), driver: text(found.driver), objection: nil, geometry: geometry)
    }
}
