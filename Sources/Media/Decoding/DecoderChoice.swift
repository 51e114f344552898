// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Chooses an H.264 decoder of this machine. Decoders are probed: a decoder counts only if it returned a test picture.
public enum DecoderChoice {
    public static let hardware = "h264_v4l2m2m"
    public static let software = "h264"
    /// The number of access units after which a decoder without a picture has failed. A working decoder may hold several pictures: the
    /// reference pictures, four at 1080p, and the driver's own queue.
    private static let patience: Int64 = 24
    /// The most pixels that a picture may have, whatever a damaged or foreign stream claims.
    static let mostPixels: Int64 = 4096 * 4096

    /// The result of giving a decoder a test picture.
    enum Answer: Hashable {
        case decodes(isShared: Bool)
        /// The decoder works, but with shared memory that the box can't read. Ordinary memory has to be tried separately.
        case sharesUnreadably(String)
        case fails(String)
    }

    /// Opens the hardware decoder if it works at this size, otherwise the software decoder.
    ///
    /// A driver that never answers blocks the caller, so `CodecPool` in the runtime calls from a thread that it can abandon.
    /// - Throws: the software decoder's error, if that one fails too.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        if CodecDevice.find(.decoder) != nil, let decoder = try? openHardware(parameters) { return decoder }
        return try openSoftware(parameters)
    }

    /// - Throws: the reason that the hardware decoder can't be used at this size.
    public static func openHardware(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        let finding = finding { answer(of: hardware, parameters, mayShare: $0) }
        guard finding.isUsable else { throw CodecError(codec: hardware, operation: "try", reason: Message(finding.detail)) }
        return try LibAVDecoder(codec: hardware, parameters: parameters, mayShare: finding.mayShare)
    }

    public static func openSoftware(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        try LibAVDecoder(codec: software, parameters: parameters)
    }

    /// Probes one decoder for `vir devices`: whether it decodes pictures of this size, and if not, why. PRIME in the detail means that a
    /// display takes its pictures without a copy.
    public static func probe(_ name: String, size: VideoSize) -> (name: String, isUsable: Bool, detail: String) {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        let finding = finding { answer(of: name, parameters, mayShare: $0) }
        let device = name == hardware ? CodecDevice.find(.decoder).map { ", \($0)" } ?? "" : ""
        return (name, finding.isUsable, finding.isUsable ? "decodes \(size)" + finding.detail + device : finding.detail)
    }

    /// Combines a decoder's answers. It is asked first for shared memory and then, if that can't be read, for ordinary memory.
    static func finding(_ answer: (_ mayShare: Bool) -> Answer) -> (isUsable: Bool, mayShare: Bool, detail: String) {
        switch answer(true) {
        case .decodes(let isShared): return (true, true, isShared ? ", PRIME" : "")
        case .fails(let reason): return (false, true, reason)
        case .sharesUnreadably(let reason):
            switch answer(false) {
            case .decodes: return (true, false, ", no PRIME: " + reason)
            case .fails(let other), .sharesUnreadably(let other): return (false, false, "\(reason); in ordinary memory: \(other)")
            }
        }
    }

    private static func answer(of name: String, _ parameters: StreamParameters, mayShare: Bool) -> Answer {
        do throws(CodecError) {
            let decoder = try LibAVDecoder(codec: name, parameters: parameters, mayShare: mayShare)
            guard let picture = try firstPicture(of: decoder, parameters) else { return .fails("took pictures and gave nothing back") }
            guard picture.buffer.size == parameters.size else {
                return .fails("gave back a picture of \(picture.buffer.size)")
            }
            return .decodes(isShared: picture.buffer.dmaBuffer != nil)
        } catch {
            return error.operation == LibAVDecoder.sharing ? .sharesUnreadably(error.reason.description) : .fails(error.description)
        }
    }

    /// Feeds several access units, because a driver may begin only with the second: the first one tells it the format of the pictures.
    private static func firstPicture(of decoder: LibAVDecoder, _ parameters: StreamParameters) throws(CodecError) -> VideoFrame? {
        let encoder = try LibAVEncoder(codec: EncoderChoice.software, parameters: parameters)
        let buffer = TestPicture.make(parameters.size)
        for number in 0..<patience {
            var stamp = FrameStamp(frame: 0, timestamp: .zero)
            var bytes: [UInt8] = []
            var isKeyframe = false
            try encoder.encode(TestPicture.frame(number, buffer, parameters), forcingKeyframe: false) {
                (stamp, isKeyframe) = ($0.stamp, $0.isKeyframe)
                bytes.append(contentsOf: $0.bytes)
            }
            let frame = try bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
                try decoder.decode(AccessUnit(stamp: stamp, isKeyframe: isKeyframe, bytes: UnsafeRawBufferPointer(bytes)))
            }
            if let frame { return frame }
        }
        return try decoder.drain()
    }
}
