// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import CTerminal
import Glibc
import Synchronization

/// A switch between VIR's text console and another one, which a person at a keyboard asks for.
public enum ConsoleSwitch: Sendable {
    /// Another console is asked for; it is shown once VIR has answered with `letGo`.
    case away
    /// VIR's own console is shown again; VIR answers with `welcomeBack`.
    case back
}

/// The seam to the machine's other text consoles, which may want the TV.
public protocol ConsoleSwitching: AnyObject {
    /// Returns the switch that was asked for since the last call. Doesn't wait.
    func nextSwitch() -> ConsoleSwitch?
    /// Leaves the display: the other console may be shown.
    func letGo()
    func welcomeBack()
}

/// The text console that VIR takes over while it shows pictures: no cursor, no text and no typed keys come through.
///
/// However VIR ends, by itself, by a signal or by a crash, the console is usable again: a small process of its own waits for VIR's end.
/// `take` and `close` belong on the main thread, to which the kernel reports switches; the display's thread fetches them with `nextSwitch`.
/// Take the console before other threads are started, and close it after the display is closed.
public final class Terminal: ConsoleSwitching, Sendable {
    /// The console's device file, such as "/dev/tty1".
    public let path: String
    private let descriptor: Int32
    private let before: vir_console_state
    let guardian: (leash: Int32, process: pid_t)
    private let isTaken = Atomic(true)
    private let isShown = Atomic(true)

    /// Takes the console that VIR was started on (a service's, a login's), or else the console that is shown now.
    ///
    /// - Parameter tell: takes one line if there is no console to take, or if it can't be taken. Neither is a fault: pictures are shown all
    ///   the same.
    /// - Returns: `nil` in both of these cases.
    public static func take(tell: (String) -> Void) -> Terminal? {
        if let path = standardInput() { return Terminal(path: path, isOwn: true, tell: tell) }
        do {
            return Terminal(path: try shown(), isOwn: false, tell: tell)
        } catch {
            tell(error.description)
            return nil
        }
    }

    /// The reason that no console is found, by the error on opening /dev/tty0, which stands for the console that is shown.
    struct Absence: Error, CustomStringConvertible {
        var code: Int32

        var description: String {
            code == EACCES || code == EPERM
                ? "/dev/tty0: the text console under the picture can't be taken over: \(String(cString: strerror(code)))"
                    + Terminal.hint(path: "/dev/tty1")
                : "there is no text console to take over"
        }
    }

    private static func hint(path: String) -> String { "; start VIR on it (a service: TTYPath=\(path), StandardInput=tty)" }

    /// Takes the console with this device file.
    /// - Parameter isOwn: true if VIR was started on it, so that nobody else draws on it.
    init?(path: String, isOwn: Bool, tell: (String) -> Void) {
        func refuse(_ what: String, _ code: Int32) {
            let hint = code == EPERM || code == EACCES ? Self.hint(path: path) : ""
            tell("\(path): \(what): \(String(cString: strerror(code)))\(hint)")
        }
        let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            refuse("the console can't be opened", errno)
            return nil
        }
        var state = vir_console_state()
        guard vir_console_read(descriptor, &state) == 0 else {
            refuse("it is no text console", errno)
            Glibc.close(descriptor)
            return nil
        }
        if !vir_console_is_text(&state) {
            guard isOwn else {
                tell("\(path): another program draws on the console")
                Glibc.close(descriptor)
                return nil
            }
            // The graphics mode was left behind by a VIR that was killed together with its guardian.
            vir_console_make_usual(&state)
        }
        var process: pid_t = 0
        let leash = vir_console_guard(path, &state, &process)
        guard leash >= 0 else {
            refuse("nobody would put the console back after a crash", errno)
            Glibc.close(descriptor)
            return nil
        }
        guard vir_console_take(descriptor, &state) == 0 else {
            refuse("the console can't be taken over", errno)
            vir_console_dismiss(leash, process)
            Glibc.close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        before = state
        guardian = (leash, process)
    }

    deinit { close() }

    /// Asks the kernel for another console. The kernel would handle Alt and a function key itself, but hears no keys on a console that is
    /// taken.
    public func show(_ number: Int) {
        guard isTaken.load(ordering: .relaxed) else { return }
        _ = vir_console_show(descriptor, Int32(clamping: number))
    }

    public func nextSwitch() -> ConsoleSwitch? {
        switch Int(vir_console_next_switch()) {
        case Int(vir_console_away): .away
        case Int(vir_console_back): .back
        default: nil
        }
    }

    public func letGo() {
        // This comes first: keys that are typed once the other console is shown are meant for it.
        isShown.store(false, ordering: .relaxed)
        _ = vir_console_let_go(descriptor)
    }

    public func welcomeBack() {
        _ = vir_console_welcome_back(descriptor)
        isShown.store(true, ordering: .relaxed)
    }

    /// Returns true if an input is meant for VIR. While another console is shown, keys that are pressed are typed into that console; a key
    /// that is released may have been pressed before. Buttons and knob are always meant for VIR, which still records and marks.
    /// Thread-safe.
    public func lets(_ input: PanelInput) -> Bool {
        guard case .key(let press) = input, press.isPressed else { return true }
        return isShown.load(ordering: .relaxed)
    }

    /// Puts the console back as it was found.
    public func close() {
        guard isTaken.exchange(false, ordering: .relaxed) else { return }
        var state = before
        if vir_console_restore(descriptor, &state) == 0 {
            vir_console_dismiss(guardian.leash, guardian.process)
        } else {
            // The guardian may still manage to: it makes the console its own first.
            Glibc.close(guardian.leash)
        }
        Glibc.close(descriptor)
    }

    /// Returns the device file of the console on standard input; `nil` if that is no console.
    private static func standardInput() -> String? {
        var state = vir_console_state()
        guard vir_console_read(STDIN_FILENO, &state) == 0 else { return nil }
        var name = [CChar](repeating: 0, count: 64)
        guard ttyname_r(STDIN_FILENO, &name, name.count) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the device file of the console that the machine shows.
    private static func shown() throws(Absence) -> String {
        let any = open("/dev/tty0", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard any >= 0 else { throw Absence(code: errno) }
        defer { Glibc.close(any) }
        let number = vir_console_shown(any)
        guard number > 0 else { throw Absence(code: ENOTTY) }
        return "/dev/tty\(number)"
    }
}
