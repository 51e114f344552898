// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core

/// Translates SDL's events to panel inputs. Thread-bound: the display thread.
struct WindowInput {
    /// A change that the window makes itself.
    enum WindowChange { case fullScreen, redraw }

    /// The window's size in the mouse's units, and as it is painted: more pixels on a dense screen.
    struct Geometry {
        var window: VideoSize
        var output: VideoSize
        var canvas = CanvasShape.wide

        /// Returns the point of the canvas under a point of the window.
        func canvas(x: Double, y: Double) -> Point {
            CanvasMapping(size: output, canvas: canvas).canvas(
                x: x * Double(output.width) / Double(max(1, window.width)),
                y: y * Double(output.height) / Double(max(1, window.height)))
        }
    }

    private var isMouseDown = false
    private var fingers = Fingers()

    /// Translates an event to panel inputs; one event of a finger may be several inputs.
    /// - Parameter timestamp: the event's time on the box's clock.
    mutating func panelInputs(_ event: SDL_Event, at timestamp: Timestamp, geometry: Geometry) -> [PanelInput] {
        let finger = event.tfinger
        let actions: [PanelEvent.Action]
        switch SDL_EventType(event.type) {
        case SDL_FINGERDOWN: actions = fingers.down(finger.fingerId, at: point(of: finger, geometry), at: timestamp)
        case SDL_FINGERMOTION: actions = fingers.moved(finger.fingerId, to: point(of: finger, geometry))
        case SDL_FINGERUP: actions = fingers.up(finger.fingerId, at: timestamp)
        default: return panelInput(event, at: timestamp, geometry: geometry).map { [$0] } ?? []
        }
        return actions.map { .event(PanelEvent($0, at: timestamp, source: .touch)) }
    }

    /// Translates every event but those of fingers.
    private mutating func panelInput(_ event: SDL_Event, at timestamp: Timestamp, geometry: Geometry) -> PanelInput? {
        func input(_ action: PanelEvent.Action, _ source: Mark.Source) -> PanelInput {
            .event(PanelEvent(action, at: timestamp, source: source))
        }
        func key(_ name: String, isPressed: Bool) -> PanelInput? {
            KeyCode(name: name).map { .key(KeyPress($0, isPressed: isPressed, at: timestamp)) }
        }
        switch SDL_EventType(event.type) {
        case SDL_QUIT:
            return .quit
        case SDL_KEYDOWN where event.key.repeat == 0:
            switch WindowKey.meaning(of: event.key.keysym.sym) {
            case .control(let control): return input(.pressed(control), .keyboard)
            case .turn(let detents): return input(.turned(detents), .keyboard)
            case .key(let name): return key(name, isPressed: true)
            case .quit: return .quit
            case .fullScreen, nil: return nil
            }
        case SDL_KEYUP:
            switch WindowKey.meaning(of: event.key.keysym.sym) {
            case .control(let control): return input(.released(control), .keyboard)
            case .key(let name): return key(name, isPressed: false)
            case .turn, .fullScreen, .quit, nil: return nil
            }
        case SDL_MOUSEWHEEL:
            let isFlipped = event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue
            let detents = Int(event.wheel.y) * (isFlipped ? -1 : 1)
            guard detents != 0 else { return nil }
            let isZoom = SDL_GetModState().rawValue & KMOD_CTRL.rawValue != 0
            return input(isZoom ? .zoomed(detents) : .turned(detents), .mouse)
        case SDL_MOUSEBUTTONDOWN where event.button.button == UInt8(SDL_BUTTON_RIGHT): return input(.pressed(.stop), .mouse)
        case SDL_MOUSEBUTTONUP where event.button.button == UInt8(SDL_BUTTON_RIGHT): return input(.released(.stop), .mouse)
        case SDL_MOUSEBUTTONDOWN where event.button.button == UInt8(SDL_BUTTON_LEFT):
            isMouseDown = true
            return input(.touchDown(geometry.canvas(x: Double(event.button.x), y: Double(event.button.y))), .mouse)
        case SDL_MOUSEMOTION where isMouseDown:
            return input(.touchMoved(geometry.canvas(x: Double(event.motion.x), y: Double(event.motion.y))), .mouse)
        case SDL_MOUSEBUTTONUP where event.button.button == UInt8(SDL_BUTTON_LEFT) && isMouseDown:
            isMouseDown = false
            return input(.touchUp, .mouse)
        default:
            return nil
        }
    }

    /// Returns the change that an event asks of the window itself.
    func windowChange(_ event: SDL_Event) -> WindowChange? {
        switch SDL_EventType(event.type) {
        case SDL_KEYDOWN where event.key.repeat == 0 && WindowKey.meaning(of: event.key.keysym.sym) == .fullScreen:
            .fullScreen
        case SDL_WINDOWEVENT, SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET:
            .redraw
        default:
            nil
        }
    }

    private func point(of finger: SDL_TouchFingerEvent, _ geometry: Geometry) -> Point {
        geometry.canvas(
            x: Double(finger.x) * Double(geometry.window.width),
            y: Double(finger.y) * Double(geometry.window.height))
    }
}

extension SDL_EventType {
    fileprivate init(_ type: UInt32) { self.init(rawValue: type) }
}
