// SPDX-License-Identifier: GPL-3.0-or-later

/// The state of the SD card. A lasting condition: the TV shows it together with what a person can do about it.
public enum CardCondition: Hashable, Sendable {
    /// Writable, with this much free space.
    case ready(freeBytes: Int64)
    case absent
    case readOnly
    /// No room for another clip.
    case full(freeBytes: Int64)
    /// Writing failed for another reason.
    case failing(Message)

    public var isWritable: Bool {
        if case .ready = self { true } else { false }
    }
}
