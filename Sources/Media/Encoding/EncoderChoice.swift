import Core

/// Which H.264 encoder this machine has. Probed, not assumed: one counts only if it made an access unit of a test picture.
public enum EncoderChoice {
    static let hardware = "h264_v4l2m2m"
    static let software = "libx264"

    /// Opens the hardware's encoder where it works at this size, libx264 otherwise.
    /// - Throws: libx264's refusal, when nothing else is left.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> any Encoder {
        if objection(to: hardware, parameters) == nil,
           let encoder = try? LibAVEncoder(codec: hardware, parameters: parameters) {
            return encoder
        }
        return try LibAVEncoder(codec: software, parameters: parameters)
    }

    /// What `vir devices` lists: each encoder, whether it encodes pictures of this size, and why not.
    public static func probe(size: VideoSize) -> [(name: String, isUsable: Bool, detail: String)] {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        return [hardware, software].map { name in
            let objection = objection(to: name, parameters)
            return (name, objection == nil, objection ?? "encodes \(size)")
        }
    }

    /// Why this encoder can't be used; `nil` when it can.
    private static func objection(to name: String, _ parameters: StreamParameters) -> String? {
        do throws(CodecError) {
            return try TestPicture.encode(parameters, with: name).isEmpty ? "took a picture and gave nothing back" : nil
        } catch {
            return error.description
        }
    }
}
