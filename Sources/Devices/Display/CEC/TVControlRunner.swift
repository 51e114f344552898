// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The work of the thread `vir-cec`. Thread-bound.
final class TVControlRunner {
    private var adapters: [CECAdapter]
    private let requests: TVRequests
    private let timebase: any Timebase
    private let tell: (String) -> Void

    init(adapters: [CECAdapter], requests: TVRequests, timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) {
        self.adapters = adapters
        self.requests = requests
        self.timebase = timebase
        self.tell = tell
    }

    func run() {
        each(settle)
        while true {
            let (request, isClosed) = requests.take()
            if let request { for adapter in adapters { adapter.exchange.want(request, at: timebase.now()) } }
            each(talk)
            if isClosed { return }
            wait()
        }
    }

    /// Reads VIR's addresses at the adapter.
    private func settle(_ adapter: CECAdapter) throws(CECAdapter.Fault) {
        let place = try adapter.place()
        defer { adapter.exchange.place = place }
        guard let place, place != adapter.exchange.place else { return }
        tell("the TV can be switched: VIR is its source \(place.physical) (\(adapter.path))")
    }

    /// Sends the messages that are due.
    private func talk(_ adapter: CECAdapter) throws(CECAdapter.Fault) {
        while let message = adapter.exchange.message(at: timebase.now()) {
            switch adapter.exchange.said(try outcome(of: message, by: adapter), at: timebase.now()) {
            case .woken: tell("the TV was asked to switch on")
            case .slept: tell("the TV was sent to standby")
            case .silent: tell("the TV doesn't answer over CEC (\(adapter.path)); look whether its menu has that switched off")
            case nil: break
            }
        }
    }

    /// Sends a message. Only an adapter that is gone is a fault: a message that couldn't be sent is tried again.
    private func outcome(of message: CECMessage, by adapter: CECAdapter) throws(CECAdapter.Fault) -> CECExchange.Outcome {
        do {
            return try adapter.send(message)
        } catch  where error.isGone {
            throw error
        } catch {
            return .refused
        }
    }

    /// Waits for a request, for the TV, and for the next message that is due.
    private func wait() {
        var waiting = [pollfd(fd: requests.descriptor, events: Int16(POLLIN), revents: 0)]
        waiting += adapters.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0) }
        guard poll(&waiting, nfds_t(waiting.count), timeout) > 0 else { return }
        for (adapter, state) in zip(adapters, waiting.dropFirst()) where state.revents != 0 {
            attend(adapter) { adapter throws(CECAdapter.Fault) in
                if state.revents & Int16(POLLPRI) != 0, try adapter.takeStateChange() { try self.settle(adapter) }
                if state.revents & Int16(POLLIN) != 0, let message = try adapter.receive(),
                    let answer = adapter.exchange.heard(message)
                {
                    _ = try self.outcome(of: answer, by: adapter)
                }
                if state.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
                    throw CECAdapter.Fault(operation: "waiting", code: ENODEV)
                }
            }
        }
    }

    /// The milliseconds until a message is due, rounded up; -1 means for ever.
    private var timeout: Int32 {
        guard let due = adapters.compactMap(\.exchange.due).min() else { return -1 }
        let remaining = timebase.now().duration(to: due).nanoseconds
        return Int32(clamping: max(0, (remaining + 999_999) / 1_000_000))
    }

    private func each(_ body: (CECAdapter) throws(CECAdapter.Fault) -> Void) {
        for adapter in adapters { attend(adapter, body) }
    }

    /// Runs `body` with an adapter, and gives the adapter up if that fails.
    private func attend(_ adapter: CECAdapter, _ body: (CECAdapter) throws(CECAdapter.Fault) -> Void) {
        do {
            try body(adapter)
        } catch {
            adapters.removeAll { $0 === adapter }
            tell("\(adapter.path): the TV can't be switched any more: \(error)")
        }
    }
}
