import Core

/// Which H.264 decoder this machine has. Probed, not assumed: one counts only if it gave back a test picture.
public enum DecoderChoice {
    static let hardware = "h264_v4l2m2m"
    static let software = "h264"

    /// Opens the hardware's decoder where it works at this size, the software decoder otherwise.
    /// - Throws: the software decoder's refusal, when nothing else is left.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> any Decoder {
        if objection(to: hardware, parameters) == nil,
           let decoder = try? LibAVDecoder(codec: hardware, parameters: parameters) {
            return decoder
        }
        return try LibAVDecoder(codec: software, parameters: parameters)
    }

    /// What `vir devices` lists: each decoder, whether it decodes pictures of this size, and why not.
    public static func probe(size: VideoSize) -> [(name: String, isUsable: Bool, detail: String)] {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        return [hardware, software].map { name in
            let objection = objection(to: name, parameters)
            return (name, objection == nil, objection ?? "decodes \(size)")
        }
    }

    /// Why this decoder can't be used; `nil` when it can.
    private static func objection(to name: String, _ parameters: StreamParameters) -> String? {
        do throws(CodecError) {
            let decoder = try LibAVDecoder(codec: name, parameters: parameters)
            let bytes = try TestPicture.encode(parameters, with: EncoderChoice.software)
            let frame = try bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
                try decoder.decode(AccessUnit(stamp: FrameStamp(frame: 0, timestamp: .zero), isKeyframe: true,
                                              bytes: UnsafeRawBufferPointer(bytes)))
            }
            if let frame { return objection(to: frame, parameters) }
            guard let late = try decoder.drainOne() else { return "took a picture and gave nothing back" }
            return objection(to: late, parameters)
        } catch {
            return error.description
        }
    }

    private static func objection(to frame: VideoFrame, _ parameters: StreamParameters) -> String? {
        frame.buffer.size == parameters.size ? nil : "gave back a picture of \(frame.buffer.size)"
    }
}
