// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import DequeModule
import Synchronization

/// A queue of messages from many threads to one thread, in order. A doorbell wakes the receiving thread.
public final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex(Deque<Message>())
    private let bell: Doorbell

    public init(bell: Doorbell = Doorbell()) {
        self.bell = bell
        messages.withLock { $0.reserveCapacity(64) }
    }

    public func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        bell.ring()
    }

    /// Takes the oldest message, if there is one.
    public func take() -> Message? {
        messages.withLock { $0.popFirst() }
    }

    public var isEmpty: Bool { messages.withLock { $0.isEmpty } }

    /// Sleeps until there may be a message, or until `deadline`.
    public func wait(until deadline: Timestamp) {
        bell.wait(until: deadline)
    }
}
