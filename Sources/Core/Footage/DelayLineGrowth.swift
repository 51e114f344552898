// SPDX-License-Identifier: GPL-3.0-or-later

/// When the delay line takes back what it gave back, and how fast.
///
/// 1. Memory is looked at once a second. It is free if the line may grow by `leastRoom`, or by all that it gave back if that is less.
/// 2. Free for 60 s without interruption, the line begins to grow, by `stepBytes` at most a second.
/// 3. It ends when it has everything back, or when the next step would take what has to stay free (`DelayLineSize.growthBytes`).
/// 4. Whatever ends it, the 60 s begin anew.
///
/// The line gives back below 30 % of all memory and grows only far above: growing never makes memory short, and a machine that goes
/// up and down round either limit doesn't have the line follow.
public struct DelayLineGrowth: Hashable, Sendable {
    /// How long memory has to be free. It counts in readings: a second in which nobody looked isn't known to have been free.
    public static let patienceSeconds = 60
    /// What is taken back at most in a second: zeroing more pages at a stretch would be felt by the frame path.
    public static let stepBytes = 16 << 20
    /// A line doesn't begin to grow for less than this, unless less is missing.
    public static let leastRoom = 4 * stepBytes

    /// Readings in a row that found memory free.
    private var freeReadings = 0
    /// It has begun and not ended.
    public private(set) var isGrowing = false

    public init() {}

    /// Takes in the reading of this second.
    /// - Parameters:
    ///   - size: what memory there is now.
    ///   - missingBytes: what the line has given back (`DelayLineStatus.givenBackBytes`).
    ///   - isUnderPressure: the kernel says that programs are waiting for memory (PSI).
    ///   - windowBytes: what a player's window is to take, as far as it may.
    /// - Returns: what the line is to take back now, in bytes; mostly zero.
    public mutating func step(_ size: DelayLineSize, missingBytes: Int, isUnderPressure: Bool, windowBytes: Int) -> Int {
        let step = min(missingBytes, Self.stepBytes)
        let needed = isGrowing ? step : min(missingBytes, Self.leastRoom)
        guard step > 0, !isUnderPressure, size.growthBytes(windowBytes: windowBytes) >= needed else {
            self = DelayLineGrowth()
            return 0
        }
        if isGrowing { return step }
        freeReadings += 1
        // So many seconds lie between the first of them and this one.
        isGrowing = freeReadings > Self.patienceSeconds
        return isGrowing ? step : 0
    }
}
