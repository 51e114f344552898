// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Glibc

/// The kernel's refusal of a request about a display, with the request's name.
struct DRMFault: Error, Hashable, CustomStringConvertible {
    let operation: String
    let code: Int32

    /// True if the card itself is gone.
    var isCardGone: Bool { code == ENODEV || code == ENXIO || code == EBADF }
    /// True if another program or another terminal has the display.
    var isNotMaster: Bool { code == EACCES || code == EPERM }
    /// True if the hardware is still busy with the commit before.
    var isBusy: Bool { code == EBUSY }

    /// True if memory is short just now.
    var isOutOfMemory: Bool { code == ENOMEM }
    /// True if the request was about something that isn't there: what is known of the card is out of date.
    var isOutOfDate: Bool { code == ENOENT }

    var description: String { "\(operation): \(String(cString: strerror(code)))" }

    /// Throws the error that a function of libdrm reports: some return the negative code, some −1 and leave the code in `errno`.
    static func check(_ result: Int32, _ operation: String) throws(DRMFault) {
        guard result < 0 else { return }
        throw DRMFault(operation: operation, code: result == -1 ? errno : -result)
    }

    /// Returns the fault that the last call left in `errno`.
    static func last(_ operation: String) -> DRMFault { DRMFault(operation: operation, code: errno) }

    /// Returns the fault of a missing thing that every driver should have.
    static func missing(_ what: String) -> DRMFault { DRMFault(operation: what, code: ENOENT) }
}
