// SPDX-License-Identifier: GPL-3.0-or-later

/// A hold on a range of footage, from `DelayLine.pin` until `DelayLine.unpin`. It is only a name: copies name the same pin.
public struct Pin: Hashable, Sendable {
    let number: Int64
}
