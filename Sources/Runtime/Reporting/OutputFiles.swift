import Foundation
import Glibc

/// The files a run shall leave beside the card: refused at the start rather than at the end.
enum OutputFiles {
    static func check(report: String?, snapshots: String?) throws(Failure) {
        if let folder = snapshots { try makeFolder(folder) }
        if let report {
            let folder = (report as NSString).deletingLastPathComponent
            let parent = folder.isEmpty ? "." : folder
            var status = stat()
            guard stat(parent, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(parent, W_OK) == 0 else {
                throw Failure(.cannotWrite, "--report \(report): \(parent) is no folder that can be written")
            }
            if stat(report, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
                throw Failure(.cannotWrite, "--report \(report): that is a folder; name a file")
            }
        }
    }

    /// Writes a file whole or not at all.
    static func write(_ data: Data, to path: String) throws(Failure) {
        do {
            try data.write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Failure(.cannotWrite, "--report \(path): \(error.localizedDescription)")
        }
    }

    private static func makeFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o755) != 0, errno != EEXIST {
            throw Failure(.cannotWrite, "--snapshots \(path): \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(path, W_OK) == 0 else {
            throw Failure(.cannotWrite, "--snapshots \(path): that is no folder that can be written")
        }
    }
}
