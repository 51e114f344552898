// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Synchronization
import Testing

@testable import Devices

@Suite struct TVControlTests {
    private struct Clock: Timebase {
        func now() -> Timestamp { .zero }
        func wait(until deadline: Timestamp) {}
    }

    private final class Said: Sendable {
        private let lines = Mutex<[String]>([])
        func put(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    @Test func withoutAnAdapterThereIsNoneAndThatIsSaidOnce() {
        let said = Said()
        #expect(TVControl(paths: ["/nowhere/cec0", "/nowhere/cec1"], timebase: Clock()) { said.put($0) } == nil)
        #expect(said.all == ["the TV can't be switched: this machine has no CEC adapter (/dev/cec0)"])
    }

    @Test func whatIsNoAdapterIsNamed() {
        let said = Said()
        #expect(TVControl(paths: ["/nowhere/cec0", "/dev/null", "/dev/zero"], timebase: Clock()) { said.put($0) } == nil)
        #expect(said.all == ["the TV can't be switched: /dev/null: its capabilities: Inappropriate ioctl for device"])
    }

    @Test func theLastWishIsTakenOnceAndTheEndIsSeen() throws {
        let wishes = try #require(TVWishes())
        #expect(wishes.take() == (nil, false))
        for _ in 0..<100_000 { wishes.put(.wake) }
        wishes.put(.standby)
        var waiting = pollfd(fd: wishes.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 1)
        #expect(wishes.take() == (.standby, false))
        #expect(poll(&waiting, 1, 0) == 0)
        wishes.close()
        #expect(poll(&waiting, 1, 0) == 1)
        #expect(wishes.take() == (nil, true))
    }
}
