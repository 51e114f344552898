// SPDX-License-Identifier: GPL-3.0-or-later

/// A hold on a range of footage, from `DelayLine.pin` until `DelayLine.unpin`. It is a name, and copies name the same pin.
public struct Pin: Hashable, Sendable {
    let number: Int64
}
