// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The pictures that clips will show first when they come: the five that were wanted last.
///
/// Thread-bound: the thread that paints.
public final class PeekPictures {
    /// How many there are at most.
    public static let capacity = 5
    /// What they may take together.
    public static let capacityBytes = 10_000_000
    /// None is larger.
    public static let largestSize = VideoSize.hd720

    private struct Entry {
        let key: PeekKey
        let buffer: PixelBuffer
        /// How the picture itself is to be looked at.
        let orientation: PictureOrientation
    }

    /// The longest unused first.
    private var entries: [Entry] = []
    private var keysInUse: Set<PeekKey> = []

    public init() {}

    /// What is held now.
    public var heldBytes: Int { entries.reduce(0) { $0 + $1.buffer.byteCount } }
    public var count: Int { entries.count }

    public func contains(_ key: PeekKey) -> Bool { entries.contains { $0.key == key } }

    /// Takes a picture in, in the place of what was known under the key.
    /// - Parameter orientation: how it is to be looked at.
    /// - Returns: those that had to make room: on the TV is none of them if another one could go.
    /// - Precondition: planar YUV (`yuv420p`) of at most 1280×720 pixels.
    public func set(_ picture: PixelBuffer, orientation: PictureOrientation = .upright, for key: PeekKey) -> [PeekKey] {
        precondition(picture.format == .yuv420p, "a peek is planar YUV")
        precondition(picture.size.pixels <= Self.largestSize.pixels, "a peek is no larger than \(Self.largestSize)")
        entries.removeAll { $0.key == key }
        entries.append(Entry(key: key, buffer: picture, orientation: orientation))
        var gone: [PeekKey] = []
        while entries.count > Self.capacity || heldBytes > Self.capacityBytes {
            let index = entries.firstIndex { !keysInUse.contains($0.key) } ?? 0
            gone.append(entries.remove(at: index).key)
        }
        return gone
    }

    /// Somebody wants these now, the first one most: others go before them.
    public func touch(_ keys: [PeekKey]) {
        for key in keys.reversed() {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { continue }
            entries.append(entries.remove(at: index))
        }
    }

    /// A scene with these is about to be painted; what only earlier ones had is no longer in use.
    func beginDrawing(with keys: Set<PeekKey>) { keysInUse = keys }

    /// The picture as it was recorded, and how it is to be looked at; `nil` if there is none.
    public func picture(of key: PeekKey) -> (buffer: PixelBuffer, orientation: PictureOrientation)? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return (entry.buffer, entry.orientation)
    }
}
