// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Receives the kernel's messages about displays: a TV that was plugged in or pulled, a card that came or went.
///
/// It reads the kernel's own messages (netlink, uevents), which need no rights and no daemon. Thread-bound.
final class Hotplug {
    private let socket: Int32
    private var message = [UInt8](repeating: 0, count: 8192)

    /// Fails if the kernel's messages aren't available: the caller then has to check from time to time.
    init?() {
        let socket = Glibc.socket(
            AF_NETLINK, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
            Self.protocolNumber)
        guard socket >= 0 else { return nil }
        var address = Address()
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<Address>.size)) }
        }
        guard result == 0 else {
            close(socket)
            return nil
        }
        self.socket = socket
    }

    deinit { close(socket) }

    /// The changes that were reported.
    struct News: Equatable {
        /// True if anything about displays changed.
        var isAny = false
        /// The device files of cards that are gone, such as "/dev/dri/card0". A card of that name may be there again.
        var removed: [String] = []
    }

    /// Returns the changes since the last call. Doesn't wait.
    func poll() -> News {
        var news = News()
        while true {
            let count = recv(socket, &message, message.count, 0)
            if count < 0 {
                // Messages were lost because too many came: one may have been about a display.
                if errno == ENOBUFS {
                    news.isAny = true
                    continue
                }
                if errno == EINTR { continue }
                return news
            }
            if count == 0 { return news }
            Self.read(message.prefix(count), into: &news)
        }
    }

    /// Reads a message of the kernel: lines like "ACTION=remove" that end with zeros.
    static func read(_ message: some Collection<UInt8>, into news: inout News) {
        let lines = message.split(separator: 0)
        guard lines.contains(where: { $0.elementsEqual("SUBSYSTEM=drm".utf8) }) else { return }
        news.isAny = true
        guard lines.contains(where: { $0.elementsEqual("ACTION=remove".utf8) }) else { return }
        let name = Array("DEVNAME=".utf8)
        for line in lines where line.starts(with: name) {
            news.removed.append("/dev/" + String(decoding: line.dropFirst(name.count), as: UTF8.self))
        }
    }

    /// The number of NETLINK_KOBJECT_UEVENT.
    private static let protocolNumber: Int32 = 15

    /// The kernel's `sockaddr_nl`, for the group of its own messages.
    private struct Address {
        var family = UInt16(AF_NETLINK)
        var padding: UInt16 = 0
        var port: UInt32 = 0
        var groups: UInt32 = 1
    }
}
