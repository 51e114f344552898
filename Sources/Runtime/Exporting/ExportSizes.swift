// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Estimates the size in bytes of files that are made anew, before they are made.
struct ExportSizes {
    private let parameters: StreamParameters

    init(_ header: SessionHeader) {
        // Anybody may have edited the header.
        let size = VideoSize(width: header.size.width.clamped(to: 16...4096), height: header.size.height.clamped(to: 16...4096))
        let rate = header.framesPerSecond.isFinite ? header.framesPerSecond.clamped(to: 1...240) : 30
        parameters = StreamParameters(size: size, rate: FrameRate(Int64(rate * 1000), 1000))
    }

    /// - Parameter bytes: the bytes of the clips' files.
    func bytes(of form: ExportForm, _ clips: [FilmClip], copied bytes: Int64) -> Int64 {
        switch form.row.making {
        case .copied: bytes + stretchedSound(of: clips, form.row.slowness)
        case .film(let perClip, let perDrawing):
            film(clips.reduce(0) { $0 + $1.seconds + perClip + perDrawing * Double($1.beginnings.count) })
        case .filmOfLength(let seconds): film(seconds)
        case .picture(let stills): stills * still
        }
    }

    /// Returns as many bytes as the camera's clips have in this many seconds.
    private func film(_ seconds: Double) -> Int64 { Int64(Double(parameters.bitRate) / 8 * seconds.clamped(to: 0.1...1e5)) }

    /// Returns how many bytes longer the clips' sound gets in slow motion. Their pictures are copied, but their sound is encoded for the whole
    /// length.
    private func stretchedSound(of clips: [FilmClip], _ slowness: Int) -> Int64 {
        guard slowness > 1 else { return 0 }
        let seconds = clips.reduce(0) { $0 + ((try? ClipSoundReader($1.path)) == nil ? 0 : $1.seconds) }
        return Int64(Double(SoundEncoder.bitRate) / 8 * seconds * Double(slowness - 1))
    }

    /// The bytes of a still: a PNG file of film has about half of its pixels' bytes.
    private var still: Int64 { Int64(parameters.size.width * parameters.size.height * 3 / 2) }
}
