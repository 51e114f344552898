// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Sends messages to the service manager, through the socket that it names in `NOTIFY_SOCKET`.
///
/// The datagrams are those that sd_notify(3) documents, so no library is needed. Thread-safe: a datagram goes out whole.
struct ServiceNotice: Sendable {
    /// The messages that can be sent, in the protocol's own words.
    enum Message: Hashable, Sendable {
        case ready, stopping, watchdog
        /// One line for `systemctl status`.
        case status(String)

        var datagram: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .watchdog: "WATCHDOG=1"
            // A line break would begin another variable.
            case .status(let text): "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
            }
        }
    }

    /// The longest time that a service manager that doesn't listen may hold anybody up.
    private static let longestWaitMilliseconds = 200

    private let socket: OwnedSocket
    private let address: [UInt8]

    /// - Parameter name: a path, or `@` and a name in the kernel's abstract space.
    /// - Returns: `nil` for a name that is neither, such as another machine's vsock address.
    init?(name: String) {
        guard let address = Self.address(name), let socket = OwnedSocket(longestWaitMilliseconds: Self.longestWaitMilliseconds) else {
            return nil
        }
        self.address = address
        self.socket = socket
    }

    /// Sends one message, or several in one datagram.
    /// - Returns: why it couldn't be sent; `nil` if it was.
    @discardableResult
    func send(_ messages: Message...) -> String? {
        let text = Array(messages.map(\.datagram).joined(separator: "\n").utf8)
        let sent = address.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                sendto(socket.descriptor, text, text.count, Int32(MSG_NOSIGNAL), address.baseAddress, socklen_t(bytes.count))
            }
        }
        return sent == text.count ? nil : String(cString: strerror(errno))
    }

    /// Returns the bytes of the `sockaddr_un`: family, name, no more. An abstract name differs from a path by its first byte, 0.
    static func address(_ name: String) -> [UInt8]? {
        guard let first = name.utf8.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "@") else { return nil }
        let isAbstract = first == UInt8(ascii: "@")
        let path = isAbstract ? [0] + name.utf8.dropFirst() : Array(name.utf8) + [0]
        guard path.count > 1, path.count <= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        return withUnsafeBytes(of: sa_family_t(AF_UNIX), Array.init) + path
    }
}

/// A datagram socket that is closed with its last owner.
private final class OwnedSocket: Sendable {
    let descriptor: Int32

    init?(longestWaitMilliseconds: Int) {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var longest = timeval(tv_sec: 0, tv_usec: longestWaitMilliseconds * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &longest, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }
}
