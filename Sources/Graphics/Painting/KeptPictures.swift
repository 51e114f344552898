// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures that are made on demand: those that were wanted last, as many as there is room for.
///
/// Thread-bound: the thread that paints.
public final class KeptPictures<Key: Hashable & Sendable> {
    public struct Limits: Hashable, Sendable {
        /// How many there are at most.
        public var count: Int
        /// What they may take together.
        public var bytes: Int
        /// None is larger.
        public var size: VideoSize
    }

    public let limits: Limits

    private struct Entry {
        let key: Key
        let buffer: PixelBuffer
        /// How the picture itself is to be looked at.
        let orientation: PictureOrientation
    }

    /// The longest unused first.
    private var entries: [Entry] = []
    private var keysInUse: Set<Key> = []

    public init(limits: Limits) {
        self.limits = limits
    }

    /// What is held now.
    public var heldBytes: Int { entries.reduce(0) { $0 + $1.buffer.byteCount } }
    public var count: Int { entries.count }

    public func contains(_ key: Key) -> Bool { entries.contains { $0.key == key } }

    /// Takes a picture in, in the place of what was known under the key.
    /// - Parameter orientation: how it is to be looked at.
    /// - Returns: those that had to make room: on the TV is none of them if another one could go.
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

    /// Somebody wants these now, the first one most: others go before them.
    public func touch(_ keys: [Key]) {
        for key in keys.reversed() {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { continue }
            entries.append(entries.remove(at: index))
        }
    }

    /// A scene with these is about to be painted; what only earlier ones had is no longer in use.
    func beginDrawing(with keys: Set<Key>) { keysInUse = keys }

    /// The picture as it was recorded, and how it is to be looked at; `nil` if there is none.
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
