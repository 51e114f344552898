// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// The word to the system that a person switched the box off: an empty file in the folder that the service manager gives the
/// program. The program itself may not switch a machine off.
enum PowerOffNote {
    static let name = "power-off"

    /// Leaves the word; without such a folder nobody waits for it.
    /// - Returns: why it can't be left, in words.
    static func leave(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let path = path(environment) else { return nil }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { return "\(path): \(String(cString: strerror(errno)))" }
        close(descriptor)
        return nil
    }

    /// Takes the word back: one that an earlier run left would switch off a box that only starts anew.
    static func remove(environment: [String: String] = ProcessInfo.processInfo.environment) {
        if let path = path(environment) { unlink(path) }
    }

    /// The first of the folders, separated by colons.
    private static func path(_ environment: [String: String]) -> String? {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map { "\($0)/\(name)" }
    }
}
