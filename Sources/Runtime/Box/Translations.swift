// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Interface

// Translations of one layer's types into another's: Devices and Core's interface don't know each other's.

extension CameraRequest {
    /// Makes the request to a camera from the settings.
    init(_ settings: Settings) {
        self.init(size: settings.size, rate: settings.framesPerSecond.map { FrameRate(Int64($0)) })
    }
}

extension CardCondition {
    /// The free bytes, if they are known.
    var freeBytes: Int64? {
        switch self {
        case .ready(let free), .full(let free): free
        case .absent, .readOnly, .failing: nil
        }
    }

    /// The word for the log and the report.
    var words: String {
        switch self {
        case .ready: "ready"
        case .absent: "away"
        case .readOnly: "read-only"
        case .full: "full"
        case .failing(let reason): "failing: \(reason)"
        }
    }
}

extension DisplayMode: CustomStringConvertible {
    /// For example `1920x1080 59.94 Hz`.
    public var description: String {
        let isWhole = refresh.denominator == 1
        return "\(size) \(isWhole ? "\(refresh.numerator)" : decimals(refresh.hertz)) Hz"
    }
}

extension FrameCounts {
    /// - Parameter neverShown: the number of frames that were due and never got to the TV.
    init(_ tally: Capture.Tally, neverShown: Int64) {
        self.init()
        captured = tally.captured
        lostByCamera = tally.lost
        lostByEncoder = tally.lostByEncoder
        notStored = tally.refused
        self.neverShown = neverShown
    }
}

extension Box {
    func diagnostics(of pipeline: Pipeline) -> Diagnostics {
        let tally = parts.shared.capture.tally
        let meter = parts.shared.meter.summary
        var diagnostics = Diagnostics()
        if meter.shown > 0 {
            diagnostics.delayError = Diagnostics.DelayError(
                p50: meter.p50.inMilliseconds, p99: meter.p99.inMilliseconds,
                max: meter.longest.inMilliseconds)
        }
        diagnostics.captured = tally.captured
        diagnostics.lost = tally.lost
        diagnostics.repeated = meter.repeated
        diagnostics.skipped = meter.skipped
        diagnostics.camera = parts.shared.capture.cameraName
        diagnostics.hasFrameStrip = parts.shared.capture.hasFrameStrip
        diagnostics.largestSize = parts.shared.capture.largestSize
        diagnostics.encoder = pipeline.footage.encoderName
        diagnostics.decoder = pipeline.player.decoderName
        diagnostics.framesPerSecond = pipeline.footage.parameters.rate.hertz
        diagnostics.memoryBytes = parts.memoryBytes()
        diagnostics.displayMode = parts.displayMode().map(String.init(describing:))
        diagnostics.tvInches = parts.displayMode()?.diagonalInches
        diagnostics.composingSeconds = parts.composingSeconds()
        return diagnostics
    }
}
