// SPDX-License-Identifier: GPL-3.0-or-later

/// Computes the memory that the delay line takes, gives back when memory is short, and may take again.
public struct DelayLineSize: Hashable, Sendable {
    /// The share of the available memory that may be taken.
    public static let usableShare = 0.7
    /// The share of all memory that always stays free.
    public static let freeShare = 0.3
    /// Encoders can exceed their bit rate: the factor on the planned memory of the longest footage.
    public static let peakFactor = 1.25
    /// The longest footage that any line holds, in seconds (docs/decisions.md, The line's size).
    public static let longestSeconds = 1200.0
    /// The share of all memory that one player's window of pictures may take.
    public static let windowShare = 1.0 / 16
    /// The number of players' windows that are set aside before the line takes its share: enough for two clips side by side.
    public static let windows = 2
    /// The fewest bytes that are given back at once, so that a machine just at the limit doesn't take a little every second.
    public static let smallestStep = 16 << 20
    /// The smallest distance between the limit below which the line gives memory back and the limit above which it grows.
    public static let leastMargin = 64 << 20
    /// The smallest share of the line that is given back when programs are already waiting for memory.
    public static let pressureShare = 0.1

    /// All memory of the machine, and the part of it that is available to programs now.
    public var totalBytes: Int
    public var availableBytes: Int

    public init(totalBytes: Int, availableBytes: Int) {
        self.totalBytes = totalBytes
        self.availableBytes = availableBytes
    }

    /// Returns the bytes that a player's window may take, at most `wantedBytes`.
    public func windowBytes(wanted wantedBytes: Int = FrameWindow.ordinaryBytes) -> Int {
        min(wantedBytes, Int(Double(totalBytes) * Self.windowShare))
    }

    /// Returns the size of a new line: 0.7 of the memory that is available after two players' windows. At least 30 % of all memory stays
    /// free, and the line is no larger than `maximumSeconds` of this stream need. Zero if memory is short already.
    /// - Parameter windowBytes: the wanted size of a player's window, before it is limited by the machine's memory.
    public func capacityBytes(
        for parameters: StreamParameters, maximumSeconds: Double = longestSeconds, windowBytes: Int = FrameWindow.ordinaryBytes
    ) -> Int {
        let longest = Double(parameters.bitRate) / 8 * maximumSeconds * Self.peakFactor
        let free = availableBytes - Self.windows * self.windowBytes(wanted: windowBytes)
        let usable = min(Double(free) * Self.usableShare, Double(free - floorBytes))
        return max(0, Int(min(usable, longest)))
    }

    /// Returns the size to which a line of this capacity has to shrink; `nil` if it may stay as it is.
    /// - Parameters:
    ///   - isUnderPressure: the kernel says that programs are waiting for memory (PSI).
    ///   - leastBytes: the memory for the delay itself; the line never gets smaller.
    public func shrunkenBytes(fromBytes capacityBytes: Int, isUnderPressure: Bool, leastBytes: Int) -> Int? {
        let missing = floorBytes - availableBytes
        guard missing > 0 || isUnderPressure else { return nil }
        let pressed = isUnderPressure ? Int(Double(capacityBytes) * Self.pressureShare) : 0
        let target = max(leastBytes, capacityBytes - max(missing, pressed, Self.smallestStep))
        return target < capacityBytes ? target : nil
    }

    /// Returns the bytes that a line which gave memory back may take again; negative if not enough memory is free.
    ///
    /// The same memory stays free as for a new line: 30 % of all memory and two players' windows. So two clips that are played side by side
    /// afterwards don't make memory short.
    /// - Parameter windowBytes: the wanted size of a player's window, before it is limited by the machine's memory.
    public func growthBytes(windowBytes: Int = FrameWindow.ordinaryBytes) -> Int {
        availableBytes - floorBytes - max(Self.windows * self.windowBytes(wanted: windowBytes), Self.leastMargin)
    }

    /// Returns the size of a line's blocks: at most an eighth of this stream's planned GOP, so that little of a GOP's last block stays
    /// empty, but at least a page and at most 64 KiB.
    public static func blockBytes(for parameters: StreamParameters, pageBytes: Int) -> Int {
        let planned = Double(parameters.bitRate) / 8 / parameters.rate.hertz * Double(parameters.framesPerGOP)
        var bytes = pageBytes
        while bytes * 2 <= largestBlock, Double(bytes * 2) <= planned / 8 { bytes *= 2 }
        return bytes
    }

    private static let largestBlock = 65_536

    private var floorBytes: Int { Int((Double(totalBytes) * Self.freeShare).rounded(.up)) }
}
