// SPDX-License-Identifier: GPL-3.0-or-later

/// The mode of a TV as a person writes it: a size and a refresh rate.
public struct TVMode: Hashable, Sendable {
    public var size: VideoSize
    public var refresh: FrameRate

    /// The ranges that TVs have: pixels a side, and (below) Hz.
    private static let sides = 16...8192
    private static let rates = 1.0...480

    /// Reads "1920x1080@59.94", or "1920x1080" for 60 Hz. Anything else is `nil`, and so is a mode that no TV has: under 16 or over 8192
    /// pixels a side, under 1 or over 480 Hz.
    ///
    /// The television rates are read exactly although they are written as decimals: 59.94 is 60000/1001.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let size = VideoSize(String(parts[0])),
            Self.sides.contains(size.width), Self.sides.contains(size.height)
        else { return nil }
        self.size = size
        guard parts.count == 2 else {
            refresh = FrameRate(60)
            return
        }
        guard let hertz = Double(parts[1]), Self.rates.contains(hertz) else { return nil }
        let whole = hertz.rounded(.up)
        if hertz == whole {
            refresh = FrameRate(Int64(hertz))
        } else if abs(hertz - whole * 1000 / 1001) < 0.01, Int(whole) % 6 == 0 {
            refresh = FrameRate(Int64(whole) * 1000, 1001)
        } else {
            refresh = FrameRate(Int64((hertz * 1000).rounded()), 1000)
        }
    }
}
