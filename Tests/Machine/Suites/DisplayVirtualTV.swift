// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A card with one connector, planes and a writeback connector: the kernel's own test device (vkms), made through configfs.
///
/// While nobody else has the card, the kernel shows its own text on it. That framebuffer isn't counted here.
final class VirtualTV {
    struct Fault: Error { let what: String }

    let name: String
    private let folder: String

    init(_ name: String, overlays: Int = 3, isPlugged: Bool = true) throws {
        self.name = name
        folder = "/sys/kernel/config/vkms/\(name)"
        try Self.make(folder)
        let planes = [("primary", 1)] + (0..<overlays).map { ("overlay\($0)", 0) } + [("cursor", 2)]
        for part in ["crtcs/crtc", "encoders/encoder", "connectors/hdmi"] + planes.map({ "planes/\($0.0)" }) {
            try Self.make("\(folder)/\(part)")
        }
        try Self.write("1", to: "\(folder)/crtcs/crtc/writeback")
        for (plane, kind) in planes {
            try Self.write("\(kind)", to: "\(folder)/planes/\(plane)/type")
            try Self.link("\(folder)/crtcs/crtc", "\(folder)/planes/\(plane)/possible_crtcs/crtc")
        }
        try Self.link("\(folder)/crtcs/crtc", "\(folder)/encoders/encoder/possible_crtcs/crtc")
        try Self.link("\(folder)/encoders/encoder", "\(folder)/connectors/hdmi/possible_encoders/encoder")
        if !isPlugged { try unplug() }
        try appear()
    }

    deinit {
        try? disappear()
        for pattern in ["planes/*/possible_crtcs/*", "encoders/*/possible_crtcs/*", "connectors/*/possible_encoders/*"] {
            for path in Self.matches("\(folder)/\(pattern)") { unlink(path) }
        }
        for pattern in ["planes/*", "connectors/*", "encoders/*", "crtcs/*"] {
            for path in Self.matches("\(folder)/\(pattern)") { rmdir(path) }
        }
        rmdir(folder)
    }

    /// Makes the card appear.
    func appear() throws {
        try Self.write("1", to: "\(folder)/enabled")
        for _ in 0..<500 {
            // Its device file is made a moment later.
            if FileManager.default.fileExists(atPath: debug), FileManager.default.fileExists(atPath: "/dev/dri") { return }
            usleep(10_000)
        }
        throw Fault(what: "\(name) doesn't appear")
    }

    func disappear() throws { try Self.write("0", to: "\(folder)/enabled") }
    func plug() throws { try Self.write("1", to: "\(folder)/connectors/hdmi/status") }
    func unplug() throws { try Self.write("2", to: "\(folder)/connectors/hdmi/status") }

    /// The pixel formats of the visible planes by the kernel's report, from back to front.
    var formats: [String] {
        get throws { try shownPlanes.map { try Self.fact("format", of: $0).prefix(4).description } }
    }

    /// The areas of the visible planes, such as "1280x720+0+0".
    var places: [String] {
        get throws { try shownPlanes.map { try Self.fact("crtc-pos", of: $0) } }
    }

    /// Returns a property of each visible plane, such as "rotation" or "color-encoding".
    func facts(_ name: String) throws -> [String] { try shownPlanes.map { try Self.fact(name, of: $0) } }

    var framebufferCount: Int {
        get throws {
            let all = try Self.read("\(debug)/framebuffer")
            return all.components(separatedBy: "framebuffer[").count - all.components(separatedBy: Self.text).count
        }
    }

    private var debug: String { "/sys/kernel/debug/dri/\(name)" }
    /// The owner of the framebuffer that holds the kernel's text.
    private static let text = "allocated by = [fbcon]"

    private var shownPlanes: [String] {
        get throws {
            let state = try Self.read("\(debug)/state").replacingOccurrences(of: "\ncrtc[", with: "\nplane[crtc")
            let blocks = state.components(separatedBy: "plane[").filter {
                $0.contains("\tfb=") && !$0.contains("crtc=(null)") && !$0.contains(Self.text)
            }
            return try blocks.sorted { try (Int(Self.fact("normalized-zpos", of: $0)) ?? 0) < (Int(Self.fact("normalized-zpos", of: $1)) ?? 0) }
        }
    }

    private static func fact(_ name: String, of block: String) throws -> String {
        for line in block.split(separator: "\n") {
            let parts = line.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0] == name { return String(parts[1]) }
        }
        throw Fault(what: "no \(name) in \(block)")
    }

    // MARK: Files

    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Fault(what: folder) }
    }

    private static func link(_ target: String, _ path: String) throws {
        guard symlink(target, path) == 0 || errno == EEXIST else { throw Fault(what: path) }
    }

    private static func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(what: path) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) > 0 else { throw Fault(what: "\(text) to \(path)") }
    }

    /// Returns all of a kernel file, whose size isn't known beforehand.
    static func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(what: path) }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += part.prefix(count)
        }
    }

    private static func matches(_ pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }
}
