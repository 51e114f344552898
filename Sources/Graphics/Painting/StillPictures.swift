// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The stills that drawings and layers may show, within a fixed amount of memory.
///
/// A still is kept as it came (planar YUV) and, once it was drawn, as RGB of the size it was drawn at. When room is short, RGB
/// that isn't drawn any more goes first. Then large pictures become small ones, the longest unused first, and at last stills
/// that aren't drawn are let go. What had to become smaller than it is drawn, `takeCoarse` names, so that it can be read again.
///
/// Thread-bound: the thread that paints.
public final class StillPictures {
    /// What all of it may take: five pictures of 1280×720 and what is drawn of them.
    public static let capacityBytes = 10_000_000
    /// How large a picture is that had to become small.
    static let smallSize = VideoSize(width: 256, height: 144)

    private struct Picture {
        var buffer: PixelBuffer
        var lastUse: Int
    }

    private struct Still {
        /// Of the picture as it came.
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
    /// Counts the uses of pictures, so that no two were last used at the same time.
    private var uses = 0
    private var keysInUse: Set<ClipKey> = []
    private var coarse: Set<ClipKey> = []
    /// Named already; a still is named once for as long as it stays on the TV, so that too little room never makes a circle.
    private var named: Set<ClipKey> = []
    /// What is held now.
    private(set) var heldBytes = 0
    /// The same, counted anew.
    var countedBytes: Int { stills.values.reduce(0) { $0 + $1.byteCount } }

    public convenience init() {
        self.init(capacityBytes: Self.capacityBytes)
    }

    init(capacityBytes: Int) {
        self.capacityBytes = capacityBytes
    }

    // MARK: What there is

    /// Takes a still in, in the place of what was known of the clip.
    /// - Precondition: planar YUV (`yuv420p`).
    public func set(_ picture: PixelBuffer, for key: ClipKey) {
        precondition(picture.format == .yuv420p, "a still is planar YUV")
        if let old = stills[key] { heldBytes -= old.byteCount }
        lastSerial += 1
        stills[key] = Still(size: picture.size, serial: lastSerial, original: Picture(buffer: picture, lastUse: nextUse()))
        heldBytes += picture.byteCount
        makeRoom()
    }

    /// Whether a drawing that shows the clip's still shows anything.
    public func contains(_ key: ClipKey) -> Bool { serial(of: key) != 0 }

    /// The stills that were drawn coarser than they could be since this was last asked, or not at all, because they had to make
    /// room. Setting them again mends that.
    public func takeCoarse() -> [ClipKey] {
        defer { coarse = [] }
        return coarse.sorted { ($0.session.folder, $0.number) < ($1.session.folder, $1.number) }
    }

    /// Which picture of a clip is held: another number for another picture, 0 where there is none.
    func serial(of key: ClipKey) -> Int {
        guard let still = stills[key], !still.isEmpty else { return 0 }
        return still.serial
    }

    // MARK: Showing

    /// The still as a picture of its own: as it came, or a smaller one if that had to go. `nil` if there is none.
    ///
    /// What isn't there or isn't there any more, `takeCoarse` names.
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

    /// A scene with these stills is about to be painted; what only earlier ones had is no longer in use.
    func beginDrawing(with keys: Set<ClipKey>) {
        keysInUse = keys
        named.formIntersection(keys)
        coarse.formIntersection(keys)
        for key in keys where stills[key]?.isEmpty ?? false { name(key) }
    }

    /// The still in RGB, large enough to cover this many pixels where it was ever so large; `nil` where there is none.
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

    /// Lets the RGB go that wasn't drawn for longest, where there is something else left of its still. Of a still on the TV the
    /// one that was drawn last stays.
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

    /// Makes a small picture of the large one that wasn't used for longest. (In RGB a pixel takes nearly three times as much.)
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

    /// Lets a whole still go: one that isn't drawn, as long as there is one.
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
    /// What its rows take in memory.
    var byteCount: Int {
        (0..<format.planeCount).reduce(0) { $0 + plane($1).pitch * ($1 == 0 ? size.height : (size.height + 1) / 2) }
    }
}

extension VideoSize {
    var pixels: Int { width * height }

    /// With these proportions, and no smaller than it takes to cover an area; never larger than it is.
    func covering(_ area: VideoSize) -> VideoSize {
        scaled(by: max(Double(area.width) / Double(width), Double(area.height) / Double(height)))
    }

    /// With these proportions, within an area; never larger than it is.
    func fitting(_ area: VideoSize) -> VideoSize {
        scaled(by: min(Double(area.width) / Double(width), Double(area.height) / Double(height)))
    }

    private func scaled(by factor: Double) -> VideoSize {
        guard factor < 1 else { return self }
        return VideoSize(width: max(1, Int((Double(width) * factor).rounded())), height: max(1, Int((Double(height) * factor).rounded())))
    }
}
