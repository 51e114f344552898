// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// New folders in /tmp, for what nobody named a place for.
enum ScratchFolder {
    /// Makes one whose name begins with `vir-` and this word, and that nobody else has.
    static func make(_ word: String) throws(Failure) -> String {
        var template = Array("/tmp/vir-\(word)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure(.cannotWrite, "no folder can be made in /tmp: \(String(cString: strerror(errno)))")
        }
        return String(cString: made)
    }

    /// Removes a file, or a folder with everything in it. What refuses to go stays.
    static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(folder)
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}
