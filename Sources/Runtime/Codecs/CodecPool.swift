// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import Synchronization

/// Gives out the codecs: hardware for the stream that always runs, if the board's plan says so and the hardware works; otherwise software.
///
/// A hardware codec comes with everything that it takes to do without it: a thread that can be left behind, and software that takes over.
/// A hardware codec that failed is tried again with the next stream, but not for ever: after two failures in mid-stream, software does the
/// work for the rest of the run. The camera thread asks for the stream's codecs, the player thread for other decoders. News is told on the
/// thread that asks for a codec or uses it.
final class CodecPool: Sendable {
    /// The functions that find and open the codecs.
    struct Makers: Sendable {
        var device: @Sendable (CodecDevice.Kind) -> CodecDevice?
        var hardwareEncoder: @Sendable (StreamParameters) throws(CodecError) -> any Encoder
        var softwareEncoder: @Sendable (StreamParameters) throws(CodecError) -> any Encoder
        var hardwareDecoder: @Sendable (StreamParameters) throws(CodecError) -> any Decoder
        var softwareDecoder: @Sendable (StreamParameters) throws(CodecError) -> any Decoder

        static let libAV = Makers(
            device: { CodecDevice.find($0) },
            hardwareEncoder: { parameters throws(CodecError) in try EncoderChoice.openHardware(parameters) },
            softwareEncoder: { parameters throws(CodecError) in try EncoderChoice.openSoftware(parameters) },
            hardwareDecoder: { parameters throws(CodecError) in try DecoderChoice.openHardware(parameters) },
            softwareDecoder: { parameters throws(CodecError) in try DecoderChoice.openSoftware(parameters) })
    }

    static let mostFailures = 2

    private let board: Board
    private let encoderLimits: CodecLimits
    private let decoderLimits: CodecLimits
    private let makers: Makers
    private let tell: @Sendable (CodecNews) -> Void
    private let failures = Failures()

    private final class Failures: Sendable {
        let encoder = Atomic(0)
        let decoder = Atomic(0)
    }

    init(board: Board, isVirtual: Bool, makers: Makers = .libAV, tell: @escaping @Sendable (CodecNews) -> Void) {
        self.board = board
        encoderLimits = isVirtual ? .virtual : .encoder
        decoderLimits = isVirtual ? .virtual : .decoder
        self.makers = makers
        self.tell = tell
    }

    /// Opens the encoder of the stream.
    /// - Parameter names: receives the name of the encoder that runs, now and whenever another one takes over.
    func encoder(for parameters: StreamParameters, noting names: CodecNames = CodecNames()) throws(CodecError) -> any Encoder {
        let encoder = try openEncoder(for: parameters, noting: names)
        names.note(encoder.name)
        return encoder
    }

    private func openEncoder(for parameters: StreamParameters, noting names: CodecNames) throws(CodecError) -> any Encoder {
        let plan = CodecPlan(board: board, stream: parameters)
        if plan.holds == false { tell(.tooMuch(parameters, instead: plan.profiles)) }
        guard plan.encoder == .hardware, failures.encoder.load(ordering: .relaxed) < Self.mostFailures,
            let device = makers.device(.encoder)
        else { return try makers.softwareEncoder(parameters) }
        let limits = encoderLimits
        let opened = CodecThread.once("vir-encoder", within: limits.opening) { [makers] in
            Self.result { () throws(CodecError) in try makers.hardwareEncoder(parameters) }
        }
        switch opened {
        case .success(let encoder):
            let guarded = GuardedEncoder(encoder, limit: limits.call, scheduling: .realTime(priority: 40, onRefusal: { _ in }))
            return TakeoverEncoder(guarded, limits: limits) { [makers] () throws(CodecError) in
                try makers.softwareEncoder(parameters)
            } tell: { [tell, failures] news in
                switch news {
                case .tookOver(let from, let to, let reason, let lost):
                    failures.encoder.add(1, ordering: .relaxed)
                    names.note(to)
                    tell(.tookOver(part: "encoder", from: from, to: to, reason: reason, lost: lost))
                case .dropped(let codec, let count):
                    tell(.dropped(codec: codec, count: count))
                }
            }
        case .failure(let error):
            tell(.unavailable(part: "encoder", device: device.description, reason: device.objection ?? error.description))
        case nil:
            tell(.unavailable(part: "encoder", device: device.description, reason: "no answer within \(limits.opening.inSeconds) s"))
        }
        return try makers.softwareEncoder(parameters)
    }

    /// Opens the decoder of the delayed picture.
    func decoder(for parameters: StreamParameters) throws(CodecError) -> any Decoder {
        let plan = CodecPlan(board: board, stream: parameters)
        guard plan.decoder == .hardware, failures.decoder.load(ordering: .relaxed) < Self.mostFailures,
            let device = makers.device(.decoder)
        else { return try makers.softwareDecoder(parameters) }
        let limits = decoderLimits
        let opened = CodecThread.once("vir-hw-decoder", within: limits.opening) { [makers] in
            Self.result { () throws(CodecError) in try makers.hardwareDecoder(parameters) }
        }
        switch opened {
        case .success(let decoder):
            let guarded = GuardedDecoder(decoder, limit: limits.call, scheduling: .realTime(priority: 30, onRefusal: { _ in }))
            return TakeoverDecoder(guarded, limits: limits) { [makers] () throws(CodecError) in
                try makers.softwareDecoder(parameters)
            } tell: { [tell, failures] news in
                failures.decoder.add(1, ordering: .relaxed)
                tell(.tookOver(part: "decoder", from: news.from, to: news.to, reason: news.reason, lost: 0))
            }
        case .failure(let error):
            tell(.unavailable(part: "decoder", device: device.description, reason: device.objection ?? error.description))
        case nil:
            tell(.unavailable(part: "decoder", device: device.description, reason: "no answer within \(limits.opening.inSeconds) s"))
        }
        return try makers.softwareDecoder(parameters)
    }

    /// Opens the decoder of footage that plays beside the delayed picture: a clip, or a look back into the line.
    func otherDecoder(for parameters: StreamParameters) throws(CodecError) -> any Decoder {
        // The plan gives the hardware only to the track that always runs.
        switch CodecPlan(board: board, stream: parameters).otherDecoders {
        case .hardware: try makers.hardwareDecoder(parameters)
        case .software: try makers.softwareDecoder(parameters)
        }
    }

    private static func result<Value>(_ body: () throws(CodecError) -> Value) -> Result<Value, CodecError> {
        do throws(CodecError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
}

extension Board {
    /// Returns the board that this program runs on and its model, as the firmware told the kernel.
    static func found() -> (board: Board, model: String?) {
        guard let text = readSmallFile("/proc/device-tree/model") else { return (.other, nil) }
        let model = String(text.prefix { $0 != "\0" && $0 != "\n" })
        return (Board(model: model), model)
    }
}
