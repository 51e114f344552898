// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core

/// A window with a renderer, which puts pictures where planes would, scaled to the window.
///
/// Thread-bound, as is SDL's whole video part.
final class SDLWindow {
    private let window: OpaquePointer
    let renderer: OpaquePointer
    /// The textures by the picture's index.
    private var textures: [WindowTexture] = []
    private var pictures: [PlacedPicture] = []
    private var isFullScreen = false
    /// The canvas of the TV that the window stands for. The window may have another aspect.
    var canvas = CanvasShape.wide

    private static let noDesktop = "there is no desktop here, neither Wayland nor X11; --display headless does without a display"

    init(title: String, size: VideoSize) throws(DisplayError) {
        // SDL and its libraries would report on standard error, in their own words, that they find nothing.
        guard Desktop.mayBeThere else { throw .notThere("window", reason: Self.noDesktop) }
        if let reason = vir_sdl_load() {
            throw .notThere("window", reason: "SDL 2, which opens it, isn't installed (libsdl2-2.0-0): \(String(cString: reason))")
        }
        SDL_SetMainReady()
        // The program answers signals itself, and a finger's events don't come a second time as a mouse's.
        SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
        SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0")
        SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear")
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw .notThere("window", reason: sdlMessage()) }
        guard Desktop.isVideoDriverADesktop else {
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw .notThere("window", reason: Self.noDesktop)
        }
        let centered: Int32 = 0x2FFF_0000
        let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        guard
            let window = SDL_CreateWindow(
                title, centered, centered, Int32(clamping: size.width),
                Int32(clamping: size.height), flags)
        else {
            let error = DisplayError.notThere("window", reason: sdlMessage())
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw error
        }
        let accelerated = SDL_RENDERER_ACCELERATED.rawValue | SDL_RENDERER_PRESENTVSYNC.rawValue
        guard
            let renderer = SDL_CreateRenderer(window, -1, accelerated)
                ?? SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
        else {
            let error = DisplayError.notThere("window", reason: sdlMessage())
            SDL_DestroyWindow(window)
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw error
        }
        SDL_SetYUVConversionMode(SDL_YUV_CONVERSION_BT709)
        self.window = window
        self.renderer = renderer
    }

    deinit {
        textures = []
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(window)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// The refresh rate of the window's screen in whole hertz; `nil` if the renderer doesn't claim to keep to it.
    var claimedRefresh: Int? {
        var info = SDL_RendererInfo()
        guard SDL_GetRendererInfo(renderer, &info) == 0, info.flags & SDL_RENDERER_PRESENTVSYNC.rawValue != 0
        else { return nil }
        var mode = SDL_DisplayMode()
        guard SDL_GetCurrentDisplayMode(max(0, SDL_GetWindowDisplayIndex(window)), &mode) == 0, mode.refresh_rate > 0
        else { return nil }
        return Int(mode.refresh_rate)
    }

    /// The window's size in the mouse's units, and in pixels as it is painted.
    var geometry: WindowInput.Geometry {
        var size: (width: Int32, height: Int32) = (0, 0)
        SDL_GetWindowSize(window, &size.width, &size.height)
        var output = size
        SDL_GetRendererOutputSize(renderer, &output.width, &output.height)
        func positive(_ size: (width: Int32, height: Int32)) -> VideoSize {
            VideoSize(width: max(1, Int(size.width)), height: max(1, Int(size.height)))
        }
        return WindowInput.Geometry(window: positive(size), output: positive(output), canvas: canvas)
    }

    func toggleFullScreen() {
        isFullScreen.toggle()
        SDL_SetWindowFullscreen(window, isFullScreen ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }

    /// Copies the pictures to the renderer; `draw` paints them.
    func load(_ pictures: [PlacedPicture]) throws(DisplayError) {
        self.pictures = []
        // A texture keeps its buffer: textures that nobody needs are dropped.
        textures.removeLast(max(0, textures.count - pictures.count))
        for (index, picture) in pictures.enumerated() {
            if index == textures.count {
                textures.append(try makeTexture(for: picture.buffer))
            } else if !textures[index].holds(picture.buffer) {
                textures[index] = try makeTexture(for: picture.buffer)
            }
            try textures[index].fill(picture.buffer)
        }
        self.pictures = pictures
    }

    /// Forgets the pictures, so that the window becomes black.
    func unload() {
        pictures = []
        textures = []
    }

    /// Paints the loaded pictures, which aren't seen until `present`.
    func draw() {
        let mapping = CanvasMapping(size: geometry.output, canvas: canvas)
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
        SDL_RenderClear(renderer)
        for (texture, picture) in zip(textures, pictures) {
            var place = Self.whole(mapping.pixels(picture.place))
            let part = PixelRect(crop: picture.placement.inMemory(picture.crop), of: picture.buffer.size)
            var source = SDL_Rect(
                x: Int32(clamping: part.left), y: Int32(clamping: part.top), w: Int32(clamping: part.size.width),
                h: Int32(clamping: part.size.height))
            SDL_RenderCopyEx(renderer, texture.id, &source, &place, 0, nil, Self.flip(picture.placement))
        }
    }

    /// Shows what was drawn; waits for the vblank if the renderer does.
    func present() {
        SDL_RenderPresent(renderer)
    }

    /// Rounds a rectangle's edges, and not its size, so that neighbours stay neighbours.
    private static func whole(_ rect: Rect) -> SDL_Rect {
        func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -1e6), 1e6).rounded()) }
        return SDL_Rect(
            x: pixel(rect.x), y: pixel(rect.y), w: pixel(rect.maxX) - pixel(rect.x),
            h: pixel(rect.maxY) - pixel(rect.y))
    }

    /// Returns the flip of a placement. Upside down is flipped both ways: exact, and every renderer can do it.
    private static func flip(_ placement: Placement) -> SDL_RendererFlip {
        let isUpsideDown = placement.rotation == 180
        let horizontal = placement.isMirrored != isUpsideDown ? SDL_FLIP_HORIZONTAL.rawValue : 0
        let vertical = isUpsideDown ? SDL_FLIP_VERTICAL.rawValue : 0
        return SDL_RendererFlip(rawValue: horizontal | vertical)
    }

    private func makeTexture(for buffer: PixelBuffer) throws(DisplayError) -> WindowTexture {
        try WindowTexture(renderer: renderer, format: buffer.format, size: buffer.size)
    }
}
