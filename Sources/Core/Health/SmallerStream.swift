// SPDX-License-Identifier: GPL-3.0-or-later

/// The next stream down from one that a box can't keep up with: it costs at most 60 % of it, and differs from it in one thing only.
///
/// Above 36 frames a second that is the rate, halved: the size stays, and so does all that can be seen on a still. At or below
/// it is the size. Below 640×480 there is none.
public struct SmallerStream: Hashable, Sendable {
    public var size: VideoSize
    public var framesPerSecond: Int
    /// Which of the two is another one than before.
    public var change: Change

    public enum Change: Hashable, Sendable { case rate, size }

    /// The sizes that are offered, largest first.
    public static let sizes: [VideoSize] = [.hd1080, .hd720, .vga]
    /// Rates above this are halved before the size is touched.
    public static let fastestKept = 36.0
    /// A step that saves less than this share isn't worth a person's attention.
    public static let dearest = 0.6

    /// `nil` where there is nothing smaller.
    public init?(below stream: StreamParameters) {
        let hertz = stream.rate.hertz
        if hertz > Self.fastestKept,
            let halved = VideoLimits.frameRates.min(by: { abs(Double($0) - hertz / 2) < abs(Double($1) - hertz / 2) }),
            Double(halved) <= hertz * Self.dearest
        {
            self.init(size: stream.size, framesPerSecond: halved, change: .rate)
            return
        }
        let most = Double(stream.size.width * stream.size.height) * Self.dearest
        let smaller = Self.sizes.first {
            $0.width <= stream.size.width && $0.height <= stream.size.height && Double($0.width * $0.height) <= most
        }
        guard let smaller else { return nil }
        self.init(size: smaller, framesPerSecond: Int(hertz.rounded()), change: .size)
    }

    private init(size: VideoSize, framesPerSecond: Int, change: Change) {
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.change = change
    }

    /// These settings with the one thing changed that this stream changes.
    public func applied(to settings: Settings) -> Settings {
        var settings = settings
        switch change {
        case .rate: settings.framesPerSecond = framesPerSecond
        case .size: settings.size = size
        }
        return settings
    }
}
