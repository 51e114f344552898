// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Converts access units of MP4 files (lengths before the NAL units, parameter sets in the head) to Annex B with parameter sets before each
/// keyframe, which every H.264 decoder takes. Thread-bound.
final class AnnexBFilter {
    private let context: UnsafeMutablePointer<AVBSFContext>

    /// - Throws: libavcodec's refusal of the head's description of the stream.
    init(_ parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational) throws(CodecError) {
        let name = "h264_mp4toannexb"
        var made: UnsafeMutablePointer<AVBSFContext>?
        guard let filter = av_bsf_get_by_name(name), av_bsf_alloc(filter, &made) >= 0, let made else {
            throw CodecError(codec: name, operation: "find", reason: .noSuchCodec)
        }
        context = made
        made.pointee.time_base_in = timeBase
        var code = avcodec_parameters_copy(made.pointee.par_in, parameters)
        if code >= 0 { code = av_bsf_init(made) }
        guard code >= 0 else { throw CodecError(codec: name, operation: "open", reason: Message(LibAV.text(of: code))) }
    }

    deinit {
        var freed: UnsafeMutablePointer<AVBSFContext>? = context
        av_bsf_free(&freed)
    }

    /// Filters one access unit in place. It is empty afterwards if nothing came out.
    /// - Returns: libavcodec's error, or 0.
    func filter(_ packet: LibAVPacket) -> Int32 {
        let sent = av_bsf_send_packet(context, packet.pointer)
        guard sent >= 0 else {
            packet.unreference()
            return sent
        }
        let received = av_bsf_receive_packet(context, packet.pointer)
        return received == vir_averror_again ? 0 : min(received, 0)
    }

    /// Forgets the access units so far, before a jump.
    func flush() { av_bsf_flush(context) }
}
