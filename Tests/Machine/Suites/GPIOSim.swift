// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// A chip whose lines a test pulls up and down: the kernel's own test device (gpio-sim), made through configfs.
///
/// Pull-ups hold the lines high, as on the box; `close` closes a contact, which pulls its line down.
final class GPIOSim {
    struct Fault: Error { let what: String }

    let label: String
    private let folder: String
    private let lineCount: Int
    private var pulls: [Int: Int32] = [:]

    /// - Parameters:
    ///   - names: the kernel's names of lines.
    ///   - hogs: lines that the kernel keeps for itself, with their consumers' names.
    init(label: String, lineCount: Int = 58, names: [Int: String] = [:], hogs: [Int: String] = [:]) throws {
        self.label = label
        self.lineCount = lineCount
        folder = "/sys/kernel/config/gpio-sim/\(label)"
        try Self.make(folder)
        try Self.make("\(folder)/bank")
        try Self.write(label, to: "\(folder)/bank/label")
        try Self.write("\(lineCount)", to: "\(folder)/bank/num_lines")
        for line in Set(names.keys).union(hogs.keys) {
            try Self.make("\(folder)/bank/line\(line)")
            if let name = names[line] { try Self.write(name, to: "\(folder)/bank/line\(line)/name") }
            if let hog = hogs[line] {
                try Self.make("\(folder)/bank/line\(line)/hog")
                try Self.write(hog, to: "\(folder)/bank/line\(line)/hog/name")
                try Self.write("input", to: "\(folder)/bank/line\(line)/hog/direction")
            }
        }
        try appear()
    }

    deinit { try? disappear() }

    /// Makes the chip appear, with all lines of the panel high.
    func appear() throws {
        try Self.write("1", to: "\(folder)/live")
        for line in [17, 27, 22, 23, 24, 25, 5, 6, 13, 26] where line < lineCount { try open(line) }
    }

    /// Removes the chip, as if its USB cable was pulled.
    func disappear() throws {
        for descriptor in pulls.values { Glibc.close(descriptor) }
        pulls = [:]
        try Self.write("0", to: "\(folder)/live")
    }

    var path: String { get throws { "/dev/\(try chipName)" } }

    private var chipName: String { get throws { try Self.word("\(folder)/bank/chip_name") } }

    private func file(_ name: String, of line: Int) throws -> String {
        "/sys/devices/platform/\(try Self.word("\(folder)/dev_name"))/\(try chipName)/sim_gpio\(line)/\(name)"
    }

    // MARK: Contacts

    func close(_ line: Int) throws { try pull(line, "pull-down") }
    func open(_ line: Int) throws { try pull(line, "pull-up") }

    /// Returns the level of a line, whether it is an input or an output.
    func isHigh(_ line: Int) throws -> Bool { try Self.word(file("value", of: line)) == "1" }

    private func pull(_ line: Int, _ word: String) throws {
        let path = try file("pull", of: line)
        if pulls[line] == nil { pulls[line] = Glibc.open(path, O_WRONLY | O_CLOEXEC) }
        guard let descriptor = pulls[line], pwrite(descriptor, word, word.utf8.count, 0) > 0 else { throw Fault(what: path) }
    }

    /// Returns the number of a line's edges that the kernel has delivered.
    ///
    /// If the processor can't interrupt itself, simulated lines interrupt at the next tick, and two changes before that
    /// are one edge or none. So a test that moves quickly has to check this number before the next change.
    func passedEdges(of line: Int) throws -> Int {
        for row in try Self.read("/proc/interrupts", limit: 65_536).split(separator: "\n") {
            let words = row.split(separator: " ")
            guard let kind = words.firstIndex(of: "irq_sim"), words.count > kind + 1, words[kind + 1] == "\(line)" else { continue }
            return words[1..<kind].compactMap { Int($0) }.reduce(0, +)
        }
        return 0
    }

    // MARK: Files

    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Fault(what: folder) }
    }

    private static func write(_ text: String, to path: String) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(what: path) }
        defer { Glibc.close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) > 0 else { throw Fault(what: "\(text) to \(path)") }
    }

    /// Returns the first line of a file.
    private static func word(_ path: String) throws -> String {
        String(try read(path, limit: 256).prefix { $0 != "\n" })
    }

    private static func read(_ path: String, limit: Int) throws -> String {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(what: path) }
        defer { Glibc.close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var end = 0
        while end < limit {
            let count = bytes[end...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            end += count
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
