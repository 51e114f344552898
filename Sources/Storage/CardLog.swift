// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `vir-log.txt`: what went wrong, for a person with a laptop. Bounded: when it is full, the older half goes.
///
/// Thread-bound: the card thread. Not journalled: a line may be lost at a cut, and nothing hangs on it.
public struct CardLog {
    /// The file never gets longer.
    public static let longestBytes = 256 << 10

    private let path: String
    private let files: any FileSystem

    public init(card: String, files: any FileSystem) {
        path = "\(card)/\(CardLayout.log)"
        self.files = files
    }

    /// Adds a line at the end.
    public func append(_ line: String) throws(CardError) {
        try append(line, isSynced: false)
    }

    /// Adds several lines at the end. When it returns, they outlast a cut.
    /// - Parameter text: of what is longer than a quarter of the file the end is left out.
    public func keep(_ text: String) throws(CardError) {
        try append(text, isSynced: true)
    }

    private func append(_ text: String, isSynced: Bool) throws(CardError) {
        let bytes = Array(text.utf8.prefix(Self.longestBytes / 4 - 1)) + [UInt8(ascii: "\n")]
        guard case .file(let size)? = try files.kind(of: path) else {
            return try files.replace(path, with: bytes)
        }
        guard size + Int64(bytes.count) <= Self.longestBytes else {
            let kept = try files.read(path, from: max(0, size - Int64(Self.longestBytes / 2)), count: Self.longestBytes / 2)
            // The first line kept is cut somewhere: it goes too.
            let whole = kept.firstIndex(of: UInt8(ascii: "\n")).map { Array(kept[($0 + 1)...]) } ?? []
            return try files.replace(path, with: whole + bytes)
        }
        let file = try files.open(path, .existing)
        defer { files.close(file) }
        try files.write(bytes, to: file, at: size)
        if isSynced { try files.sync(file) }
    }
}
