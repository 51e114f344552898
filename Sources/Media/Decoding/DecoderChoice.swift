import Core

/// Which H.264 decoder this machine has. Probed, not assumed: one counts only if it gave back a test picture.
public enum DecoderChoice {
    static let hardware = "h264_v4l2m2m"
    static let software = "h264"

    /// How a decoder did with a test picture.
    enum Answer: Hashable {
        case decodes(isShared: Bool)
        /// It decodes, but into shared memory that the box can't read; how it does with ordinary memory is another question.
        case sharesUnreadably(String)
        case fails(String)
    }

    /// Opens the hardware's decoder where it works at this size, the software decoder otherwise.
    /// - Throws: the software decoder's refusal, when nothing else is left.
    public static func open(_ parameters: StreamParameters) throws(CodecError) -> LibAVDecoder {
        let finding = finding { answer(of: hardware, parameters, mayShare: $0) }
        if finding.isUsable,
           let decoder = try? LibAVDecoder(codec: hardware, parameters: parameters, mayShare: finding.mayShare) {
            return decoder
        }
        return try LibAVDecoder(codec: software, parameters: parameters)
    }

    /// What `vir devices` lists: each decoder, whether it decodes pictures of this size, and why not. PRIME in the detail
    /// means that a display takes its pictures with no copy.
    public static func probe(size: VideoSize) -> [(name: String, isUsable: Bool, detail: String)] {
        let parameters = StreamParameters(size: size, rate: FrameRate(30))
        return [hardware, software].map { name in
            let finding = finding { answer(of: name, parameters, mayShare: $0) }
            return (name, finding.isUsable, finding.isUsable ? "decodes \(size)" + finding.detail : finding.detail)
        }
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
            let bytes = try TestPicture.encode(parameters, with: EncoderChoice.software)
            let frame = try bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
                try decoder.decode(AccessUnit(stamp: FrameStamp(frame: 0, timestamp: .zero), isKeyframe: true,
                                              bytes: UnsafeRawBufferPointer(bytes)))
            }
            let late = frame == nil ? try decoder.drainOne() : nil
            guard let picture = frame ?? late else { return .fails("took a picture and gave nothing back") }
            guard picture.buffer.size == parameters.size else {
                return .fails("gave back a picture of \(picture.buffer.size)")
            }
            return .decodes(isShared: picture.buffer.dmaBuffer != nil)
        } catch {
            return error.operation == LibAVDecoder.sharing ? .sharesUnreadably(error.reason) : .fails(error.description)
        }
    }
}
