// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Media
import Synchronization

/// Keeps pictures of what is on the TV: the box asks with a scene, the display's thread gives the videos' pictures of its next vblank, and
/// a thread of its own composes both and makes a file of it.
///
/// `ask` is the box's thread's, `give` the display's, neither of which waits; `runOnce` and what it draws with are the keeper's own.
final class PictureKeeper: @unchecked Sendable {
    // `asked` and `given` are thread-safe; the compositor belongs to the keeper's thread.

    /// A picture with room for every detail of the videos; what shows it makes it smaller.
    static let size = VideoSize.hd1080
    private static let quality = 90

    private struct Given: Sendable {
        var pictures: [PlacedPicture]
        var session: SessionRef
    }

    private let asked = Mutex<(scene: PreparedScene, session: SessionRef)?>(nil)
    private let given = Mailbox<Given>()
    private let isMaking = Atomic(false)
    private let keep: @Sendable ([UInt8], SessionRef) -> Void
    private let tell: @Sendable (CardNews) -> Void
    private var compositor: Compositor?

    /// - Parameters:
    ///   - keep: takes the file and the session that it is for.
    ///   - tell: hears why a picture can't be made.
    init(keep: @escaping @Sendable ([UInt8], SessionRef) -> Void, tell: @escaping @Sendable (CardNews) -> Void) {
        (self.keep, self.tell) = (keep, tell)
    }

    /// Asks for a picture of this scene. One that wasn't given yet makes way.
    func ask(_ scene: PreparedScene, for session: SessionRef) { asked.withLock { $0 = (scene, session) } }

    /// Gives what the videos show at this vblank to the scene that waits for it, if one does.
    func give(_ sources: Stage.Sources) {
        guard
            let (scene, session) = asked.withLock({ waiting in
                defer { waiting = nil }
                return waiting
            })
        else { return }
        given.post(Given(pictures: Stage.pictures(of: scene, sources), session: session))
    }

    /// No picture is being made. Thread-safe.
    var isIdle: Bool { given.isEmpty && !isMaking.load(ordering: .sequentiallyConsistent) }

    /// Makes one picture.
    /// - Returns: whether there was one to make.
    @discardableResult
    func runOnce() -> Bool {
        isMaking.store(true, ordering: .sequentiallyConsistent)
        defer { isMaking.store(false, ordering: .sequentiallyConsistent) }
        guard let job = given.take() else { return false }
        do {
            let compositor = if let compositor { compositor } else { try Compositor() }
            self.compositor = compositor
            let picture = try compositor.compose(job.pictures, size: Self.size)
            // A decoder may be waiting for its memory.
            compositor.forgetPictures()
            keep(try StillReader.jpeg(picture, quality: Self.quality), job.session)
        } catch {
            let reason = (error as? ClipError)?.message ?? Message("\(error)")
            tell(.pictureNotKept(job.session, reason: reason))
        }
        return true
    }

    /// Sleeps until there may be one, or until `deadline`.
    func wait(until deadline: Timestamp) { given.wait(until: deadline) }
}
