// SPDX-License-Identifier: GPL-3.0-or-later

import Devices
import Foundation
import Glibc

/// The facts that `vir setup` has to know about a machine before it says what it will do.
struct SetupFacts: Equatable {
    var isRoot = true
    /// True if systemd runs this machine.
    var hasServiceManager = true
    /// True if the package's unit is installed.
    var hasUnit = true
    var isEnabled = false
    /// The unit of the desktop that this machine starts, such as `lightdm.service`; `nil` if it has none.
    var desktop: String?
    /// True if the machine starts into that desktop.
    var startsDesktop = false
    /// Why libcamera can't be reached; `nil` if it can.
    var cameraFault: CameraObject.Fault?
    /// True if the sources of the camera's object are there, and what compiles them.
    var hasSources = true
    var hasCompiler = true
    var hasHeaders = true
    /// The firmware's folder of overlays; `nil` on a machine that isn't a Raspberry Pi.
    var overlays: String?
    /// True if the firmware's folder has our overlays.
    var hasOverlays = false

    /// Looks at this machine.
    static func found() -> SetupFacts {
        let overlays = SetupPaths.firmwareOverlays.first { isThere($0) }
        return SetupFacts(
            isRoot: geteuid() == 0, hasServiceManager: isThere("/run/systemd/system"),
            hasUnit: isThere(SetupPaths.unit), isEnabled: SystemCommand.succeeds(SetupPaths.systemctl, ["--quiet", "is-enabled", "vir.service"]),
            desktop: desktop(),
            startsDesktop: SystemCommand.output(SetupPaths.systemctl, ["get-default"])?.hasPrefix("graphical.target") ?? false,
            cameraFault: CameraObject.fault, hasSources: isThere(SetupPaths.cameraSources + "/build"),
            hasCompiler: isThere("/usr/bin/g++"), hasHeaders: isThere("/usr/include/libcamera/libcamera/version.h"),
            overlays: overlays,
            hasOverlays: overlays.map { folder in SetupPaths.overlayNames.allSatisfy { isThere("\(folder)/\($0)") } } ?? false)
    }

    /// Returns the unit to which the name of the display manager leads.
    private static func desktop() -> String? {
        let link = "/etc/systemd/system/display-manager.service"
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else { return nil }
        return target.split(separator: "/").last.map(String.init)
    }

    private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// The places that `vir setup` knows; all are fixed, so no variable of the caller leads it elsewhere.
enum SetupPaths {
    static let systemctl = "/usr/bin/systemctl"
    static let unit = "/usr/lib/systemd/system/vir.service"
    static let cameraSources = "/usr/share/vir/camera"
    /// The folder of the object that is made on this machine.
    static let cameraFolder = "/usr/local/lib/vir"
    static let overlaySources = "/usr/share/vir/overlays"
    static let overlayNames = ["vir-panel.dtbo", "vir-panel-pi5.dtbo", "vir-knob.dtbo", "vir-knob-pi5.dtbo"]
    /// Raspberry Pi OS 12 and later, and before.
    static let firmwareOverlays = ["/boot/firmware/overlays", "/boot/overlays"]
}
