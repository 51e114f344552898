// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures that are made on demand. Those that were wanted last are kept, as many as there is room for.
///
/// Thread-bound: the thread that paints.
public final class KeptPictures<Key: Hashable & Sendable> {
    public struct Limits: Hashable, Sendable {
        /// The most pictures that are kept.
        public var count: Int
        /// The most bytes that they may take together.
        public var bytes: Int
        /// The size whose number of pixels no picture may exceed.
        public var size: VideoSize
    }

    public let limits: Limits

    private struct Entry {
        let key: Key
        let buffer: PixelBuffer
        /// The orientation in which the picture itself is to be shown.
        let orientation: PictureOrientation
    }

    /// The longest unused picture first.
    private var entries: [Entry] = []
    private var keysInUse: Set<Key> = []

    public init(limits: Limits) {
        self.limits = limits
    }

    /// The bytes that are held now.
    public var heldBytes: Int { entries.reduce(0) { $0 + $1.buffer.byteCount } }
    public var count: Int { entries.count }

    public func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

    /// Keeps a picture, in place of what was known under the key.
    /// - Parameter orientation: the orientation in which the picture is to be shown.
    /// - Returns: the keys of the pictures that had to make room. A picture on the TV goes only if no other one can.
    /// - Precondition: planar YUV (`yuv420p`), and no larger than the limit.
    public func set(_ picture: PixelBuffer, orientation: PictureOrientation = .upright, for key: Key) -> [Key] {
        precondition(picture.format == .yuv420p, "a picture that is kept is planar YUV")
        precondition(picture.size.pixels <= limits.size.pixels, "a picture that is kept is no larger than \(limits.size)")
        entries.removeAll { $0.key == key }
        entries.append(Entry(key: key, buffer: picture, orientation: orientation))
        var gone: [Key] = []
        while entries.count > limits.count || heldBytes > limits.bytes {
            let index = entries.firstIndex { !keysInUse.contains($0.key) } ?? 0
            gone.append(entries.remove(at: index).key)
        }
        return gone
    }

    /// Notes that somebody wants these pictures now, the first one most: others are dropped before them.
    public func touch(_ keys: [Key]) {
        for key in keys.reversed() {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { continue }
            entries.append(entries.remove(at: index))
        }
    }

    /// Announces a scene with these pictures, which is about to be painted. Pictures of earlier scenes only are no longer in use.
    func beginDrawing(with keys: Set<Key>) { keysInUse = keys }

    /// Returns the picture as it was recorded, and the orientation in which it is to be shown; `nil` if it isn't kept. It counts as used.
    public func picture(of key: Key) -> (buffer: PixelBuffer, orientation: PictureOrientation)? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = entries.remove(at: index)
        entries.append(entry)
        return (entry.buffer, entry.orientation)
    }
}

/// The pictures that clips will show first when they come (P-19: five, and 10 MB).
public typealias PeekPictures = KeptPictures<PeekKey>

extension KeptPictures<PeekKey> {
    public static var largestSize: VideoSize { .hd720 }

    public convenience init() {
        self.init(limits: Limits(count: 5, bytes: 10_000_000, size: Self.largestSize))
    }
}

/// The pictures that are taken out of footage for a tool: two rows of frames, or a few trails.
public typealias ExtractPictures = KeptPictures<Extract>

extension KeptPictures<Extract> {
    public convenience init() {
        self.init(limits: Limits(count: 32, bytes: 16_000_000, size: VideoSize(width: 960, height: 540)))
    }
}
