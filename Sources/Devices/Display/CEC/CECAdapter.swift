// SPDX-License-Identifier: GPL-3.0-or-later

import CCEC
import Core
import Glibc

/// One of the machine's HDMI-CEC adapters. Thread-bound.
final class CECAdapter {
    /// The path of the adapter, such as "/dev/cec0".
    let path: String
    let descriptor: Int32
    var exchange = CECExchange()

    /// A failed operation of the adapter.
    struct Fault: Error, Hashable, CustomStringConvertible {
        var operation: String
        var code: Int32

        /// True if the adapter was unplugged, or its driver was unloaded.
        var isGone: Bool { code == ENODEV || code == EBADF }

        var description: String { "\(operation): \(String(cString: strerror(code)))" }
    }

    /// - Throws: `Fault` with `ENOENT` if there is no adapter, `EACCES` if this user may not use it, `ENOTTY` if it can't send.
    init(path: String) throws(Fault) {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw Fault(operation: "it can't be opened", code: errno) }
        var canTalk = false
        try check("its capabilities", vir_cec_can_talk(descriptor, &canTalk))
        guard canTalk else { throw Fault(operation: "it can't be talked with", code: ENOTTY) }
        // If another program receives everything that is heard, VIR only talks.
        _ = vir_cec_listen(descriptor)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns VIR's addresses on the TV's cable, after making VIR a playback device if nobody else has configured the adapter.
    ///
    /// It may wait about a second for the adapter to find a free address.
    /// - Returns: `nil` if there is no TV, or no address yet; an event tells when that changes.
    func place() throws(Fault) -> CECExchange.Place? {
        var number: UInt16 = 0
        try check("its physical address", vir_cec_physical_address(descriptor, &number))
        let physical = CECAddress(number)
        guard physical.isSource else { return nil }
        var wanted: Int32 = 0
        var logical: UInt8 = 0
        try check("its logical address", vir_cec_logical_address(descriptor, &wanted, &logical))
        if wanted == 0 {
            do {
                try check("becoming a playback device", vir_cec_become_playback_device(descriptor, "VIR"))
            } catch  where error.code == EBUSY {
                // Another program was quicker: its choice will do as well.
            }
            try check("its logical address", vir_cec_logical_address(descriptor, &wanted, &logical))
        }
        return logical < CECMessage.everybody ? CECExchange.Place(logical: logical, physical: physical) : nil
    }

    /// Sends a message and waits until it was sent.
    func send(_ message: CECMessage) throws(Fault) -> CECExchange.Outcome {
        var isAcknowledged = false
        let bytes = message.bytes
        try check("sending", vir_cec_send(descriptor, bytes, UInt32(bytes.count), &isAcknowledged))
        return isAcknowledged ? .acknowledged : .refused
    }

    /// Takes the next message that was heard. Returns `nil` if none came, or if what came is no message.
    func receive() throws(Fault) -> CECMessage? {
        var bytes = [UInt8](repeating: 0, count: Int(CEC_MAX_MSG_SIZE))
        var count: UInt32 = 0
        if vir_cec_receive(descriptor, &bytes, &count) < 0 {
            if [ETIMEDOUT, EAGAIN, EINTR].contains(errno) { return nil }
            throw Fault(operation: "listening", code: errno)
        }
        return CECMessage(bytes: bytes.prefix(Int(count)))
    }

    /// Takes the event that poll(2) reported.
    /// - Returns: true if the TV came or went, or the adapter's address changed.
    func takeStateChange() throws(Fault) -> Bool {
        var isStateChange = false
        try check("its events", vir_cec_take_event(descriptor, &isStateChange))
        return isStateChange
    }

    private func check(_ operation: String, _ result: Int32) throws(Fault) {
        guard result < 0 else { return }
        throw Fault(operation: operation, code: errno)
    }
}
