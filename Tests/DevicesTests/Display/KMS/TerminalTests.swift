// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeConsole
import Core
import Glibc
import Testing

@testable import Devices

/// The kernel's signals for console switches go to the whole process, so one test runs at a time.
@Suite(.serialized) final class TerminalTests {
    // linux/kd.h, linux/vt.h
    private static let text: Int32 = 0, graphics: Int32 = 1
    private static let unicode: Int32 = 3, off: Int32 = 4
    private static let automatic: Int32 = 0, asked: Int32 = 1
    private static let setMode: UInt = 0x4B3A, setKeyboard: UInt = 0x4B45, setSwitching: UInt = 0x5602, answer: UInt = 0x5605, activate: UInt = 0x5606

    private let path: String
    private var said: [String] = []

    init() throws {
        var template = Array("/tmp/vir-console-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        try #require(file >= 0)
        Glibc.close(file)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try #require(fake_console_make(path, Self.unicode))
    }

    deinit { unlink(path) }

    private func take(isOwn: Bool = true) -> Terminal? {
        Terminal(path: path, isOwn: isOwn) { said.append($0) }
    }

    private var console: fake_console {
        get throws {
            var console = fake_console()
            try #require(fake_console_read(path, &console))
            return console
        }
    }

    private func change(_ change: (inout fake_console) -> Void) throws {
        var console = try console
        change(&console)
        try #require(fake_console_write(path, &console))
    }

    /// The calls on the console: each call's request and number.
    private var calls: [[UInt]] {
        get throws {
            var console = try console
            let count = Int(console.count)
            return withUnsafeBytes(of: &console.log) { bytes in
                bytes.bindMemory(to: fake_console_call.self).prefix(count).map { [UInt($0.request), UInt($0.number)] }
            }
        }
    }

    /// Test threads have signals blocked, unlike the main thread.
    private func receive(_ signal: Int32) {
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        raise(signal)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private func expectText(_ keyboard: Int32 = unicode) throws {
        let console = try console
        #expect(console.mode == Self.text && console.keyboard == keyboard && console.switching == Self.automatic)
    }

    @Test func aTakenConsoleShowsNothingAndHearsNothing() throws {
        let terminal = try #require(take())
        let taken = try console
        #expect(taken.mode == Self.graphics && taken.keyboard == Self.off && taken.switching == Self.asked)
        terminal.close()
        try expectText()
        #expect(said.isEmpty && terminal.path == path)
    }

    @Test func itIsDeafBeforeItIsDarkAndLightBeforeItHears() throws {
        take()?.close()
        #expect(
            try calls == [
                [Self.setSwitching, 1], [Self.setKeyboard, 4], [Self.setMode, 1],
                [Self.setMode, 0], [Self.setKeyboard, 3], [Self.setSwitching, 0],
            ])
    }

    @Test func itIsPutBackAsItWasFoundAndOnce() throws {
        try change { $0.keyboard = 1 }
        let terminal = try #require(take())
        terminal.close()
        try expectText(1)
        let count = try calls.count
        terminal.close()
        #expect(try calls.count == count)
    }

    @Test func oneThatNobodyClosesIsPutBackToo() throws {
        #expect(take() != nil)
        try expectText()
    }

    @Test(arguments: [setSwitching, setKeyboard, setMode])
    func oneThatCannotBeTakenStaysAsItWas(refused: UInt) throws {
        try change {
            $0.refused = refused
            $0.refusals = 1
        }
        #expect(take() == nil)
        try expectText()
        #expect(
            said == [
                "\(path): the console can't be taken over: Operation not permitted; "
                    + "start VIR on it (a service: TTYPath=\(path), StandardInput=tty)"
            ])
    }

    @Test(arguments: [
        (ENOENT, "there is no text console to take over"),
        (ENXIO, "there is no text console to take over"),
        (
            EACCES,
            "/dev/tty0: the text console under the picture can't be taken over: Permission denied; "
                + "start VIR on it (a service: TTYPath=/dev/tty1, StandardInput=tty)"
        ),
    ])
    func whatIsNotThereIsNoAlarmAndWhatMayNotBeUsedIsSaid(code: Int32, line: String) {
        #expect(Terminal.Absence(code: code).description == line)
    }

    @Test func anythingElseIsNoConsole() throws {
        try change { $0.mark = 0 }
        #expect(take() == nil)
        #expect(said == ["\(path): it is no text console: Inappropriate ioctl for device"])
    }

    @Test func whereAnotherProgramDrawsItIsLeftAlone() throws {
        try change { $0.mode = Self.graphics }
        #expect(take(isOwn: false) == nil)
        #expect(said == ["\(path): another program draws on the console"])
        #expect(try calls.isEmpty)
    }

    @Test func whatAKilledOneLeftOnItsOwnConsoleIsMadeUsable() throws {
        try change {
            $0.mode = Self.graphics
            $0.keyboard = Self.off
        }
        let terminal = try #require(take())
        terminal.close()
        try expectText()
    }

    @Test func theKernelAsksBeforeItShowsAnotherAndTellsWhenItIsBack() throws {
        let terminal = try #require(take())
        defer { terminal.close() }
        #expect(terminal.nextSwitch() == nil)
        receive(SIGUSR1)
        #expect(terminal.nextSwitch() == .away)
        #expect(terminal.nextSwitch() == nil)
        terminal.letGo()
        receive(SIGUSR2)
        #expect(terminal.nextSwitch() == .back)
        terminal.welcomeBack()
        #expect(try calls.suffix(2) == [[Self.answer, 1], [Self.answer, 2]])
    }

    @Test func whatIsTypedAtAnotherIsNotForVIRAndWhatWasHeldIsLetGo() throws {
        let terminal = try #require(take())
        defer { terminal.close() }
        let space = try #require(KeyCode(name: "KEY_SPACE"))
        let pressed = PanelInput.key(KeyPress(space, isPressed: true, at: .zero))
        let released = PanelInput.key(KeyPress(space, isPressed: false, at: .zero))
        let button = PanelInput.event(PanelEvent(.pressed(.mark), at: .zero, source: .gpio))
        func heard() -> [Bool] { [pressed, released, button, .console(1)].map(terminal.lets) }
        #expect(heard() == [true, true, true, true])
        terminal.letGo()
        #expect(heard() == [false, true, true, true])
        terminal.welcomeBack()
        #expect(heard() == [true, true, true, true])
    }

    @Test func anotherIsAskedForOnlyWhileItIsTaken() throws {
        let terminal = try #require(take())
        terminal.show(2)
        #expect(try calls.last == [Self.activate, 2])
        terminal.close()
        let count = try calls.count
        terminal.show(3)
        #expect(try calls.count == count)
    }

    @Test func afterSIGKILLTheConsoleIsUsableAgain() throws {
        var holder = fake_holder()
        try #require(fake_holder_start(path, -1, &holder))
        #expect(try console.mode == Self.graphics)
        #expect(fake_holder_kill(&holder))
        try expectText()
    }

    @Test func whatEndsAServiceDoesNotEndItsGuardian() throws {
        var holder = fake_holder()
        try #require(fake_holder_start(path, -1, &holder))
        for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] { kill(holder.guardian, signal) }
        #expect(fake_holder_kill(&holder))
        try expectText()
    }

    /// If a killed process led the console's session, the kernel takes the console from everybody for a moment.
    @Test func theGuardianTriesAgain() throws {
        var holder = fake_holder()
        try #require(fake_holder_start(path, -1, &holder))
        try change {
            $0.refused = Self.setMode
            $0.refusals = 5
        }
        #expect(fake_holder_kill(&holder))
        try expectText()
    }

    @Test func theGuardianKeepsNothingOpenThatItsParentHad() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        var holder = fake_holder()
        try #require(fake_holder_start(path, ends[1], &holder))
        Glibc.close(ends[1])
        // The test and the holder have closed their copies, so only the guardian could still hold the pipe's other end.
        var waiting = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 10_000) == 1 && waiting.revents & Int16(POLLHUP) != 0)
        Glibc.close(ends[0])
        #expect(fake_holder_kill(&holder))
    }

    @Test func aGuardianThatIsGoneIsNotMissed() throws {
        let terminal = try #require(take())
        kill(terminal.guardian.process, SIGKILL)
        terminal.close()
        try expectText()
    }
}
