// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A grey picture that shows whether a codec really works.
enum TestPicture {
    static func make(_ size: VideoSize) -> PixelBuffer {
        let buffer = MemoryPixelBuffer(format: .yuv420p, size: size)
        for index in 0..<buffer.format.planeCount {
            let plane = buffer.plane(index)
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            plane.base.initializeMemory(as: UInt8.self, repeating: 128, count: plane.pitch * rows)
        }
        return buffer
    }

    /// Encodes one test picture. The result is empty if the encoder returns nothing.
    static func encode(_ parameters: StreamParameters, with codec: String) throws(CodecError) -> [UInt8] {
        let encoder = try LibAVEncoder(codec: codec, parameters: parameters)
        var bytes: [UInt8] = []
        try encoder.encode(frame(0, make(parameters.size), parameters), forcingKeyframe: true) { bytes.append(contentsOf: $0.bytes) }
        try encoder.drain { bytes.append(contentsOf: $0.bytes) }
        return bytes
    }

    static func frame(_ number: Int64, _ buffer: PixelBuffer, _ parameters: StreamParameters) -> VideoFrame {
        VideoFrame(buffer: buffer, stamp: FrameStamp(frame: number, timestamp: .zero + parameters.rate.offset(of: number)))
    }
}
