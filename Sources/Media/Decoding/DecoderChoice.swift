// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Which H.264 decoder this machine has. Probed, not assumed: one counts only if it gave back a test picture.
public enum DecoderChoice {
    public static let hardware = "h264_v4l2m2m"
    public static let software = "h264"
    /// A decoder that has given no picture back after so many has none: with a picture's worth of references, four at 1080p, and the
    /// driver's own queue it may have several inside.
    private static let patience: Int64 = 24
    /// No picture is larger, whatever a damaged or a foreign stream promises.
    static let mostPixels: Int64 = 4096 * 4096

    /// How a decoder did with a test picture.
    enum Answer: Hashable {
        case decodes(isShared: Bool)
        /// It decodes, but into shared memory that the box can't read; how it does with ordinary memory is another question.
        case sharesUnreadably(String)
        case fails(String)
    }

    /// Opens the hardware's decoder where it works at this size, the software decoder otherwise.
    ///
    /// A driver that never answers holds the caller up: `CodecPool` in the runtime calls from a thread that it can leave.
    /// - Throws: the software decoder's refusal, when nothing else is left.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        if CodecDevice.find(.decoder) != nil, let decoder = try? openHardware(parameters) { return decoder }
        return try openSoftware(parameters)
    }

    /// - Throws: why the hardware's decoder can't be used at this size.
    public static func openHardware(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        let finding = finding { answer(of: hardware, parameters, mayShare: $0) }
        guard finding.isUsable else { throw CodecError(codec: hardware, operation: "try", reason: Message(finding.detail)) }
        return try LibAVDecoder(codec: hardware, parameters: parameters, mayShare: finding.mayShare)
    }

    public static func openSoftware(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        try LibAVDecoder(codec: software, parameters: parameters)
    }

    /// What `vir devices` lists of one decoder: whether it decodes pictures of this size, and why not. PRIME in the detail
    /// means that a display takes its pictures with no copy.
    public static func probe(_ name: String, size: VideoSize) -> (name: String, isUsable: Bool, detail: String) {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        let finding = finding { answer(of: name, parameters, mayShare: $0) }
        let device = name == hardware ? CodecDevice.find(.decoder).map { ", \($0)" } ?? "" : ""
        return (name, finding.isUsable, finding.isUsable ? "decodes \(size)" + finding.detail + device : finding.detail)
    }

    /// What a decoder's answers come to, asked first for shared memory and then, where that can't be read, for ordinary.
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

    /// Several access units, since a driver may begin only with the second: the first says what the pictures are.
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
