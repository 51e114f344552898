// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core

/// Keys of the window that have the same meaning.
struct WindowKey: Sendable {
    enum Meaning: Hashable, Sendable {
        case control(Control)
        /// A turn of the knob, in detents.
        case turn(Int)
        /// The key that the settings give a meaning, as they do on a keyboard.
        case key(String)
        case fullScreen
        case quit
    }

    let codes: [SDL_KeyCode]
    let meaning: Meaning

    static let all: [WindowKey] = [
        WindowKey(codes: [SDLK_SPACE, SDLK_m], meaning: .control(.mark)),
        WindowKey(codes: [SDLK_ESCAPE, SDLK_s], meaning: .control(.stop)),
        WindowKey(codes: [SDLK_LEFT], meaning: .control(.left)),
        WindowKey(codes: [SDLK_RIGHT], meaning: .control(.right)),
        WindowKey(codes: [SDLK_UP], meaning: .control(.up)),
        WindowKey(codes: [SDLK_DOWN], meaning: .control(.down)),
        WindowKey(codes: [SDLK_RIGHTBRACKET, SDLK_EQUALS, SDLK_PLUS, SDLK_KP_PLUS], meaning: .turn(1)),
        WindowKey(codes: [SDLK_LEFTBRACKET, SDLK_MINUS, SDLK_KP_MINUS], meaning: .turn(-1)),
        WindowKey(codes: [SDLK_RETURN, SDLK_KP_ENTER, SDLK_k], meaning: .control(.knob)),
        WindowKey(codes: [SDLK_F8], meaning: .key("KEY_F8")),
        WindowKey(codes: [SDLK_f], meaning: .fullScreen),
        WindowKey(codes: [SDLK_q], meaning: .quit),
    ]

    private static let meanings: [SDL_Keycode: Meaning] = Dictionary(
        uniqueKeysWithValues: all.flatMap { key in
            key.codes.map { (SDL_Keycode(bitPattern: $0.rawValue), key.meaning) }
        })

    static func meaning(of code: SDL_Keycode) -> Meaning? { meanings[code] }
}
