// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// A display that nobody sees: it keeps time and remembers the commits, and composes nothing.
///
/// Its vblanks are an exact grid that starts when it is opened. In real time it waits for them; in a virtual run the driver has moved the
/// clock there. To see the TV, compose `onScreen`.
public final class HeadlessDisplay: TurningDisplay, Pluggable, @unchecked Sendable {
    // Only the display thread uses these properties, except `isPlugged`, which is atomic.

    public let name = "headless"
    private let pluggedMode: DisplayMode
    private let timebase: any Timebase
    private let isPlugged = Atomic(true)
    private var grid: VblankGrid
    private var pending: [PlacedPicture]?
    private var shown: [PlacedPicture] = []
    private var isOpen = true

    /// Opens the display; its first vblank is at this very instant.
    public init(mode: DisplayMode, timebase: any Timebase) {
        pluggedMode = mode
        self.timebase = timebase
        grid = VblankGrid(start: timebase.now(), rate: mode.refresh)
    }

    /// Reads a mode such as "1920x1080@59.94"; without a rate it is 60 Hz. Returns `nil` for anything else.
    public static func mode(_ text: String) -> DisplayMode? { DisplayMode(text) }

    private var isThere: Bool { isOpen && isPlugged.load(ordering: .relaxed) }

    public var mode: DisplayMode? { isThere ? pluggedMode : nil }

    public var nextVblank: Vblank { grid.upcoming(at: timebase.now()) }

    public func vblank(forCommitAt instant: Timestamp) -> Vblank { grid.upcoming(at: max(instant, timebase.now())) }

    /// Accepts everything: whoever wants to see it composes it, and otherwise it costs nothing.
    public func accepts(_ pictures: [PlacedPicture]) -> Bool { true }

    public func commit(_ pictures: [PlacedPicture]) throws(DisplayError) {
        guard isThere else { throw .gone(name) }
        let now = timebase.now()
        // An earlier commit whose vblank has passed is on the TV, though nobody has waited for it.
        if let pending, let committed = grid.committed, committed.timestamp < now { shown = pending }
        pending = pictures
        grid.commit(at: now)
    }

    public func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        let vblank = grid.awaited(at: timebase.now())
        guard vblank.timestamp <= deadline else {
            timebase.wait(until: deadline)
            return nil
        }
        timebase.wait(until: vblank.timestamp)
        grid.pass(vblank)
        if !isThere {
            shown = []
        } else if let pending {
            shown = pending
        }
        pending = nil
        return vblank
    }

    public var onScreen: [PlacedPicture] { isThere ? shown : [] }

    public var abilities: DisplayAbilities { DisplayAbilities(turning: self, plug: self) }

    /// Does nothing: whoever composes `onScreen` knows the canvas.
    public func turn(_ turn: PictureOrientation.Turn) {}

    /// Pulls the plug of the TV or puts it back. The vblanks go on without it, so the box does too. Thread-safe.
    public func setPlugged(_ isPlugged: Bool) {
        self.isPlugged.store(isPlugged, ordering: .relaxed)
    }

    public func close() {
        isOpen = false
        pending = nil
        shown = []
    }
}
