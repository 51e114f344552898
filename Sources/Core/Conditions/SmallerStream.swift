// SPDX-License-Identifier: GPL-3.0-or-later

/// The next smaller stream, for a box that can't keep up with the present one. It costs at most 60 % of the present stream and differs from
/// it in one thing only.
///
/// Above 36 frames a second the rate is halved: the size stays, and with it every detail of a still. At or below that rate the size is
/// reduced. Below 640×480 there is no smaller stream.
public struct SmallerStream: Hashable, Sendable {
    public var size: VideoSize
    public var framesPerSecond: Int
    /// Tells whether the rate or the size is changed.
    public var change: Change

    /// The property in which the smaller stream differs from the present one.
    public enum Change: Hashable, Sendable { case rate, size }

    /// The sizes that are offered, largest first.
    public static let sizes: [VideoSize] = [.hd1080, .hd720, .vga]
    /// Rates above this are halved before the size is reduced.
    public static let fastestKept = 36.0
    /// The highest cost of the smaller stream, as a share of the present one. A smaller saving isn't worth a person's attention.
    public static let dearest = 0.6

    /// Returns `nil` if there is no smaller stream.
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

    /// Returns the settings with this stream's one change.
    public func applied(to settings: Settings) -> Settings {
        var settings = settings
        switch change {
        case .rate: settings.framesPerSecond = framesPerSecond
        case .size: settings.size = size
        }
        return settings
    }
}
