// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// New folders in /tmp, for files that nobody named a folder for.
package enum ScratchFolder {
    /// Makes a folder that nobody else has; its name begins with `vir-` and this word.
    package static func make(_ word: String) throws(Failure) -> String {
        var template = Array("/tmp/vir-\(word)-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw Failure(.cannotWrite, "no folder can be made in /tmp: \(String(cString: strerror(errno)))")
        }
        return String(cString: made)
    }

    /// Removes a file, or a folder with everything in it. What can't be removed stays.
    package static func remove(_ path: String) {
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
