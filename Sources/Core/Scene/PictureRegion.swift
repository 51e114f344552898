// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of the picture that a person chose: where the archer stands, or a court. It is counted in whole percent of the picture as it was
/// recorded, so it holds when the picture is turned or mirrored.
public struct PictureRegion: Hashable, Sendable {
    /// The smallest width and height.
    package static let least = 10

    /// The frame of a person who stands in the middle, before somebody sets it.
    package static let usual = PictureRegion(nearest: Rect(x: 0.3, y: 0.1, width: 0.4, height: 0.8))

    public let left: Int
    public let top: Int
    public let width: Int
    public let height: Int

    /// - Returns: `nil` if the part doesn't lie in the picture, or is smaller than `least`.
    public init?(left: Int, top: Int, width: Int, height: Int) {
        let sides = Self.least...100
        guard sides.contains(width), sides.contains(height), (0...100 - width).contains(left), (0...100 - height).contains(top) else { return nil }
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// Reads `30 10 40 80`: left, top, width, height.
    public init?(words: String) {
        let numbers = words.split(separator: " ").map { Int($0) }
        guard numbers.count == 4, let left = numbers[0], let top = numbers[1], let width = numbers[2], let height = numbers[3] else { return nil }
        self.init(left: left, top: top, width: width, height: height)
    }

    /// The region that is nearest to a part of the picture.
    /// - Parameter part: 0…1 both ways.
    package init(nearest part: Rect) {
        func side(_ start: Double, _ length: Double) -> (Int, Int) {
            guard start.isFinite, length.isFinite else { return (0, 100) }
            let length = Int((length * 100).rounded().clamped(to: Double(Self.least)...100))
            return (Int((start * 100).rounded().clamped(to: 0...Double(100 - length))), length)
        }
        (left, width) = side(part.x, part.width)
        (top, height) = side(part.y, part.height)
    }

    /// The region in the form of `settings.toml`.
    public var words: String { "\(left) \(top) \(width) \(height)" }

    /// The region, 0…1 both ways.
    public var rect: Rect {
        Rect(x: Double(left) / 100, y: Double(top) / 100, width: Double(width) / 100, height: Double(height) / 100)
    }
}
