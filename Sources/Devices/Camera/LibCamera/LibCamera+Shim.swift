// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core

extension vir_camera_controls {
    /// Translates a person's settings and the directive for the exposure to libcamera's controls.
    init(_ controls: CameraControls, exposure directive: ExposureRule.Directive, triggersFocus: Bool) {
        self.init()
        switch directive {
        case .automatic:
            exposure = Int32(VIR_CAMERA_EXPOSURE_AUTOMATIC)
        case .shutter(let time):
            exposure = Int32(VIR_CAMERA_EXPOSURE_SHUTTER)
            exposure_time = time
        case .locked(let values):
            exposure = Int32(VIR_CAMERA_EXPOSURE_LOCKED)
            exposure_time = values.time
            gain = values.gain
            red_gain = values.redGain
            blue_gain = values.blueGain
        }
        prefers_short = controls.longestExposure != nil
        switch controls.flicker {
        case .automatic: flicker = Int32(VIR_CAMERA_FLICKER_AUTOMATIC)
        case .off: flicker = Int32(VIR_CAMERA_FLICKER_OFF)
        case .hertz50, .hertz60: flicker = Int32(VIR_CAMERA_FLICKER_PERIOD)
        }
        // Lamps flash twice in a period of the mains.
        flicker_period = controls.flicker.mainsHertz.map { Int32(500_000 / $0) } ?? 0
        focus =
            switch controls.focus {
            case .continuous: Int32(VIR_CAMERA_FOCUS_CONTINUOUS)
            case .once: Int32(VIR_CAMERA_FOCUS_ONCE)
            case .locked: Int32(VIR_CAMERA_FOCUS_LOCKED)
            }
        triggers_focus = triggersFocus
    }
}

extension vir_camera_stream {
    /// The times between frames that the camera can have; `nil` if it doesn't say.
    var frames: ClosedRange<Duration>? {
        guard shortest_frame > 0, longest_frame >= shortest_frame else { return nil }
        return .nanoseconds(shortest_frame) ... .nanoseconds(longest_frame)
    }

    /// True if the colours are BT.709 in limited range, or if nothing is said about the matrix.
    var hasOurColours: Bool {
        let matrix = Int(matrix)
        return !is_full_range && (matrix == VIR_CAMERA_MATRIX_709 || matrix == VIR_CAMERA_MATRIX_UNKNOWN)
    }
}

extension CameraDescription.Mode {
    /// Returns the sizes worth showing, largest first.
    static func of(_ offers: [CameraOffer], isUSB: Bool, rate: (CameraChoice) -> FrameRate?) -> [CameraDescription.Mode] {
        let usual: [VideoSize] = [.hd1080, .hd720, .vga]
        // A camera that scales has every size, so the usual sizes are enough.
        let scaled = offers.filter { $0.widthStep > 0 }.flatMap { usual.map($0.nearest) }
        let sizes = scaled.isEmpty ? offers.map(\.smallest) : scaled
        let usable = Set(sizes).filter { VideoLimits.objection(to: $0.even) == nil }
            .sorted { ($0.width * $0.height, $0.width) > ($1.width * $1.height, $1.width) }
        return usable.prefix(longestList).compactMap { size in
            CameraChoice(of: offers, nearest: size, isUSB: isUSB).map { CameraDescription.Mode(size: size, rate: rate($0)) }
        }
    }

    private static let longestList = 8
}
