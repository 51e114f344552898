// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

extension Law {
    static let decoderLaws = [
        Law("each access unit gives its own picture, in order, in the stream's own size") { codecs in
            try [Material.odd, Material.fast].flatMap { parameters in
                let units = try Material.encodeInSoftware(60, parameters)
                // Pictures that are still in the decoder at the end don't matter: the delayed picture goes on for ever.
                let frames = try Material.decode(units, by: try codecs.openDecoder(parameters), parameters, owed: 60 - Int(codecs.inside))
                let stamps = frames.map(\.stamp)
                return (stamps == Array(units.map(\.stamp).prefix(stamps.count)) ? [] : ["\(stamps.map(\.frame)) came out"])
                    + (stamps.count >= 60 - Int(codecs.inside) ? [] : ["only \(stamps.count) of 60"])
                    + frames.flatMap(\.faults)
            }
        },
        Law("decoding begins at a keyframe") { codecs in
            let units = try Material.encodeInSoftware(60, Material.odd)
            let frames = try Material.decode(Array(units.dropFirst(5)), by: try codecs.openDecoder(Material.odd), Material.odd)
            return frames.first?.stamp.frame == 15
                ? frames.flatMap(\.faults)
                : ["it begins with \(frames.first.map { "\($0.stamp.frame)" } ?? "nothing")"]
        },
        Law("after a flush nothing comes that was put in before") { codecs in
            let units = try Material.encodeInSoftware(75, Material.odd)
            let decoder = try codecs.openDecoder(Material.odd)
            _ = try Material.decode(Array(units[0..<40]), by: decoder, Material.odd)
            decoder.flush()
            // A step back, as after a change of the delay.
            let frames = try Material.decode(Array(units[15..<75]), by: decoder, Material.odd, owed: 60 - Int(codecs.inside))
            let numbers = frames.map(\.stamp.frame)
            return (numbers == Array((15..<75).prefix(numbers.count)) ? [] : ["\(numbers) came out"])
                + (numbers.count >= 60 - Int(codecs.inside) ? [] : ["only \(numbers.count) of 60"])
                + frames.flatMap(\.faults)
        },
        Law("pictures that are held don't change, and outlive their decoder") { codecs in
            let units = try Material.encodeInSoftware(40, Material.odd)
            var decoder: LibAVDecoder? = try codecs.openDecoder(Material.odd)
            var held: [VideoFrame] = []
            for unit in units {
                if let opened = decoder, let frame = try unit.decode(by: opened) { held.append(frame) }
                // As many as the display and the decoder's lead hold together.
                if held.count > 8 { held.removeFirst() }
            }
            decoder = nil
            return (held.count == 8 ? [] : ["\(held.count) pictures"]) + held.flatMap { Material.faults($0, Material.odd) }
        },
        Law("one decoder after the other can be opened") { codecs in
            let units = try Material.encodeInSoftware(40, Material.fast)
            return try (0..<4).flatMap { round in
                try Material.decode(units, by: try codecs.openDecoder(Material.fast), Material.fast).isEmpty ? ["round \(round): nothing"] : []
            }
        },
        Law("what its own encoder made is decoded whole") { codecs in
            let units = try Material.encode(Array(0..<60), by: try codecs.openEncoder(Material.odd), Material.odd, forced: [20, 33])
            let frames = try Material.decode(units, by: try codecs.openDecoder(Material.odd), Material.odd, owed: 60 - Int(codecs.inside))
            return (frames.count >= 60 - Int(codecs.inside) ? [] : ["only \(frames.count) of 60"])
                + frames.flatMap(\.faults)
        },
    ]
}
