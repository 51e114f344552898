// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Glibc

/// Finds out whether there is a desktop to open a window on.
enum Desktop {
    /// True if SDL's video driver is that of a desktop. SDL also has drivers that open windows nobody sees, and falls back to them
    /// silently: they count only if they were asked for by name (`SDL_VIDEODRIVER`), as tests do.
    static var isVideoDriverADesktop: Bool {
        guard let driver = SDL_GetCurrentVideoDriver().map({ String(cString: $0) }) else { return false }
        let askedFor = SDL_GetHint(SDL_HINT_VIDEODRIVER).map { String(cString: $0) }
        return ["wayland", "x11", askedFor].contains(driver)
    }

    static var isServerNamed: Bool { isAnySet(["WAYLAND_DISPLAY", "DISPLAY"]) }

    /// True if SDL has anywhere to look: a server's name, the folder in which Wayland's usual server lies, or a driver that was asked for.
    static var mayBeThere: Bool {
        isServerNamed || isAnySet(["XDG_RUNTIME_DIR", SDL_HINT_VIDEODRIVER])
            || vir_sdl_is_loaded() && SDL_GetHint(SDL_HINT_VIDEODRIVER) != nil
    }

    private static func isAnySet(_ names: [String]) -> Bool {
        names.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
    }
}

extension WindowDisplay {
    /// Returns true if there is a desktop to open a window on.
    ///
    /// It asks SDL, which must not be in use elsewhere at that time: call it at start, before a window is opened.
    public static func isDesktopThere() -> Bool {
        guard Desktop.isServerNamed, vir_sdl_load() == nil else { return false }
        SDL_SetMainReady()
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { return false }
        defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
        return Desktop.isVideoDriverADesktop
    }
}
