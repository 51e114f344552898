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
        let requests = try #require(TVRequests())
        #expect(requests.take() == (nil, false))
        for _ in 0..<100_000 { requests.put(.wake) }
        requests.put(.standby)
        var waiting = pollfd(fd: requests.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 0) == 1)
        #expect(requests.take() == (.standby, false))
        #expect(poll(&waiting, 1, 0) == 0)
        requests.close()
        #expect(poll(&waiting, 1, 0) == 1)
        #expect(requests.take() == (nil, true))
    }
}
