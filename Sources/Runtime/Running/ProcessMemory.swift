// SPDX-License-Identifier: GPL-3.0-or-later

import CAllocations

/// How this process takes its memory from the kernel.
public enum ProcessMemory {
    /// Blocks of at least this size are mapped one by one and go back to the kernel as they are freed: pictures of 1920x1080.
    private static let mapped: Int32 = 3_000_000
    /// So much that is free at the end of the heap stays: what is painted for each picture of the TV comes from there.
    private static let kept: Int32 = 16 << 20

    /// To be called before anything large is allocated.
    ///
    /// By itself glibc moves both limits up to the largest block that was ever freed, and further. Then pictures lie on the heap, a small block behind
    /// them keeps them there, and twenty minutes at 1920x1080 ended with 150 MB that nobody used.
    public static func prepare() { vir_limit_heap(mapped, kept) }
}
