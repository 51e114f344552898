// SPDX-License-Identifier: GPL-3.0-or-later

/// The beginning of a sound that stands out: of a shot, a word, a clap.
public struct SoundOnset: Hashable, Sendable {
    /// The time of its first sample, counted from the first sample of the sound.
    public var place: Duration
    /// Its loudest millisecond between 2 and 10 kHz, in dB of full scale.
    public var level: Double
    /// The shape of its sound, whatever its level.
    public var shape: ShotShape

    /// The memory of an onset, with its shape's cells and their array's head.
    static let bytes = MemoryLayout<SoundOnset>.stride + ShotShape.count * MemoryLayout<Float>.stride + 32

    public init(place: Duration, level: Double, shape: ShotShape) {
        self.place = place
        self.level = level
        self.shape = shape
    }
}

/// The development of a sound: the level of nine bands in six spans of time after its onset, beside the loudest band of its attack
/// (docs/hearing.md, rule 3).
public struct ShotShape: Hashable, Sendable {
    /// The spans, in frames from the onset's (rule 3).
    static let spans = [-1..<1, 1..<3, 3..<6, 6..<10, 10..<18, 18..<30]
    /// The spans of the attack: the first two, until some 16 ms after the onset.
    static let attackSpans = 2
    /// The first frame after the last span.
    static let end = 30
    static let count = SoundBands.count * spans.count
    /// The lowest level of a cell, in dB (rule 3).
    static let lowest: Float = -40

    /// Span by span from the first, in each span band by band from the lowest; −40…0 dB as a rule.
    public let cells: [Float]

    /// - Precondition: 54 cells.
    public init(cells: [Float]) {
        precondition(cells.count == Self.count, "a shape has \(Self.count) cells")
        self.cells = cells
    }

    /// - Parameter level: the level of a band in a frame counted from the onset's.
    init(level: (_ frame: Int, _ band: Int) -> Float) {
        var cells: [Float] = []
        cells.reserveCapacity(Self.count)
        for span in Self.spans {
            for band in 0..<SoundBands.count {
                cells.append(span.reduce(0) { $0 + level($1, band) } / Float(span.count))
            }
        }
        let loudest = cells[..<(Self.attackSpans * SoundBands.count)].max() ?? 0
        self.cells = cells.map { max(Self.lowest, $0 - loudest) }
    }
}
