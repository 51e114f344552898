// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core
import Synchronization
import Testing

@testable import Devices

/// The displays that the contract is tested on.
enum DisplayUnderTest: String, CaseIterable, Sendable {
    case headless, window, kms

    static let size = VideoSize(width: 192, height: 108)

    func open(
        _ clock: DisplayClock,
        sink: @escaping @Sendable (PanelInput) -> Void = { _ in }
    ) throws -> any Display & Pluggable {
        switch self {
        case .headless:
            return HeadlessDisplay(mode: DisplayMode(size: Self.size, refresh: FrameRate(60)), timebase: clock)
        case .window:
            useDrawnWindows()
            return try WindowDisplay(title: "test", size: Self.size, timebase: clock, sink: sink)
        case .kms:
            return try KMSUnderTest(size: Self.size, clock: clock)
        }
    }
}

/// Loads SDL, without which none of its functions may be called.
func loadSDL() {
    if let reason = vir_sdl_load() { Issue.record("\(String(cString: reason))") }
}

/// Makes SDL draw its windows into memory, whatever desktop the tests run on.
func useDrawnWindows() {
    loadSDL()
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE)
    SDL_SetHintWithPriority(SDL_HINT_RENDER_DRIVER, "software", SDL_HINT_OVERRIDE)
}

/// SDL is one for the whole process and bound to one thread: its tests run one after the other.
@Suite(.serialized) enum DisplayTests {
    /// Collects the inputs that a sink is given.
    final class Inbox: Sendable {
        private let inputs = Mutex<[PanelInput]>([])

        func put(_ input: PanelInput) { inputs.withLock { $0.append(input) } }
        var all: [PanelInput] { inputs.withLock { $0 } }
        var actions: [PanelEvent.Action] {
            all.compactMap { if case .event(let event) = $0 { event.action } else { nil } }
        }
    }
}
