// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// The message to the system that a person switched the box off: an empty file in the folder that the service manager gives the
/// program. The program itself may not switch a machine off.
enum PowerOffNote {
    static let name = "power-off"

    /// Leaves the message. Without such a folder nobody waits for it.
    /// - Returns: why it can't be left, in words; otherwise `nil`.
    static func leave(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let path = path(environment) else { return nil }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { return "\(path): \(String(cString: strerror(errno)))" }
        close(descriptor)
        return nil
    }

    /// Takes the message back: the message of an earlier run would switch off a box that only restarts.
    static func remove(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let path = path(environment) { unlink(path) }
    }

    /// Returns the file's path in the first of the folders, which are separated by colons.
    private static func path(_ environment: [String: String]) -> String? {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map { "\($0)/\(name)" }
    }
}
