// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core

/// An active output: a connector with its CRTC, its mode and the planes on that CRTC. Thread-bound.
///
/// Its mode is set as long as it lives; `extinguish` ends that.
final class KMSOutput {
    let connector: KMSConnector
    let mode: DisplayMode
    /// The mode with the TV's diagonal. The presenter asks for it at each picture, so the EDID isn't read again.
    let modeOnTV: DisplayMode
    let planes: [KMSPlane]
    let planner: PlanePlanner
    let crtc: UInt32
    let writeback: Writeback?
    private let device: DRMDevice
    private let isActive: UInt32
    private let modeID: UInt32
    private let blob: UInt32
    /// The black picture that is shown if there is no other; of the TV's size.
    private let black: DumbBuffer
    private let request: AtomicRequest
    /// For each plane, true if the last commit showed something on it.
    private var shown: [Bool]

    /// Lights the TV, in black. A test-only commit finds out whether that works; if it doesn't, nothing changes.
    init(
        _ connector: KMSConnector, crtc: KMSCRTC, timing: drmModeModeInfo, mode: DisplayMode, planes: [KMSPlane],
        writeback: KMSConnector?, on device: DRMDevice
    ) throws(DRMFault) {
        let properties = try DRMProperties(of: crtc.id, type: UInt32(DRM_MODE_OBJECT_CRTC), on: device)
        isActive = try properties.required("ACTIVE")
        modeID = try properties.required("MODE_ID")
        self.connector = connector
        self.crtc = crtc.id
        self.mode = mode
        modeOnTV = DisplayMode(size: mode.size, refresh: mode.refresh, diagonalInches: connector.diagonalInches)
        self.device = device
        self.planes = planes.filter {
            $0.possibleCRTCs & crtc.bit != 0 && ($0.currentCRTC == 0 || $0.currentCRTC == crtc.id)
        }
        planner = PlanePlanner(planes: self.planes.map(\.traits), screen: mode.size)
        shown = self.planes.map { _ in false }
        request = try AtomicRequest()
        black = try DumbBuffer(format: .bgrx, size: mode.size, on: device)
        black.clear()
        var info = timing
        self.writeback = writeback.flatMap { Writeback($0, size: mode.size, on: device) }
        blob = try withUnsafeBytes(of: &info) { bytes throws(DRMFault) in try device.makeBlob(bytes) }
        // From here on `deinit` destroys the blob, also if this throws. By then a blob of somebody else could have its number.
        guard let uses = planner.layout([], way: PlaneArrangement(drawings: .whole, hasBackdrop: true)) else {
            throw .missing("a plane for XRGB pictures")
        }
        fillModeset(uses: uses, frame: nil)
        try request.commit([.testOnly, .modeset], on: device)
        try request.commit([.modeset], on: device)
        note(uses)
    }

    deinit { device.destroyBlob(blob) }

    /// Tests whether the hardware would show this, and changes nothing.
    func test(_ uses: [PlaneUse], surfaces: [PictureSurface], pictures: [PlacedPicture]) throws(DRMFault) {
        request.clear()
        fill(uses, surfaces: surfaces, pictures: pictures)
        try request.commit([.testOnly], on: device)
    }

    /// Hands a frame to the hardware for the next vblank; its flip is reported in the device's inbox.
    /// - Parameter readsBack: also writes this commit to the writeback's memory.
    func commit(_ frame: PlaneFrame, readsBack: Bool) throws(DRMFault) {
        request.clear()
        // The flip is the CRTC's, even if no plane takes part.
        request.set(crtc, isActive, 1)
        fill(frame.uses, surfaces: frame.surfaces, pictures: frame.pictures)
        if readsBack, let writeback { try writeback.order(in: request) }
        try request.commit([.nonBlocking, .flipEvent], on: device)
        note(frame.uses)
    }

    /// Sets the mode anew with this frame, or black, and returns when it is on the TV.
    func relight(_ frame: PlaneFrame?) throws(DRMFault) {
        let uses = frame?.uses ?? planner.layout([], way: PlaneArrangement(drawings: .whole, hasBackdrop: true)) ?? []
        fillModeset(uses: uses, frame: frame)
        try request.commit([.modeset], on: device)
        note(uses)
    }

    /// Turns the TV off, so that no picture is in use any more.
    func extinguish() throws(DRMFault) {
        request.clear()
        for plane in planes { plane.hide(in: request) }
        request.set(connector.id, connector.crtc, 0)
        if let writeback { request.set(writeback.connector.id, writeback.connector.crtc, 0) }
        request.set(crtc, isActive, 0)
        request.set(crtc, modeID, 0)
        try request.commit([.modeset], on: device)
        note([])
    }

    private func fillModeset(uses: [PlaneUse], frame: PlaneFrame?) {
        request.clear()
        request.set(connector.id, connector.crtc, UInt64(crtc))
        if let good = connector.goodLink { request.set(connector.id, good.id, good.value) }
        if let writeback { request.set(writeback.connector.id, writeback.connector.crtc, UInt64(crtc)) }
        request.set(crtc, isActive, 1)
        request.set(crtc, modeID, UInt64(blob))
        // The program that had the display before may have left something on any plane.
        for index in shown.indices { shown[index] = true }
        fill(uses, surfaces: frame?.surfaces ?? [], pictures: frame?.pictures ?? [])
    }

    private func fill(_ uses: [PlaneUse], surfaces: [PictureSurface], pictures: [PlacedPicture]) {
        for index in planes.indices where shown[index] && !uses.contains(where: { $0.plane == index }) {
            planes[index].hide(in: request)
        }
        for use in uses {
            let framebuffer = use.picture.map { surfaces[$0].framebuffer } ?? black.framebuffer
            let isYUV = use.picture.map { pictures[$0].buffer.format.isYUV } ?? false
            planes[use.plane].show(use, framebuffer: framebuffer.id, isYUV: isYUV, on: crtc, in: request)
        }
    }

    private func note(_ uses: [PlaneUse]) {
        for index in shown.indices { shown[index] = uses.contains { $0.plane == index } }
    }
}

/// A CRTC, which scans out to a TV: its number, and its bit in the masks of connectors and planes.
struct KMSCRTC {
    let id: UInt32
    let bit: UInt32

    static func all(on device: DRMDevice) throws(DRMFault) -> [KMSCRTC] {
        guard let resources = drmModeGetResources(device.descriptor) else { throw .last("reading the card's CRTCs") }
        defer { drmModeFreeResources(resources) }
        let ids = UnsafeBufferPointer(start: resources.pointee.crtcs, count: Int(resources.pointee.count_crtcs))
        return ids.prefix(32).enumerated().map { KMSCRTC(id: $1, bit: 1 << UInt32($0)) }
    }
}
