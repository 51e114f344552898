// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc

/// The folder in which the system around the program leaves its messages for people: each file is one notice for as long as it is
/// there. Without the folder there are no notices.
struct NoticeFolder {
    let path: String

    /// The most names that are read.
    private static let mostNames = 64

    /// Returns the notices in the order of their files' names. A file whose name begins with a dot is still being written.
    func read() -> [BoxNotice] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Array(
            names.prefix(Self.mostNames).lazy.compactMap { Self.bytes(of: "\(path)/\($0)").flatMap(BoxNotice.init(bytes:)) }
                .prefix(BoxNotice.most))
    }

    /// Returns the beginning of a regular file. Nothing that could block is read, and no link is followed.
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
