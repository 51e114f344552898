// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The seam to a speaker: what a clip's sound is heard through, at the speed at which it was recorded.
///
/// Thread-bound. Nothing here waits: what doesn't fit is left to the caller, who comes back a few times a second and
/// keeps the buffer (a quarter of a second) filled. Samples are counted for each channel.
public protocol Speaker: AnyObject {
    var name: String { get }
    /// How often it ran dry and went on since it was started.
    var underruns: Int { get }

    /// Begins anew and empty, whatever was before; also after it was gone.
    func start(sampleRate: Int, channels: Int) throws(SpeakerError)
    /// Queues as much as fits; the first samples are heard at once.
    /// - Parameter samples: interleaved, whole ones of all channels.
    /// - Returns: how many were taken, for each channel.
    func play(_ samples: ArraySlice<Int16>) throws(SpeakerError) -> Int
    /// How many samples since the start have been heard, for each channel. It stands still where nothing is queued.
    func position() throws(SpeakerError) -> Int
    /// Falls silent at once. What was queued is forgotten.
    func stop()
}
