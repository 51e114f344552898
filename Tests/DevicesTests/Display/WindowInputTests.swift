// SPDX-License-Identifier: GPL-3.0-or-later

import CSDL
import Core
import Testing

@testable import Devices

extension DisplayTests {
    @Suite struct WindowInputs {
        static let geometry = WindowInput.Geometry(
            window: VideoSize(width: 960, height: 600),
            output: VideoSize(width: 1920, height: 1200))
        static let now = Timestamp(seconds: 42)

        static func key(_ code: SDL_KeyCode, isDown: Bool = true, isRepeat: Bool = false) -> SDL_Event {
            var event = SDL_Event()
            event.type = isDown ? SDL_KEYDOWN.rawValue : SDL_KEYUP.rawValue
            event.key.type = event.type
            event.key.repeat = isRepeat ? 1 : 0
            event.key.keysym.sym = SDL_Keycode(bitPattern: code.rawValue)
            return event
        }

        static func mouse(_ type: SDL_EventType, x: Int32 = 0, y: Int32 = 0, button: Int32 = SDL_BUTTON_LEFT) -> SDL_Event {
            var event = SDL_Event()
            event.type = type.rawValue
            if type == SDL_MOUSEMOTION {
                (event.motion.x, event.motion.y) = (x, y)
            } else {
                event.button.button = UInt8(button)
                (event.button.x, event.button.y) = (x, y)
            }
            return event
        }

        static func finger(_ type: SDL_EventType, _ id: SDL_FingerID, x: Float, y: Float) -> SDL_Event {
            var event = SDL_Event()
            event.type = type.rawValue
            event.tfinger.fingerId = id
            (event.tfinger.x, event.tfinger.y) = (x, y)
            return event
        }

        static func actions(_ events: [SDL_Event]) -> [PanelEvent.Action] {
            var input = WindowInput()
            return events.flatMap { input.panelInputs($0, at: now, geometry: geometry) }.compactMap {
                if case .event(let event) = $0 { event.action } else { nil }
            }
        }

        @Test func everyControlHasAKey() {
            let meanings = WindowKey.all.map(\.meaning)
            for control in Control.allCases { #expect(meanings.contains(.control(control)), "\(control)") }
            #expect(meanings.contains(.turn(1)) && meanings.contains(.turn(-1)) && meanings.contains(.quit))
        }

        @Test func aKeyIsPressedAndReleasedOnceHoweverLongItIsHeld() {
            let actions = Self.actions([
                Self.key(SDLK_SPACE), Self.key(SDLK_SPACE, isRepeat: true), Self.key(SDLK_SPACE, isRepeat: true),
                Self.key(SDLK_SPACE, isDown: false), Self.key(SDLK_x), Self.key(SDLK_x, isDown: false),
            ])
            #expect(actions == [.pressed(.mark), .released(.mark)])
        }

        /// The settings give F8 its meaning, as on a keyboard.
        @Test func theVoicesKeyIsAKey() throws {
            var input = WindowInput()
            let code = try #require(KeyCode(name: "KEY_F8"))
            for isDown in [true, false] {
                let inputs = input.panelInputs(Self.key(SDLK_F8, isDown: isDown), at: Self.now, geometry: Self.geometry)
                #expect(inputs == [.key(KeyPress(code, isPressed: isDown, at: Self.now))])
            }
            #expect(KeyMap().meaning(of: code) == .voice)
        }

        @Test func theKnobIsTurnedByKeysAndByTheWheel() {
            loadSDL()
            var wheel = SDL_Event()
            wheel.type = SDL_MOUSEWHEEL.rawValue
            wheel.wheel.y = 3
            var natural = wheel
            natural.wheel.direction = SDL_MOUSEWHEEL_FLIPPED.rawValue
            let actions = Self.actions([
                Self.key(SDLK_EQUALS), Self.key(SDLK_EQUALS, isDown: false),
                Self.key(SDLK_LEFTBRACKET), wheel, natural,
            ])
            #expect(actions == [.turned(1), .turned(-1), .turned(3), .turned(-3)])
            SDL_SetModState(KMOD_RCTRL)
            defer { SDL_SetModState(KMOD_NONE) }
            #expect(Self.actions([wheel, natural]) == [.zoomed(3), .zoomed(-3)])
        }

        @Test func theMouseTouchesTheCanvasWhileItsButtonIsDown() {
            // The canvas lies 30 window pixels below the window's top, at half its size.
            let actions = Self.actions([
                Self.mouse(SDL_MOUSEMOTION, x: 1, y: 1), Self.mouse(SDL_MOUSEBUTTONDOWN, x: 480, y: 300),
                Self.mouse(SDL_MOUSEMOTION, x: 0, y: 30), Self.mouse(SDL_MOUSEBUTTONUP),
                Self.mouse(SDL_MOUSEMOTION, x: 5, y: 5), Self.mouse(SDL_MOUSEBUTTONDOWN, button: SDL_BUTTON_RIGHT),
                Self.mouse(SDL_MOUSEBUTTONUP, button: SDL_BUTTON_RIGHT),
            ])
            // The right button is STOP, as everywhere.
            #expect(
                actions == [.touchDown(Point(960, 540)), .touchMoved(Point(0, 0)), .touchUp, .pressed(.stop), .released(.stop)])
        }

        @Test func aFingerTouchesAndTwoZoom() {
            let one = [
                Self.finger(SDL_FINGERDOWN, 7, x: 0.5, y: 0.5), Self.finger(SDL_FINGERMOTION, 7, x: 0.25, y: 0.5),
                Self.finger(SDL_FINGERUP, 7, x: 0, y: 0),
            ]
            #expect(Self.actions(one) == [.touchDown(Point(960, 540)), .touchMoved(Point(480, 540)), .touchUp])
            let two = [
                Self.finger(SDL_FINGERDOWN, 7, x: 0.5, y: 0.5), Self.finger(SDL_FINGERDOWN, 8, x: 0.6, y: 0.5),
                Self.finger(SDL_FINGERMOTION, 8, x: 0.65, y: 0.5), Self.finger(SDL_FINGERUP, 8, x: 0, y: 0),
                Self.finger(SDL_FINGERUP, 7, x: 0, y: 0),
            ]
            #expect(Self.actions(two).last == .zoomed(1))
        }

        @Test func closingTheWindowOrPressingQIsTheEnd() {
            var input = WindowInput()
            var close = SDL_Event()
            close.type = SDL_QUIT.rawValue
            #expect(input.panelInputs(close, at: Self.now, geometry: Self.geometry) == [.quit])
            #expect(input.panelInputs(Self.key(SDLK_q), at: Self.now, geometry: Self.geometry) == [.quit])
        }

        @Test func aPressReachesTheBoxAtTheNextVblankWithItsOwnTime() throws {
            let clock = DisplayClock()
            let inbox = Inbox()
            let display = try DisplayUnderTest.window.open(clock) { inbox.put($0) }
            defer { display.close() }
            var event = Self.key(SDLK_m)
            SDL_PushEvent(&event)
            _ = try display.waitForVblank(until: clock.now().advanced(by: .seconds(1)))
            #expect(inbox.actions == [.pressed(.mark)])
            guard case .event(let seen) = inbox.all.first else { return }
            #expect(seen.source == .keyboard && seen.timestamp <= clock.now())
            #expect(seen.timestamp > clock.now().advanced(by: .seconds(-1)))
        }
    }
}
