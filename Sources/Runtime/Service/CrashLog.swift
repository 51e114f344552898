// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The service manager's note about the end of the previous run, in its folder in RAM: how the run ended, then the last lines of its log.
struct CrashLog: Hashable, Sendable {
    /// The most bytes of it that go onto the card.
    static let longestBytes = 64 << 10
    /// The room for the line that VIR adds above it, in bytes.
    private static let headingBytes = 256

    /// The text for `vir-log.txt`.
    let text: String
    private let path: String

    /// - Parameters:
    ///   - crashes: the number of runs in a row that crashed, the last one included.
    ///   - uptime: the machine's uptime.
    ///   - release: the file that says which image this is.
    /// - Returns: `nil` if nothing was noted.
    init?(folder: String, crashes: Int, uptime: Timestamp, release: String = "/etc/os-release") {
        path = "\(folder)/crash-log"
        // More is read than is kept: `bounded` keeps the first line and the end, which tell the most.
        guard let bytes = RuntimeFile.read(path, longestBytes: 1 << 20), !bytes.isEmpty else { return nil }
        let heading = "crash \(crashes), VIR \(ProgramVersion.text), image \(Self.version(release)), the machine up for \(Int(uptime.seconds)) s"
        text = "== \(heading): \(Self.bounded(Self.plain(bytes)))\n== end of crash \(crashes)"
    }

    /// Deletes the note, because it is on the card.
    func remove() { unlink(path) }

    /// Returns the image's version, as os-release(5) has it.
    private static func version(_ release: String) -> String {
        let lines = RuntimeFile.read(release, longestBytes: 4096).map { plain($0).split(separator: "\n") } ?? []
        let line = lines.first { $0.hasPrefix("IMAGE_VERSION=") }
        return line.map { String($0.dropFirst(14).filter { $0 != "\"" }.prefix(64)) } ?? "unknown"
    }

    /// Returns the bytes as text: what isn't UTF-8 is replaced, and control characters that a terminal would obey are left out.
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
