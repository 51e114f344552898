// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A microphone that hears a film's own sound, in step with the film's pictures.
///
/// Thread-bound. In real time a block is available once its last sample has been heard. While the film stands still, there is silence.
final class FilmMicrophone: Microphone {
    let name: String
    var overruns: Int { pacer.overruns }

    private let sound: FilmSound
    private let clock: FilmClock
    private var pacer: BlockPacer

    /// - Parameters:
    ///   - firstPicture: the time of the film's first picture on the file's own scale, in nanoseconds.
    ///   - start: the time of the first picture that was seen, at which the grid of blocks begins.
    init(
        path: String, firstPicture: Int64, clock: FilmClock, start: Timestamp, timebase: any Timebase, faults: MicrophoneFaults
    ) throws(MicrophoneError) {
        sound = try FilmSound(path: path, origin: firstPicture)
        name = "sound of \(path)"
        self.clock = clock
        pacer = BlockPacer(timebase: timebase, sampleRate: sound.sampleRate, from: start, faults: faults)
    }

    var sampleRate: Int { sound.sampleRate }
    var channels: Int { sound.channels }

    func start() throws(MicrophoneError) { try pacer.start(of: name) }

    var nextBlockTime: Timestamp? { pacer.nextDue }

    func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard let block = try pacer.next(until: deadline, of: name) else { return nil }
        let count = Int(BlockPacer.samplesPerBlock)
        let samples = clock.place(at: block.timestamp).map { sound.samples(at: $0, count: count) }
        return SoundBlock(timestamp: block.timestamp, samples: samples ?? [Int16](repeating: 0, count: count * channels))
    }

    func stop() { pacer.stop() }
}

extension FileCamera {
    /// Opens the film's own sound as a microphone beside the camera.
    /// - Parameters:
    ///   - start: the time of the first picture, from which blocks of sound are counted.
    ///   - faults: those of the run, which outlast this microphone.
    /// - Throws: an error if the film has no sound that can be read.
    public func microphone(from start: Timestamp, faults: MicrophoneFaults = MicrophoneFaults()) throws(MicrophoneError) -> any Microphone {
        try FilmMicrophone(
            path: file.reader.path, firstPicture: file.reader.firstTime, clock: clock, start: start, timebase: timebase, faults: faults)
    }
}
