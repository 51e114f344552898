// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes one file of clips, or of parts of them, by stream copy: no picture is decoded or encoded again. Only the sound of slow motion is.
///
/// Thread-bound.
public struct ClipRemuxer {
    /// The result of a copy.
    public struct Result: Hashable, Sendable {
        /// The number of shown pictures in the first clip before the file's first picture.
        public var skipped: Int
        /// The number of pictures that a player shows.
        public var frames: Int
        /// The position of the file's first picture in the first clip.
        public var start: Duration
        /// The orientation of the pictures, from the first clip's file. Mirroring in a file of an older version isn't kept in this file.
        public var orientation: PictureOrientation
        /// The playing time, in seconds.
        public var seconds: Double
        /// The size of the file, in bytes.
        public var bytes: Int64
    }

    /// The number of attempts, each with more room for the index, before a lack of room is an error.
    private static let attempts = 4

    private let parts: [ClipPart]
    /// The files of the parts in slow motion, whose sound is stretched; empty for a copy.
    private let slowed: [String]
    private let metadata: [String: String]
    private let slowness: Int
    private let hasEditList: Bool

    /// Prepares a copy of a part of a clip, exact to the picture: an edit list makes players begin at the part, as in the box's own clips.
    public init(_ path: String, span: ClosedRange<Duration>, metadata: [String: String]) throws(ClipError) {
        parts = [try ClipPart(path, span: span)]
        (self.metadata, slowed, slowness, hasEditList) = (metadata, [], 1, true)
    }

    /// Prepares one file of several clips, for any player. Each clip begins at a keyframe and nothing is hidden, because not every player
    /// honours an edit list.
    /// - Parameter slowness: the factor by which the clips last longer, at least 1. The sound of slowed clips is stretched and encoded again.
    /// - Throws: `ClipError.unreadable` with the clip that can't be joined to the first without encoding it again.
    public init(forAnybody paths: [String], slowness: Int = 1, metadata: [String: String]) throws(ClipError) {
        var parts: [ClipPart] = []
        for path in paths { parts.append(try ClipPart(path, beginsAtKeyframe: true)) }
        if !parts.contains(where: \.orientation.isMirrored), let odd = parts.firstIndex(where: { !$0.joins(parts[0]) }) {
            throw .unreadable(clip: paths[odd], operation: "join", reason: .isOfAnotherStream)
        }
        (self.parts, self.metadata, self.slowness, hasEditList) = (parts, metadata, max(1, slowness), false)
        slowed = slowness > 1 ? paths : []
    }

    /// Returns the time at which a clip was shot, in seconds since 1970 (UTC), as its file says; `nil` if the file can't be read or doesn't say
    /// it.
    public static func creationTime(of path: String) -> Int64? { (try? ClipDemuxer(path))?.creationTime }

    /// True if one of the clips is an older version's file with mirrored pictures. A copy loses the mirroring, so such pictures must be
    /// encoded again.
    public var isMirrored: Bool { parts.contains { $0.orientation.isMirrored } }

    /// Returns the indices of the clips that can't be read, or can't be joined to the first readable one.
    public static func odd(among paths: [String]) -> [Int] {
        var first: ClipPart?
        return paths.indices.filter { index in
            guard let part = try? ClipPart(paths[index], beginsAtKeyframe: true) else { return true }
            guard let head = first else {
                first = part
                return false
            }
            return !part.joins(head)
        }
    }

    /// The format of the units that are copied; `nil` if the parts' sound differs or is stretched.
    private var sound: SoundFormat? {
        guard slowed.isEmpty, let first = parts.first?.sound, parts.allSatisfy({ $0.sound == first }) else { return nil }
        return first
    }

    /// True if the parts are in slow motion and have some five pictures a second: a broken file may state any times, and hours of silence would
    /// be encoded.
    private var canBeStretched: Bool {
        !slowed.isEmpty && parts.allSatisfy { $0.length <= .seconds(Double($0.frames) / 5 + 10) && $0.start.inSeconds.magnitude < 3600 }
    }

    /// - Throws: the error of the output, of a file or of libavformat.
    public func write(to output: any ClipOutput) throws(ClipError) -> Result {
        let sink = ClipSink(output)
        var indexBytes = 4096 + 2 * metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 64 }
        indexBytes += parts.reduce(0) { $0 + $1.indexBytes(slowness: canBeStretched ? slowness : 1) }
        for _ in 0..<Self.attempts {
            sink.rewind()
            do throws(ClipMuxer.Failure) {
                return try write(to: sink, indexBytes: indexBytes)
            } catch {
                switch error {
                case .indexTooLarge: indexBytes *= 2
                case .clip(let reason): throw reason
                }
            }
        }
        throw .container(operation: "write the index", reason: .indexHasNoRoom)
    }

    private func write(to sink: ClipSink, indexBytes: Int) throws(ClipMuxer.Failure) -> Result {
        defer { sink.drop() }
        let muxer = try refusable { () throws(ClipError) in try copy(to: sink, indexBytes: indexBytes) }
        let end = try muxer.finish()
        let bytes = try refusable { () throws(ClipError) in try sink.coverRest(from: end) }
        let length = parts.reduce(.zero) { $0 + $1.length } * slowness
        return Result(
            skipped: parts.first?.skipped ?? 0, frames: parts.reduce(0) { $0 + $1.frames }, start: parts.first?.start ?? .zero,
            orientation: parts.first?.orientation ?? .upright, seconds: length.inSeconds, bytes: bytes)
    }

    private func copy(to sink: ClipSink, indexBytes: Int) throws(ClipError) -> ClipMuxer {
        guard let first = parts.first else { throw .noFootage }
        let sound = sound
        let stretched = try canBeStretched ? FilmSound(of: slowed, slowness: slowness) : nil
        var metadata = metadata
        if metadata["creation_time"] == nil, let time = first.creationTime {
            metadata["creation_time"] = CivilTime(seconds: time).creationTime
        }
        // In a slowed file, the last picture lasts longer too.
        let rate = FrameRate(first.rate.numerator, first.rate.denominator * Int64(slowness))
        let streams = ClipMuxer.Streams(
            video: StreamParameters(size: first.size, rate: rate), orientation: first.orientation, description: first.description,
            encoderName: first.encoderName, sound: sound ?? stretched?.format, metadata: metadata, hasEditList: hasEditList)
        let muxer = try ClipMuxer(streams, indexBytes: indexBytes, to: sink)
        let row = hasEditList ? nil : sound.map(ClipSoundRow.init)
        var begin: Duration = .zero
        for (index, part) in parts.enumerated() {
            let ticks = Int64((begin.inSeconds * Double(ClipMuxer.timescale)).rounded())
            if let stretched { try stretched.cue(slowed[index], from: part.start, at: begin) }
            try part.copy(to: muxer, sink, at: ticks, slowness: Int64(slowness), hasSound: sound != nil, in: row) { ticks throws(ClipError) in
                let time = Duration.seconds(Double(ticks) / Double(ClipMuxer.timescale))
                if let stretched { try write(stretched.units(through: time), to: muxer) }
            }
            begin += part.length * slowness
        }
        if let stretched { try write(stretched.rest(through: begin), to: muxer) }
        return muxer
    }

    private func write(_ units: [FilmSound.Unit], to muxer: ClipMuxer) throws(ClipError) {
        for unit in units {
            try unit.bytes.withUnsafeBufferPointer { bytes throws(ClipError) in
                try muxer.writeSound(UnsafeRawBufferPointer(bytes), at: unit.sample)
            }
        }
    }

    private func refusable<R>(_ body: () throws(ClipError) -> R) throws(ClipMuxer.Failure) -> R {
        do throws(ClipError) {
            return try body()
        } catch {
            throw .clip(error)
        }
    }
}
