// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core

/// The receiver of the kernel's display events: flips that were done and vblanks that were asked for. Thread-bound.
final class FlipInbox {
    /// The vblank at which the last commit came on the TV, until it is taken.
    private var flip: Timestamp?
    /// The last vblank that was asked for, until it is taken.
    private var vblank: Timestamp?

    func takeFlip() -> Timestamp? {
        defer { flip = nil }
        return flip
    }

    func takeVblank() -> Timestamp? {
        defer { vblank = nil }
        return vblank
    }

    /// The address that a commit hands to the kernel so that its flip comes here. Whoever commits keeps the inbox alive until then.
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// Reads the events that wait on this descriptor.
    func read(_ descriptor: Int32) throws(DRMFault) {
        var context = drmEventContext()
        context.version = 4
        context.page_flip_handler2 = { _, _, seconds, microseconds, _, address in
            guard let address else { return }
            Unmanaged<FlipInbox>.fromOpaque(address).takeUnretainedValue().flip =
                Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(microseconds) * 1000)
        }
        context.sequence_handler = { _, _, nanoseconds, address in
            guard let address = UnsafeRawPointer(bitPattern: UInt(address)) else { return }
            Unmanaged<FlipInbox>.fromOpaque(address).takeUnretainedValue().vblank =
                Timestamp(nanoseconds: Int64(clamping: nanoseconds))
        }
        try DRMFault.check(drmHandleEvent(descriptor, &context), "reading the display's events")
    }
}
