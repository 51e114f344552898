// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

extension Law {
    static let encoderLaws = [
        Law("each picture comes out once, in order, with its own stamp, whatever the camera lost") { codecs in
            try [Material.odd, Material.fast].flatMap { parameters in
                let numbers = (0..<70 as Range<Int64>).filter { ![11, 12, 40].contains($0) } + [300, 301]
                let units = try Material.encode(numbers, by: try codecs.openEncoder(parameters), parameters)
                let wanted = numbers.map { Material.stamp($0, parameters.rate) }
                return units.map(\.stamp) == wanted ? [] : ["\(parameters.size): \(units.map(\.stamp.frame)) came out"]
            }
        },
        Law("a keyframe comes every half second, with parameter sets before its IDR, and there are no B-frames") { codecs in
            try [Material.odd, Material.fast].flatMap { parameters in
                let units = try Material.encode(Array(0..<100), by: try codecs.openEncoder(parameters), parameters)
                return structureFaults(units, parameters)
                    + (units.contains(where: \.hasBSlice) ? ["\(parameters.size): a B slice"] : [])
            }
        },
        Law("a keyframe that is asked for comes with its picture, or with one that was inside then") { codecs in
            let forced: Set<Int64> = [7, 40, 52]
            let units = try Material.encode(Array(0..<70), by: try codecs.openEncoder(Material.odd), Material.odd, forced: forced)
            let keyframes = units.filter(\.isKeyframe).map(\.stamp.frame)
            return forced.sorted().compactMap { frame in
                keyframes.contains { frame - codecs.inside <= $0 && $0 <= frame && $0 > 0 } ? nil : "none for \(frame) among \(keyframes)"
            } + structureFaults(units, Material.odd)
        },
        Law("after a drain nothing is inside, and encoding goes on from a keyframe") { codecs in
            let encoder = try codecs.openEncoder(Material.odd)
            let first = try Material.encode(Array(0..<20), by: encoder, Material.odd)
            let second = try Material.encode(Array(20..<40), by: encoder, Material.odd)
            return (first.map(\.stamp.frame) == Array(0..<20) && second.map(\.stamp.frame) == Array(20..<40) ? [] : ["pictures are missing"])
                + (second.first?.isKeyframe == true ? [] : ["it goes on with no keyframe"])
        },
        Law("a drain with nothing inside gives nothing") { codecs in
            let encoder = try codecs.openEncoder(Material.odd)
            var count = 0
            try encoder.drain { _ in count += 1 }
            return count == 0 ? [] : ["\(count) access units"]
        },
        Law("the bit rate stays within its bounds") { codecs in
            let units = try Material.encode(Array(0..<150), by: try codecs.openEncoder(Material.odd), Material.odd)
            let bits = Double(units.reduce(0) { $0 + $1.bytes.count }) * 8 / 5
            let bounds = Double(Material.odd.bitRate) * 0.3...Double(Material.odd.bitRate) * 1.5
            return bounds.contains(bits) ? [] : ["\(Int(bits)) bit/s where \(Material.odd.bitRate) are wanted"]
        },
        Law("what was encoded shows the very pictures, in both layouts of chroma, at any width") { codecs in
            let sizes = [VideoSize(width: 664, height: 364), VideoSize(width: 1000, height: 562), VideoSize(width: 320, height: 240)]
            return try sizes.flatMap { size in
                try [PixelFormat.yuv420p, .nv12].flatMap { format in
                    let parameters = StreamParameters(size: size, rate: FrameRate(30))
                    let units = try Material.encode(Array(0..<12), by: try codecs.openEncoder(parameters), parameters, format: format)
                    let frames = try Material.decode(units, by: try LibAVDecoder(codec: "h264", parameters: parameters), parameters)
                    return (frames.count == 12 ? [] : ["\(frames.count) of 12 pictures at \(size) \(format)"])
                        + frames.flatMap(\.faults).map { "\(size) \(format): \($0)" }
                }
            }
        },
        Law("a change of layout is a new GOP, and nothing is lost by it") { codecs in
            let encoder = try codecs.openEncoder(Material.odd)
            var units: [Unit] = []
            for number in 0..<12 as Range<Int64> {
                let frame = Material.frame(number, Material.odd, format: number < 6 ? .yuv420p : .nv12)
                try encoder.encode(frame, forcingKeyframe: false) { units.append(Unit($0)) }
            }
            try encoder.drain { units.append(Unit($0)) }
            return units.map(\.stamp.frame) == Array(0..<12) && units.filter(\.isKeyframe).map(\.stamp.frame) == [0, 6]
                ? []
                : ["\(units.map(\.stamp.frame)), keyframes \(units.filter(\.isKeyframe).map(\.stamp.frame))"]
        },
        Law("it lets go of every picture, and one encoder after the other can be opened") { codecs in
            var faults: [String] = []
            for round in 0..<4 {
                let encoder = try codecs.openEncoder(Material.odd)
                weak var lent: PixelBuffer?
                for number in 0..<6 as Range<Int64> {
                    let frame = Material.frame(number, Material.odd)
                    lent = frame.buffer
                    try encoder.encode(frame, forcingKeyframe: false) { _ in }
                }
                try encoder.drain { _ in }
                if lent != nil { faults.append("round \(round): a picture is still held") }
            }
            return faults
        },
    ]

    /// Returns the faults of the stream's structure: every GOP is a keyframe with its parameter sets and then pictures without them, and no
    /// GOP is longer than half a second.
    private static func structureFaults(_ units: [Unit], _ parameters: StreamParameters) -> [String] {
        var faults: [String] = []
        var sinceKeyframe = Int.max
        for unit in units {
            let kinds = unit.kinds.filter { [1, 5, 7, 8].contains($0) }
            if unit.isKeyframe {
                sinceKeyframe = 0
                let sets = kinds.prefix { $0 == 7 || $0 == 8 }
                if !sets.contains(7) || !sets.contains(8) { faults.append("keyframe \(unit.stamp.frame) is \(kinds)") }
                if Set(kinds.dropFirst(sets.count)) != [5] { faults.append("keyframe \(unit.stamp.frame) is \(kinds)") }
            } else {
                guard sinceKeyframe < Int.max else { return ["it begins with no keyframe"] }
                sinceKeyframe += 1
                if Set(kinds) != [1] { faults.append("picture \(unit.stamp.frame) is \(kinds)") }
            }
            if sinceKeyframe >= parameters.framesPerGOP { faults.append("picture \(unit.stamp.frame) is \(sinceKeyframe) after its keyframe") }
        }
        return faults
    }
}
