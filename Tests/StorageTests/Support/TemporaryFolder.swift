// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A folder of its own for one test, deleted with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("vir-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A real file system of a few bytes, for real refusals; only root may make one.
final class SmallFileSystem: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path }

    init?(bytes: Int) throws {
        folder = try TemporaryFolder()
        guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
    }

    func makeReadOnly() -> Bool { mount("tmpfs", folder.path, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }
}

func makePipe(_ path: String) -> Bool { mkfifo(path, 0o600) == 0 }
