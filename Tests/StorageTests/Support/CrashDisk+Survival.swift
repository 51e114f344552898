// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport

extension CrashDisk {
    /// What a cut leaves of bytes and names that weren't synced.
    enum Survival: Hashable, CustomStringConvertible {
        case everything, onlySynced
        /// All names, and of the bytes only what was synced: files that are empty or of yesterday.
        case names
        /// All bytes, and of the names only what was synced.
        case bytes
        /// Each name by itself kept or lost, each file kept, lost or torn somewhere.
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
