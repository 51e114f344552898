// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The size of an imported film's pictures: as they are, or smaller, so that each box plays all of them in time.
///
/// The pictures are never fewer. A film at 240 pictures a second is for the moment that a slower one misses, so it loses pixels instead.
public enum FilmFit {
    /// The largest picture that each box's decoder takes, lying or standing.
    static let largest = VideoSize.hd1080
    /// The most pixels a second: 1080p at 60 pictures (H.264 level 4.2, which a Pi's decoder takes), and a little for rates such as 60.02.
    static let mostPixelsASecond = 1920.0 * 1080 * 60 * 1.03

    /// The reason why a box leaves a film to a laptop; `nil` if it takes the film.
    ///
    /// A box takes what its H.264 block is made for: 8 bits a colour, no more pixels and no more of them a second than an imported clip may
    /// have, and a length that it can encode between two ends.
    static func burden(of facts: ForeignFilm.Facts) -> String? {
        let fitting = size(of: facts.size, at: facts.rate.hertz)
        if facts.coding != "h264" { return "its pictures are coded as \(facts.coding), and a box takes H.264" }
        if !facts.hasEightBits { return "its colours have more than 8 bits or more detail than 4:2:0, and a box takes neither" }
        // A side that is odd loses one pixel on any machine.
        if fitting.width < facts.size.width - 1 || fitting.height < facts.size.height - 1 {
            return "\(facts.size) at \(Int(facts.rate.hertz.rounded())) pictures a second is too much for a box"
        }
        let most = FilmLimits.mostMinutesOnBox
        return facts.duration > .seconds(most * 60) ? "it is longer than \(most) minutes, the most that a box imports" : nil
    }

    /// - Parameters:
    ///   - shown: the size in square pixels.
    ///   - hertz: the pictures a second.
    public static func size(of shown: VideoSize, at hertz: Double) -> VideoSize {
        let (long, short) = (Double(max(shown.width, shown.height)), Double(min(shown.width, shown.height)))
        let pixels = max(1, long * short * max(1, hertz))
        let most = min(1, Double(largest.width) / long, Double(largest.height) / short, (mostPixelsASecond / pixels).squareRoot())
        // A film of an old phone gets larger: the encoder takes no smaller side.
        let scale = max(most, Double(VideoLimits.shortestSide) / max(1, short))
        func even(_ side: Int) -> Int { (Int(Double(side) * scale / 2 + 1e-9) * 2).clamped(to: VideoLimits.shortestSide...largest.width) }
        return VideoSize(width: even(shown.width), height: even(shown.height))
    }
}
