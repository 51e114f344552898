// SPDX-License-Identifier: GPL-3.0-or-later

/// The known figures about the card. A figure that couldn't be measured is `nil`.
public struct CardFacts: Hashable, Sendable {
    /// The system's name of the file system, such as `exfat`, and the device that it is on.
    public var format: String?
    public var device: String?
    public var totalBytes: Int64 = 0
    public var freeBytes: Int64 = 0
    /// The recent speed of writing clips.
    public var bytesPerSecond: Double?
    /// The time that the card took to store the last journal line.
    public var lastSync: Duration?
    /// The number of sessions on the card.
    public var sessions: Int?
    /// The result of the file-system check before the card was mounted.
    public var check: Check?
    /// The number of leftovers of earlier runs that this run has repaired on the card.
    public var repairs: Int?

    public enum Check: String, Hashable, Sendable {
        case clean, mended, damaged
    }

    public init() {}
}
