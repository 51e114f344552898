// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Runtime

extension OverheadBenchmark {
    /// Measures what a hardware codec costs on top of libx264: its threads and its copies of pictures.
    static func hardwareRoad(on stream: RecordedStream) throws -> [Figure] {
        let encoder = GuardedCodecs.guarding(PreparedEncoder(stream))
        let decoder = GuardedCodecs.guarding(PreparedDecoder(stream))
        let bareEncoder = PreparedEncoder(stream)
        let bareDecoder = PreparedDecoder(stream)
        let comparison = try Comparison(rounds: 5, clock: .processor) {
            try pass(stream, encoder, decoder)
        } bare: {
            try pass(stream, bareEncoder, bareDecoder)
        }
        let perPicture = (comparison.ours - comparison.bare) / Double(stream.units.count) * 1e6
        var figures = [
            Figure(
                name: "threads of a hardware encoder and decoder, per picture", value: "\(decimals(perPicture, 1)) µs",
                bar: "reported")
        ]
        guard CodecDevice.find(.encoder) != nil, let hardware = try EncoderChoice.openHardware(stream.parameters) as? LibAVEncoder else {
            return figures
        }
        let pictures = stream.pictures.prefix(60)
        for picture in pictures { try hardware.encode(picture, forcingKeyframe: false) { _ in } }
        try hardware.drain { _ in }
        let copies = 1 + Double(hardware.copiedPictures) / Double(pictures.count)
        figures.append(
            Figure(name: "copies of a picture into the hardware's encoder, libavcodec's own included", value: decimals(copies), bar: "≤ 1"))
        return figures
    }

    private static func pass(_ stream: RecordedStream, _ encoder: any Encoder, _ decoder: any Decoder) throws {
        for (picture, unit) in zip(stream.pictures, stream.units) {
            try encoder.encode(picture, forcingKeyframe: false) { _ in }
            _ = try unit.bytes.withUnsafeBytes {
                try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
            }
        }
    }
}
