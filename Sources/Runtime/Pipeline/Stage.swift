import Core
import Devices
import Graphics

/// What the box's thread has prepared for the display: the scene, and its drawings painted.
struct PreparedScene: Sendable {
    var scene: Scene
    /// All drawings of the scene in one picture, or `nil` where there are none.
    var overlay: PixelBuffer?
    /// The parts of the overlay with anything in them.
    var used: [PixelRect]?
    /// Rises with each prepared scene, so that a press can be followed to the vblank that shows it.
    var generation: Int
}

/// Puts a scene on the display the cheapest way: straight onto planes where the display takes it, composed with
/// GLES where it doesn't.
///
/// Thread-bound: the display thread.
final class Stage {
    /// What each video source has to show at a vblank.
    struct Sources {
        var delayed: VideoFrame?
        var live: VideoFrame?
        var clip: VideoFrame?

        subscript(source: VideoSource) -> VideoFrame? {
            switch source {
            case .delayed: delayed
            case .live: live
            case .clip: clip
            }
        }
    }

    /// Pictures that the display takes as they are.
    struct Ready {
        fileprivate var pictures: [PlacedPicture]
        /// They had to be composed, now or for an earlier vblank.
        var isComposed: Bool
        /// They were composed now.
        var isNew: Bool
    }

    let display: any Display
    private var target: CompositorTarget
    private let makeComposer: (CompositorTarget) -> any Composing
    private var composing: (any Composing)?
    /// What was composed last: a display refreshes more often than a camera has a new picture.
    private var newest: (pictures: [PlacedPicture], composed: PixelBuffer)?
    /// How often each way was taken.
    private(set) var directCommits: Int64 = 0
    private(set) var composedCommits: Int64 = 0
    /// What the display last called itself while it had a TV, for the report.
    private(set) var displayName: String
    private var mode: DisplayMode?

    /// - Parameters:
    ///   - target: what is composed into: memory that the display scans out, where it has any.
    ///   - makeComposer: makes what composes, when it is first needed.
    init(display: any Display, target: CompositorTarget = .memory,
         makeComposer: @escaping (CompositorTarget) -> any Composing = ComposingThread.init) {
        self.display = display
        self.target = target
        self.makeComposer = makeComposer
        displayName = display.name
    }

    /// Makes the scene ready to be committed: composes it where the display doesn't take it as it is, which may take several refreshes.
    /// - Parameters:
    ///   - sources: the pictures of the video sources; a layer whose source has none yet is left out.
    func makeReady(_ prepared: PreparedScene, _ sources: Sources) throws(DisplayError) -> Ready {
        guard let mode = display.mode else { throw .gone(display.name) }
        if mode != self.mode {
            self.mode = mode
            displayName = display.name
        }
        // The overlay and what is composed cover the whole TV, also one that isn't 16:9.
        let screen = CanvasMapping(size: mode.size).screen
        let pictures = Self.pictures(of: prepared, sources, screen: screen)
        if display.accepts(pictures) { return Ready(pictures: pictures, isComposed: false, isNew: false) }
        let before = newest?.composed
        let composed = try composed(pictures, size: mode.size)
        return Ready(pictures: [PlacedPicture(buffer: composed, place: screen)], isComposed: true, isNew: composed !== before)
    }

    /// Commits it for the next vblank.
    func commit(_ ready: Ready) throws(DisplayError) {
        try display.commit(ready.pictures)
        if ready.isComposed { composedCommits += 1 } else { directCommits += 1 }
    }

    /// The pictures of a scene, back to front, each video fitted into its place with its own aspect.
    static func pictures(of prepared: PreparedScene, _ sources: Sources, screen: Rect) -> [PlacedPicture] {
        var pictures: [PlacedPicture] = []
        pictures.reserveCapacity(prepared.scene.layers.count + 1)
        for layer in prepared.scene.layers {
            guard case .video(let source) = layer.content else { continue }
            guard let buffer = sources[source]?.buffer else { continue }
            if let picture = PlacedPicture(buffer, of: layer) { pictures.append(picture) }
        }
        if let overlay = prepared.overlay {
            pictures.append(PlacedPicture(buffer: overlay, place: screen, used: prepared.used))
        }
        return pictures
    }

    /// Ends what composes. The display thread's last call.
    func close() {
        endComposing()
    }

    private func endComposing() {
        composing?.end()
        composing = nil
        newest = nil
    }

    private func composed(_ pictures: [PlacedPicture], size: VideoSize) throws(DisplayError) -> PixelBuffer {
        if let newest, newest.composed.size == size, newest.pictures.elementsEqual(pictures, by: { $0.isSame(as: $1) }) {
            return newest.composed
        }
        let composing = composing ?? makeComposer(target)
        self.composing = composing
        do {
            let composed = try composing.compose(pictures, size: size)
            newest = (pictures, composed)
            return composed
        } catch {
            // The card that was drawn on may be gone, and another one there: memory works with any.
            endComposing()
            target = .memory
            throw .commitFailed("it needs composing, and \(error)")
        }
    }
}
