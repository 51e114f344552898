// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Glibc

/// The changes of one atomic commit. It is filled anew for each commit, so that a steady stream of commits needs no new one. Thread-bound.
final class AtomicRequest {
    private let request: drmModeAtomicReqPtr
    /// True if a property couldn't be added for lack of memory. The commit then fails.
    private var isBroken = false

    init() throws(DRMFault) {
        guard let request = drmModeAtomicAlloc() else { throw .last("an atomic request") }
        self.request = request
    }

    deinit { drmModeAtomicFree(request) }

    func clear() {
        drmModeAtomicSetCursor(request, 0)
        isBroken = false
    }

    /// The present end of the request, to come back to with `cut`.
    var end: Int32 { drmModeAtomicGetCursor(request) }

    /// Removes everything that was set after this end.
    func cut(to end: Int32) { drmModeAtomicSetCursor(request, end) }

    func set(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
        if drmModeAtomicAddProperty(request, object, property, value) < 0 { isBroken = true }
    }

    /// The options of a commit.
    struct Flags: OptionSet {
        let rawValue: UInt32
        static let testOnly = Flags(rawValue: UInt32(DRM_MODE_ATOMIC_TEST_ONLY))
        static let modeset = Flags(rawValue: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
        static let nonBlocking = Flags(rawValue: UInt32(DRM_MODE_ATOMIC_NONBLOCK))
        static let flipEvent = Flags(rawValue: UInt32(DRM_MODE_PAGE_FLIP_EVENT))
    }

    func commit(_ flags: Flags, on device: DRMDevice) throws(DRMFault) {
        guard !isBroken else { throw DRMFault(operation: "the atomic commit", code: ENOMEM) }
        let result = drmModeAtomicCommit(device.descriptor, request, flags.rawValue, device.inbox.address)
        try DRMFault.check(result, flags.contains(.testOnly) ? "a test-only commit" : "the atomic commit")
    }
}
