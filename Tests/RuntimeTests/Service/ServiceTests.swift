// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Testing

@testable import Runtime

@Suite struct WatchdogRuleTests {
    private typealias Beats = WatchdogRule.Beats

    @Test func whileBothPartsMoveItIsFedAtHalfTheInterval() {
        var rule = WatchdogRule(interval: .seconds(10), beats: Beats())
        for step in UInt64(1)...100 {
            #expect(rule.look(at: Beats(display: step * 300, box: step, camera: step, decoder: step)) == (true, .seconds(5)))
        }
    }

    @Test func whenAnyPartStandsStillItIsNotFed() {
        var rule = WatchdogRule(interval: .seconds(10), beats: Beats())
        #expect(!rule.look(at: Beats(display: 0, box: 7, camera: 1, decoder: 5)).feeds)
        #expect(!rule.look(at: Beats(display: 9, box: 0, camera: 1, decoder: 5)).feeds)
        #expect(!rule.look(at: Beats(display: 9, box: 7, camera: 1, decoder: 0)).feeds)
        #expect(rule.look(at: Beats(display: 9, box: 7, camera: 1, decoder: 5)).feeds)
        #expect(!rule.look(at: Beats(display: 9, box: 99, camera: 2, decoder: 6)).feeds)
        #expect(!rule.look(at: Beats(display: 99, box: 7, camera: 3, decoder: 6)).feeds)
        #expect(!rule.look(at: Beats(display: 99, box: 99, camera: 4, decoder: 5)).feeds)
    }

    /// Returns the seconds that the program lives after one of its loops stopped for good at 60 s; it is killed one interval after the last
    /// feed.
    private func death(stopped: WritableKeyPath<Beats, UInt64>, backAt back: Double = .infinity) -> Double? {
        var rule = WatchdogRule(interval: .seconds(10), beats: Beats())
        var now = 0.0
        var lastFeed = 0.0
        var beats = Beats()
        while now < 300 {
            for part in [\Beats.display, \.box, \.camera, \.decoder] where part != stopped || now < 60 || now >= back { beats[keyPath: part] += 1 }
            let look = rule.look(at: beats)
            if look.feeds { lastFeed = now }
            now += look.pause.inSeconds
            if now - lastFeed > 10 { return lastFeed + 10 - 60 }
        }
        return nil
    }

    @Test func aLoopThatHangsIsDeath() throws {
        for part in [\Beats.display, \.box, \.decoder] { #expect((5.0...15).contains(try #require(death(stopped: part)))) }
    }

    /// Opening a camera may take a while, and the clips in memory are worth a wait, but not an endless one.
    @Test func aCameraThreadThatHangsIsDeathAfterHalfAMinute() throws {
        #expect((25.0...35).contains(try #require(death(stopped: \.camera))))
        #expect(death(stopped: \.camera, backAt: 79) == nil)
    }

    /// A part that stalls right after a feed for less than half the interval doesn't get the program killed.
    @Test(arguments: [0.1, 1, 3, 4.4]) func aPauseThatEndsInTimeIsSurvived(pause: Double) {
        var rule = WatchdogRule(interval: .seconds(10), beats: Beats())
        var now = 0.0
        var lastFeed = 0.0
        var longestGap = 0.0
        var box: UInt64 = 0
        while now < 60 {
            // The box stalls for `pause` seconds beyond the check that first notices it.
            let isStill = now > 19.9 && now <= 20 + pause
            if !isStill { box += 1 }
            let look = rule.look(at: Beats(display: UInt64(now * 60) + 1, box: box, camera: 1 + UInt64(now), decoder: UInt64(now * 60) + 1))
            if look.feeds {
                longestGap = max(longestGap, now - lastFeed)
                lastFeed = now
            }
            now += look.pause.inSeconds
        }
        #expect(longestGap < 10)
        #expect(now - lastFeed < 10)
    }

    @Test func onlyTheProcessThatIsMeantFeeds() {
        #expect(WatchdogRule.interval(environment: [:], process: 7) == nil)
        #expect(WatchdogRule.interval(environment: ["WATCHDOG_USEC": "10000000"], process: 7) == .seconds(10))
        #expect(WatchdogRule.interval(environment: ["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"], process: 7) == .seconds(10))
        #expect(WatchdogRule.interval(environment: ["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "8"], process: 7) == nil)
        for nonsense in ["", "0", "-5", "ten", "9223372036854775807"] {
            #expect(WatchdogRule.interval(environment: ["WATCHDOG_USEC": nonsense], process: 7) == nil)
        }
    }
}

/// The service manager's end of the socket.
private final class Manager {
    private let socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    init(listeningAt name: String) throws {
        let address = try #require(ServiceNotice.address(name))
        let bound = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { bind(socket, $0.baseAddress, socklen_t(bytes.count)) }
        }
        try #require(bound == 0)
    }

    deinit { close(socket) }

    /// Returns the next datagram; waits for it at most `patience` milliseconds.
    func next(patience: Int32 = 0) -> String? {
        var waited = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, patience) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket, &bytes, bytes.count, 0)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}

@Suite struct ServiceTests {
    private func abstractName() -> String { "@vir-test-\(getpid())-\(UInt64.random(in: 0 ... .max))" }

    @Test func theManagerHearsTheProtocolsOwnWords() throws {
        let name = abstractName()
        let manager = try Manager(listeningAt: name)
        let service = Service(environment: ["NOTIFY_SOCKET": name], timebase: SteppingClock())
        service.ready()
        service.status("Live, 5 s delay")
        service.status("Live, 5 s delay")
        service.status("two\nlines")
        service.stopping()
        service.stopping()
        #expect(manager.next() == "READY=1")
        #expect(manager.next() == "STATUS=Live, 5 s delay")
        #expect(manager.next() == "STATUS=two lines")
        #expect(manager.next() == "STOPPING=1")
        #expect(manager.next() == nil)
    }

    @Test func aSocketInAFolderIsHeardToo() throws {
        let folder = try TemporaryFolder()
        let manager = try Manager(listeningAt: "\(folder.path)/notify")
        Service(environment: ["NOTIFY_SOCKET": "\(folder.path)/notify"], timebase: SteppingClock()).ready()
        #expect(manager.next() == "READY=1")
    }

    @Test(arguments: [nil, "", "vsock:2:1", "relative", "/no/such/folder/notify", "/" + String(repeating: "x", count: 200)])
    func withoutAManagerEveryCallDoesNothing(name: String?) {
        var environment = ["WATCHDOG_USEC": "1000000"]
        environment["NOTIFY_SOCKET"] = name
        let service = Service(environment: environment, timebase: SteppingClock())
        service.ready()
        service.beat(.display)
        service.beat(.box)
        service.status("fine")
        service.stopping()
    }

    @Test func theWatchdogIsFedWhileThePartsBeatAndNotOtherwise() throws {
        let name = abstractName()
        let manager = try Manager(listeningAt: name)
        let service = Service(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "40000"], timebase: MonotonicClock())
        service.ready()
        #expect(manager.next() == "READY=1")
        service.beat(.display)
        service.beat(.camera)
        service.beat(.decoder)
        service.beat(.box)
        #expect(manager.next(patience: 10_000) == "WATCHDOG=1")
        service.beat(.box)
        service.beat(.decoder)
        #expect(manager.next(patience: 100) == nil)
        service.beat(.display)
        #expect(manager.next(patience: 10_000) == "WATCHDOG=1")
        service.stopping()
        #expect(manager.next() == "STOPPING=1")
    }
}

@Suite struct InstanceLockTests {
    @Test func theSecondOneIsToldWhoTheFirstIs() throws {
        let folder = try TemporaryFolder()
        let paths = ["\(folder.path)/vir.lock"]
        let first = try InstanceLock(paths: paths)
        #expect(first.objection == nil)
        let failure = #expect(throws: Failure.self) { _ = try InstanceLock(paths: paths) }
        #expect(failure?.status == .unavailable)
        #expect(failure?.description.contains("already running as process \(getpid())") == true)
        #expect(failure?.description.contains("\n") == false)
        withExtendedLifetime(first) {}
    }

    @Test func whatADeadOneLeftBehindMeansNothing() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("vir.lock", "1\n")
        do {
            let lock = try InstanceLock(paths: [path])
            #expect(lock.objection == nil)
        }
        #expect(try InstanceLock(paths: [path]).objection == nil)
    }

    @Test func whereTheFirstPlaceIsMissingTheNextOneCounts() throws {
        let folder = try TemporaryFolder()
        let paths = ["\(folder.path)/nowhere/vir.lock", "\(folder.path)/vir.lock"]
        let first = try InstanceLock(paths: paths)
        #expect(throws: Failure.self) { _ = try InstanceLock(paths: paths) }
        withExtendedLifetime(first) {}
    }

    @Test func aLinkThatSomebodyLaidIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        let precious = try folder.file("precious", "words")
        #expect(symlink(precious, "\(folder.path)/vir.lock") == 0)
        let lock = try InstanceLock(paths: ["\(folder.path)/vir.lock"])
        #expect(lock.objection?.contains("vir.lock") == true)
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "words")
    }

    @Test func theServicesFolderComesBeforeThePersonsAndTmp() {
        #expect(
            InstanceLock.paths(environment: ["RUNTIME_DIRECTORY": "/run/vir:/run/other", "XDG_RUNTIME_DIR": "/run/user/7"], user: 7)
                == ["/run/vir/vir.lock", "/run/user/7/vir.lock", "/tmp/vir-7.lock"])
        #expect(InstanceLock.paths(environment: [:], user: 7) == ["/run/vir/vir.lock", "/tmp/vir-7.lock"])
    }
}
