// SPDX-License-Identifier: GPL-3.0-or-later

/// The destination of a clip's bytes while it is written. Media writes them, and Storage files them.
///
/// Thread-bound: one clip, one thread.
public protocol ClipOutput: AnyObject {
    /// Writes all of `bytes` at this offset of the file. If that is impossible it throws, and the clip isn't filed.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws

    /// Writes these pieces one after the other, beginning at this offset: an access unit may lie in several pieces in the delay line's
    /// memory.
    ///
    /// A file takes them in one call; the default implementation writes them one by one.
    func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws
}

extension ClipOutput {
    public func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws {
        var place = offset
        for piece in pieces {
            try write(piece, at: place)
            place += Int64(piece.count)
        }
    }
}
