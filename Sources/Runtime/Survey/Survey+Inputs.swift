// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

extension Survey.Input {
    /// Lists the kernel's input devices that a person works with.
    static func found() -> [Survey.Input] {
        guard let text = readSmallFile("/proc/bus/input/devices") else { return [] }
        return listed(in: text).map { input in
            var input = input
            input.isReadable = access(input.path, R_OK) == 0
            return input
        }
    }

    /// Reads the kernel's list: a paragraph for each device, with its name, its handlers, and what events it has.
    ///
    /// Devices with no handler for a person's input (a lid, a speaker's beep) are left out.
    static func listed(in text: String) -> [Survey.Input] {
        text.split(separator: "\n\n").compactMap { paragraph in
            var name = ""
            var handlers: [Substring] = []
            var bits: [Substring: Substring] = [:]
            for line in paragraph.split(separator: "\n") {
                guard let equals = line.firstIndex(of: "=") else { continue }
                let value = line[line.index(after: equals)...]
                switch line[..<equals] {
                case "N: Name": name = String(value.filter { $0 != "\"" })
                case "H: Handlers": handlers = value.split(separator: " ")
                case let key where key.hasPrefix("B: "): bits[key.dropFirst(3)] = value
                default: break
                }
            }
            guard let event = handlers.first(where: { $0.hasPrefix("event") }) else { return nil }
            let kinds = kinds(handlers: handlers, bits: bits)
            return kinds.isEmpty ? nil : Survey.Input(name: name, path: "/dev/input/\(event)", kinds: kinds, isReadable: false)
        }
    }

    private static func kinds(handlers: [Substring], bits: [Substring: Substring]) -> [String] {
        var kinds: [String] = []
        if handlers.contains("kbd") { kinds.append("keys") }
        let isTouch = hasBit(directBit, in: bits["PROP"])
        if isTouch { kinds.append("touch") }
        if !isTouch, handlers.contains(where: { $0.hasPrefix("mouse") }) { kinds.append("pointer") }
        return kinds
    }

    /// INPUT_PROP_DIRECT of the kernel's input-event-codes.h: touched where the picture is.
    private static let directBit = 1

    /// Returns whether a bitmap has this bit. A bitmap is words in base sixteen, the lowest last.
    private static func hasBit(_ bit: Int, in bitmap: Substring?) -> Bool {
        guard let word = bitmap?.split(separator: " ").last.flatMap({ UInt64($0, radix: 16) }) else { return false }
        return word >> UInt64(bit) & 1 == 1
    }
}
