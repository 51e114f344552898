// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Storage

/// The stick that root's helper mounts while an empty file says that it is wanted (`image/root/usr/lib/vir/stick`).
///
/// The program has no right to mount anything. The helper takes no argument and reads nothing of the file but that it is there and
/// was touched within the last minute; its answer is a file in a folder of root's own.
final class MountedStick: Stick {
    /// The most bytes that are read of the helper's answer, which is a few lines.
    private static let longestAnswer = 4096

    let path: String
    let files: any FileSystem
    private let request: String
    private let answer: String

    /// - Parameters:
    ///   - request: the file that says that a stick is wanted.
    ///   - answer: the file in which the helper answers.
    ///   - path: the folder on which the stick is mounted.
    ///   - isMountPoint: true if only a file system that is mounted there counts as a stick.
    init(request: String, answer: String = "/run/vir-stick/state", path: String = "/media/STICK", isMountPoint: Bool = true) {
        (self.request, self.answer, self.path) = (request, answer, path)
        files = CardPlug(POSIXFileSystem(root: path), mountPoint: isMountPoint ? MountPoint(path: path, isDeclared: true) : nil)
    }

    /// Uses a request in the service's own folder; `nil` if no service manager gave such a folder, and in a virtual run.
    convenience init?(_ clock: RunPlan.ClockChoice, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard clock == .real, let folder = RunTraceFile.folder(environment: environment) else { return nil }
        self.init(request: "\(folder)/stick")
    }

    func want() {
        let file = open(request, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
        guard file >= 0 else { return }
        futimens(file, nil)
        close(file)
    }

    func release() { unlink(request) }

    var state: StickState {
        guard let bytes = RuntimeFile.read(answer, longestBytes: Self.longestAnswer) else { return .none }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        func value(_ key: String) -> String? { lines.first { $0.first.map(String.init) == key && $0.count == 2 }.map { String($0[1]) } }
        let label = value("label").map { $0.onOneLine }
        switch value("state") {
        case "checking": return .checking
        case "ready":
            guard let space = try? files.space(at: path) else { return .checking }
            return space.isWritable ? .ready(label: label, freeBytes: space.freeBytes) : .refused(label: label, reason: .stickReadOnly)
        case "read-only": return .refused(label: label, reason: reason(value("reason") ?? "write-protected"))
        case "refused": return .refused(label: label, reason: reason(value("reason") ?? ""))
        default: return .none
        }
    }

    private func reason(_ key: String) -> Message {
        switch key {
        case "card": .stickIsCard
        case "running-disk": .stickIsOwn
        case "damaged": .stickDamaged
        case "write-protected": .stickReadOnly
        default: .stickFormat
        }
    }
}
