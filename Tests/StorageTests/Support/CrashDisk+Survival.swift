// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport

extension CrashDisk {
    /// The bytes and names that a cut leaves of those that weren't synced.
    enum Survival: Hashable, CustomStringConvertible {
        case everything, onlySynced
        /// All names, but only synced bytes: some files are empty or old.
        case names
        /// All bytes, but only synced names.
        case bytes
        /// Each name is kept or lost independently; each file is kept, lost or torn somewhere.
        case torn(seed: UInt64)

        var description: String {
            switch self {
            case .everything: "everything"
            case .onlySynced: "only what was synced"
            case .names: "names without bytes"
            case .bytes: "bytes without names"
            case .torn(let seed): "torn, seed \(seed)"
            }
        }
    }
}

extension CrashDisk.Survival {
    func bytes(of file: (live: [UInt8], synced: [UInt8]), _ random: inout SeededGenerator) -> [UInt8] {
        switch self {
        case .everything, .bytes: return file.live
        case .onlySynced, .names: return file.synced
        case .torn:
            let torn = Int.random(in: 0...max(file.live.count, file.synced.count), using: &random)
            return [file.live, file.synced, Array(file.live.prefix(torn)) + Array(file.synced.dropFirst(torn))]
                .randomElement(using: &random) ?? file.live
        }
    }

    func names(
        of folder: (live: [String: Int], synced: [String: Int]),
        _ random: inout SeededGenerator
    ) -> [String: Int] {
        switch self {
        case .everything, .names: return folder.live
        case .onlySynced, .bytes: return folder.synced
        case .torn:
            var kept: [String: Int] = [:]
            for name in Set(folder.live.keys).union(folder.synced.keys).sorted() {
                kept[name] = Bool.random(using: &random) ? folder.live[name] : folder.synced[name]
            }
            return kept
        }
    }
}
