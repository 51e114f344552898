// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Hears the kernel say that something about displays changed: a TV plugged or pulled, a card that came or went.
///
/// It reads the kernel's own messages (netlink, uevents), which need no rights and no daemon. Thread-bound.
final class Hotplug {
    private let socket: Int32
    private var message = [UInt8](repeating: 0, count: 8192)

    /// `nil` where the kernel's messages can't be had: whoever needs to know then has to look from time to time.
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

    /// What was heard.
    struct News: Equatable {
        /// Anything about displays changed.
        var isAny = false
        /// Device files of cards that are gone: "/dev/dri/card0". One of that name may be there again.
        var removed: [String] = []
    }

    /// What changed since the last call. Doesn't wait.
    func poll() -> News {
        var news = News()
        while true {
            let count = recv(socket, &message, message.count, 0)
            if count < 0 {
                // So many messages came that some are lost: one may have been about a display.
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

    /// NETLINK_KOBJECT_UEVENT.
    private static let protocolNumber: Int32 = 15

    /// The kernel's `sockaddr_nl`, for the group of its own messages.
    private struct Address {
        var family = UInt16(AF_NETLINK)
        var padding: UInt16 = 0
        var port: UInt32 = 0
        var groups: UInt32 = 1
    }
}
