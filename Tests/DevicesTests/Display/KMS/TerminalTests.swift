import CTerminal
import Glibc
import Testing
@testable import Devices

/// The text console that VIR takes over. Most of it needs a machine that has one and a user who may take it.
@Suite(.serialized) struct TerminalTests {
    /// One that nobody is shown.
    static let path = "/dev/tty63"

    static let hasConsole: Bool = {
        guard geteuid() == 0, let state = state() else { return false }
        var copy = state
        return vir_console_is_text(&copy)
    }()

    private static func state() -> vir_console_state? {
        let descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var state = vir_console_state()
        return vir_console_read(descriptor, &state) == 0 ? state : nil
    }

    private func isText() throws -> Bool {
        var state = try #require(Self.state())
        return vir_console_is_text(&state)
    }

    @Test(arguments: ["/dev/null", "/dev/tty-that-is-not-there"])
    func whatIsNoConsoleIsLeftAloneAndSaidOnce(path: String) {
        var said: [String] = []
        #expect(Terminal(path: path, isOwn: true) { said.append($0) } == nil)
        #expect(said.count == 1 && said[0].hasPrefix("\(path): "))
    }

    @Test(.enabled(if: hasConsole)) func theConsoleIsTakenAndGivenBackAsItWas() throws {
        let before = try #require(Self.state())
        let terminal = try #require(Terminal(path: Self.path, isOwn: false) { Issue.record("\($0)") })
        #expect(try !isText())
        #expect(Self.state()?.keyboard != before.keyboard, "what is typed goes to no shell")
        terminal.close()
        #expect(Self.state()?.mode == before.mode && Self.state()?.keyboard == before.keyboard)
        terminal.close()
    }

    @Test(.enabled(if: hasConsole)) func aTerminalThatIsForgottenGivesTheConsoleBack() throws {
        _ = Terminal(path: Self.path, isOwn: false) { Issue.record("\($0)") }
        #expect(try isText())
    }

    @Test(.enabled(if: hasConsole)) func whatAnotherProgramDrawsOnIsNotTaken() throws {
        let other = try #require(Terminal(path: Self.path, isOwn: false) { Issue.record("\($0)") })
        defer { other.close() }
        var said: [String] = []
        #expect(Terminal(path: Self.path, isOwn: false) { said.append($0) } == nil)
        #expect(said == ["\(Self.path): another program draws on the console"])
    }

    /// As after a VIR that was killed together with its guardian.
    @Test(.enabled(if: hasConsole)) func itsOwnConsoleIsTakenInWhateverStateItIs() throws {
        let descriptor = open(Self.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        var state = try #require(Self.state())
        try #require(vir_console_take(descriptor, &state) == 0)
        let terminal = try #require(Terminal(path: Self.path, isOwn: true) { Issue.record("\($0)") })
        #expect(try !isText())
        terminal.close()
        #expect(try isText())
    }

    /// Whatever ends a process closes what it held.
    @Test(.enabled(if: hasConsole)) func whenItsLeashIsDroppedTheGuardianPutsTheConsoleBack() throws {
        let descriptor = open(Self.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        var state = try #require(Self.state())
        var guardian: pid_t = 0
        let leash = vir_console_guard(Self.path, &state, &guardian)
        try #require(leash >= 0 && vir_console_take(descriptor, &state) == 0)
        kill(guardian, SIGTERM)
        kill(guardian, SIGHUP)
        #expect(try !isText())
        close(leash)
        #expect(waitpid(guardian, nil, 0) == guardian)
        #expect(try isText())
        #expect(Self.state()?.keyboard == state.keyboard)
    }

    @Test(.enabled(if: hasConsole)) func aGuardianThatIsSentAwayLeavesTheConsoleAlone() throws {
        let descriptor = open(Self.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(descriptor) }
        var state = try #require(Self.state())
        var guardian: pid_t = 0
        let leash = vir_console_guard(Self.path, &state, &guardian)
        try #require(leash >= 0 && vir_console_take(descriptor, &state) == 0)
        vir_console_dismiss(leash, guardian)
        #expect(kill(guardian, 0) == -1, "it is gone")
        #expect(try !isText())
        #expect(vir_console_restore(descriptor, &state) == 0)
    }

    @Test(.enabled(if: hasConsole), arguments: [(SIGUSR1, ConsoleSwitch.away), (SIGUSR2, .back)])
    func whatTheKernelAsksIsToldOnce(signal: Int32, change: ConsoleSwitch) throws {
        let terminal = try #require(Terminal(path: Self.path, isOwn: false) { Issue.record("\($0)") })
        defer { terminal.close() }
        #expect(terminal.nextSwitch() == nil)
        // The threads that tests run on block most signals; a program's main thread doesn't.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, signal)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(signal)
        #expect(terminal.nextSwitch() == change)
        #expect(terminal.nextSwitch() == nil)
    }
}
