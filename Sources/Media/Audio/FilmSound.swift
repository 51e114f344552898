// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sound of a film: clips' own sound at given times, and silence between. It is decoded and encoded again, so that it begins and ends
/// with a picture and not with a unit of sound. In slow motion it is stretched.
///
/// Thread-bound.
public final class FilmSound {
    /// The sound from one sample of the film on.
    private struct Cue {
        var at: Int64
        /// `nil` for silence.
        var footage: SlowedSound?
        /// The sample that is heard first, counted from the clip's first picture at the film's speed.
        var place: Int64
    }

    public let format: SoundFormat
    private let encoder: SoundEncoder
    private let speed: Double
    private var cues: [Cue] = []
    /// The number of samples encoded so far.
    private var done: Int64 = 0
    /// The sample with which the last unit began that was given out.
    private var newest: Int64 = -1

    /// Takes the format of the first of these clips that has sound; `nil` if none of them has sound.
    /// - Parameter slowness: the factor by which the film lasts longer than its clips, at least 1.
    public init?(of clips: [String], slowness: Int = 1) throws(ClipError) {
        speed = 1 / Double(max(1, slowness))
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

    /// Takes the sound of one film as it is, from its first picture on.
    init(_ film: ClipSoundReader) throws(ClipError) {
        speed = 1
        do throws(CodecError) {
            encoder = try SoundEncoder(sampleRate: film.format.sampleRate, channels: min(2, max(1, film.format.channels)))
            cues = [Cue(at: 0, footage: SlowedSound(try SoundFootage(film)), place: 0)]
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        format = encoder.format
    }

    /// From this time of the film on, a clip is heard from one of its positions on; with `nil`, nothing is heard. A clip with another
    /// sample rate isn't heard.
    public func cue(_ clip: String?, from place: Duration = .zero, at time: Duration) throws(ClipError) {
        var footage: SlowedSound?
        if let clip, let reader = try ClipSoundReader(clip), reader.format.sampleRate == format.sampleRate {
            do throws(CodecError) {
                footage = SlowedSound(try SoundFootage(reader))
            } catch {
                throw .container(operation: error.operation, reason: error.reason)
            }
        }
        cues.append(Cue(at: sample(at: time), footage: footage, place: sample(at: .seconds(place.inSeconds / speed))))
    }

    /// A unit of sound, and the number of its first sample, counted from the film's beginning.
    typealias Unit = (sample: Int64, bytes: [UInt8])

    /// Encodes the sound up to this time of the film, and returns the units that are ready.
    func units(through time: Duration) throws(ClipError) -> [Unit] {
        var over: [Unit] = []
        let block = SoundFormat.samplesPerUnit
        while done + Int64(block) <= sample(at: time) { over.append(contentsOf: try encode(block)) }
        return over
    }

    /// Returns the rest if the film ends at this time; the last unit is filled up with silence. Nothing may be encoded afterwards.
    func rest(through end: Duration) throws(ClipError) -> [Unit] {
        var rest = try units(through: end)
        let count = sample(at: end) - done
        if count > 0 { rest.append(contentsOf: try encode(Int(count))) }
        do throws(CodecError) {
            try encoder.drain { unit in if let placed = placed(unit) { rest.append(placed) } }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        return rest
    }

    /// Encodes one more unit: the first `count` samples are heard, the others are silence. The units that come out may be earlier ones.
    private func encode(_ count: Int) throws(ClipError) -> [Unit] {
        var units: [Unit] = []
        var samples = [Int16](repeating: 0, count: SoundFormat.samplesPerUnit * SoundDecoder.channels)
        try fill(&samples, count)
        if format.channels == 1 { samples = stride(from: 0, to: samples.count, by: SoundDecoder.channels).map { samples[$0] } }
        do throws(CodecError) {
            try encoder.encode(samples: samples, timestamp: Timestamp.zero + format.duration(ofSamples: Int(done))) { unit in
                if let placed = placed(unit) { units.append(placed) }
            }
        } catch {
            throw .container(operation: error.operation, reason: error.reason)
        }
        done += Int64(SoundFormat.samplesPerUnit)
        return units
    }

    /// Returns a unit of the encoder in its place; `nil` if it lies before the film, where the encoder primes itself.
    private func placed(_ unit: SoundUnit) -> Unit? {
        let sample = sample(at: Timestamp.zero.duration(to: unit.timestamp))
        guard sample > newest else { return nil }
        newest = sample
        return (sample, Array(unit.bytes))
    }

    private func fill(_ samples: inout [Int16], _ count: Int) throws(ClipError) {
        while cues.count > 1, cues[1].at <= done { cues.removeFirst() }
        for (index, cue) in cues.enumerated() where cue.at < done + Int64(count) {
            let from = max(cue.at, done)
            let through = index + 1 < cues.count ? min(cues[index + 1].at, done + Int64(count)) : done + Int64(count)
            guard let footage = cue.footage, through > from else { continue }
            let heard = try footage.samples(from: cue.place + from - cue.at, count: Int(through - from), speed: speed)
            let index = Int(from - done) * SoundDecoder.channels
            samples.replaceSubrange(index..<index + heard.count, with: heard)
        }
    }

    private func sample(at time: Duration) -> Int64 { Int64((time.inSeconds * Double(format.sampleRate)).rounded()) }
}
