// SPDX-License-Identifier: GPL-3.0-or-later

/// How much memory the delay line takes, what it gives back when memory is short, and what it may take of it again.
public struct DelayLineSize: Hashable, Sendable {
    /// The part of the available memory that may be taken.
    public static let usableShare = 0.7
    /// The part of all memory that stays free whatever happens.
    public static let freeShare = 0.3
    /// Encoders miss their bit rate: what the longest footage is reckoned to need more than its plan.
    public static let peakFactor = 1.25
    /// No line holds more (docs/decisions.md, The line's size), in seconds.
    public static let longestSeconds = 1200.0
    /// The part of all memory that one player's window of pictures may take.
    public static let windowShare = 1.0 / 16
    /// A clip beside another one: their windows are set aside before the line takes its share.
    public static let windows = 2
    /// Less than this isn't given back, so that a machine just at the limit isn't nibbling every second.
    public static let smallestStep = 16 << 20
    /// The least that lies between the limit below which the line gives back and the one above which it grows.
    public static let leastMargin = 64 << 20
    /// The part of the line that goes, at least, when programs are already waiting for memory.
    public static let pressureShare = 0.1

    /// All memory of the machine, and what programs can take of it now.
    public var totalBytes: Int
    public var availableBytes: Int

    public init(totalBytes: Int, availableBytes: Int) {
        self.totalBytes = totalBytes
        self.availableBytes = availableBytes
    }

    /// What a player's window may take of the `wantedBytes`.
    public func windowBytes(wanted wantedBytes: Int = FrameWindow.ordinaryBytes) -> Int {
        min(wantedBytes, Int(Double(totalBytes) * Self.windowShare))
    }

    /// What a new line takes: 0.7 of what is available after two players' windows, never so much that less than 30 % of all memory is
    /// left, and no more than `maximumSeconds` of this stream need. Zero when memory is short already.
    /// - Parameter windowBytes: what a player's window is to take, as far as it may.
    public func capacityBytes(
        for parameters: StreamParameters, maximumSeconds: Double = longestSeconds, windowBytes: Int = FrameWindow.ordinaryBytes
    ) -> Int {
        let longest = Double(parameters.bitRate) / 8 * maximumSeconds * Self.peakFactor
        let free = availableBytes - Self.windows * self.windowBytes(wanted: windowBytes)
        let usable = min(Double(free) * Self.usableShare, Double(free - floorBytes))
        return max(0, Int(min(usable, longest)))
    }

    /// What a line of this capacity shrinks to; `nil` when it may stay as it is.
    /// - Parameters:
    ///   - isUnderPressure: the kernel says that programs are waiting for memory (PSI).
    ///   - leastBytes: what the delay itself needs; the line never goes below.
    public func shrunkenBytes(fromBytes capacityBytes: Int, isUnderPressure: Bool, leastBytes: Int) -> Int? {
        let missing = floorBytes - availableBytes
        guard missing > 0 || isUnderPressure else { return nil }
        let pressed = isUnderPressure ? Int(Double(capacityBytes) * Self.pressureShare) : 0
        let target = max(leastBytes, capacityBytes - max(missing, pressed, Self.smallestStep))
        return target < capacityBytes ? target : nil
    }

    /// What a line that gave memory back may take again; below zero when memory isn't free enough for it.
    ///
    /// As much stays as is left free for a new line: 30 % of all memory and two players' windows. A clip beside another one that is
    /// played then doesn't make memory short.
    /// - Parameter windowBytes: what a player's window is to take, as far as it may.
    public func growthBytes(windowBytes: Int = FrameWindow.ordinaryBytes) -> Int {
        availableBytes - floorBytes - max(Self.windows * self.windowBytes(wanted: windowBytes), Self.leastMargin)
    }

    /// The size of a line's blocks: at most an eighth of what a GOP of this stream is planned to have, so that little of the last one is left
    /// empty, but no less than a page and no more than 64 KiB.
    public static func blockBytes(for parameters: StreamParameters, pageBytes: Int) -> Int {
        let planned = Double(parameters.bitRate) / 8 / parameters.rate.hertz * Double(parameters.framesPerGOP)
        var bytes = pageBytes
        while bytes * 2 <= largestBlock, Double(bytes * 2) <= planned / 8 { bytes *= 2 }
        return bytes
    }

    private static let largestBlock = 65_536

    private var floorBytes: Int { Int((Double(totalBytes) * Self.freeShare).rounded(.up)) }
}
