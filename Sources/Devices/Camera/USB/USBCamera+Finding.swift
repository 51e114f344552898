// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension USBCamera {
    /// Returns the USB cameras of this machine. Thread-safe. Opens each camera for a moment.
    /// - Parameter withRates: asks each camera for its rates too.
    public static func list(withRates: Bool = false) -> [CameraDescription] { list(withRates: withRates, kernel: LinuxVideo()) }

    /// Returns the cameras that are there now, as options for a person to choose; opens none of them. Thread-safe.
    public static func options() -> [CameraOption] { options(kernel: LinuxVideo()) }

    /// True if a camera module is on the board: only libcamera can read it. Thread-safe.
    public static var isBesideCameraModule: Bool { LinuxVideo().hasCameraModule }

    static func list(withRates: Bool, kernel: any VideoKernel) -> [CameraDescription] {
        var cameras: [CameraDescription] = []
        for node in kernel.nodes() where !cameras.contains(where: { $0.id == node.id && !$0.modes.isEmpty }) {
            var camera = CameraDescription(node)
            if let handle = try? USBCameraHandle(node, name: camera.name, kernel: kernel) {
                camera.modes = CameraDescription.Mode.of(handle.offers(), isUSB: true) { choice in
                    guard withRates, let span = handle.intervals(of: choice).span else { return nil }
                    return CameraRate.rate(of: span.lowerBound)
                }
            }
            if let index = cameras.firstIndex(where: { $0.id == camera.id }) {
                if !camera.modes.isEmpty { cameras[index] = camera }
            } else {
                cameras.append(camera)
            }
        }
        return cameras
    }

    static func options(kernel: any VideoKernel) -> [CameraOption] {
        known(to: kernel).map { CameraOption(word: "usb:\($0.id)", name: $0.name, place: .usb(port: $0.socket)) }
    }

    /// Returns the cameras that the kernel knows of now, without their modes: one for all nodes of a camera.
    static func known(to kernel: any VideoKernel) -> [CameraDescription] {
        var ids: Set<String> = []
        return kernel.nodes().filter { ids.insert($0.id).inserted }.map(CameraDescription.init)
    }
}

extension CameraDescription {
    init(_ node: VideoNode) {
        self.init(id: node.id, model: node.name, location: .external)
    }

    /// The socket in an id of the kernel's (`VideoNode.id`), counted along the hubs: `1.2` of `xhci-hcd.0-1.2:1.0`.
    fileprivate var socket: String? {
        guard let end = id.lastIndex(of: ":"), let dash = id[..<end].lastIndex(of: "-") else { return nil }
        let socket = id[id.index(after: dash)..<end]
        let numbers = socket.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } } ? String(socket) : nil
    }
}
