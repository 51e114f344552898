// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import CFakeDRM
import Core

@testable import Devices

/// A KMS display on a fake kernel, whose vblanks happen while somebody waits for them.
final class KMSUnderTest: Display, Pluggable, @unchecked Sendable {
    // Bound to one thread, the test's.
    private let card: OpaquePointer
    private let connector: UInt32
    private let size: VideoSize
    private let clock: DisplayClock
    private let refresh = FrameRate(60)
    private var nextOfCard: Timestamp
    private var display: KMSDisplay?

    init(size: VideoSize, clock: DisplayClock) throws(DisplayError) {
        let card: OpaquePointer = fake_drm_make("fake")
        self.card = card
        self.size = size
        self.clock = clock
        nextOfCard = clock.now()
        _ = fake_drm_add_crtc(card)
        connector = fake_drm_add_connector(card, UInt32(DRM_MODE_CONNECTOR_HDMIA))
        for kind in [DRM_PLANE_TYPE_PRIMARY, DRM_PLANE_TYPE_OVERLAY, DRM_PLANE_TYPE_OVERLAY] { addPlane(kind) }
        fake_drm_on_wait(
            card,
            { context, milliseconds in
                guard let context else { return }
                Unmanaged<KMSUnderTest>.fromOpaque(context).takeUnretainedValue().pass(milliseconds: Int64(milliseconds))
            }, Unmanaged.passUnretained(self).toOpaque())
        plug()
        display = try KMSDisplay(
            openCard: { () throws(DisplayError) in
                try DRMDevice(descriptor: fake_drm_open(card), path: "/dev/dri/fake")
            }, hotplug: nil, console: nil, modes: ModeChoice(), timebase: clock, tell: { _ in })
    }

    deinit {
        display?.close()
        fake_drm_forget(card)
    }

    func setPlugged(_ isPlugged: Bool) {
        if isPlugged { plug() } else { fake_drm_unplug(card, connector) }
        open.look(forced: true)
    }

    // MARK: The card

    private func addPlane(_ kind: Int32) {
        var traits = fake_plane()
        traits.kind = UInt32(kind)
        traits.rotations = UInt32(DRM_MODE_ROTATE_0 | DRM_MODE_ROTATE_180 | DRM_MODE_REFLECT_X | DRM_MODE_REFLECT_Y)
        (traits.least_scale, traits.most_scale) = (1 << 16, 1 << 16)
        let plane = fake_drm_add_plane(card, &traits)
        for format in [FourCC.xrgb8888, FourCC.argb8888, FourCC.nv12, FourCC.yuv420] { fake_drm_allow(card, plane, format) }
    }

    /// Plugs in a TV of this size with exactly 60 Hz.
    private func plug() {
        var mode = drmModeModeInfo()
        let (width, height) = (UInt16(size.width), UInt16(size.height))
        (mode.hdisplay, mode.hsync_start, mode.hsync_end, mode.htotal) = (width, width, width + 8, 200)
        (mode.vdisplay, mode.vsync_start, mode.vsync_end, mode.vtotal) = (height, height, height + 17, 125)
        mode.clock = 1500
        precondition(width < mode.htotal && height + 17 == mode.vtotal, "the size that displays are tested with")
        // A TV without a description would get a mode that every TV accepts.
        let edid = [UInt8](repeating: 0, count: 128)
        fake_drm_plug(card, connector, &mode, 1, edid, edid.count)
    }

    private func pass(milliseconds: Int64) {
        let end = clock.now().advanced(by: .milliseconds(milliseconds))
        while nextOfCard < clock.now() { nextOfCard = nextOfCard.advanced(by: refresh.interval) }
        while nextOfCard <= end {
            clock.wait(until: nextOfCard)
            nextOfCard = nextOfCard.advanced(by: refresh.interval)
            if fake_drm_vblank(card, clock.now().nanoseconds) > 0 { return }
        }
    }

    // MARK: The display

    private var open: KMSDisplay {
        guard let display else { preconditionFailure("it is there from init on") }
        return display
    }

    var name: String { open.name }
    var mode: DisplayMode? { open.mode }
    var nextVblank: Vblank { open.nextVblank }
    func vblank(forCommitAt instant: Timestamp) -> Vblank { open.vblank(forCommitAt: instant) }
    var onScreen: [PlacedPicture] { open.onScreen }
    func accepts(_ pictures: [PlacedPicture]) -> Bool { open.accepts(pictures) }
    func commit(_ pictures: [PlacedPicture]) throws(DisplayError) { try open.commit(pictures) }
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? { try open.waitForVblank(until: deadline) }
    func close() { open.close() }
}
