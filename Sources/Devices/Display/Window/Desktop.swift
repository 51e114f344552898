import CSDL
import Glibc

extension WindowDisplay {
    /// Whether there is a desktop to open a window on.
    ///
    /// It asks SDL, which must not be in use elsewhere at the time: at start, before a window is opened.
    public static func isDesktopThere() -> Bool {
        let hasServer = ["WAYLAND_DISPLAY", "DISPLAY"].contains { (name: String) in
            getenv(name).map { $0.pointee != 0 } ?? false
        }
        guard hasServer else { return false }
        SDL_SetMainReady()
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { return false }
        defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
        guard let driver = SDL_GetCurrentVideoDriver() else { return false }
        return !["dummy", "offscreen", "evdev", "KMSDRM"].contains(String(cString: driver))
    }
}
