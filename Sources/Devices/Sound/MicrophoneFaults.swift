// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The faults of a run's microphone that is no device: somebody pulls it, or it hands its sound over late. A script makes them.
///
/// Thread-safe. They outlast the microphone, which is opened anew after it was pulled.
public final class MicrophoneFaults: Pluggable {
    private let state = Mutex((isPlugged: true, lateness: Duration.zero))

    public init() {}

    public func setPlugged(_ isPlugged: Bool) { state.withLock { $0.isPlugged = isPlugged } }

    /// Hands each block over this much later from now on. Its time stays the one at which it was heard.
    public func setLateness(_ lateness: Duration) { state.withLock { $0.lateness = lateness } }

    var lateness: Duration { state.withLock { $0.lateness } }

    /// - Parameter name: the microphone's, for the error.
    func requirePlug(of name: String) throws(MicrophoneError) {
        guard state.withLock({ $0.isPlugged }) else { throw MicrophoneError("\(name) is gone: somebody unplugged it") }
    }
}
