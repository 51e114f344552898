// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import CFakeDRM
import Core
import Glibc
import Synchronization

@testable import Devices

/// A card of the fake kernel with a TV connector and its own clock. The clock moves when somebody waits, and vblanks happen meanwhile at
/// the mode's rate.
final class FakeCard {
    static let path = "/dev/dri/fake0"
    static let size = VideoSize(width: 384, height: 216)

    let card: OpaquePointer
    let connector: UInt32
    private(set) var planes: [UInt32] = []
    let clock: FakeCardClock
    private let told = Mutex<[String]>([])

    /// - Parameter kinds: its planes, in the order in which the driver lists them.
    init(_ kinds: [FakePlane] = FakePlane.pi, isPlugged: Bool = true) {
        card = fake_drm_make("fake")
        clock = FakeCardClock(card)
        _ = fake_drm_add_crtc(card)
        connector = fake_drm_add_connector(card, UInt32(DRM_MODE_CONNECTOR_HDMIA))
        for kind in kinds {
            var traits = kind.traits
            let plane = fake_drm_add_plane(card, &traits)
            for format in kind.formats { fake_drm_allow(card, plane, format) }
            planes.append(plane)
        }
        fake_drm_on_wait(
            card,
            { context, milliseconds in
                guard let context else { return }
                Unmanaged<FakeCardClock>.fromOpaque(context).takeUnretainedValue().passUntilEvent(milliseconds: Int64(milliseconds))
            }, Unmanaged.passUnretained(clock).toOpaque())
        if isPlugged { plug() }
    }

    deinit { fake_drm_forget(card) }

    /// Opens the display without the kernel's hotplug messages: it has to poll.
    func open(cameraRate: FrameRate? = nil, wish: ModeWish = ModeWish()) throws(DisplayError) -> KMSDisplay {
        let (card, path) = (card, Self.path)
        return try KMSDisplay(
            openCard: { () throws(DisplayError) in
                let descriptor = fake_drm_open(card)
                guard descriptor >= 0 else { throw .notThere(path, reason: String(cString: strerror(errno))) }
                return try DRMDevice(descriptor: descriptor, path: path)
            }, hotplug: nil, console: nil, modes: ModeChoice(cameraRate: cameraRate), wish: wish, timebase: clock
        ) { line in
            self.told.withLock { $0.append(line) }
        }
    }

    func plug(_ modes: [drmModeModeInfo] = [FakeCard.timing(size)], edid: [UInt8] = FakeCard.edid("FAKE TV")) {
        fake_drm_plug(card, connector, modes, modes.count, edid, edid.count)
    }

    func unplug() { fake_drm_unplug(card, connector) }

    // MARK: Reading the state

    var lines: [String] { told.withLock { $0 } }

    /// Returns the number of log lines that contain these words.
    func count(_ words: String) -> Int { lines.count { $0.contains(words) } }

    var counts: fake_counts { fake_drm_counts(card) }

    /// The visible planes, from back to front.
    var shown: [fake_shown] {
        var room = [fake_shown](repeating: fake_shown(), count: 16)
        let count = fake_drm_shown(card, &room, room.count)
        return Array(room.prefix(count))
    }

    /// The pixel formats of the visible planes, such as "NV12".
    var formats: [String] { shown.map { FourCC.text($0.fourcc) } }

    /// The height of the mode that is set; `nil` while the TV is off.
    var litHeight: Int? {
        var mode = drmModeModeInfo()
        return fake_drm_mode(card, &mode) ? Int(mode.vdisplay) : nil
    }

    /// True if everything that was taken from the kernel has been given back.
    var isClean: Bool {
        let counts = counts
        return counts.framebuffers == 0 && counts.handles == 0 && counts.blobs == 0 && counts.left_at_close == 0
            && counts.removed_on_screen == 0
    }

    // MARK: Modes

    static func timing(_ size: VideoSize, hertz: Int = 60) -> drmModeModeInfo {
        var mode = drmModeModeInfo()
        let (width, height) = (UInt16(size.width), UInt16(size.height))
        (mode.hdisplay, mode.hsync_start, mode.hsync_end, mode.htotal) = (width, width + 8, width + 16, width + 16)
        (mode.vdisplay, mode.vsync_start, mode.vsync_end, mode.vtotal) = (height, height + 2, height + 4, height + 9)
        // Rounded to whole kHz: fractions of a Hz don't matter here.
        mode.clock = UInt32(Int(mode.htotal) * Int(mode.vtotal) * hertz / 1000)
        return mode
    }

    /// Returns the EDID of a TV with this name.
    static func edid(_ name: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128)
        let text = Array((name + "\n").utf8)
        bytes.replaceSubrange(72..<77, with: [0, 0, 0, 0xFC, 0])
        bytes.replaceSubrange(77..<77 + text.count, with: text)
        return bytes
    }
}

/// A plane of the fake card.
struct FakePlane {
    var traits: fake_plane
    var formats: [UInt32]

    private static let turns = UInt32(DRM_MODE_ROTATE_0 | DRM_MODE_ROTATE_180 | DRM_MODE_REFLECT_X | DRM_MODE_REFLECT_Y)
    private static let whole: UInt32 = 1 << 16

    static func make(
        _ kind: Int32 = DRM_PLANE_TYPE_OVERLAY, formats: [UInt32], turns: UInt32 = turns, zpos: ClosedRange<UInt32>?,
        scales: Bool, hasColour: Bool = true
    ) -> FakePlane {
        var traits = fake_plane()
        traits.kind = UInt32(kind)
        traits.rotations = turns
        traits.has_zpos = zpos != nil
        (traits.lowest_zpos, traits.highest_zpos) = (zpos?.lowerBound ?? 0, zpos?.upperBound ?? 0)
        (traits.has_alpha, traits.has_blend_mode, traits.has_colour) = (scales, scales, hasColour)
        (traits.least_scale, traits.most_scale) = scales ? (whole / 64, whole * 8) : (whole, whole)
        return FakePlane(traits: traits, formats: formats)
    }

    static let rgb = [FourCC.xrgb8888, FourCC.argb8888]
    static let all = rgb + [FourCC.nv12, FourCC.yuv420]

    /// The planes of a Raspberry Pi: every plane takes every format, scales, and can have any depth.
    static let pi =
        [make(DRM_PLANE_TYPE_PRIMARY, formats: all, zpos: 0...0, scales: true)]
        + (0..<6).map { _ in make(formats: all, zpos: 1...127, scales: true) }

    /// Planes that lie in the order of their list and don't scale.
    static let plain =
        [make(DRM_PLANE_TYPE_PRIMARY, formats: all, zpos: nil, scales: false)]
        + (0..<3).map { _ in make(formats: all, zpos: nil, scales: false) }

    /// A single plane that shows only RGB at the TV's own size.
    static let least = [make(DRM_PLANE_TYPE_PRIMARY, formats: [FourCC.xrgb8888], turns: 0, zpos: nil, scales: false, hasColour: false)]
}

/// The clock of a fake card. Bound to one thread, the test's: that is why it may be `@unchecked Sendable`.
final class FakeCardClock: Timebase, @unchecked Sendable {
    private let card: OpaquePointer
    private var current = Timestamp(seconds: 100)
    /// The time of the last vblank.
    private var lastVblank = Timestamp(seconds: 100)

    init(_ card: OpaquePointer) { self.card = card }

    func now() -> Timestamp { current }

    func wait(until deadline: Timestamp) {
        while passVblank(until: deadline) != nil {}
        current = max(current, deadline)
    }

    func advance(by duration: Duration) { wait(until: current.advanced(by: duration)) }

    /// Lets vblanks happen while somebody waits for an event.
    func passUntilEvent(milliseconds: Int64) {
        let end = current.advanced(by: .milliseconds(milliseconds))
        while let events = passVblank(until: end) {
            if events > 0 { return }
        }
    }

    /// - Returns: the number of events of the next vblank, or `nil` if there is no vblank until then.
    private func passVblank(until end: Timestamp) -> Int32? {
        var mode = drmModeModeInfo()
        guard fake_drm_mode(card, &mode), mode.clock > 0 else {
            lastVblank = current
            return nil
        }
        let interval = Int64(mode.htotal) * Int64(mode.vtotal) * 1_000_000 / Int64(mode.clock)
        let missed = max(0, lastVblank.duration(to: current).nanoseconds / interval)
        let next = lastVblank.advanced(by: .nanoseconds(interval * (missed == 0 ? 1 : missed)))
        guard next <= end else { return nil }
        lastVblank = next
        current = max(current, next)
        return fake_drm_vblank(card, next.nanoseconds)
    }
}

/// Test pictures for the card.
enum FakePictures {
    static func video(_ format: PixelFormat = .nv12, size: VideoSize = FakeCard.size, placement: Placement = Placement()) -> PlacedPicture {
        PlacedPicture(buffer: MemoryPixelBuffer(format: format, size: size), placement: placement)
    }

    /// Returns a drawing of the TV's size with something in these parts of it.
    static func drawing(_ used: [PixelRect]? = nil, size: VideoSize = FakeCard.size) -> PlacedPicture {
        PlacedPicture(buffer: MemoryPixelBuffer(format: .bgra, size: size), place: CanvasMapping(size: size).screen, used: used)
    }

    static func isSame(_ one: [PlacedPicture], _ other: [PlacedPicture]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0.buffer === $1.buffer && $0.place == $1.place }
    }
}

/// An NV12 picture in shareable memory, as a decoder delivers it.
final class FakeSharedPicture: PixelBuffer, @unchecked Sendable {
    // Never written to.
    private let memory: MemoryPixelBuffer
    private let shared: DMABuffer

    /// - Parameter offset: the picture's start in the memory.
    init(size: VideoSize, pitch: Int, offset: Int = 0) {
        memory = MemoryPixelBuffer(format: .nv12, size: size)
        var name = Array("/tmp/picture.XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        precondition(descriptor >= 0, "a file for a picture")
        unlink(name)
        ftruncate(descriptor, off_t(offset + pitch * size.height * 3 / 2))
        shared = DMABuffer(
            identity: DMABuffer.Identity(), fourcc: FourCC.nv12,
            planes: [
                DMABuffer.Plane(fileDescriptor: descriptor, offset: offset, pitch: pitch),
                DMABuffer.Plane(fileDescriptor: descriptor, offset: offset + pitch * size.height, pitch: pitch),
            ])
        super.init(format: .nv12, size: size, planes: memory.plane(0), memory.plane(1))
    }

    override var dmaBuffer: DMABuffer? { shared }

    deinit { close(shared.planes[0].fileDescriptor) }
}
