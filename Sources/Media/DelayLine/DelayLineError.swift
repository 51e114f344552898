// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The reason that there is no delay line. Each `description` is one line.
public enum DelayLineError: Error, Hashable, CustomStringConvertible {
    /// The available memory is too small for even one block.
    case tooSmall(bytes: Int, blockBytes: Int)
    /// The system refused the memory.
    case noMemory(bytes: Int, errno: Int32)

    public var description: String {
        switch self {
        case .tooSmall(let bytes, let blockBytes):
            "delay line: \(bytes) bytes of memory are left for it, it needs at least \(blockBytes): end other programs"
        case .noMemory(let bytes, let errno):
            "delay line: can't take \(bytes) bytes of memory: \(String(cString: strerror(errno)))"
        }
    }
}
