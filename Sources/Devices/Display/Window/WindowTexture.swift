// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core

/// A texture of the window's renderer, which is kept and filled again with other pictures. Thread-bound.
final class WindowTexture {
    let id: OpaquePointer
    private let format: PixelFormat
    private let size: VideoSize
    /// True if the renderer mixes premultiplied colours; otherwise they are divided by their alpha when they are copied.
    private let mixesPremultiplied: Bool
    /// The buffer that was copied last. It is held, so that the same buffer means the same pixels and needn't be copied again.
    private var contents: PixelBuffer?

    init(renderer: OpaquePointer, format: PixelFormat, size: VideoSize) throws(DisplayError) {
        let sdlFormat =
            switch format {
            case .yuv420p: SDL_PIXELFORMAT_IYUV
            case .nv12: SDL_PIXELFORMAT_NV12
            case .bgra: SDL_PIXELFORMAT_ARGB8888
            case .bgrx: SDL_PIXELFORMAT_RGB888
            }
        guard
            let id = SDL_CreateTexture(
                renderer, sdlFormat.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue),
                Int32(clamping: size.width), Int32(clamping: size.height))
        else { throw .commitFailed(sdlMessage()) }
        self.id = id
        self.format = format
        self.size = size
        guard format == .bgra else {
            SDL_SetTextureBlendMode(id, SDL_BLENDMODE_NONE)
            mixesPremultiplied = true
            return
        }
        let premultiplied = SDL_ComposeCustomBlendMode(
            SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD,
            SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA, SDL_BLENDOPERATION_ADD)
        mixesPremultiplied = SDL_SetTextureBlendMode(id, premultiplied) == 0
        if !mixesPremultiplied { SDL_SetTextureBlendMode(id, SDL_BLENDMODE_BLEND) }
    }

    deinit { SDL_DestroyTexture(id) }

    func holds(_ buffer: PixelBuffer) -> Bool { buffer.format == format && buffer.size == size }

    /// Copies a buffer's pixels to the texture.
    /// - Precondition: `holds(buffer)`.
    func fill(_ buffer: PixelBuffer) throws(DisplayError) {
        precondition(holds(buffer), "the texture is for \(format) of \(size)")
        guard buffer !== contents else { return }
        contents = nil
        func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8> {
            buffer.plane(index).base.assumingMemoryBound(to: UInt8.self)
        }
        func pitch(_ index: Int) -> Int32 { Int32(clamping: buffer.plane(index).pitch) }
        let status =
            switch format {
            case .yuv420p:
                SDL_UpdateYUVTexture(id, nil, bytes(0), pitch(0), bytes(1), pitch(1), bytes(2), pitch(2))
            case .nv12:
                SDL_UpdateNVTexture(id, nil, bytes(0), pitch(0), bytes(1), pitch(1))
            case .bgra where !mixesPremultiplied:
                fillStraight(buffer)
            case .bgra, .bgrx:
                SDL_UpdateTexture(id, nil, bytes(0), pitch(0))
            }
        guard status == 0 else { throw .commitFailed(sdlMessage()) }
        contents = buffer
    }

    /// Copies premultiplied pixels to the texture, with their colours divided by their alpha.
    private func fillStraight(_ buffer: PixelBuffer) -> Int32 {
        var memory: UnsafeMutableRawPointer?
        var pitch: Int32 = 0
        guard SDL_LockTexture(id, nil, &memory, &pitch) == 0, let memory else { return -1 }
        defer { SDL_UnlockTexture(id) }
        let source = buffer.plane(0)
        for y in 0..<size.height {
            let from = (source.base + y * source.pitch).assumingMemoryBound(to: UInt32.self)
            let to = (memory + y * Int(pitch)).assumingMemoryBound(to: UInt32.self)
            for x in 0..<size.width { to[x] = Self.straight(from[x]) }
        }
        return 0
    }

    private static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha != 0, alpha != 255 else { return pixel }
        func divided(_ shift: UInt32) -> UInt32 {
            min(255, ((pixel >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
        }
        return alpha << 24 | divided(16) | divided(8) | divided(0)
    }
}

/// Returns SDL's message about the call that just failed.
func sdlMessage() -> String {
    let message = String(cString: SDL_GetError())
    return message.isEmpty ? "SDL gives no reason" : message
}
