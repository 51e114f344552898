// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM

/// A socket of the card as it was when it was read, and what is plugged into it.
struct KMSConnector {
    let id: UInt32
    /// The kernel's name of the socket, such as "HDMI-A-1".
    let name: String
    let isConnected: Bool
    let isWriteback: Bool
    /// The TV's own description of itself; empty if it gives none.
    let edid: [UInt8]
    let modes: [drmModeModeInfo]
    /// The CRTCs that it can belong to, as bits by their index.
    let possibleCRTCs: UInt32
    /// The CRTC that it is on; 0 for none.
    let currentCRTC: UInt32
    /// True if the TV was unplugged and plugged in meanwhile: the mode has to be set again.
    let isLinkBad: Bool
    let crtc: UInt32
    /// The value that ends a bad link; it is set with the mode.
    let goodLink: PropertyValue?
    let writebackFramebuffer, writebackFence: UInt32?
    /// The four-character codes that a writeback connector writes.
    let writebackFormats: [UInt32]

    /// - Parameter probe: asks the socket itself, which takes a moment; otherwise the kernel's knowledge is read.
    init(_ id: UInt32, probe: Bool, on device: DRMDevice) throws(DRMFault) {
        let found = probe ? drmModeGetConnector(device.descriptor, id) : drmModeGetConnectorCurrent(device.descriptor, id)
        guard let found else { throw .last("reading a connector") }
        defer { drmModeFreeConnector(found) }
        let connector = found.pointee
        let properties = try DRMProperties(of: id, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), on: device)
        self.id = id
        let type = drmModeGetConnectorTypeName(connector.connector_type).map { String(cString: $0) } ?? "Unknown"
        name = "\(type)-\(connector.connector_type_id)"
        isWriteback = connector.connector_type == UInt32(DRM_MODE_CONNECTOR_WRITEBACK)
        // A bad cable or switch leaves the connection unknown: then it counts as connected if it offers modes.
        isConnected =
            connector.connection == DRM_MODE_CONNECTED
            || connector.connection == DRM_MODE_UNKNOWNCONNECTION && connector.count_modes > 0
        modes = Array(UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes)))
        let encoders = UnsafeBufferPointer(start: connector.encoders, count: Int(connector.count_encoders))
        var possible: UInt32 = 0
        for encoder in encoders {
            guard let found = drmModeGetEncoder(device.descriptor, encoder) else { continue }
            possible |= found.pointee.possible_crtcs
            drmModeFreeEncoder(found)
        }
        possibleCRTCs = possible
        edid = properties["EDID"].map { Self.blob(UInt32(clamping: $0.value), on: device) } ?? []
        crtc = try properties.required("CRTC_ID")
        currentCRTC = UInt32(clamping: properties["CRTC_ID"]?.value ?? 0)
        goodLink = properties.choice("link-status", "Good")
        isLinkBad = properties["link-status"].map { $0.words["Bad"] == $0.value } ?? false
        writebackFramebuffer = properties["WRITEBACK_FB_ID"]?.id
        writebackFence = properties["WRITEBACK_OUT_FENCE_PTR"]?.id
        let formats = properties["WRITEBACK_PIXEL_FORMATS"].map { Self.blob(UInt32(clamping: $0.value), on: device) } ?? []
        writebackFormats = formats.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count & ~3, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self) }
        }
    }

    /// The TV's name, or `nil` if it has no name.
    var monitor: String? { monitorName(inEDID: edid) }

    /// The diagonal of the TV in inches, or `nil` if it doesn't tell.
    var diagonalInches: Double? { Devices.diagonalInches(inEDID: edid) }

    /// Returns every connector of the card, in the card's order.
    static func all(on device: DRMDevice, probe: Bool) throws(DRMFault) -> [KMSConnector] {
        guard let resources = drmModeGetResources(device.descriptor) else { throw .last("reading the card's connectors") }
        defer { drmModeFreeResources(resources) }
        let ids = UnsafeBufferPointer(start: resources.pointee.connectors, count: Int(resources.pointee.count_connectors))
        // Skip connectors that disappeared meanwhile.
        return ids.compactMap { try? KMSConnector($0, probe: probe, on: device) }
    }

    private static func blob(_ id: UInt32, on device: DRMDevice) -> [UInt8] {
        guard id != 0, let blob = drmModeGetPropertyBlob(device.descriptor, id) else { return [] }
        defer { drmModeFreePropertyBlob(blob) }
        return Array(UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length)))
    }
}
