// SPDX-License-Identifier: GPL-3.0-or-later

/// What the box measures about itself, for the diagnostics panel.
public struct Diagnostics: Hashable, Sendable {
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

    /// `nil` until something was measured.
    public var delayError: DelayError?
    public var captured: Int64 = 0
    /// Gaps in the camera's numbers.
    public var lost: Int64 = 0
    /// Vblanks at which the old picture stayed although a newer one was due.
    public var repeated: Int64 = 0
    /// Frames that were due and never got to the TV.
    public var skipped: Int64 = 0
    public var camera = ""
    /// The camera's pictures have a strip that tells the frame's number to a program.
    public var hasFrameStrip = false
    /// The largest size that the camera says it has; `nil` if it doesn't say.
    public var largestSize: VideoSize?
    public var encoder = ""
    public var decoder = ""
    public var framesPerSecond: Double = 0
    /// What the program holds in RAM.
    public var memoryBytes: Int64 = 0
    /// `1920x1080 60 Hz`; `nil` while there is no TV.
    public var displayMode: String?

    /// How long composing a picture took since the last of these; `nil` if nothing was composed meanwhile.
    public var composingSeconds: Double?

    public init() {}
}
