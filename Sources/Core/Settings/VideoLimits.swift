// SPDX-License-Identifier: GPL-3.0-or-later

/// What the encoders of the box take, so that a size is refused before a session instead of in it.
///
/// The hardware's figures are those of the Pi 4's encoder: H.264 level 4, 8192 macroblocks a frame, 2048 pixels wide.
/// libx264 would take more, but a card made here has to play everywhere.
public enum VideoLimits {
    public static let shortestSide = 160
    public static let longestSide = 2048
    public static let macroblocksPerFrame = 8192
    /// The rates a person may ask for. A file's own rate may be another one.
    public static let frameRates = [24, 25, 30, 48, 50, 60]

    /// The longest side that the encoder takes beside another, a multiple of `step`.
    public static func side(beside other: Int, step: Int) -> Int {
        let columns = max(1, (other + 15) / 16)
        return min(longestSide, macroblocksPerFrame / columns * 16) / step * step
    }

    /// This height, or the highest that the encoder takes beside a width.
    public static func height(_ height: Int, besideWidth width: Int) -> Int { min(height, side(beside: width, step: 2)) }

    /// Why this size can't be recorded, as the end of a sentence; `nil` when it can.
    public static func objection(to size: VideoSize) -> Message? {
        guard size.width >= shortestSide, size.height >= shortestSide else {
            return .sideTooShort(shortestSide)
        }
        guard size.width <= longestSide, size.height <= longestSide else {
            return .sideTooLong(longestSide)
        }
        guard size.width % 2 == 0, size.height % 2 == 0 else {
            return .oddSide
        }
        let macroblocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        guard macroblocks <= macroblocksPerFrame else {
            return .tooManyMacroblocks(macroblocks, most: macroblocksPerFrame)
        }
        return nil
    }
}
