// SPDX-License-Identifier: GPL-3.0-or-later

import CUVCGadget
import CVideo
import Core
import Foundation
import Glibc
import Media
import TestSupport

/// A USB camera of the kernel's own (its UVC gadget on dummy_hcd): the kernel's driver for USB cameras has a device with descriptors, requests
/// and isochronous packets before it, as on a cable.
///
/// It offers YUYV in 320×240, and MJPEG in that size and in 640×480. Its pictures carry numbers, which begin anew after the last one.
final class UVCGadget {
    struct Fault: Error { let what: String }

    static let product = "VIR test camera"
    static let small = VideoSize(width: 320, height: 240)
    static let pictureCount = 16
    /// The times between frames that each size offers, in units of 100 ns.
    static let intervals = [333_333, 666_666]

    private static let root = "/sys/kernel/config/usb_gadget/vir"
    private static let function = root + "/functions/uvc.0"

    private let small = Pictures(size: UVCGadget.small, isCompressed: false)
    private let smallJPEG = Pictures(size: UVCGadget.small, isCompressed: true)
    private let large = Pictures(size: .vga, isCompressed: true)
    private var camera: OpaquePointer?

    /// Makes the camera, and plugs it in.
    init() throws {
        try Self.describe()
        try plug()
    }

    deinit {
        pull()
        try? Self.write("\n", to: Self.root + "/UDC")
    }

    // MARK: The cable

    func plug() throws {
        guard camera == nil else { return }
        try large.fill()
        try smallJPEG.fill()
        try small.fill()
        let interval = UInt32(Self.intervals[0])
        let modes = [
            small.mode(format: 1, frame: 1, interval), smallJPEG.mode(format: 2, frame: 1, interval), large.mode(format: 2, frame: 2, interval),
        ]
        camera = vir_gadget_plug(try Self.node(), modes, UInt32(modes.count))
        guard camera != nil else { throw Fault(what: "the gadget's node can't be used") }
    }

    func pull() {
        if let camera { vir_gadget_pull(camera) }
        camera = nil
    }

    /// The pictures that went over the cable since the camera was plugged in.
    var sent: Int { camera.map { Int(vir_gadget_sent($0)) } ?? 0 }
    /// The time between frames that was asked for last, in units of 100 ns.
    var interval: Int { camera.map { Int(vir_gadget_interval($0)) } ?? 0 }
    /// The kernel's number of the mains frequency that was set last.
    var mains: v4l2_power_line_frequency { v4l2_power_line_frequency(camera.map { vir_gadget_mains($0) } ?? 0) }

    /// Sends only half of the next picture.
    func cutNext() {
        if let camera { vir_gadget_cut_next(camera) }
    }

    // MARK: The descriptors

    /// Describes the camera to the kernel, and gives it to the emulated socket; nothing is plugged in before its program is there.
    private static func describe() throws {
        try write("\n", to: root + "/UDC", isNeeded: false)
        guard access(root + "/configs/c.1/uvc.0", F_OK) != 0 else { return try bind() }
        for folder in ["", "/strings", "/strings/0x409", "/configs/c.1", "/functions/uvc.0"] { try make(root + folder) }
        // The ids are the Linux Foundation's for gadgets.
        try write("0x1d6b", to: root + "/idVendor")
        try write("0x0104", to: root + "/idProduct")
        try write("VIR", to: root + "/strings/0x409/manufacturer")
        try write(product, to: root + "/strings/0x409/product")
        // The most that a microframe carries.
        try write("3072", to: function + "/streaming_maxpacket")
        try format("uncompressed/y", sizes: [small])
        try format("mjpeg/m", sizes: [small, .vga])
        try make(function + "/streaming/header/h")
        for name in ["uncompressed/y", "mjpeg/m"] {
            try link(function + "/streaming/" + name, function + "/streaming/header/h/" + String(name.suffix(1)))
        }
        for speed in ["fs", "hs", "ss"] { try link(function + "/streaming/header/h", function + "/streaming/class/\(speed)/h") }
        try make(function + "/control/header/h")
        for speed in ["fs", "ss"] { try link(function + "/control/header/h", function + "/control/class/\(speed)/h") }
        // Of the controls it has only the mains frequency.
        try write("0x00\n0x04\n", to: function + "/control/processing/default/bmControls")
        try write("0x00\n0x00\n0x00\n", to: function + "/control/terminal/camera/default/bmControls")
        try link(function, root + "/configs/c.1/uvc.0")
        try bind()
    }

    private static func format(_ name: String, sizes: [VideoSize]) throws {
        let folder = function + "/streaming/" + name
        try make(folder)
        for (index, size) in sizes.enumerated() {
            // The frames are numbered in the order of their making.
            let frame = "\(folder)/\(index + 1)"
            try make(frame)
            try write("\(size.width)", to: frame + "/wWidth")
            try write("\(size.height)", to: frame + "/wHeight")
            try write("\(size.width * size.height * 2)", to: frame + "/dwMaxVideoFrameBufferSize")
            try write("\(intervals[0])", to: frame + "/dwDefaultFrameInterval")
            try write(intervals.map { "\($0)\n" }.joined(), to: frame + "/dwFrameInterval")
        }
    }

    private static func bind() throws {
        guard let socket = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/udc").first else {
            throw Fault(what: "no emulated socket")
        }
        try write(socket, to: root + "/UDC")
    }

    /// Returns the node through which the gadget's driver asks for pictures.
    private static func node() throws -> String {
        let folder = "/sys/class/video4linux"
        for _ in 0..<200 {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                if access("\(folder)/\(name)/function_name", F_OK) == 0, access("/dev/\(name)", R_OK | W_OK) == 0 { return "/dev/\(name)" }
            }
            usleep(20_000)
        }
        throw Fault(what: "the gadget has no node")
    }

    // MARK: Files

    private static func make(_ folder: String) throws {
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw Fault(what: folder) }
    }

    private static func link(_ target: String, _ path: String) throws {
        guard symlink(target, path) == 0 || errno == EEXIST else { throw Fault(what: path) }
    }

    private static func write(_ text: String, to path: String, isNeeded: Bool = true) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { Glibc.close(descriptor) } }
        guard descriptor >= 0, Glibc.write(descriptor, text, text.utf8.count) > 0 else {
            if isNeeded { throw Fault(what: "\(text) to \(path)") }
            return
        }
    }
}

/// The pictures of one mode, in memory that doesn't move.
private final class Pictures {
    let size: VideoSize
    let isCompressed: Bool
    private var bytes: [UnsafeMutableBufferPointer<UInt8>] = []
    private let starts = UnsafeMutableBufferPointer<UnsafePointer<UInt8>?>.allocate(capacity: UVCGadget.pictureCount)
    private let lengths = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: UVCGadget.pictureCount)

    init(size: VideoSize, isCompressed: Bool) {
        self.size = size
        self.isCompressed = isCompressed
    }

    deinit {
        for picture in bytes { picture.deallocate() }
        starts.deallocate()
        lengths.deallocate()
    }

    /// Makes the pictures, once.
    func fill() throws {
        guard bytes.isEmpty else { return }
        for number in 0..<UVCGadget.pictureCount {
            let picture = NumberedPicture.make(Int64(number), size: size)
            let content = isCompressed ? try StillReader.jpeg(picture, quality: 90) : Self.yuyv(picture)
            let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.count)
            _ = memory.initialize(from: content)
            bytes.append(memory)
            starts[number] = UnsafePointer(memory.baseAddress)
            lengths[number] = UInt32(content.count)
        }
    }

    func mode(format: UInt8, frame: UInt8, _ interval: UInt32) -> vir_gadget_mode {
        vir_gadget_mode(
            fourcc: isCompressed ? UVCGadget.fourcc("MJPG") : UVCGadget.fourcc("YUYV"), format_index: format, frame_index: frame,
            width: UInt32(size.width), height: UInt32(size.height), interval: interval, pictures: starts.baseAddress, lengths: lengths.baseAddress,
            picture_count: UInt32(UVCGadget.pictureCount))
    }

    /// The picture's luma with gray colours.
    private static func yuyv(_ picture: PixelBuffer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(picture.size.width * picture.size.height * 2)
        let luma = picture.plane(0)
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width { bytes += [luma.base.load(fromByteOffset: y * luma.pitch + x, as: UInt8.self), 128] }
        }
        return bytes
    }
}

extension UVCGadget {
    fileprivate static func fourcc(_ name: String) -> UInt32 { name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
}
