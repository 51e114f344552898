// SPDX-License-Identifier: GPL-3.0-or-later

/// How it stands with the SD card. A lasting condition: it is shown on the TV with what a person can do about it.
public enum CardCondition: Hashable, Sendable {
    /// Writable, with this much room.
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
