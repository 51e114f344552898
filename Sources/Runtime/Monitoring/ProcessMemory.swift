// SPDX-License-Identifier: GPL-3.0-or-later

import CAllocations

/// The way in which this process takes its memory from the kernel.
public enum ProcessMemory {
    /// The size in bytes from which on blocks are mapped one by one and go back to the kernel when they are freed: pictures of 1920x1080.
    private static let mapped: Int32 = 3_000_000
    /// The free bytes that stay at the end of the heap: what is painted for each picture of the TV comes from there.
    private static let kept: Int32 = 16 << 20

    /// Sets both limits. To be called before anything large is allocated.
    ///
    /// By itself glibc raises both limits up to the largest block that was ever freed, and further. Then pictures lie on the heap, and a
    /// small block behind them keeps them there: twenty minutes at 1920x1080 ended with 150 MB that nobody used.
    public static func prepare() { vir_limit_heap(mapped, kept) }
}
