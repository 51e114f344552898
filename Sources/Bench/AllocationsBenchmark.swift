// SPDX-License-Identifier: GPL-3.0-or-later

import CAllocations
import Core
import Media
import Runtime

/// Counts the memory allocations between the encoder and the decoder, once the line is full and every buffer has its final size.
enum AllocationsBenchmark {
    static func run() throws -> [Figure] {
        let parameters = StreamParameters(size: .hd720, rate: FrameRate(30))
        let stream = try RecordedStream(parameters, frames: 150, keepingPictures: false)
        let line = try DelayLine(capacityBytes: 16 << 20, parameters: parameters)
        let reader = line.makeReader()
        stream.append(to: line, times: 20)
        _ = reader.seek(to: .zero)
        var read = 0
        var bytes = 0
        func readAll() {
            reading: while true {
                switch reader.next({ $0.bytes.count }) {
                case .unit(let count):
                    read += 1
                    bytes += count
                case .overtaken: continue
                case .atEnd: break reading
                }
            }
        }
        readAll()
        var appended = 0
        read = 0
        let before = vir_allocations_of_this_thread()
        stream.append(to: line, rounds: 20..<40) {
            appended += 1
            readAll()
        }
        let allocations = vir_allocations_of_this_thread() - before
        return [
            Figure(
                name: "allocations a frame between encoder and decoder, \(appended) frames in, \(read) out",
                value: decimals(Double(allocations) / Double(max(1, appended)), 4), bar: "0")
        ]
    }
}
