// SPDX-License-Identifier: GPL-3.0-or-later

/// A pin that is set, and what it covers.
struct PinRecord: Sendable {
    var pin: Pin
    var from: Timestamp
    var through: Timestamp
    var isCutShort = false
}

/// Pins: footage that a clip still needs.
///
/// A pin covers every frame from its beginning through its end, so it holds each GOP that has one of them, with the
/// keyframe that decoding starts at. A GOP counts its pins; that makes the writer's question a look at one number.
extension DelayIndex {
    /// Holds this range of sensor time, footage still to come included.
    public mutating func pin(from: Timestamp, through: Timestamp) -> Pin {
        let pin = Pin(number: nextPinNumber)
        nextPinNumber += 1
        pins.append(PinRecord(pin: pin, from: from, through: through))
        for slot in order where slots[Int(slot)].overlaps(from: from, through: through) { addPin(to: slot) }
        return pin
    }

    /// Lets the range go. A pin that isn't set is ignored.
    public mutating func unpin(_ pin: Pin) {
        guard let index = pins.firstIndex(where: { $0.pin == pin }) else { return }
        let record = pins.remove(at: index)
        for slot in order where slots[Int(slot)].overlaps(from: record.from, through: record.through) {
            slots[Int(slot)].pinCount -= 1
            if slots[Int(slot)].pinCount == 0 { pinnedBlocks -= slots[Int(slot)].chain.count }
        }
    }

    /// Whether footage of this pin was evicted while it was set. False once it is unpinned.
    public func isCutShort(_ pin: Pin) -> Bool {
        pins.contains { $0.pin == pin && $0.isCutShort }
    }

    /// Counts the pins that begin to need this GOP because of its newest frame.
    /// - Parameter previous: the frame before it in the GOP; `nil` when the GOP is new.
    mutating func notePins(of slot: Int32, after previous: Timestamp?) {
        let gop = slots[Int(slot)]
        for record in pins where gop.overlaps(from: record.from, through: record.through) {
            // Where the frame before already lay in it, the pin is counted.
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
