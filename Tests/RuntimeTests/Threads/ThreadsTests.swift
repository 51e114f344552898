// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization
import Testing

@testable import Runtime

/// Real threads. Nothing here waits for a time: each test ends when its last message is there, or after a minute.
@Suite struct ThreadsTests {
    private static var deadline: Timestamp { MonotonicClock().now() + .seconds(60) }

    @Test func everyMessageOfEveryThreadArrivesOnceAndInItsOrder() {
        let mailbox = Mailbox<(sender: Int, number: Int)>()
        let senders = (0..<4).map { sender in
            NamedThread("test-sender\(sender)") {
                for number in 0..<5_000 { mailbox.post((sender, number)) }
            }
        }
        let deadline = Self.deadline
        var next = [0, 0, 0, 0]
        while next.reduce(0, +) < 20_000, MonotonicClock().now() < deadline {
            while let message = mailbox.take() {
                #expect(message.number == next[message.sender])
                next[message.sender] = message.number + 1
            }
            if next.reduce(0, +) < 20_000 { mailbox.wait(until: deadline) }
        }
        for sender in senders { sender.join() }
        #expect(next == [5_000, 5_000, 5_000, 5_000])
        #expect(mailbox.isEmpty && mailbox.take() == nil)
    }

    /// Each of two threads goes on only when the other has rung: one lost ring, and both sleep for ever.
    @Test func noRingIsLost() {
        let here = Doorbell()
        let there = Doorbell()
        let deadline = Self.deadline
        let other = NamedThread("test-ringer") {
            for _ in 0..<5_000 {
                guard there.wait(until: deadline) else { return }
                here.ring()
            }
        }
        var rung = 0
        for _ in 0..<5_000 {
            there.ring()
            guard here.wait(until: deadline) else { break }
            rung += 1
        }
        other.join()
        #expect(rung == 5_000)
    }

    @Test func aRingThatComesBeforeTheSleepIsKept() {
        let bell = Doorbell()
        bell.ring()
        bell.ring()
        #expect(bell.wait(until: Self.deadline))
        // The two rings counted as one, and an expired deadline isn't waited for.
        #expect(!bell.wait(until: .zero))
    }

    @Test func whatWasSentBeforeSomebodyListensIsHeardThen() {
        let relay = Relay<Int>()
        let heard = Heard()
        for number in 0..<100 { relay.send(number) }
        relay.connect { heard.note($0) }
        relay.send(100)
        #expect(heard.numbers == Array(0...100))
    }

    /// Some are sent before the receiver is there, some while it comes, some after.
    @Test func nothingIsLostWhileSomebodyBeginsToListen() {
        for _ in 0..<200 {
            let relay = Relay<Int>()
            let heard = Heard()
            let sender = NamedThread("test-sender") {
                for number in 0..<50 { relay.send(number) }
            }
            relay.connect { heard.note($0) }
            sender.join()
            #expect(heard.numbers.sorted() == Array(0..<50))
        }
    }

    @Test func onlyOneOfManyThreadsIsTheFirst() {
        let flag = OnceFlag()
        let heard = Heard()
        let threads = (0..<8).map { number in
            NamedThread("test-\(number)") { if flag.isFirst() { heard.note(number) } }
        }
        for thread in threads { thread.join() }
        #expect(heard.numbers.count == 1)
    }
}

/// The numbers that were received, on any thread.
private final class Heard: Sendable {
    private let list = Mutex<[Int]>([])

    func note(_ number: Int) { list.withLock { $0.append(number) } }

    var numbers: [Int] { list.withLock { $0 } }
}
