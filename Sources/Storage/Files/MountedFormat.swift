// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The format and the device of the file system that a folder is on.
public struct MountedFormat: Hashable, Sendable {
    /// The kernel's name of the format: `exfat`, `vfat`, `ext4`.
    public let name: String
    /// The device of the file system, such as `/dev/mmcblk0p3`; for a file system without a device, its own word.
    public let device: String

    /// The size of the largest file that it takes, in bytes; `nil` if there is no limit.
    public var largestFileBytes: Int64? { ["vfat", "msdos"].contains(name) ? Int64(UInt32.max) : nil }

    /// - Returns: `nil` if nothing is there, or if the system doesn't say.
    public static func of(_ path: String) -> MountedFormat? {
        var status = stat()
        guard stat(path, &status) == 0, let table = text(of: "/proc/self/mountinfo") else { return nil }
        return find(number(of: UInt64(status.st_dev)), in: table)
    }

    /// Returns a device's number in the two parts that people know (makedev(3)).
    static func number(of device: UInt64) -> String {
        let major = device >> 8 & 0xFFF | device >> 32 & 0xFFFF_F000
        let minor = device & 0xFF | device >> 12 & 0xFFFF_FF00
        return "\(major):\(minor)"
    }

    /// - Parameters:
    ///   - number: the device's number, such as `179:3`.
    ///   - table: lines as proc(5) has them: ID, parent, number, root, place, options, some more, `-`, format, device, options.
    static func find(_ number: String, in table: String) -> MountedFormat? {
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == number, let dash = fields.firstIndex(of: "-"), fields.count > dash + 2 else { continue }
            return MountedFormat(name: String(fields[dash + 1]), device: String(fields[dash + 2]))
        }
        return nil
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while bytes.count < 1 << 20 {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
