// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A microphone that hears a film's own sound, in step with the film's pictures.
///
/// Thread-bound. In real time a block is available once its last sample has been heard. While the film stands still, there is silence.
final class FilmMicrophone: Microphone {
    let name: String
    private(set) var overruns = 0

    private static let samplesPerBlock: Int64 = 1024
    /// A reader that comes later than this loses the older samples.
    private static let longestBacklog: Duration = .seconds(1)

    private let sound: FilmSound
    private let clock: FilmClock
    private let timebase: any Timebase
    /// The time of the first block; the others follow on one grid.
    private let origin: Timestamp
    private var nextBlock: Int64 = 0
    private var isRunning = false

    /// - Parameters:
    ///   - firstPicture: the time of the film's first picture on the file's own scale, in nanoseconds.
    ///   - start: the time of the first picture that was seen.
    init(path: String, firstPicture: Int64, clock: FilmClock, start: Timestamp, timebase: any Timebase) throws(MicrophoneError) {
        sound = try FilmSound(path: path, origin: firstPicture)
        name = "sound of \(path)"
        (self.clock, self.timebase) = (clock, timebase)
        origin = start
    }

    var sampleRate: Int { sound.sampleRate }
    var channels: Int { sound.channels }

    func start() throws(MicrophoneError) {
        // A block that was handed out is never handed out again.
        nextBlock = max(nextBlock, firstBlock(from: timebase.now()))
        isRunning = true
    }

    var nextBlockTime: Timestamp? { instant(ofBlock: nextBlock + 1) }

    func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        guard isRunning else { throw MicrophoneError("\(name): the microphone hasn't been started") }
        let due = instant(ofBlock: nextBlock + 1)
        timebase.wait(until: min(due, deadline))
        let now = timebase.now()
        guard due <= deadline, now >= due else { return nil }
        if due.duration(to: now) > Self.longestBacklog {
            overruns += 1
            nextBlock = firstBlock(from: now.advanced(by: .zero - Self.longestBacklog))
        }
        let start = instant(ofBlock: nextBlock)
        nextBlock += 1
        let count = Int(Self.samplesPerBlock)
        let samples = clock.place(at: start).map { sound.samples(at: $0, count: count) }
        return SoundBlock(timestamp: start, samples: samples ?? [Int16](repeating: 0, count: count * channels))
    }

    func stop() { isRunning = false }

    private func instant(ofBlock block: Int64) -> Timestamp {
        origin.advanced(by: FrameRate(Int64(sampleRate)).offset(of: block * Self.samplesPerBlock))
    }

    /// Returns the number of the first block that begins at an instant or after it.
    private func firstBlock(from instant: Timestamp) -> Int64 {
        let samples = FrameRate(Int64(sampleRate)).count(within: origin.duration(to: instant) - .nanoseconds(1))
        return max(0, samples + Self.samplesPerBlock - 1) / Self.samplesPerBlock
    }
}

extension FileCamera {
    /// Opens the film's own sound as a microphone beside the camera.
    /// - Parameter start: the time of the first picture, from which blocks of sound are counted.
    /// - Throws: an error if the film has no sound that can be read.
    public func microphone(from start: Timestamp) throws(MicrophoneError) -> any Microphone {
        try FilmMicrophone(path: file.reader.path, firstPicture: file.reader.firstTime, clock: clock, start: start, timebase: timebase)
    }
}
