// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// What the service manager noted of the end of the run before, in its folder in RAM: how it ended, then the last lines of its log.
struct CrashLog: Hashable, Sendable {
    /// No more of it goes onto the card.
    static let longestBytes = 64 << 10
    /// For the line that VIR adds above it.
    private static let headingBytes = 256

    /// For `vir-log.txt`.
    let text: String
    private let path: String

    /// - Parameters:
    ///   - crashes: how many runs in a row ended by themselves, the last one included.
    ///   - uptime: of the machine.
    ///   - release: the file that says which image this is.
    /// - Returns: `nil` where nothing was noted.
    init?(folder: String, crashes: Int, uptime: Timestamp, release: String = "/etc/os-release") {
        path = "\(folder)/crash-log"
        // Of a longer one the end is what tells, and the first line.
        guard let bytes = RuntimeFile.read(path, longestBytes: 1 << 20), !bytes.isEmpty else { return nil }
        let heading = "crash \(crashes), image \(Self.version(release)), the machine up for \(Int(uptime.seconds)) s"
        text = "== \(heading): \(Self.bounded(Self.plain(bytes)))\n== end of crash \(crashes)"
    }

    /// It is on the card.
    func remove() { unlink(path) }

    /// The image's version, as os-release(5) has it.
    private static func version(_ release: String) -> String {
        let lines = RuntimeFile.read(release, longestBytes: 4096).map { plain($0).split(separator: "\n") } ?? []
        let line = lines.first { $0.hasPrefix("IMAGE_VERSION=") }
        return line.map { String($0.dropFirst(14).filter { $0 != "\"" }.prefix(64)) } ?? "unknown"
    }

    /// As text: what isn't UTF-8 is replaced, and what a terminal would obey is left out.
    private static func plain(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar == "\n" || scalar == "\t" || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)) {
            scalars.append(scalar)
        }
        while scalars.last == "\n" { scalars.removeLast() }
        return String(scalars)
    }

    private static func bounded(_ text: String) -> String {
        let room = longestBytes - 2 * headingBytes
        guard text.utf8.count > room else { return text }
        let first = String(decoding: text.utf8.prefix { $0 != UInt8(ascii: "\n") }.prefix(1024), as: UTF8.self)
        let rest = text.utf8.suffix(room - 2048)
        let lines = rest.firstIndex(of: UInt8(ascii: "\n")).map { rest[$0...] } ?? rest
        return "\(first)\n…\(String(decoding: Array(lines), as: UTF8.self))"
    }
}
