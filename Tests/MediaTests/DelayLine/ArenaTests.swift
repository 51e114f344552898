// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Media

@Suite struct ArenaTests {
    /// Otherwise the kernel would copy the footage page by page for the forked process that guards the text console.
    @Test func aForkedProcessDoesNotGetTheFootage() throws {
        let arena = try Arena(byteCount: 1 << 20)
        // The kernel's files come in pieces: reading this one by its name would return only the first.
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
        let start = UInt(bitPattern: arena.base)
        let head = try #require(
            maps.firstIndex { line in
                let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
                return bounds.count == 2 && bounds[0] <= start && start < bounds[1]
            })
        let flags = try #require(maps[head...].first { $0.hasPrefix("VmFlags:") })
        #expect(flags.split(separator: " ").contains("dc"), "don't copy: proc_pid_smaps(5)")
    }
}
