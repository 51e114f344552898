// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Glibc

/// What the kernel answered to a request about a display, with the request's name.
struct DRMFault: Error, Hashable, CustomStringConvertible {
    let operation: String
    let code: Int32

    /// The card itself is gone.
    var isCardGone: Bool { code == ENODEV || code == ENXIO || code == EBADF }
    /// Another program or another terminal has the display.
    var isNotMaster: Bool { code == EACCES || code == EPERM }
    /// The hardware is still busy with the commit before.
    var isBusy: Bool { code == EBUSY }

    /// Memory is short just now.
    var isOutOfMemory: Bool { code == ENOMEM }
    /// It was asked of something that isn't there: what is known of the card is out of date.
    var isOutOfDate: Bool { code == ENOENT }

    var description: String { "\(operation): \(String(cString: strerror(code)))" }

    /// Throws what a function of libdrm reports: some return the negative code, some −1 and leave it in `errno`.
    static func check(_ result: Int32, _ operation: String) throws(DRMFault) {
        guard result < 0 else { return }
        throw DRMFault(operation: operation, code: result == -1 ? errno : -result)
    }

    /// What the last call left in `errno`.
    static func last(_ operation: String) -> DRMFault { DRMFault(operation: operation, code: errno) }

    /// Something that every driver has isn't there.
    static func missing(_ what: String) -> DRMFault { DRMFault(operation: what, code: ENOENT) }
}
