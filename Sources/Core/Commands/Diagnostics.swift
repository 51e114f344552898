// SPDX-License-Identifier: GPL-3.0-or-later

/// The box's measurements of itself, for the diagnostics panel.
public struct Diagnostics: Hashable, Sendable {
    /// The difference between the delay that was set and the delay on the TV: median, 99th percentile and maximum.
    public struct DelayError: Hashable, Sendable {
        /// In milliseconds, as measured at each vblank.
        public var p50: Double
        public var p99: Double
        public var max: Double

        public init(p50: Double, p99: Double, max: Double) {
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    /// The error of the delay; `nil` until it was measured.
    public var delayError: DelayError?
    public var captured: Int64 = 0
    /// The number of frames missing in the camera's own numbering.
    public var lost: Int64 = 0
    /// The number of vblanks at which the old picture stayed although a newer one was due.
    public var repeated: Int64 = 0
    /// The number of frames that were due and never reached the TV.
    public var skipped: Int64 = 0
    public var camera = ""
    /// True if the camera's pictures have a strip with the frame's number, readable by a program.
    public var hasFrameStrip = false
    /// The largest size that the camera offers; `nil` if the camera doesn't say.
    public var largestSize: VideoSize?
    /// The diagonal of the TV, in inches; `nil` if the TV doesn't tell.
    public var tvInches: Double?
    public var encoder = ""
    public var decoder = ""
    public var framesPerSecond: Double = 0
    /// The program's RAM.
    public var memoryBytes: Int64 = 0
    /// The display's mode, such as `1920x1080 60 Hz`; `nil` if there is no TV.
    public var displayMode: String?

    /// The time that composing a picture took since the last report; `nil` if nothing was composed.
    public var composingSeconds: Double?

    public init() {}
}
