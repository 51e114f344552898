// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Chooses an H.264 encoder of this machine. Encoders are probed: an encoder counts only if it made an access unit of a test picture.
public enum EncoderChoice {
    public static let hardware = "h264_v4l2m2m"
    public static let software = "libx264"

    /// Opens the hardware encoder if it works at this size, otherwise libx264.
    ///
    /// A driver that never answers blocks the caller, so `CodecPool` in the runtime calls from a thread that it can abandon.
    /// - Throws: libx264's error, if that one fails too.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        if CodecDevice.find(.encoder) != nil, let encoder = try? openHardware(parameters) { return encoder }
        return try openSoftware(parameters)
    }

    /// - Throws: the reason that the hardware encoder can't be used at this size.
    public static func openHardware(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        if let objection = objection(to: hardware, parameters) { throw objection }
        return try LibAVEncoder(codec: hardware, parameters: parameters)
    }

    public static func openSoftware(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        try LibAVEncoder(codec: software, parameters: parameters)
    }

    /// Probes one encoder for `vir devices`: whether it encodes pictures of this size, and if not, why.
    public static func probe(_ name: String, size: VideoSize) -> (name: String, isUsable: Bool, detail: String) {
        let objection = objection(to: name, StreamParameters(size: size, rate: FrameRate(30)))
        let device = name == hardware ? CodecDevice.find(.encoder).map { ", \($0)" } ?? "" : ""
        return (name, objection == nil, objection?.description ?? "encodes \(size)" + device)
    }

    /// Returns the reason that this encoder can't be used; `nil` if it can.
    private static func objection(to name: String, _ parameters: StreamParameters) -> CodecError? {
        do throws(CodecError) {
            guard try TestPicture.encode(parameters, with: name).isEmpty else { return nil }
            return CodecError(codec: name, operation: "try", reason: .gaveNothing)
        } catch {
            return error
        }
    }
}
