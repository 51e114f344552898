// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Devices

/// The nodes that are taken, by the kernel's files about them.
@Suite struct LinuxVideoTests {
    /// A folder like `/sys`, in which a test plugs devices in.
    private final class Sys {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sys-\(UUID().uuidString)")
        var path: String { folder.path }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Makes a device with its driver, and returns its path below the folder.
        func add(device: String, driver: String) throws {
            try make("bus/drivers/\(driver)")
            try make("devices/\(device)")
            let link = folder.appendingPathComponent("devices/\(device)/driver")
            guard !FileManager.default.fileExists(atPath: link.path) else { return }
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.appendingPathComponent("bus/drivers/\(driver)"))
        }

        func add(node: String, name: String, device: String, driver: String) throws {
            try add(device: device, driver: driver)
            try make("class/video4linux/\(node)")
            try Data("\(name)\n".utf8).write(to: folder.appendingPathComponent("class/video4linux/\(node)/name"))
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("class/video4linux/\(node)/device"),
                withDestinationURL: folder.appendingPathComponent("devices/\(device)"))
        }

        func add(media: String, device: String, driver: String) throws {
            try add(device: device, driver: driver)
            try make("devices/\(device)/\(media)")
            try make("bus/media/devices")
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("bus/media/devices/\(media)"),
                withDestinationURL: folder.appendingPathComponent("devices/\(device)/\(media)"))
        }

        private func make(_ name: String) throws {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
    }

    private static let web = "platform/axi/1000120000.pcie/1f00200000.usb/xhci-hcd.0/usb1/1-1/1-1.2/1-1.2:1.0"

    @Test func onlyTheNodesOfUSBCamerasAreTaken() throws {
        let sys = Sys()
        try sys.add(node: "video10", name: "bcm2835-codec-decode", device: "platform/bcm2835-codec", driver: "bcm2835-codec")
        try sys.add(node: "video2", name: "HD Webcam: HD Webcam", device: Self.web, driver: "uvcvideo")
        try sys.add(node: "video11", name: "HD Webcam: HD Web", device: Self.web, driver: "uvcvideo")
        try sys.add(node: "video0", name: "unicam-image", device: "platform/soc/fe801000.csi", driver: "unicam")
        try sys.add(node: "video1", name: "vivid-000-vid-cap", device: "platform/vivid.0", driver: "vivid")
        try sys.add(node: "v4l-subdev0", name: "HD Webcam", device: Self.web, driver: "uvcvideo")
        let nodes = LinuxVideo(sys: sys.path).nodes()
        #expect(nodes.map(\.path) == ["/dev/video2", "/dev/video11"])
        #expect(nodes.allSatisfy { $0.id == "xhci-hcd.0-1.2:1.0" && $0.name == "HD Webcam" })
        #expect(LinuxVideo(drivers: ["vivid"], sys: sys.path).nodes() == [VideoNode(path: "/dev/video1", id: "vivid.0", name: "vivid-000-vid-cap")])
        #expect(LinuxVideo(sys: sys.path + "/nowhere").nodes().isEmpty)
    }

    @Test(arguments: [
        ("/sys/devices/pci0000:00/0000:00:14.0/usb3/3-4/3-4:1.0", "0000:00:14.0-4:1.0"), ("/sys/devices/platform/vivid.0", "vivid.0"),
        ("/sys/devices/platform/dummy_hcd.0/usb12/12-1/12-1:1.0", "dummy_hcd.0-1:1.0"), ("usb1", "usb1"), ("", ""),
    ])
    func anIdHasTheSocketAndNoNumberOfTheStart(device: String, id: String) {
        #expect(LinuxVideo.id(of: device) == id)
    }

    @Test(arguments: ["unicam", "bcm2835-unicam", "rp1-cfe"])
    func aCameraModuleIsKnownByItsReceiver(driver: String) throws {
        let sys = Sys()
        try sys.add(media: "media0", device: Self.web, driver: "uvcvideo")
        #expect(!LinuxVideo(sys: sys.path).hasCameraModule)
        try sys.add(media: "media3", device: "platform/soc/1f00128000.csi", driver: driver)
        #expect(LinuxVideo(sys: sys.path).hasCameraModule)
        let other = Sys()
        try other.add(node: "video0", name: "image", device: "platform/soc/fe801000.csi", driver: driver)
        #expect(LinuxVideo(sys: other.path).hasCameraModule)
    }

    @Test func aFileThatIsNoCameraIsRefused() throws {
        let missing = VideoNode(path: "/dev/video-of-nobody", id: "x", name: "x")
        #expect(throws: VideoFault(status: -2)) { _ = try LinuxVideo().open(missing) }
        #expect(throws: CameraError.gone("usb:x")) { _ = try USBCameraHandle(missing, name: "usb:x", kernel: LinuxVideo()) }
        #expect(throws: CameraError.self) {
            _ = try USBCameraHandle(VideoNode(path: "/dev/null", id: "x", name: "x"), name: "usb:x", kernel: LinuxVideo())
        }
    }
}
