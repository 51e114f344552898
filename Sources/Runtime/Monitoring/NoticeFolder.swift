// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc

/// The folder in which the system around the program leaves what it has to tell a person: each file is one notice as long as it is
/// there. Where there is no folder there is nothing to tell.
struct NoticeFolder {
    let path: String

    /// More names than this aren't looked at.
    private static let mostNames = 64

    /// The notices in the order of their files' names. A name that begins with a dot is one that is still being written.
    func read() -> [BoxNotice] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Array(
            names.prefix(Self.mostNames).lazy.compactMap { Self.bytes(of: "\(path)/\($0)").flatMap(BoxNotice.init(bytes:)) }
                .prefix(BoxNotice.most))
    }

    /// The beginning of a regular file; nothing that could make its reader wait, and nothing that leads elsewhere.
    private static func bytes(of file: String) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: BoxNotice.mostBytes)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
