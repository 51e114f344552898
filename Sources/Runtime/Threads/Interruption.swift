// SPDX-License-Identifier: GPL-3.0-or-later

/// The end of a long command before its time: Ctrl-C, SIGTERM, or a terminal that is closed.
///
/// From its creation on such a signal ends the program only when the work asks, so that nothing is left half-written. Thread-bound.
final class Interruption {
    private let signals = EndSignals()
    /// The signal that came; `nil` if none has come yet.
    private(set) var signal: Int32?

    /// Returns false once a signal has come.
    func mayGoOn() -> Bool {
        if signal == nil { signal = signals.next() }
        return signal == nil
    }
}
