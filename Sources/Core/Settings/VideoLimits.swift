// SPDX-License-Identifier: GPL-3.0-or-later

/// The limits of the box's encoders, so that a size is refused before a session and not during it.
///
/// The hardware's figures are those of the Pi 4's encoder: H.264 level 4, 8192 macroblocks a frame, 2048 pixels wide.
/// libx264 would take more, but the clips have to play everywhere.
public enum VideoLimits {
    public static let shortestSide = 160
    public static let longestSide = 2048
    public static let macroblocksPerFrame = 8192
    /// The frame rates that a person may choose. A file's own rate may be different.
    public static let frameRates = [24, 25, 30, 48, 50, 60]

    /// Returns the longest side that the encoder takes beside another side, a multiple of `step`.
    public static func side(beside other: Int, step: Int) -> Int {
        let columns = max(1, (other + 15) / 16)
        return min(longestSide, macroblocksPerFrame / columns * 16) / step * step
    }

    /// Returns this height, or the greatest that the encoder takes beside a width.
    public static func height(_ height: Int, besideWidth width: Int) -> Int { min(height, side(beside: width, step: 2)) }

    /// Returns the reason why this size can't be recorded, as the end of a sentence; `nil` if it can.
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
