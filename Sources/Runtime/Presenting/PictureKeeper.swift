// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Media
import Synchronization

/// Keeps pictures of what is on the TV: the box asks with a scene, the display's thread gives the videos' pictures of its next vblank, and
/// a thread of its own composes both and makes a file of it.
///
/// `ask` belongs to the box's thread, `give` to the display's, and neither waits; `runOnce` and the compositor belong to the keeper's
/// thread.
final class PictureKeeper: @unchecked Sendable {
    // `asked` and `given` are thread-safe; the compositor belongs to the keeper's thread.

    /// Returns the size of a kept picture, with room for every detail of the videos; whatever shows the picture makes it smaller.
    static func size(of canvas: CanvasShape) -> VideoSize { canvas.size }
    private static let quality = 90

    private struct Given: Sendable {
        var pictures: [PlacedPicture]
        var size: VideoSize
        var session: SessionRef
    }

    private let asked = Mutex<(scene: PreparedScene, session: SessionRef)?>(nil)
    private let given = Mailbox<Given>()
    private let isMaking = Atomic(false)
    private let keep: @Sendable ([UInt8], SessionRef) -> Void
    private let tell: @Sendable (CardNews) -> Void
    private var compositor: Compositor?

    /// - Parameters:
    ///   - keep: receives the file and the session that it is for.
    ///   - tell: receives the reason why a picture can't be made.
    init(keep: @escaping @Sendable ([UInt8], SessionRef) -> Void, tell: @escaping @Sendable (CardNews) -> Void) {
        (self.keep, self.tell) = (keep, tell)
    }

    /// Asks for a picture of this scene. This replaces a request for which no pictures were given yet.
    func ask(_ scene: PreparedScene, for session: SessionRef) { asked.withLock { $0 = (scene, session) } }

    /// Gives what the videos show at this vblank to the scene that waits for it, if one does.
    func give(_ sources: Stage.Sources) {
        guard
            let (scene, session) = asked.withLock({ waiting in
                defer { waiting = nil }
                return waiting
            })
        else { return }
        given.post(
            Given(pictures: Stage.pictures(of: scene, sources), size: Self.size(of: scene.scene.canvas), session: session))
    }

    /// True if no picture is being made. Thread-safe.
    var isIdle: Bool { given.isEmpty && !isMaking.load(ordering: .sequentiallyConsistent) }

    /// Makes one picture.
    /// - Returns: true if there was a picture to make.
    @discardableResult
    func runOnce() -> Bool {
        isMaking.store(true, ordering: .sequentiallyConsistent)
        defer { isMaking.store(false, ordering: .sequentiallyConsistent) }
        guard let job = given.take() else { return false }
        do {
            let compositor = if let compositor { compositor } else { try Compositor() }
            self.compositor = compositor
            let picture = try compositor.compose(job.pictures, size: job.size)
            // A decoder may be waiting for the memory of the pictures.
            compositor.forgetPictures()
            keep(try StillReader.jpeg(picture, quality: Self.quality), job.session)
        } catch {
            let reason = (error as? ClipError)?.message ?? Message("\(error)")
            tell(.pictureNotKept(job.session, reason: reason))
        }
        return true
    }

    /// Sleeps until there may be a picture to make, or until `deadline`.
    func wait(until deadline: Timestamp) { given.wait(until: deadline) }
}

extension PictureKeeper {
    /// A picture that is asked for while the program ends is still made, so `end` does nothing.
    var worker: Worker {
        Worker(thread: .pictures, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: {}, patience: .milliseconds(500))
    }
}
