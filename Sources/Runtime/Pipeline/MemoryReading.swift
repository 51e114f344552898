// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Glibc

/// The machine's memory, as the kernel reports it.
package struct MemoryReading: Equatable {
    var totalBytes: Int
    /// The bytes that programs can still take without swapping.
    var availableBytes: Int

    /// The size that a delay line may have in this memory.
    var lineSize: DelayLineSize { DelayLineSize(totalBytes: totalBytes, availableBytes: availableBytes) }

    /// Reads the figures; `nil` if /proc/meminfo can't be read.
    static func now() -> MemoryReading? {
        guard let text = readSmallFile("/proc/meminfo") else { return nil }
        var fields: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == ":" })
            if words.count >= 2, let kibibytes = Int(words[1]) { fields[words[0]] = kibibytes * 1024 }
        }
        guard let total = fields["MemTotal"], let available = fields["MemAvailable"] else { return nil }
        return MemoryReading(totalBytes: total, availableBytes: available)
    }

    /// Returns the share of time, in percent over the last ten seconds, that some program waited for memory (PSI); `nil`
    /// if the kernel doesn't measure it.
    static func pressure() -> Double? {
        guard let text = readSmallFile("/proc/pressure/memory"),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some") }),
            let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") })
        else { return nil }
        return Double(field.dropFirst("avg10=".count))
    }

    /// Returns the bytes that this process holds in memory now.
    package static func residentBytes() -> Int64 {
        guard let text = readSmallFile("/proc/self/statm") else { return 0 }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int64($0) } ?? 0
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Returns the most bytes that this process has held in memory.
    static func peakResidentBytes() -> Int64 {
        Int64(vir_peak_resident_kibibytes()) * 1024
    }
}

/// Reads a file of the kernel's, which is small and has no size of its own.
func readSmallFile(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
}
