// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Glibc

/// A film's file from elsewhere, held open: whatever happens to its name meanwhile, these are the bytes that are checked and read.
///
/// Only a plain file is opened. Nothing of it is ever changed. Thread-bound.
public final class FilmFile {
    /// The file's own name, without its folder.
    public let name: String
    public let bytes: Int64
    /// The time of its last change, in seconds since 1970, as its file system says.
    public let modified: Int64
    private let descriptor: Int32

    /// - Throws: `isNoFile`, `isLink`, `isTooLarge` or `unreadable`.
    public init(_ path: String) throws(FilmRefusal) {
        // A pipe would otherwise block until somebody writes to it.
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ELOOP ? .isLink : .unreadable(String(cString: strerror(errno))) }
        name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        // From here on `deinit` closes the file, also if this throws.
        (bytes, modified) = (Int64(status.st_size), Int64(status.st_mtim.tv_sec))
        guard isKnown, status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
        guard bytes <= ImportedFilm.mostBytes else { throw .isTooLarge(bytes: bytes) }
    }

    deinit { close(descriptor) }

    /// A path that leads to this open file and to no other, for libavformat.
    var openPath: String { "/proc/self/fd/\(descriptor)" }

    /// Returns these bytes of the file; fewer at its end.
    func read(from offset: Int64, count: Int) throws(FilmRefusal) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < buffer.count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset) + filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        guard failure == 0 else { throw .unreadable(String(cString: strerror(failure))) }
        return bytes
    }

    /// Reads the whole file, and returns the facts by which it is known again.
    /// - Parameter mayGoOn: called between two pieces with the number of bytes read so far; false ends the reading.
    /// - Throws: `unreadable`, also if the file gets shorter meanwhile; `wasStopped`.
    public func identity(mayGoOn: (Int64) -> Bool = { _ in true }) throws(FilmRefusal) -> ImportedFilm {
        guard let sum = av_sha_alloc() else { throw .unreadable("no memory") }
        defer { av_free(UnsafeMutableRawPointer(sum)) }
        av_sha_init(sum, 256)
        var done: Int64 = 0
        while done < bytes {
            guard mayGoOn(done) else { throw .wasStopped }
            let piece = try read(from: done, count: Int(min(1 << 20, bytes - done)))
            guard !piece.isEmpty else { throw .unreadable("it is being changed") }
            av_sha_update(sum, piece, piece.count)
            done += Int64(piece.count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(sum, &digest)
        let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return ImportedFilm(name: name, bytes: bytes, sha256: digits)
    }

    /// True if the file's last byte can still be read: its card or stick wasn't pulled.
    var isThere: Bool { bytes > 0 && (try? read(from: bytes - 1, count: 1).count) == 1 }
}
