// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Which H.264 encoder this machine has. Probed, not assumed: one counts only if it made an access unit of a test picture.
public enum EncoderChoice {
    public static let hardware = "h264_v4l2m2m"
    public static let software = "libx264"

    /// Opens the hardware's encoder where it works at this size, libx264 otherwise.
    ///
    /// A driver that never answers holds the caller up: `CodecPool` in the runtime calls from a thread that it can leave.
    /// - Throws: libx264's refusal, when nothing else is left.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        if CodecDevice.find(.encoder) != nil, let encoder = try? openHardware(parameters) { return encoder }
        return try openSoftware(parameters)
    }

    /// - Throws: why the hardware's encoder can't be used at this size.
    public static func openHardware(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        if let objection = objection(to: hardware, parameters) { throw objection }
        return try LibAVEncoder(codec: hardware, parameters: parameters)
    }

    public static func openSoftware(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        try LibAVEncoder(codec: software, parameters: parameters)
    }

    /// What `vir devices` lists of one encoder: whether it encodes pictures of this size, and why not.
    public static func probe(_ name: String, size: VideoSize) -> (name: String, isUsable: Bool, detail: String) {
        let objection = objection(to: name, StreamParameters(size: size, rate: FrameRate(30)))
        let device = name == hardware ? CodecDevice.find(.encoder).map { ", \($0)" } ?? "" : ""
        return (name, objection == nil, objection?.description ?? "encodes \(size)" + device)
    }

    /// Why this encoder can't be used; `nil` when it can.
    private static func objection(to name: String, _ parameters: StreamParameters) -> CodecError? {
        do throws(CodecError) {
            guard try TestPicture.encode(parameters, with: name).isEmpty else { return nil }
            return CodecError(codec: name, operation: "try", reason: .gaveNothing)
        } catch {
            return error
        }
    }
}
