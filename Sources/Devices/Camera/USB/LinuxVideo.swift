// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core
import Glibc

/// The cameras of this machine's kernel.
///
/// The nodes are found by the kernel's own files about them (`/sys`), so the node of any other driver isn't even opened: the pictures of a
/// camera module on the board are raw, and an encoder has a node too.
struct LinuxVideo: VideoKernel {
    /// The driver of USB cameras.
    static let usbDriver = "uvcvideo"
    /// The drivers of the Pi's camera connectors. They have a device as soon as a camera module was found at the start.
    static let receivers: Set<String> = ["unicam", "bcm2835-unicam", "rp1-cfe"]

    /// The drivers whose nodes are taken.
    let drivers: Set<String>
    /// The folder with the kernel's files.
    let sys: String

    init(drivers: Set<String> = [usbDriver], sys: String = "/sys") {
        self.drivers = drivers
        self.sys = sys
    }

    /// True if a camera module is on the board, whose pictures only libcamera can read.
    var hasCameraModule: Bool {
        // A media device lies in the folder of the device that it belongs to; a node's `device` leads there.
        let media = FolderNames.of(sys + "/bus/media/devices").map { "\(sys)/bus/media/devices/\($0)/../driver" }
        let nodes = FolderNames.of(sys + "/class/video4linux").map { "\(sys)/class/video4linux/\($0)/device/driver" }
        return (media + nodes).contains { Self.lastName(of: $0).map(Self.receivers.contains) ?? false }
    }

    func nodes() -> [VideoNode] {
        let names = FolderNames.of(sys + "/class/video4linux").compactMap { entry -> (number: Int, entry: String)? in
            guard entry.hasPrefix("video"), let number = Int(entry.dropFirst("video".count)) else { return nil }
            return (number, entry)
        }
        return names.sorted { $0.number < $1.number }.compactMap { node($0.entry) }
    }

    private func node(_ entry: String) -> VideoNode? {
        let folder = "\(sys)/class/video4linux/\(entry)"
        guard let driver = Self.lastName(of: folder + "/device/driver"), drivers.contains(driver),
            let device = Self.resolved(folder + "/device")
        else { return nil }
        let name = Self.line(of: folder + "/name").map(Self.product) ?? entry
        return VideoNode(path: "/dev/" + entry, id: Self.id(of: device), name: name)
    }

    /// Returns the product in a node's name: the driver adds the name of the function, which is mostly the product's again, cut off.
    private static func product(in name: String) -> String {
        guard let colon = name.firstIndex(of: ":") else { return name }
        let product = name[..<colon]
        let function = name[name.index(after: colon)...].drop { $0 == " " }
        return product.hasPrefix(function) ? String(product) : name
    }

    /// Returns the id of a device by its folder: of a USB device its controller's name, then its socket and interface, without the bus's
    /// number, which depends on the order of the start.
    static func id(of device: String) -> String {
        let parts = device.split(separator: "/")
        guard let last = parts.last else { return device }
        guard let bus = parts.firstIndex(where: { $0.hasPrefix("usb") && $0.dropFirst(3).allSatisfy(\.isNumber) && $0.count > 3 }), bus > 0,
            let dash = last.firstIndex(of: "-")
        else { return String(last) }
        return String(parts[bus - 1] + last[dash...])
    }

    func open(_ node: VideoNode) throws(VideoFault) -> any VideoDevice {
        let descriptor = Glibc.open(node.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw VideoFault(status: -errno) }
        return LinuxVideoDevice(descriptor: descriptor)
    }

    // MARK: The kernel's files

    /// Returns the path without symbolic links; `nil` if nothing is there.
    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func lastName(of path: String) -> String? {
        resolved(path)?.split(separator: "/").last.map(String.init)
    }

    /// Returns the first line of a small file; `nil` if it is empty or can't be read.
    private static func line(of path: String) -> String? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            let count = read(descriptor, bytes.baseAddress, bytes.count)
            guard count > 0 else { return nil }
            let line = String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self)
            return line.isEmpty ? nil : line
        }
    }
}

/// An open node of the kernel's. Thread-bound.
private final class LinuxVideoDevice: VideoDevice {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 { vir_video_control(descriptor, request, argument) }

    func map(length: Int, offset: Int) -> UnsafeMutableRawPointer? {
        let base = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, offset)
        return base == MAP_FAILED ? nil : base
    }

    func unmap(_ base: UnsafeMutableRawPointer, length: Int) {
        munmap(base, length)
    }

    func wait(_ patience: Duration) -> Int32 { vir_video_wait(descriptor, max(patience, .zero).nanoseconds) }
}
