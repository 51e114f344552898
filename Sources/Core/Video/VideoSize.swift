// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture's size in pixels.
public struct VideoSize: Hashable, Sendable, Codable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public static let vga = VideoSize(width: 640, height: 480)
    public static let hd720 = VideoSize(width: 1280, height: 720)
    public static let hd1080 = VideoSize(width: 1920, height: 1080)

    public var description: String { "\(width)x\(height)" }

    /// Reads "1280x720"; anything else is `nil`. It doesn't check that the encoder takes the size.
    public init?(_ text: some StringProtocol) {
        let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return nil }
        self.init(width: width, height: height)
    }
}
