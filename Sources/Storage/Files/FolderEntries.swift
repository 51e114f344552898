// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The entries of one open folder as plain bytes: not every name on a card is text.
struct FolderEntries: ~Copyable {
    private let stream: OpaquePointer
    /// The descriptor of the open folder, for calls that work in it.
    let descriptor: Int32

    /// Takes over an open folder, and closes it at the end.
    init(of open: Int32) throws(FileRefusal) {
        guard let stream = fdopendir(open) else {
            let code = errno
            Glibc.close(open)
            throw FileRefusal(code: code)
        }
        self.stream = stream
        descriptor = dirfd(stream)
    }

    deinit { closedir(stream) }

    /// Returns every name but `.` and `..`, each with its closing zero.
    func names() throws(FileRefusal) -> [[CChar]] {
        guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            // An entry is only as long as its name, so it is read in place and never copied whole.
            let characters = UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self)
            let name = Array(UnsafeBufferPointer(start: characters, count: strlen(characters) + 1))
            if name != Self.own, name != Self.above { names.append(name) }
        }
        guard errno == 0 else { throw FileRefusal(code: errno) }
        return names
    }

    /// Removes this entry and, if it is a folder, everything in it. A link is removed by itself, and its target stays.
    func remove(_ name: [CChar], depth: Int = 0) throws(FileRefusal) {
        if unlinkat(descriptor, name, 0) == 0 { return }
        guard errno == EISDIR || errno == EPERM else { throw FileRefusal(code: errno) }
        // Nothing on a card lies so deep, and each level keeps a folder open.
        guard depth < Self.deepest else { throw FileRefusal(code: ENAMETOOLONG) }
        let open = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard open >= 0 else { throw FileRefusal(code: errno) }
        let inner = try FolderEntries(of: open)
        for entry in try inner.names() { try inner.remove(entry, depth: depth + 1) }
        guard unlinkat(descriptor, name, AT_REMOVEDIR) == 0 else { throw FileRefusal(code: errno) }
    }

    private static let deepest = 32
    private static let own: [CChar] = [46, 0]
    private static let above: [CChar] = [46, 46, 0]
}
