// SPDX-License-Identifier: GPL-3.0-or-later

/// A pin that is set, with the range that it covers.
struct PinRecord: Sendable {
    var pin: Pin
    var from: Timestamp
    var through: Timestamp
    var isCutShort = false
}

/// Pins: footage that a clip still needs.
///
/// A pin covers every frame from its beginning through its end. So it holds each GOP that contains one of these frames, including the
/// keyframe with which decoding starts. Each GOP counts its pins, so the writer checks only one number.
extension DelayIndex {
    /// Pins this range of sensor time, including footage still to come.
    public mutating func pin(from: Timestamp, through: Timestamp) -> Pin {
        let pin = Pin(number: nextPinNumber)
        nextPinNumber += 1
        pins.append(PinRecord(pin: pin, from: from, through: through))
        for slot in order where slots[Int(slot)].overlaps(from: from, through: through) { addPin(to: slot) }
        return pin
    }

    /// Releases the range. A pin that isn't set is ignored.
    public mutating func unpin(_ pin: Pin) {
        guard let index = pins.firstIndex(where: { $0.pin == pin }) else { return }
        let record = pins.remove(at: index)
        for slot in order where slots[Int(slot)].overlaps(from: record.from, through: record.through) {
            slots[Int(slot)].pinCount -= 1
            if slots[Int(slot)].pinCount == 0 { pinnedBlocks -= slots[Int(slot)].chain.count }
        }
    }

    /// True if footage of this pin was evicted while it was set. False once it is unpinned.
    public func isCutShort(_ pin: Pin) -> Bool {
        pins.contains { $0.pin == pin && $0.isCutShort }
    }

    /// Counts the pins that begin to need this GOP because of its newest frame.
    /// - Parameter previous: the time of the frame before it in the GOP; `nil` if the GOP is new.
    mutating func notePins(of slot: Int32, after previous: Timestamp?) {
        let gop = slots[Int(slot)]
        for record in pins where gop.overlaps(from: record.from, through: record.through) {
            // If the previous frame already reached the pin's range, the pin is counted already.
            if let previous, record.from <= previous { continue }
            addPin(to: slot)
        }
    }

    mutating func cutPins(short gop: GOP) {
        for index in pins.indices where gop.overlaps(from: pins[index].from, through: pins[index].through) {
            pins[index].isCutShort = true
        }
    }

    private mutating func addPin(to slot: Int32) {
        slots[Int(slot)].pinCount += 1
        if slots[Int(slot)].pinCount == 1 { pinnedBlocks += slots[Int(slot)].chain.count }
    }
}
