// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The kernel's answer when it refused a call about a line or a chip.
struct GPIOFault: Error, Hashable {
    /// The number of the error, as in errno.
    let code: Int32

    /// The fault of the call that was refused just now: the calling thread's errno.
    static var last: GPIOFault { GPIOFault(code: errno) }

    /// The trouble and what to do about it, as the end of a sentence.
    var reason: String {
        switch code {
        case EACCES, EPERM: "isn't permitted; the user needs the group gpio"
        case EBUSY: "is in use by another program; end that one"
        case ENODEV, ENXIO: "is gone"
        default: "doesn't work: \(String(cString: strerror(code)))"
        }
    }

    /// True if a setting isn't supported here, and the line itself is not at fault. 524 is the kernel's internal ENOTSUPP, which may get
    /// through.
    var isUnsupported: Bool { code == EINVAL || code == EOPNOTSUPP || code == 524 }
    var isBusy: Bool { code == EBUSY }
    /// True if the call may simply be made again.
    var isPassing: Bool { code == EINTR || code == EAGAIN }
}
