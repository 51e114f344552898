// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The stills that drawings and layers may show, within a fixed amount of memory.
///
/// A still is kept as it came (planar YUV) and, once it was drawn, as RGB of the size at which it was drawn. When room is short, RGB that
/// isn't drawn any more goes first. Then large pictures become small ones, the longest unused first, and at last stills that aren't drawn
/// are dropped. `takeCoarse` names the stills that had to become smaller than they are drawn, so that they can be read again.
///
/// Thread-bound: the thread that paints.
public final class StillPictures {
    /// The most bytes that everything may take: five pictures of 1280×720 and what is drawn of them.
    public static let capacityBytes = 10_000_000
    /// The largest size of a picture that had to become small.
    static let smallSize = VideoSize(width: 256, height: 144)

    private struct Picture {
        var buffer: PixelBuffer
        var lastUse: Int
    }

    private struct Still {
        /// The size of the picture as it came.
        let size: VideoSize
        /// Tells two pictures of one clip apart; never 0.
        let serial: Int
        var original: Picture?
        var drawn: [Picture] = []

        var pictures: [Picture] { (original.map { [$0] } ?? []) + drawn }
        var lastUse: Int { pictures.map(\.lastUse).max() ?? 0 }
        var isEmpty: Bool { original == nil && drawn.isEmpty }
        var byteCount: Int { pictures.reduce(0) { $0 + $1.buffer.byteCount } }
    }

    private let capacityBytes: Int
    private var stills: [ClipKey: Still] = [:]
    private var lastSerial = 0
    /// Counts the uses of pictures, so that no two have the same last use.
    private var uses = 0
    private var keysInUse: Set<ClipKey> = []
    private var coarse: Set<ClipKey> = []
    /// The stills that were named already. A still is named once for as long as it stays on the TV, so that too little room never leads to
    /// an endless loop.
    private var named: Set<ClipKey> = []
    /// The bytes that are held now.
    private(set) var heldBytes = 0
    /// The bytes that are held now, counted anew.
    var countedBytes: Int { stills.values.reduce(0) { $0 + $1.byteCount } }

    public convenience init() {
        self.init(capacityBytes: Self.capacityBytes)
    }

    init(capacityBytes: Int) {
        self.capacityBytes = capacityBytes
    }

    // MARK: Contents

    /// Keeps a still, in place of what was known of the clip.
    /// - Precondition: planar YUV (`yuv420p`).
    public func set(_ picture: PixelBuffer, for key: ClipKey) {
        precondition(picture.format == .yuv420p, "a still is planar YUV")
        if let old = stills[key] { heldBytes -= old.byteCount }
        lastSerial += 1
        stills[key] = Still(size: picture.size, serial: lastSerial, original: Picture(buffer: picture, lastUse: nextUse()))
        heldBytes += picture.byteCount
        makeRoom()
    }

    /// Returns true if a drawing that shows the clip's still shows anything.
    public func contains(_ key: ClipKey) -> Bool { serial(of: key) != 0 }

    /// Returns the stills that were drawn coarser than they could be since the last call, or not at all, because they had to make room.
    /// Setting them again mends that.
    public func takeCoarse() -> [ClipKey] {
        defer { coarse = [] }
        return coarse.sorted { ($0.session.folder, $0.number) < ($1.session.folder, $1.number) }
    }

    /// Returns the serial of the clip's picture that is held: another number for another picture, 0 if none is held.
    func serial(of key: ClipKey) -> Int {
        guard let still = stills[key], !still.isEmpty else { return 0 }
        return still.serial
    }

    // MARK: Showing

    /// Returns the still as a picture of its own: as it came, or a smaller one if the original had to go; `nil` if it isn't held.
    ///
    /// `takeCoarse` names a still that isn't held, or isn't held in full any more.
    func picture(of key: ClipKey) -> PixelBuffer? {
        guard let still = stills[key], !still.isEmpty else {
            name(key)
            return nil
        }
        if let original = still.original {
            stills[key]?.original?.lastUse = nextUse()
            return original.buffer
        }
        name(key)
        guard let index = still.drawn.indices.max(by: { still.drawn[$0].buffer.size.pixels < still.drawn[$1].buffer.size.pixels })
        else { return nil }
        stills[key]?.drawn[index].lastUse = nextUse()
        return still.drawn[index].buffer
    }

    // MARK: Drawing

    /// Announces a scene with these stills, which is about to be painted. Stills of earlier scenes only are no longer in use.
    func beginDrawing(with keys: Set<ClipKey>) {
        keysInUse = keys
        named.formIntersection(keys)
        coarse.formIntersection(keys)
        for key in keys where stills[key]?.isEmpty ?? false { name(key) }
    }

    /// Returns the still in RGB, large enough to cover this many pixels if it ever was that large; `nil` if it isn't held.
    func picture(of key: ClipKey, covering area: VideoSize) -> PixelBuffer? {
        guard let still = stills[key], !still.isEmpty, area.width > 0, area.height > 0 else { return nil }
        let size = still.size.covering(area)
        if let index = still.drawn.firstIndex(where: { $0.buffer.size == size }) {
            stills[key]?.drawn[index].lastUse = nextUse()
            return still.drawn[index].buffer
        }
        if let original = still.original {
            let picture = StillScaling.rgb(original.buffer, size: size)
            stills[key]?.original?.lastUse = nextUse()
            hold(picture, of: key)
            makeRoom()
            return picture
        }
        guard let index = still.drawn.indices.max(by: { still.drawn[$0].buffer.size.pixels < still.drawn[$1].buffer.size.pixels })
        else { return nil }
        stills[key]?.drawn[index].lastUse = nextUse()
        if still.drawn[index].buffer.size.pixels < size.pixels { name(key) }
        return still.drawn[index].buffer
    }

    private func nextUse() -> Int {
        uses += 1
        return uses
    }

    private func name(_ key: ClipKey) {
        if named.insert(key).inserted { coarse.insert(key) }
    }

    // MARK: Room

    private func makeRoom() {
        while heldBytes > capacityBytes, dropUnusedDrawn() || shrinkOriginal() || dropStill() {}
    }

    /// Drops the RGB picture that wasn't drawn for longest, if something else is left of its still. Of a still on the TV the picture that
    /// was drawn last stays.
    private func dropUnusedDrawn() -> Bool {
        var oldest: (key: ClipKey, index: Int, lastUse: Int)?
        for (key, still) in stills where still.original != nil || still.drawn.count > 1 {
            let newest = keysInUse.contains(key) ? still.drawn.map(\.lastUse).max() : nil
            for (index, picture) in still.drawn.enumerated() where picture.lastUse < oldest?.lastUse ?? .max {
                if picture.lastUse != newest { oldest = (key, index, picture.lastUse) }
            }
        }
        guard let oldest, let picture = stills[oldest.key]?.drawn.remove(at: oldest.index) else { return false }
        heldBytes -= picture.buffer.byteCount
        return true
    }

    /// Replaces the large picture that wasn't used for longest by a small one. (In RGB a pixel takes nearly three times as much.)
    private func shrinkOriginal() -> Bool {
        let candidates = stills.compactMap { key, still in
            still.drawn.isEmpty && still.size.pixels < 3 * Self.smallSize.pixels ? nil : still.original.map { (key, $0) }
        }
        guard let (key, original) = candidates.min(by: { $0.1.lastUse < $1.1.lastUse }) else { return false }
        if stills[key]?.drawn.isEmpty ?? false {
            hold(StillScaling.rgb(original.buffer, size: original.buffer.size.fitting(Self.smallSize)), of: key)
        }
        stills[key]?.original = nil
        heldBytes -= original.buffer.byteCount
        return true
    }

    /// Drops a whole still. A still that is drawn goes only if there is no other.
    private func dropStill() -> Bool {
        let candidates = stills.filter { !$0.value.isEmpty }
        func lastUse(_ key: ClipKey) -> (Int, Int) {
            (keysInUse.contains(key) ? 1 : 0, candidates[key]?.lastUse ?? 0)
        }
        guard let key = candidates.keys.min(by: { lastUse($0) < lastUse($1) }), var still = candidates[key] else { return false }
        heldBytes -= still.byteCount
        still.original = nil
        still.drawn = []
        stills[key] = still
        return true
    }

    private func hold(_ picture: PixelBuffer, of key: ClipKey) {
        stills[key]?.drawn.append(Picture(buffer: picture, lastUse: nextUse()))
        heldBytes += picture.byteCount
    }
}

extension PixelBuffer {
    /// The bytes that its rows take in memory.
    var byteCount: Int {
        (0..<format.planeCount).reduce(0) { $0 + plane($1).pitch * ($1 == 0 ? size.height : (size.height + 1) / 2) }
    }
}

extension VideoSize {
    var pixels: Int { width * height }

    /// Returns the smallest size with these proportions that covers an area; never larger than this size.
    func covering(_ area: VideoSize) -> VideoSize {
        scaled(by: max(Double(area.width) / Double(width), Double(area.height) / Double(height)))
    }

    /// Returns the largest size with these proportions within an area; never larger than this size.
    func fitting(_ area: VideoSize) -> VideoSize {
        scaled(by: min(Double(area.width) / Double(width), Double(area.height) / Double(height)))
    }

    private func scaled(by factor: Double) -> VideoSize {
        guard factor < 1 else { return self }
        return VideoSize(width: max(1, Int((Double(width) * factor).rounded())), height: max(1, Int((Double(height) * factor).rounded())))
    }
}
