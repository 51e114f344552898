import Glibc
import Synchronization

/// The folder at which a card is mounted, and whether it is.
///
/// A card that is pulled and unmounted leaves an empty folder behind, and what is written there isn't on any card: so a
/// folder that has been a mount point once counts as the card only while it is one again. A folder that never was one is
/// a card by itself. Thread-safe.
public final class MountPoint: Sendable {
    private let path: String
    private let deviceOf: @Sendable (String) -> UInt64?
    private let hasBeenMounted = Atomic(false)

    /// - Parameters:
    ///   - path: the card's folder, which need not exist yet.
    ///   - deviceOf: the number of the file system that a path is on, `nil` where there is nothing.
    public init(path: String, deviceOf: @escaping @Sendable (String) -> UInt64? = MountPoint.device) {
        self.path = path
        self.deviceOf = deviceOf
        _ = isCard
    }

    /// Whether the folder is the card now; looks each time.
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
