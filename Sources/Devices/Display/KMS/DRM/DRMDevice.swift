// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Glibc

/// A card of the kernel's display subsystem, open for atomic commits. Thread-bound.
///
/// Everything made on it (framebuffers, blobs) keeps it open, and can so be released on it.
final class DRMDevice {
    let descriptor: Int32
    let path: String
    /// The kernel driver's name, such as "vc4" or "vkms".
    let driver: String
    let hasWriteback: Bool
    let takesModifiers: Bool
    let inbox = FlipInbox()

    /// Opens a device file such as "/dev/dri/card0".
    convenience init(path: String) throws(DisplayError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .notThere(
                path,
                reason: errno == EACCES
                    ? "this user may not open it: add it to the group \"video\"" : String(cString: strerror(errno)))
        }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Takes over a descriptor, and closes it in the end, even if this throws.
    init(descriptor: Int32, path: String) throws(DisplayError) {
        self.descriptor = descriptor
        self.path = path
        if let version = drmGetVersion(descriptor) {
            driver = version.pointee.name.map { String(cString: $0) } ?? "unknown"
            drmFreeVersion(version)
        } else {
            driver = "unknown"
        }
        let isAtomic =
            drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0
            && drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
        hasWriteback = isAtomic && drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS), 1) == 0
        takesModifiers = Self.capability(descriptor, DRM_CAP_ADDFB2_MODIFIERS)
        guard isAtomic else { throw .notThere(path, reason: "\(driver) has no atomic mode setting") }
        guard Self.capability(descriptor, DRM_CAP_DUMB_BUFFER), Self.capability(descriptor, DRM_CAP_TIMESTAMP_MONOTONIC) else {
            throw .notThere(path, reason: "\(driver) has no plain buffers or no monotonic timestamps")
        }
    }

    deinit { close(descriptor) }

    private static func capability(_ descriptor: Int32, _ capability: Int32) -> Bool {
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(capability), &value) == 0 && value != 0
    }

    // MARK: Master

    /// Returns true if this program is the display's master, or becomes it because no other program is.
    func becomeMaster() -> Bool { drmSetMaster(descriptor) == 0 }

    func dropMaster() { drmDropMaster(descriptor) }

    // MARK: Events

    /// Waits until the kernel has events or `deadline` has come, and reads the events that there are.
    /// - Returns: true if there was any.
    func waitForEvents(until deadline: Timestamp, timebase: any Timebase) throws(DRMFault) -> Bool {
        while true {
            let left = max(0, timebase.now().duration(to: deadline).nanoseconds)
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&waiting, 1, Int32(clamping: (left + 999_999) / 1_000_000))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                timebase.wait(until: deadline)
                return false
            }
            guard waiting.revents & Int16(POLLIN) != 0 else {
                throw DRMFault(operation: "waiting for the display", code: ENODEV)
            }
            try inbox.read(descriptor)
            return true
        }
    }

    /// Asks for an event at the next vblank of this CRTC.
    func requestVblank(_ crtc: UInt32) throws(DRMFault) {
        let address = UInt64(UInt(bitPattern: inbox.address))
        try DRMFault.check(
            drmCrtcQueueSequence(descriptor, crtc, UInt32(DRM_CRTC_SEQUENCE_RELATIVE), 1, nil, address),
            "asking for a vblank")
    }

    // MARK: Blobs

    func makeBlob(_ bytes: UnsafeRawBufferPointer) throws(DRMFault) -> UInt32 {
        var id: UInt32 = 0
        try DRMFault.check(drmModeCreatePropertyBlob(descriptor, bytes.baseAddress, bytes.count, &id), "handing over a mode")
        return id
    }

    func destroyBlob(_ id: UInt32) { drmModeDestroyPropertyBlob(descriptor, id) }
}
