// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The size of picture that a person wants the TV to have. Any thread sets it; the display's thread follows it without waiting.
public final class ModeWish: Sendable {
    /// The size in two halves; 0 if the TV decides.
    private let packed: Atomic<UInt64>

    public init(_ size: VideoSize? = nil) { packed = Atomic(Self.packed(size)) }

    /// Wants this size from now on; `nil`: what suits the TV best.
    public func set(_ size: VideoSize?) { packed.store(Self.packed(size), ordering: .relaxed) }

    public var size: VideoSize? {
        let value = packed.load(ordering: .relaxed)
        return value == 0 ? nil : VideoSize(width: Int(value >> 32), height: Int(value & 0xFFFF_FFFF))
    }

    private static func packed(_ size: VideoSize?) -> UInt64 {
        size.map { UInt64(UInt32(clamping: $0.width)) << 32 | UInt64(UInt32(clamping: $0.height)) } ?? 0
    }
}
