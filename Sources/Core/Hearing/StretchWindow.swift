// SPDX-License-Identifier: GPL-3.0-or-later

/// The sound round the position that is being stretched: less than a second, however long the footage is.
///
/// Positions are samples of the footage. Outside of it there is silence.
struct StretchWindow: Sendable {
    /// The number of channels; samples are interleaved.
    static let channels = 2
    /// The number of samples that one coarse sample stands for.
    static let coarseness = 4
    /// The fewest coarse samples that are forgotten at once: 85 ms at 48 kHz.
    private static let fewestDropped = 1024

    /// The position of the first sample, a multiple of `coarseness`.
    private(set) var start: Int64
    private(set) var samples: [Int16] = []
    /// The mean of the channels, in steps of 16 bits.
    private var mono: [Float] = []
    /// The means of four samples each, in which a place that sounds alike is searched first.
    private var coarse: [Float] = []

    var end: Int64 { start + Int64(mono.count) }

    /// - Precondition: `start` is a multiple of `coarseness`.
    init(from start: Int64) {
        precondition(start % Int64(Self.coarseness) == 0, "a stretch begins with a coarse sample")
        self.start = start
    }

    /// Adds the samples that follow, `count` of each channel. Missing ones are silence.
    /// - Precondition: `count` is a multiple of `coarseness`.
    mutating func append(_ block: [Int16], count: Int) {
        precondition(count % Self.coarseness == 0, "a block ends with a coarse sample")
        let taken = block.prefix(count * Self.channels)
        samples += taken
        samples += repeatElement(0, count: count * Self.channels - taken.count)
        for place in mono.count..<mono.count + count {
            mono.append((Float(samples[place * Self.channels]) + Float(samples[place * Self.channels + 1])) / 2)
        }
        for place in coarse.count..<mono.count / Self.coarseness {
            let first = place * Self.coarseness
            coarse.append(mono[first..<first + Self.coarseness].reduce(0, +) / Float(Self.coarseness))
        }
    }

    /// Forgets what lies before this position, in whole coarse samples and once there are many of them: what stays is moved each time.
    mutating func drop(before place: Int64) {
        let passed = min(Int(max(0, place - start)), mono.count) / Self.coarseness
        guard passed >= Self.fewestDropped else { return }
        coarse.removeFirst(passed)
        mono.removeFirst(passed * Self.coarseness)
        samples.removeFirst(passed * Self.coarseness * Self.channels)
        start += Int64(passed * Self.coarseness)
    }

    /// Returns the samples of both channels at a position.
    func sample(_ place: Int64) -> (left: Int16, right: Int16) {
        guard place >= start, place < end else { return (0, 0) }
        let index = Int(place - start) * Self.channels
        return (samples[index], samples[index + 1])
    }

    // MARK: Measuring

    /// Returns the indices of these samples in `mono`, as far as they are there.
    private func indices(_ first: Int64, _ count: Int64) -> Range<Int> {
        let lower = Int((first - start).clamped(to: 0...Int64(mono.count)))
        return lower..<max(lower, Int((first + count - start).clamped(to: 0...Int64(mono.count))))
    }

    /// Returns the energy of the differences between these samples and those before them.
    func differences(from first: Int64, count: Int64) -> Float {
        var sum: Float = 0
        for index in indices(first, count) where index > 0 {
            let difference = mono[index] - mono[index - 1]
            sum += difference * difference
        }
        return sum
    }

    /// Returns the largest magnitude of these samples.
    func peak(from first: Int64, count: Int64) -> Float { mono[indices(first, count)].reduce(0) { max($0, abs($1)) } }

    /// Returns the first of these samples whose magnitude reaches a level, or else the first one.
    func first(from first: Int64, count: Int64, over level: Float) -> Int64 {
        let indices = indices(first, count)
        return mono[indices].firstIndex { abs($0) >= level }.map { start + Int64($0) } ?? first
    }

    // MARK: Searching

    /// Returns the position among `places` whose sound is most like the sound at `place`: first among every fourth one, then among its
    /// neighbours. If nothing is alike, it is `otherwise`.
    func mostAlike(to place: Int64, among places: ClosedRange<Int64>, length: Int, otherwise: Int64) -> Int64 {
        let quarter = Int64(Self.coarseness)
        let origin = Int((place - start) / quarter)
        var (best, highest) = (otherwise, Float(0))
        // Negative distances are rounded up, because none may lie before the first place.
        let nearest = Int((Double(places.lowerBound - place) / Double(quarter)).rounded(.up))
        let farthest = Int((Double(places.upperBound - place) / Double(quarter)).rounded(.down))
        for distance in stride(from: nearest, through: farthest, by: 1) {
            let likeness = Self.likeness(coarse, origin, origin + distance, count: length / Self.coarseness)
            if likeness > highest { (best, highest) = (place + Int64(distance) * quarter, likeness) }
        }
        highest = 0
        let middle = best
        for candidate in max(places.lowerBound, middle - quarter)...min(places.upperBound, middle + quarter) {
            let likeness = Self.likeness(mono, Int(place - start), Int(candidate - start), count: length)
            if likeness > highest { (best, highest) = (candidate, likeness) }
        }
        return best
    }

    /// Returns how alike two stretches of equal length are, at any level of the second one: the larger, the more alike. It is 0 if one of them
    /// isn't there.
    private static func likeness(_ sound: [Float], _ first: Int, _ second: Int, count: Int) -> Float {
        guard first >= 0, second >= 0, max(first, second) + count <= sound.count else { return 0 }
        return sound.withUnsafeBytes { bytes in
            let size = MemoryLayout<Float>.stride
            func eight(_ place: Int) -> SIMD8<Float> { bytes.loadUnaligned(fromByteOffset: place * size, as: SIMD8<Float>.self) }
            func one(_ place: Int) -> Float { bytes.load(fromByteOffset: place * size, as: Float.self) }
            var (products, energies) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
            var index = 0
            while index + 8 <= count {
                let other = eight(second + index)
                products += eight(first + index) * other
                energies += other * other
                index += 8
            }
            var (product, energy) = (products.sum(), energies.sum())
            while index < count {
                product += one(first + index) * one(second + index)
                energy += one(second + index) * one(second + index)
                index += 1
            }
            return product / (energy + 1).squareRoot()
        }
    }
}
