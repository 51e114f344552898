import Core

extension DisplayMode {
    /// Reads "1920x1080@59.94", or "1920x1080" for 60 Hz. Anything else is `nil`, and so is what no TV has: under 16 or
    /// over 8192 pixels a side, under 1 or over 480 Hz.
    ///
    /// The television rates are exact though they are written as decimals: 59.94 is 60000/1001.
    init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard (1 ... 2).contains(parts.count), let size = VideoSize(parts[0]),
              (16 ... 8192).contains(size.width), (16 ... 8192).contains(size.height)
        else { return nil }
        guard parts.count == 2 else {
            self.init(size: size, refresh: FrameRate(60))
            return
        }
        guard let hertz = Double(parts[1]), (1 ... 480).contains(hertz) else { return nil }
        let whole = hertz.rounded(.up)
        if hertz == whole {
            self.init(size: size, refresh: FrameRate(Int64(hertz)))
        } else if abs(hertz - whole * 1000 / 1001) < 0.01, Int(whole) % 6 == 0 {
            self.init(size: size, refresh: FrameRate(Int64(whole) * 1000, 1001))
        } else {
            self.init(size: size, refresh: FrameRate(Int64((hertz * 1000).rounded()), 1000))
        }
    }
}
