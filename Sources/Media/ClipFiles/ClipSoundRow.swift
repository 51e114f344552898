// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes the sound of a file without an edit list, each unit right after the one before.
///
/// A clip has pictures from the keyframe on, but sound only from its first shown picture. A microphone may have been away, and a unit
/// seldom ends where a clip does. A file without an edit list can't say that its sound begins later, and many players take each unit to
/// follow the one before. So gaps are filled with whole units of silence. A microphone's clock may also run faster than the camera's: then
/// there are more units than there is time for, and one is left out now and then. No sound is further from its picture than half a unit, 11
/// ms, however many clips are joined. Thread-bound.
final class ClipSoundRow {
    /// The longest silence that fills one gap, in seconds. A longer gap occurs only in a foreign file.
    private static let mostSilence: Int64 = 3600

    private let sound: SoundFormat
    /// The position of the next unit, in samples.
    private var next: Int64 = 0

    init(_ sound: SoundFormat) { self.sound = sound }

    /// - Parameter place: the unit's position, in samples.
    func write(_ bytes: UnsafeRawBufferPointer, at place: Int64, to muxer: ClipMuxer) throws(ClipError) {
        let unit = Int64(SoundFormat.samplesPerUnit)
        guard next - place <= unit / 2 else { return }
        let gap = max(0, place - next)
        if gap <= Self.mostSilence * Int64(sound.sampleRate) {
            let silence = sound.silentUnit
            for _ in 0..<(gap + unit / 2) / unit {
                let written = silence.withUnsafeBytes { bytes in Result { () throws(ClipError) in try muxer.writeSound(bytes, at: next) } }
                try written.get()
                next += unit
            }
        } else {
            next = place
        }
        try muxer.writeSound(bytes, at: next)
        next += unit
    }
}
