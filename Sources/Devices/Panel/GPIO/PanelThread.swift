// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Glibc

/// The thread `vir-panel`. Thread-safe.
final class PanelThread: Sendable {
    let mailbox = PanelMailbox()
    private let handle: pthread_t

    private final class Start {
        let mailbox: PanelMailbox
        let make: @Sendable (PanelMailbox) -> PanelRunner

        init(mailbox: PanelMailbox, make: @escaping @Sendable (PanelMailbox) -> PanelRunner) {
            self.mailbox = mailbox
            self.make = make
        }
    }

    /// - Parameter make: makes the runner; called on the new thread.
    init(_ make: @escaping @Sendable (PanelMailbox) -> PanelRunner) {
        let start = Unmanaged.passRetained(Start(mailbox: mailbox, make: make)).toOpaque()
        var handle = pthread_t()
        let result = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                vir_name_thread("vir-panel")
                start.make(start.mailbox).run()
                return nil
            }, start)
        precondition(result == 0, "a thread can't be started: \(String(cString: strerror(result)))")
        self.handle = handle
    }

    /// Ends the thread and waits until it has ended; on that thread itself it doesn't wait. Call it once only.
    func end() {
        mailbox.close()
        if pthread_equal(pthread_self(), handle) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }
}
