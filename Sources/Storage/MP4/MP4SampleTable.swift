// SPDX-License-Identifier: GPL-3.0-or-later

/// The positions of one track's samples in the file.
struct MP4SampleTable {
    let isVideo: Bool
    let samples: Int

    private let boxes: MP4Boxes
    private let sizes: Range<Int>
    /// The size of every sample, if it is the same for all; otherwise 0, and each sample has its own.
    private let commonSize: Int64
    private let sampleToChunk: Range<Int>
    private let runs: Int
    private let chunks: Range<Int>
    private let chunkCount: Int
    private let hasLongOffsets: Bool

    init(of track: Range<Int>, in boxes: MP4Boxes) throws(MP4Fault) {
        self.boxes = boxes
        let media = try boxes.child(.mdia, of: track)
        let handler = try boxes.child(.hdlr, of: media)
        isVideo = try boxes.uint32(at: handler.lowerBound + 8, within: handler) == BoxType.vide.rawValue
        let table = try boxes.child(.stbl, of: try boxes.child(.minf, of: media))

        sizes = try boxes.child(.stsz, of: table)
        commonSize = Int64(try boxes.uint32(at: sizes.lowerBound + 4, within: sizes))
        samples = Int(try boxes.uint32(at: sizes.lowerBound + 8, within: sizes))
        sampleToChunk = try boxes.child(.stsc, of: table)
        runs = Int(try boxes.uint32(at: sampleToChunk.lowerBound + 4, within: sampleToChunk))
        let longOffsets = try boxes.children(.co64, of: table)
        hasLongOffsets = !longOffsets.isEmpty
        chunks = if let offsets = longOffsets.first { offsets } else { try boxes.child(.stco, of: table) }
        chunkCount = Int(try boxes.uint32(at: chunks.lowerBound + 4, within: chunks))

        if commonSize == 0 { try Self.requireEntries(samples, of: 4, from: 12, in: sizes) }
        try Self.requireEntries(runs, of: 12, from: 8, in: sampleToChunk)
        try Self.requireEntries(chunkCount, of: hasLongOffsets ? 8 : 4, from: 8, in: chunks)
        guard try Self.timedSamples(in: boxes, table: table) == samples else {
            throw MP4Fault("its samples and their times don't match")
        }
    }

    /// True if every sample lies inside one of these ranges of the file, and no sample is left over.
    func lies(within media: [Range<Int64>]) throws(MP4Fault) -> Bool {
        guard try runs > 0 ? entry(0, field: 0) == 1 : chunkCount == 0 else { return false }
        var sample = 0
        var run = 0
        for chunk in 0..<chunkCount {
            if run + 1 < runs, Int(try entry(run + 1, field: 0)) == chunk + 1 { run += 1 }
            let samplesPerChunk = Int(try entry(run, field: 1))
            guard samplesPerChunk > 0, samplesPerChunk <= samples - sample else { return false }
            let start = try chunkOffset(chunk)
            guard let length = try length(from: sample, count: samplesPerChunk) else { return false }
            guard media.contains(where: { $0.contains(start) && length <= $0.upperBound - start }) else { return false }
            sample += samplesPerChunk
        }
        return sample == samples
    }

    private func entry(_ run: Int, field: Int) throws(MP4Fault) -> UInt32 {
        try boxes.uint32(at: sampleToChunk.lowerBound + 8 + 12 * run + 4 * field, within: sampleToChunk)
    }

    private func chunkOffset(_ chunk: Int) throws(MP4Fault) -> Int64 {
        hasLongOffsets
            ? Int64(clamping: try boxes.uint64(at: chunks.lowerBound + 8 + 8 * chunk, within: chunks))
            : Int64(try boxes.uint32(at: chunks.lowerBound + 8 + 4 * chunk, within: chunks))
    }

    /// Returns the total number of bytes of these samples; `nil` if no file could be so long.
    private func length(from first: Int, count: Int) throws(MP4Fault) -> Int64? {
        if commonSize > 0 {
            let (length, isTooLong) = commonSize.multipliedReportingOverflow(by: Int64(count))
            return isTooLong ? nil : length
        }
        var length: Int64 = 0
        for sample in first..<first + count {
            length += Int64(try boxes.uint32(at: sizes.lowerBound + 12 + 4 * sample, within: sizes))
        }
        return length
    }

    private static func timedSamples(in boxes: MP4Boxes, table: Range<Int>) throws(MP4Fault) -> Int {
        let times = try boxes.child(.stts, of: table)
        let runs = Int(try boxes.uint32(at: times.lowerBound + 4, within: times))
        try requireEntries(runs, of: 8, from: 8, in: times)
        var samples = 0
        for run in 0..<runs { samples += Int(try boxes.uint32(at: times.lowerBound + 8 + 8 * run, within: times)) }
        return samples
    }

    private static func requireEntries(_ count: Int, of size: Int, from offset: Int, in range: Range<Int>) throws(MP4Fault) {
        guard count * size <= range.count - offset else { throw MP4Fault("a table in its index is too short") }
    }
}
