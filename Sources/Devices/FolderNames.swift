// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The names in a folder of the kernel's, such as `/dev` or `/sys/class/rtc`.
package enum FolderNames {
    /// Returns the names in a folder, sorted, without those that begin with a dot; none if the folder can't be read.
    package static func of(_ folder: String) -> [String] {
        guard let stream = opendir(folder), let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // An entry is only as long as its name, so it is read in place and never copied whole.
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: nameOffset).assumingMemoryBound(to: CChar.self))
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
