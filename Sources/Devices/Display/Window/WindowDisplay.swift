// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core
import Synchronization

/// The TV as a window on a desktop, with its keyboard and mouse as the panel.
///
/// It takes what planes take, and shows the canvas scaled to the window, with black bars if the aspect differs. Its keys are those of
/// `WindowKey`. Thread-bound: only the thread that opened it calls SDL.
public final class WindowDisplay: TurningDisplay, Pluggable, @unchecked Sendable {
    // Only the display thread uses these properties, except `isPlugged`, which is atomic.

    /// The source of the vblanks.
    private enum Pace {
        /// Presenting waits for the screen.
        case vsync(VsyncTrack)
        /// Presenting doesn't wait: the box's clock keeps the time.
        case grid(VblankGrid)
    }

    public let name = "window"
    private let openMode: DisplayMode
    private let timebase: any Timebase
    private let sink: @Sendable (PanelInput) -> Void
    private let isPlugged = Atomic(true)
    private var window: SDLWindow?
    private var input = WindowInput()
    private var pace: Pace
    private var pending: [PlacedPicture]?
    private var shown: [PlacedPicture] = []
    private var needsDrawing = true

    /// Opens the window.
    /// - Parameters:
    ///   - size: the size of the TV that the window stands for, and of the window itself at first.
    ///   - sink: receives the inputs of keyboard, mouse and touch panel, on the display thread; it returns at once.
    public init(
        title: String, size: VideoSize, timebase: any Timebase,
        sink: @escaping @Sendable (PanelInput) -> Void
    ) throws(DisplayError) {
        let window = try SDLWindow(title: title, size: size)
        let interval = Self.measuredInterval(of: window, timebase: timebase)
        let now = timebase.now()
        if let interval {
            pace = .vsync(VsyncTrack(last: Vblank(timestamp: now, sequence: -1), interval: interval))
            openMode = DisplayMode(size: size, refresh: FrameRate(1_000_000_000, interval.nanoseconds))
        } else {
            openMode = DisplayMode(size: size, refresh: FrameRate(60))
            pace = .grid(VblankGrid(start: now, rate: openMode.refresh))
        }
        self.window = window
        self.timebase = timebase
        self.sink = sink
    }

    private var isThere: Bool { window != nil && isPlugged.load(ordering: .relaxed) }

    public var mode: DisplayMode? { isThere ? openMode : nil }

    public var nextVblank: Vblank { vblank(forCommitAt: timebase.now()) }

    public func vblank(forCommitAt instant: Timestamp) -> Vblank {
        switch pace {
        case .vsync(let track): track.upcoming(at: max(instant, timebase.now()))
        case .grid(let grid): grid.upcoming(at: max(instant, timebase.now()))
        }
    }

    public func accepts(_ pictures: [PlacedPicture]) -> Bool {
        pictures.allSatisfy(\.isPlaneLike)
    }

    public func commit(_ pictures: [PlacedPicture]) throws(DisplayError) {
        guard isThere, let window else { throw .gone(name) }
        guard accepts(pictures) else { throw .commitFailed("planes don't turn, mix or blur") }
        try window.load(pictures)
        pending = pictures
        needsDrawing = true
        if case .grid(var grid) = pace {
            grid.commit(at: timebase.now())
            pace = .grid(grid)
        }
    }

    public func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        guard let window else { throw .gone(name) }
        readInput(window)
        let expected = awaitedVblank
        guard expected.timestamp <= deadline else {
            timebase.wait(until: deadline)
            return nil
        }
        if !isThere, !shown.isEmpty || pending != nil {
            window.unload()
            needsDrawing = true
        }
        let vblank = show(window, at: expected)
        shown = isThere ? pending ?? shown : []
        pending = nil
        readInput(window)
        return vblank
    }

    public var onScreen: [PlacedPicture] { isThere ? shown : [] }

    /// The vblank for which the window is drawn. If the caller comes a little late for a commit's vblank, the window is drawn at once:
    /// waiting for the next one would throw a frame away.
    private var awaitedVblank: Vblank {
        guard case .grid(let grid) = pace else { return nextVblank }
        let now = timebase.now()
        let awaited = grid.awaited(at: now)
        return awaited.timestamp + openMode.refresh.interval / 2 < now ? grid.upcoming(at: now) : awaited
    }

    public var abilities: DisplayAbilities { DisplayAbilities(turning: self, plug: self) }

    /// Shows the canvas of a TV that hangs like this, upright and as large as the window allows.
    public func turn(_ turn: PictureOrientation.Turn) {
        window?.canvas = TVPose(size: openMode.size, turn: turn).canvas
        needsDrawing = true
    }

    /// Turns the window black as if the TV's plug were pulled, or brings it back. Thread-safe.
    public func setPlugged(_ isPlugged: Bool) {
        self.isPlugged.store(isPlugged, ordering: .relaxed)
    }

    public func close() {
        window = nil
        pending = nil
        shown = []
    }

    private func show(_ window: SDLWindow, at expected: Vblank) -> Vblank {
        switch pace {
        case .vsync(var track):
            window.draw()
            window.present()
            // Presenting a hidden window may return without waiting: the track then keeps the time.
            let earliest = track.last.timestamp.advanced(by: track.interval / 2)
            if timebase.now() < earliest { timebase.wait(until: expected.timestamp) }
            let vblank = track.observe(timebase.now())
            pace = .vsync(track)
            return vblank
        case .grid(var grid):
            timebase.wait(until: expected.timestamp)
            if needsDrawing {
                window.draw()
                window.present()
                needsDrawing = false
            }
            grid.pass(expected)
            pace = .grid(grid)
            return expected
        }
    }

    private func readInput(_ window: SDLWindow) {
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 {
            switch input.windowChange(event) {
            case .fullScreen: window.toggleFullScreen()
            case .redraw: needsDrawing = true
            case nil: break
            }
            // SDL counts milliseconds since its own start, so only the age of an event means anything here.
            let age = Int64(SDL_GetTicks() &- event.common.timestamp)
            let timestamp = timebase.now().advanced(by: .milliseconds(-max(0, min(age, 10_000))))
            for panelInput in input.panelInputs(event, at: timestamp, geometry: window.geometry) { sink(panelInput) }
        }
    }

    /// Returns the measured time from one vblank to the next if presenting waits for them; `nil` if it doesn't, whatever the renderer says:
    /// a virtual screen often has no vblanks to wait for.
    private static func measuredInterval(of window: SDLWindow, timebase: any Timebase) -> Duration? {
        guard let claimed = window.claimedRefresh else { return nil }
        var last: Timestamp?
        var intervals: [Duration] = []
        for _ in 0..<10 {
            window.draw()
            window.present()
            let now = timebase.now()
            if let last { intervals.append(last.duration(to: now)) }
            last = now
        }
        let median = intervals.sorted()[intervals.count / 2]
        let ratio = median.inSeconds * Double(claimed)
        return (0.9...1.1).contains(ratio) ? median : nil
    }
}
