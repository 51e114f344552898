// SPDX-License-Identifier: GPL-3.0-or-later

import CInput
import Core
import Glibc

/// libinput on the devices of the seat, translated to panel input. Thread-bound: only the thread that made it uses it.
final class InputContext {
    private let udev: OpaquePointer
    private let context: OpaquePointer
    private let interface: UnsafeMutablePointer<libinput_interface>
    private let opening: UnsafeMutablePointer<Opening>
    private let pose: TVPoseBoard
    private let tell: @Sendable (String) -> Void
    private var pointer = PointerTrack()
    private var fingers = Fingers()
    /// The Ctrl and the Alt keys that are down.
    private var controlKeys: Set<Int> = []
    private var altKeys: Set<Int> = []

    /// The result of opening devices; libinput passes it to its callbacks.
    private struct Opening {
        var hasSaidRefused = false
        var wasRefused = false
    }

    /// - Returns: `nil` if libinput isn't available: there is no udev, or no seat.
    init?(pose: TVPoseBoard, tell: @escaping @Sendable (String) -> Void) {
        guard let udev = udev_new() else { return nil }
        let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
        interface.initialize(
            to: libinput_interface(
                open_restricted: { path, flags, data in
                    guard let path else { return -EINVAL }
                    let file = open(path, flags | O_CLOEXEC)
                    guard file < 0 else { return file }
                    let reason = errno
                    if reason == EACCES { data?.assumingMemoryBound(to: Opening.self).pointee.wasRefused = true }
                    return -reason
                },
                close_restricted: { file, _ in close(file) }))
        let opening = UnsafeMutablePointer<Opening>.allocate(capacity: 1)
        opening.initialize(to: Opening())
        guard let context = libinput_udev_create_context(interface, opening, udev) else {
            Self.free(interface, opening, udev)
            return nil
        }
        // libinput's messages about odd devices go nowhere but to the terminal of whoever debugs it.
        libinput_log_set_priority(context, LIBINPUT_LOG_PRIORITY_ERROR)
        guard libinput_udev_assign_seat(context, Self.seat) == 0 else {
            libinput_unref(context)
            Self.free(interface, opening, udev)
            return nil
        }
        self.udev = udev
        self.context = context
        self.interface = interface
        self.opening = opening
        self.pose = pose
        self.tell = tell
    }

    deinit {
        libinput_unref(context)
        Self.free(interface, opening, udev)
    }

    private static let seat = "seat0"

    private static func free(
        _ interface: UnsafeMutablePointer<libinput_interface>, _ opening: UnsafeMutablePointer<Opening>,
        _ udev: OpaquePointer
    ) {
        interface.deallocate()
        opening.deallocate()
        udev_unref(udev)
    }

    /// Readable while events wait.
    var descriptor: Int32 { libinput_get_fd(context) }

    /// Passes on all events that wait.
    func dispatch(_ sink: (PanelInput) -> Void) {
        libinput_dispatch(context)
        while let event = libinput_get_event(context) {
            if let input = input(of: event) { sink(input) }
            for touch in touches(of: event) { sink(touch) }
            libinput_event_destroy(event)
        }
        sayRefusal()
    }

    private func sayRefusal() {
        guard opening.pointee.wasRefused, !opening.pointee.hasSaidRefused else { return }
        opening.pointee.hasSaidRefused = true
        tell("input: no right to read the devices in /dev/input: add this user to the group input")
    }

    private func input(of event: OpaquePointer) -> PanelInput? {
        switch libinput_event_get_type(event) {
        case LIBINPUT_EVENT_DEVICE_ADDED: say("is there", of: event)
        case LIBINPUT_EVENT_DEVICE_REMOVED: say("is gone", of: event)
        case LIBINPUT_EVENT_KEYBOARD_KEY: return key(libinput_event_get_keyboard_event(event))
        case LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE, LIBINPUT_EVENT_POINTER_BUTTON,
            LIBINPUT_EVENT_POINTER_SCROLL_WHEEL:
            let pointerEvent = libinput_event_get_pointer_event(event)
            pointer.canvas = pose.current.canvas
            return action(of: libinput_event_get_type(event), pointerEvent).map {
                .event(PanelEvent($0, at: Self.time(libinput_event_pointer_get_time_usec(pointerEvent)), source: .mouse))
            }
        default: break
        }
        return nil
    }

    private func key(_ event: OpaquePointer?) -> PanelInput? {
        let key = Int(libinput_event_keyboard_get_key(event))
        let isPressed = libinput_event_keyboard_get_key_state(event) == LIBINPUT_KEY_STATE_PRESSED
        switch Int32(key) {
        case KEY_LEFTCTRL, KEY_RIGHTCTRL: if isPressed { controlKeys.insert(key) } else { controlKeys.remove(key) }
        case KEY_LEFTALT, KEY_RIGHTALT: if isPressed { altKeys.insert(key) } else { altKeys.remove(key) }
        case KEY_F1...KEY_F10 where !altKeys.isEmpty: return isPressed ? .console(key - Int(KEY_F1) + 1) : nil
        default: break
        }
        guard let code = KeyCode(key) else { return nil }
        let time = Self.time(libinput_event_keyboard_get_time_usec(event))
        let device = libinput_event_get_device(libinput_event_keyboard_get_base_event(event))
        return .key(KeyPress(code, isPressed: isPressed, at: time, isOfShutter: Self.isShutter(device)))
    }

    /// Returns true if the device has no keys but volume keys: it is then the shutter of a phone's camera.
    private static func isShutter(_ device: OpaquePointer?) -> Bool {
        let volume = [KEY_VOLUMEUP, KEY_VOLUMEDOWN, KEY_MUTE].map(UInt32.init)
        guard volume.contains(where: { libinput_device_keyboard_has_key(device, $0) == 1 }) else { return false }
        return !(1...UInt32(KeyCode.highest)).contains { !volume.contains($0) && libinput_device_keyboard_has_key(device, $0) == 1 }
    }

    private func action(of type: libinput_event_type, _ event: OpaquePointer?) -> PanelEvent.Action? {
        switch type {
        case LIBINPUT_EVENT_POINTER_MOTION:
            return pointer.move(dx: libinput_event_pointer_get_dx(event), dy: libinput_event_pointer_get_dy(event))
        case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
            return pointer.move(
                to: place(
                    libinput_event_pointer_get_absolute_x_transformed(event, Self.unit),
                    libinput_event_pointer_get_absolute_y_transformed(event, Self.unit)))
        case LIBINPUT_EVENT_POINTER_BUTTON:
            let isPressed = libinput_event_pointer_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED
            switch libinput_event_pointer_get_button(event) {
            case UInt32(BTN_LEFT): return pointer.press(isPressed)
            // The second button is STOP, on every screen.
            case UInt32(BTN_RIGHT): return isPressed ? .pressed(.stop) : .released(.stop)
            default: return nil
            }
        default:
            guard libinput_event_pointer_has_axis(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL) != 0 else { return nil }
            let turn = pointer.scroll(libinput_event_pointer_get_scroll_value_v120(event, LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL))
            guard case .turned(let detents)? = turn, !controlKeys.isEmpty else { return turn }
            return .zoomed(detents)
        }
    }

    /// Translates an event of a touch panel; one event may be several actions.
    private func touches(of event: OpaquePointer) -> [PanelInput] {
        let type = libinput_event_get_type(event)
        guard [LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL].contains(type) else {
            return []
        }
        let touch = libinput_event_get_touch_event(event)
        let time = Self.time(libinput_event_touch_get_time_usec(touch))
        let slot = Int64(libinput_event_touch_get_seat_slot(touch))
        var place: Point {
            self.place(libinput_event_touch_get_x_transformed(touch, Self.unit), libinput_event_touch_get_y_transformed(touch, Self.unit))
        }
        let actions =
            switch type {
            case LIBINPUT_EVENT_TOUCH_DOWN: fingers.down(slot, at: place, at: time)
            case LIBINPUT_EVENT_TOUCH_MOTION: fingers.moved(slot, to: place)
            default: fingers.up(slot, at: time)
            }
        return actions.map { .event(PanelEvent($0, at: time, source: .touch)) }
    }

    private func say(_ what: String, of event: OpaquePointer) {
        let name = libinput_device_get_name(libinput_event_get_device(event)).map { String(cString: $0) } ?? "a device"
        tell("input: \(name) \(what)")
    }

    /// Returns the point of the canvas under a point of the TV's own picture, which is given in parts of `unit`. What touches the TV hangs as
    /// the TV does.
    private func place(_ x: Double, _ y: Double) -> Point {
        pose.current.canvas(Point(x / Double(Self.unit), y / Double(Self.unit)))
    }

    private static let unit: UInt32 = 1 << 16

    /// Converts libinput's times, which are of CLOCK_MONOTONIC in microseconds.
    private static func time(_ microseconds: UInt64) -> Timestamp {
        Timestamp(nanoseconds: Int64(clamping: microseconds) * 1000)
    }
}
