// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The names in a folder of the kernel's, such as `/dev` or `/sys/class/rtc`.
package enum FolderNames {
    /// Returns the names in a folder, sorted, without those that begin with a dot; none if the folder can't be read.
    package static func of(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
