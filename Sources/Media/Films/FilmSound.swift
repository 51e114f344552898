// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is heard with a film: clips' own sound where it is told so, and silence between. It is decoded and encoded anew, so that it begins and ends
/// where a picture does and not where a unit of sound does.
///
/// Thread-bound.
public final class FilmSound {
    /// From a place of the film on.
    private struct Cue {
        var at: Int64
        /// `nil`: silence.
        var footage: SoundFootage?
        /// What of that is heard there, in samples after the clip's first picture.
        var place: Int64
    }

    public let format: SoundFormat
    private let encoder: SoundEncoder
    private var cues: [Cue] = []
    /// Samples that are encoded.
    private var done: Int64 = 0

    /// As the first of these clips has it; `nil`: none of them has sound.
    public init?(of clips: [String]) throws(ClipError) {
        var first: SoundFormat?
        for clip in clips where first == nil { first = try ClipSoundReader(clip)?.format }
        guard let first else { return nil }
        do throws(CodecError) {
            encoder = try SoundEncoder(sampleRate: first.sampleRate, channels: min(2, max(1, first.channels)))
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        format = encoder.format
    }

    /// From this time of the film on a clip is heard, from a place of it on; `nil`: nothing is. What has another rate of samples isn't heard.
    public func cue(_ clip: String?, from place: Duration = .zero, at time: Duration) throws(ClipError) {
        var footage: SoundFootage?
        if let clip, let reader = try ClipSoundReader(clip), reader.format.sampleRate == format.sampleRate {
            do throws(CodecError) {
                footage = try SoundFootage(reader)
            } catch {
                throw .container(operation: error.operation, reason: error.reason)
            }
        }
        cues.append(Cue(at: sample(at: time), footage: footage, place: sample(at: place)))
    }

    /// A unit, and when its first sample is heard.
    typealias Unit = (place: Duration, bytes: [UInt8])

    /// The units that are over by this time of the film.
    func units(through time: Duration) throws(ClipError) -> [Unit] {
        var over: [Unit] = []
        let block = SoundFormat.samplesPerUnit
        while done + Int64(block) <= sample(at: time) { over.append(contentsOf: try encode(block)) }
        return over
    }

    /// What is left once the film ends at this time: the last unit is filled up with silence. Nothing comes after it.
    func rest(through end: Duration) throws(ClipError) -> [Unit] {
        var rest = try units(through: end)
        let count = sample(at: end) - done
        if count > 0 { rest.append(contentsOf: try encode(Int(count))) }
        do throws(CodecError) {
            try encoder.drain { rest.append((Timestamp.zero.duration(to: $0.timestamp), Array($0.bytes))) }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        return rest
    }

    /// Encodes one unit more, of which so many samples are heard: the others are silence. What comes out may be an earlier one.
    private func encode(_ count: Int) throws(ClipError) -> [Unit] {
        var units: [Unit] = []
        var samples = [Int16](repeating: 0, count: SoundFormat.samplesPerUnit * SoundDecoder.channels)
        try fill(&samples, count)
        if format.channels == 1 { samples = stride(from: 0, to: samples.count, by: SoundDecoder.channels).map { samples[$0] } }
        do throws(CodecError) {
            try encoder.encode(samples: samples, timestamp: Timestamp.zero + format.duration(ofSamples: Int(done))) {
                units.append((Timestamp.zero.duration(to: $0.timestamp), Array($0.bytes)))
            }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        done += Int64(SoundFormat.samplesPerUnit)
        return units
    }

    private func fill(_ samples: inout [Int16], _ count: Int) throws(ClipError) {
        while cues.count > 1, cues[1].at <= done { cues.removeFirst() }
        for (index, cue) in cues.enumerated() where cue.at < done + Int64(count) {
            let from = max(cue.at, done)
            let through = index + 1 < cues.count ? min(cues[index + 1].at, done + Int64(count)) : done + Int64(count)
            guard let footage = cue.footage, through > from else { continue }
            let heard = try footage.samples(from: cue.place + from - cue.at, count: Int(through - from))
            let index = Int(from - done) * SoundDecoder.channels
            samples.replaceSubrange(index..<index + heard.count, with: heard)
        }
    }

    private func sample(at time: Duration) -> Int64 { Int64((time.inSeconds * Double(format.sampleRate)).rounded()) }
}
