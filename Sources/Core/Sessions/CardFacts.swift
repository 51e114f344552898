// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of the card in figures. What nobody could measure is `nil`.
public struct CardFacts: Hashable, Sendable {
    /// What the system calls its file system, such as `exfat`, and the device that it is on.
    public var format: String?
    public var device: String?
    public var totalBytes: Int64 = 0
    public var freeBytes: Int64 = 0
    /// How fast clips were written lately.
    public var bytesPerSecond: Double?
    /// How long the card took to keep the last journal line.
    public var lastSync: Duration?
    /// How many sessions it has.
    public var sessions: Int?
    /// What the check of its file system found before the card was mounted.
    public var check: Check?
    /// How many things of an earlier run this one has made good on it.
    public var repairs: Int?

    public enum Check: String, Hashable, Sendable {
        case clean, mended, damaged
    }

    public init() {}
}
