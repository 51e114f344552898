// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics

/// A scene that the box's thread has prepared for the display, with its drawings painted.
struct PreparedScene: Sendable {
    var scene: Scene
    /// The tracks that play in it, as the scene means them.
    var tracks: [Track] = []
    var painted = PaintedScene()
    /// Rises with each prepared scene, so that a press can be followed to the vblank that shows it.
    var generation: Int
}

/// Puts a scene on the display, its layers in their order, the cheapest way: straight onto planes if the display takes it,
/// otherwise composed with GLES.
///
/// 1. A scene that suits planes is prepared with its drawings merged, and the display is asked.
/// 2. If it refuses, the scene is composed, and the box is asked for each drawing in a picture of its own: a drawing that only moves is
///    then neither painted nor uploaded.
/// 3. As long as it refuses, it is asked each time whether it would take the merged drawings. As soon as it would, they are merged again.
///
/// Thread-bound: the display thread.
final class Stage {
    /// The pictures that the video sources show at a vblank.
    struct Sources {
        /// A few at most: one for each source of the scene.
        var pictures: [(source: VideoSource, frame: VideoFrame)] = []

        subscript(source: VideoSource) -> VideoFrame? {
            get { pictures.first { $0.source == source }?.frame }
            set {
                pictures.removeAll { $0.source == source }
                if let newValue { pictures.append((source, newValue)) }
            }
        }
    }

    /// Pictures that the display takes as they are.
    struct Ready {
        fileprivate var pictures: [PlacedPicture]
        /// True if they had to be composed, now or for an earlier vblank.
        var isComposed: Bool
        /// True if they were composed now.
        var isNew: Bool
    }

    let display: any Display
    private var target: CompositorTarget
    /// The target that is composed into as long as nothing fails.
    private let wanted: CompositorTarget
    private let makeComposer: (CompositorTarget) -> any Composing
    private var composing: (any Composing)?
    /// The picture that was composed last: a display refreshes more often than a camera has a new picture.
    private var newest: (pictures: [PlacedPicture], composed: PixelBuffer)?
    /// The number of commits straight onto planes, and of composed ones.
    private(set) var directCommits: Int64 = 0
    private(set) var composedCommits: Int64 = 0
    /// The cost of composing so far.
    private(set) var composedTally = ComposedTally()
    /// True if a scene that suits planes is best prepared with its drawings merged.
    private(set) var mergesDrawings = true
    /// The turn of everything on the TV. A display that can't turn gets composed pictures while there is a turn.
    var turn = PictureOrientation.Turn.none {
        didSet { if turn != oldValue { follow(turn) } }
    }
    /// Stands for merged drawings that weren't painted when the display is asked.
    private var standIn: UnpaintedPicture?
    /// The last name that the display gave itself while it had a TV, for the report.
    private(set) var displayName: String
    private var mode: DisplayMode?

    /// - Parameters:
    ///   - target: the target that is composed into: memory that the display scans out, if it has any.
    ///   - makeComposer: makes the composer, when it is first needed.
    init(
        display: any Display, target: CompositorTarget = .memory,
        makeComposer: @escaping (CompositorTarget) -> any Composing = ComposingThread.init
    ) {
        self.display = display
        self.target = target
        wanted = target
        self.makeComposer = makeComposer
        displayName = display.name
    }

    /// Makes the scene ready to be committed. If the display doesn't take it as it is, it is composed, which may take several refreshes.
    /// - Parameters:
    ///   - sources: the pictures of the video sources; a layer whose source has none yet is left out.
    func makeReady(_ prepared: PreparedScene, _ sources: Sources) throws(DisplayError) -> Ready {
        guard let mode = display.mode else { throw .gone(display.name) }
        if mode != self.mode {
            // Another TV may be on another graphics card, or the card may work again: what failed with the last one may work now.
            if target != wanted {
                endComposing()
                target = display.abilities.scanoutDevice.map { .scanout(card: $0) } ?? wanted
            }
            self.mode = mode
            displayName = display.name
        }
        let pictures = Self.pictures(of: prepared, sources)
        let size = TVPose(size: mode.size, turn: turn).seen
        let isTaken = needsNoTurn && display.accepts(pictures)
        chooseMerging(prepared, pictures, isTaken: isTaken, size: size)
        if isTaken {
            newest = nil
            return Ready(pictures: pictures, isComposed: false, isNew: false)
        }
        let before = newest?.composed
        let composed = try composed(pictures, size: size, turn: needsNoTurn ? .none : turn)
        // A composed picture covers the whole TV, with its bars.
        let picture = PlacedPicture(buffer: composed, place: CanvasMapping(size: composed.size).screen)
        return Ready(pictures: [picture], isComposed: true, isNew: composed !== before)
    }

    /// Commits the pictures for the next vblank.
    func commit(_ ready: Ready) throws(DisplayError) {
        try display.commit(ready.pictures)
        if ready.isComposed { composedCommits += 1 } else { directCommits += 1 }
    }

    /// Returns the pictures of a scene, back to front, each video and still fitted into its rectangle with its own aspect.
    static func pictures(of prepared: PreparedScene, _ sources: Sources) -> [PlacedPicture] {
        var pictures: [PlacedPicture] = []
        pictures.reserveCapacity(prepared.scene.layers.count + 1)
        for (index, layer) in prepared.scene.layers.enumerated() {
            switch layer.content {
            case .video(let source):
                if let frame = sources[source],
                    let picture = PlacedPicture(frame.buffer, of: layer, orientation: layer.orientation ?? frame.orientation)
                {
                    pictures.append(picture)
                }
            case .drawing, .still, .peek, .extract:
                if index < prepared.painted.pictures.count, let picture = prepared.painted.pictures[index] { pictures.append(picture) }
            }
        }
        if let overlay = prepared.painted.overlay { pictures.append(overlay) }
        return pictures
    }

    /// Decides how the box is to prepare the next scene that suits planes.
    private func chooseMerging(_ prepared: PreparedScene, _ pictures: [PlacedPicture], isTaken: Bool, size: VideoSize) {
        if prepared.painted.isMerged {
            mergesDrawings = isTaken
            return
        }
        guard let use = prepared.painted.overlayUse else { return }
        // In such a scene the drawings are the topmost pictures.
        var merged = Array(pictures.prefix { $0.buffer.format != .bgra })
        if !use.isEmpty {
            if standIn?.size != size { standIn = UnpaintedPicture(size: size) }
            if let standIn { merged.append(PlacedPicture(buffer: standIn, place: CanvasMapping(size: size).screen, used: use)) }
        }
        mergesDrawings = needsNoTurn && display.accepts(merged)
    }

    /// True if nothing has to be turned by the composer.
    private var needsNoTurn: Bool { turn == .none || display.abilities.turning != nil }

    /// Tells the display how it hangs, if it can follow. What was composed for another turn isn't shown again.
    private func follow(_ turn: PictureOrientation.Turn) {
        display.abilities.turning?.turn(turn)
        newest = nil
    }

    /// Ends the composer. The display thread's last call.
    func close() {
        endComposing()
    }

    private func endComposing() {
        composing?.end()
        composing = nil
        newest = nil
    }

    private func composed(_ pictures: [PlacedPicture], size: VideoSize, turn: PictureOrientation.Turn) throws(DisplayError) -> PixelBuffer {
        if let newest, newest.composed.size == PictureOrientation(turn: turn).size(of: size),
            newest.pictures.elementsEqual(pictures, by: { $0.isSame(as: $1) })
        {
            return newest.composed
        }
        let composing = composing ?? makeComposer(target)
        self.composing = composing
        do {
            let composed = try composing.compose(pictures, size: size, turn: turn)
            composedTally.note(composed.cost)
            newest = (pictures, composed.picture)
            return composed.picture
        } catch {
            // The graphics card that was drawn on may be gone, and another one there: memory works with any.
            endComposing()
            target = .memory
            throw .commitFailed("it needs composing, and \(error)")
        }
    }
}

/// A picture of the TV's size with nothing in it, not even memory, with which a display can be asked whether it would take such a picture.
///
/// Its plane may not be read, and asking doesn't read it.
private final class UnpaintedPicture: PixelBuffer, @unchecked Sendable {
    // Nothing in it changes.
    private let memory: UnsafeMutableRawPointer

    init(size: VideoSize) {
        memory = .allocate(byteCount: 64, alignment: 64)
        super.init(format: .bgra, size: size, planes: PixelPlane(base: memory, pitch: 4 * size.width))
    }

    deinit { memory.deallocate() }
}
