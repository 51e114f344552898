/// Where a clip's bytes go while it is written. Storage files them, Media writes them.
///
/// Thread-bound: one clip, one thread.
public protocol ClipOutput: AnyObject {
    /// Writes all of `bytes` at this offset of the file. What can't be written throws, and the clip isn't filed.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws
}
