// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Opens what a stream needs: codecs, the delay line, and the decoding ahead.
///
/// Thread-bound: the camera thread, and before that starts the thread that assembles the run.
final class PipelineFactory {
    private let slot: PipelineSlot
    private let delay: DelayControl
    private let sound: SoundTrack
    private let memory: MemoryReading
    /// The bytes that a player's window takes. Room for two windows is left free.
    private let windowBytes: Int
    private let isVirtual: Bool
    private let codecs: CodecPool

    /// The bytes of the line that are touched before the first frame; the rest follows while the line runs.
    private static let prefaultedAtOnce = 32 << 20

    init(
        slot: PipelineSlot, delay: DelayControl, sound: SoundTrack, memory: MemoryReading, windowBytes: Int, isVirtual: Bool,
        codecs: CodecPool
    ) {
        self.slot = slot
        self.delay = delay
        self.sound = sound
        self.memory = memory
        self.windowBytes = windowBytes
        self.isVirtual = isVirtual
        self.codecs = codecs
    }

    /// Returns twice the bytes that the delay itself needs: a machine that is short of memory still shows the delayed picture.
    static func leastBytes(_ parameters: StreamParameters, delay: Duration) -> Int {
        max(16 << 20, Int(delay.inSeconds + 2) * parameters.bitRate / 8 * 2)
    }

    /// Makes the pipeline for a stream, and an encoder for it. A camera that comes back with the same stream goes on in the
    /// same delay line: nothing that was recorded is lost by its absence.
    /// - Parameter maximumSeconds: the longest time that the line may hold.
    func make(_ parameters: StreamParameters, maximumSeconds: Double) throws -> (Pipeline, any Encoder) {
        if let current = slot.current, current.footage.parameters == parameters,
            current.footage.maximumSeconds == maximumSeconds
        {
            return (current, try codecs.encoder(for: parameters, noting: current.footage.encoders))
        }
        let names = CodecNames()
        let encoder = try codecs.encoder(for: parameters, noting: names)
        let capacity = max(
            Self.leastBytes(parameters, delay: delay.current),
            memory.lineSize.capacityBytes(for: parameters, maximumSeconds: maximumSeconds, windowBytes: windowBytes))
        let line = try DelayLine(capacityBytes: capacity, parameters: parameters, maximumSeconds: maximumSeconds)
        line.setProtectedSpan(DelayRule(delay: delay.current).protectedSpan)
        if !isVirtual { line.prefault(bytes: Self.prefaultedAtOnce) }
        let footage = Footage(
            parameters: parameters, encoders: names, line: line, maximumSeconds: maximumSeconds, sound: sound)
        return (Pipeline(footage: footage, decoder: try codecs.decoder(for: parameters)), encoder)
    }
}
