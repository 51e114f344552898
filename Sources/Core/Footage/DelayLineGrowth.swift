// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides when the delay line takes memory back that it gave back, and how fast.
///
/// 1. Memory is checked once a second. It is free if the line may grow by `leastRoom`, or by all that it gave back if that is less.
/// 2. If memory was free for 60 s without interruption, the line begins to grow, by at most `stepBytes` a second.
/// 3. The growth ends when the line has everything back, or when the next step would take memory that has to stay free
/// (`DelayLineSize.growthBytes`).
/// 4. Whatever ends it, the 60 s begin again.
///
/// The line gives memory back below 30 % of all memory and grows only well above that limit. So growing never makes memory short, and the
/// line doesn't follow a machine whose free memory goes up and down round either limit.
public struct DelayLineGrowth: Hashable, Sendable {
    /// The time for which memory has to be free. It counts in readings, because nobody knows whether memory was free in a second without a
    /// reading.
    public static let patienceSeconds = 60
    /// The most bytes taken back in a second. Zeroing more pages at once would disturb the frame path.
    public static let stepBytes = 16 << 20
    /// The line begins to grow only if it can grow by this many bytes, or by all that it gave back if that is less.
    public static let leastRoom = 4 * stepBytes

    /// The number of readings in a row that found memory free.
    private var freeReadings = 0
    /// True while the line grows.
    public private(set) var isGrowing = false

    public init() {}

    /// Handles the reading of this second.
    /// - Parameters:
    ///   - size: the machine's memory now.
    ///   - missingBytes: the bytes that the line has given back (`DelayLineStatus.givenBackBytes`).
    ///   - isUnderPressure: the kernel says that programs are waiting for memory (PSI).
    ///   - windowBytes: the wanted size of a player's window, before it is limited by the machine's memory.
    /// - Returns: the bytes that the line has to take back now; mostly zero.
    public mutating func step(_ size: DelayLineSize, missingBytes: Int, isUnderPressure: Bool, windowBytes: Int) -> Int {
        let step = min(missingBytes, Self.stepBytes)
        let needed = isGrowing ? step : min(missingBytes, Self.leastRoom)
        guard step > 0, !isUnderPressure, size.growthBytes(windowBytes: windowBytes) >= needed else {
            self = DelayLineGrowth()
            return 0
        }
        if isGrowing { return step }
        freeReadings += 1
        // `patienceSeconds` + 1 readings span `patienceSeconds` seconds.
        isGrowing = freeReadings > Self.patienceSeconds
        return isGrowing ? step : 0
    }
}
