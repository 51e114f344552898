// SPDX-License-Identifier: GPL-3.0-or-later

/// The picture size and frame rate of a stream, from the camera to the card.
public struct StreamParameters: Hashable, Sendable {
    public var size: VideoSize
    public var rate: FrameRate

    public init(size: VideoSize, rate: FrameRate) {
        self.size = size
        self.rate = rate
    }

    /// The bits a second that keep an archer's fingers sharp: 10 Mb/s at 1080p30, 14 at 1080p60, in proportion below, and never outside 1
    /// to 16 Mb/s.
    public var bitRate: Int {
        let pixels = Double(size.width * size.height) / Double(1920 * 1080)
        let perSecond = 10e6 * pixels * (0.6 + 0.4 * rate.hertz / 30)
        return Int(min(max(perSecond, 1_000_000), 16_000_000))
    }

    /// The number of frames from one keyframe to the next: half a second of them.
    public var framesPerGOP: Int { max(1, Int((rate.hertz / 2).rounded())) }
}
