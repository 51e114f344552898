// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What the kernel answered when it refused something about a line or a chip.
struct GPIOFault: Error, Hashable {
    /// As in errno.
    let code: Int32

    /// The calling thread's errno, right after the refused call.
    static var last: GPIOFault { GPIOFault(code: errno) }

    /// What is wrong and what to do about it, as the end of a sentence.
    var reason: String {
        switch code {
        case EACCES, EPERM: "isn't permitted; the user needs the group gpio"
        case EBUSY: "is in use by another program; end that one"
        case ENODEV, ENXIO: "is gone"
        default: "doesn't work: \(String(cString: strerror(code)))"
        }
    }

    /// Whether it is the setting that isn't known here, and not the line: the kernel's own number for that may get through.
    var isUnsupported: Bool { code == EINVAL || code == EOPNOTSUPP || code == 524 }
    var isBusy: Bool { code == EBUSY }
    /// Whether the call may simply be made again.
    var isPassing: Bool { code == EINTR || code == EAGAIN }
}
