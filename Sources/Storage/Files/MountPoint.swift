// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// The folder at which a card is mounted, and whether it is mounted.
///
/// A card that is pulled and unmounted leaves an empty folder behind, and files written there aren't on any card. So a folder that has been
/// a mount point once counts as the card only while it is one again. A folder that never was a mount point is itself a card, unless it is
/// declared to be a mount point. Thread-safe.
public final class MountPoint: Sendable {
    private let path: String
    private let deviceOf: @Sendable (String) -> UInt64?
    private let hasBeenMounted: Atomic<Bool>

    /// - Parameters:
    ///   - path: the card's folder, which need not exist yet.
    ///   - isDeclared: true if only a mounted card counts, from the start.
    ///   - deviceOf: returns the number of the file system that a path is on; `nil` if nothing is there.
    public init(path: String, isDeclared: Bool = false, deviceOf: @escaping @Sendable (String) -> UInt64? = MountPoint.device) {
        self.path = path
        self.deviceOf = deviceOf
        hasBeenMounted = Atomic(isDeclared)
        _ = isCard
    }

    /// True if a folder is a mount point by its path alone: `/media/VIR`, where the box mounts its card. Desktops mount theirs deeper down,
    /// at `/media/anna/VIR`, and make the folder with the mount.
    public static func isDeclared(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map(String.init)
        return path.hasPrefix("/") && parts.count == 2 && parts[0] == "media" && ![".", ".."].contains(parts[1])
    }

    /// True if the folder is the card now; checked each time.
    public var isCard: Bool {
        guard let own = deviceOf(path), let above = deviceOf(path + "/..") else { return true }
        if own != above { hasBeenMounted.store(true, ordering: .relaxed) }
        return own != above || !hasBeenMounted.load(ordering: .relaxed)
    }

    public static let device: @Sendable (String) -> UInt64? = { path in
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
    }
}
