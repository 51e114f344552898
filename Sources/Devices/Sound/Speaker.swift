// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The seam to a speaker, which plays a clip's sound at the speed at which it was recorded.
///
/// Thread-bound. No call waits: the caller keeps the samples that don't fit, comes back a few times a second and keeps the buffer (a
/// quarter of a second) filled. Samples are counted per channel.
public protocol Speaker: AnyObject {
    var name: String { get }
    /// The number of times since `start` that the speaker ran dry and then went on.
    var underruns: Int { get }

    /// Starts with an empty buffer, whatever was played before, and also after the speaker was gone.
    func start(sampleRate: Int, channels: Int) throws(SpeakerError)
    /// Queues as many samples as fit; the first ones are heard at once.
    /// - Parameter samples: interleaved, and complete for all channels.
    /// - Returns: the number of samples that were taken, per channel.
    func play(_ samples: ArraySlice<Int16>) throws(SpeakerError) -> Int
    /// Returns the number of samples heard since the start, per channel. It stands still while nothing is queued.
    func position() throws(SpeakerError) -> Int
    /// Falls silent at once, and discards the queue.
    func stop()
}
