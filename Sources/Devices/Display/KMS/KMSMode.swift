// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core

/// A mode of a TV as the kernel takes it, and in the box's words.
struct KMSMode {
    let timing: drmModeModeInfo
    let mode: DisplayMode
    let isInterlaced: Bool

    /// Fails for an impossible mode: a bad EDID may have such.
    init?(_ timing: drmModeModeInfo) {
        let flags = timing.flags
        isInterlaced = flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        var numerator = Int64(timing.clock) * 1000
        var denominator = Int64(timing.htotal) * Int64(timing.vtotal)
        if isInterlaced { numerator *= 2 }
        if flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { denominator *= 2 }
        if timing.vscan > 1 { denominator *= Int64(timing.vscan) }
        guard numerator > 0, denominator > 0, timing.hdisplay >= 16, timing.vdisplay >= 16,
            timing.htotal >= timing.hdisplay, timing.vtotal >= timing.vdisplay
        else { return nil }
        let divisor = Self.greatestCommonDivisor(numerator, denominator)
        self.timing = timing
        mode = DisplayMode(
            size: VideoSize(width: Int(timing.hdisplay), height: Int(timing.vdisplay)),
            refresh: FrameRate(numerator / divisor, denominator / divisor))
    }

    /// Makes a progressive mode from its timing alone (CEA-861), for a TV that doesn't say what it takes.
    private init(
        clock: UInt32, _ horizontal: (UInt16, UInt16, UInt16, UInt16), _ vertical: (UInt16, UInt16, UInt16, UInt16),
        flags: Int32, mode: DisplayMode
    ) {
        var timing = drmModeModeInfo()
        timing.clock = clock
        (timing.hdisplay, timing.hsync_start, timing.hsync_end, timing.htotal) = horizontal
        (timing.vdisplay, timing.vsync_start, timing.vsync_end, timing.vtotal) = vertical
        timing.flags = UInt32(flags)
        timing.vrefresh = 60
        self.timing = timing
        self.mode = mode
        isInterlaced = false
    }

    /// The modes that nearly every TV takes: 1080p60, 720p60 and 480p60 of CEA-861.
    static var fallbacks: [KMSMode] {
        let positive = DRM_MODE_FLAG_PHSYNC | DRM_MODE_FLAG_PVSYNC
        let negative = DRM_MODE_FLAG_NHSYNC | DRM_MODE_FLAG_NVSYNC
        return [
            KMSMode(
                clock: 148_500, (1920, 2008, 2052, 2200), (1080, 1084, 1089, 1125), flags: positive,
                mode: DisplayMode(size: .hd1080, refresh: FrameRate(60))),
            KMSMode(
                clock: 74250, (1280, 1390, 1430, 1650), (720, 725, 730, 750), flags: positive,
                mode: DisplayMode(size: .hd720, refresh: FrameRate(60))),
            KMSMode(
                clock: 25175, (640, 656, 752, 800), (480, 490, 492, 525), flags: negative,
                mode: DisplayMode(size: .vga, refresh: FrameRate(25_175_000, 420_000))),
        ]
    }

    private static func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
        var (a, b) = (one, other)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }
}

extension ModeChoice {
    /// Returns a TV's modes in the order in which they are tried, best first; then come the modes that nearly every TV takes.
    ///
    /// - Parameter hasEDID: true if the TV itself says what it takes. Otherwise the modes are the kernel's guess, often only small ones,
    ///   and the modes that nearly every TV takes are as good.
    func ranked(_ timings: [drmModeModeInfo], hasEDID: Bool) -> [KMSMode] {
        let fallbacks = KMSMode.fallbacks
        let guesses = fallbacks.filter { !hasEDID || $0.mode == wanted }
        let modes = timings.compactMap(KMSMode.init) + guesses
        let offers = modes.map {
            Offer(
                mode: $0.mode, isInterlaced: $0.isInterlaced,
                isPreferred: $0.timing.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0)
        }
        return ranking(offers).map { modes[$0] } + fallbacks
    }
}
