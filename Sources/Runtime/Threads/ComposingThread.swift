// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Graphics
import Synchronization

/// A composed picture, and its cost.
struct ComposedPicture: Sendable {
    var picture: PixelBuffer
    var cost: CompositionCost
}

/// Composes pictures that planes can't show into one.
///
/// Thread-bound: the display thread.
protocol Composing: AnyObject {
    /// Composes the pictures, back to front, into one picture.
    /// - Parameters:
    ///   - size: the size of the TV as a person sees it.
    ///   - turn: the turn of the whole picture.
    func compose(_ pictures: [PlacedPicture], size: VideoSize, turn: PictureOrientation.Turn) throws(GraphicsError) -> ComposedPicture
    /// Ends the composer. The last call.
    func end()
}

/// The thread that composes what planes can't show, for the display thread, which waits for it.
///
/// It is a thread of its own because a window's renderer keeps an OpenGL context of its own current on the display
/// thread, and a thread has only one current context. Make it when it is first needed, and call `end` before the last
/// reference goes.
final class ComposingThread: Composing, @unchecked Sendable {
    // `handle` belongs to the display thread; the rest is locked or thread-safe by itself.

    private struct Job: Sendable {
        var pictures: [PlacedPicture]
        var size: VideoSize
        var turn: PictureOrientation.Turn
    }

    private struct State {
        var job: Job?
        var result: Result<ComposedPicture, GraphicsError>?
        var isEnding = false
    }

    private let state = Mutex(State())
    private let hasJob = Doorbell()
    private let hasResult = Doorbell()
    private let clock = MonotonicClock()
    private let target: CompositorTarget
    private var handle: NamedThread?

    init(target: CompositorTarget) {
        self.target = target
    }

    /// Composes the pictures, back to front, into one picture. The display thread only.
    func compose(_ pictures: [PlacedPicture], size: VideoSize, turn: PictureOrientation.Turn) throws(GraphicsError) -> ComposedPicture {
        if handle == nil { handle = NamedThread("vir-compose", .realTime(priority: 50, onRefusal: { _ in })) { self.run() } }
        state.withLock { $0.job = Job(pictures: pictures, size: size, turn: turn) }
        hasJob.ring()
        while true {
            hasResult.wait(until: clock.now() + .seconds(1))
            let result = state.withLock { state in
                let result = state.result
                state.result = nil
                return result
            }
            if let result { return try result.get() }
        }
    }

    func end() {
        state.withLock { $0.isEnding = true }
        hasJob.ring()
        handle?.join()
        handle = nil
    }

    private func run() {
        var compositor: Compositor?
        while true {
            hasJob.wait(until: clock.now() + .seconds(1))
            let (job, isEnding) = state.withLock { state in
                let job = state.job
                state.job = nil
                return (job, state.isEnding)
            }
            if isEnding { return }
            guard let job else { continue }
            let result: Result<ComposedPicture, GraphicsError>
            do throws(GraphicsError) {
                let ready = if let compositor { compositor } else { try Compositor(target: target) }
                compositor = ready
                let picture = try ready.compose(job.pictures, size: job.size, turn: job.turn)
                result = .success(ComposedPicture(picture: picture, cost: ready.lastCost))
            } catch {
                result = .failure(error)
            }
            state.withLock { $0.result = result }
            hasResult.ring()
        }
    }
}
