// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `vir-log.txt`: the problems, for a person with a laptop. Its length is bounded: when it is full, the older half is dropped.
///
/// Thread-bound: the card thread. Not journalled: a power cut may lose a line, and nothing depends on it.
public struct CardLog {
    /// The longest that the file gets, in bytes.
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

    /// Adds several lines at the end. When it returns, they survive a power cut.
    /// - Parameter text: the lines. If they are longer than a quarter of the file, their end is left out.
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
            // The first kept line is incomplete, so it is dropped too.
            let whole = kept.firstIndex(of: UInt8(ascii: "\n")).map { Array(kept[($0 + 1)...]) } ?? []
            return try files.replace(path, with: whole + bytes)
        }
        let file = try files.open(path, .existing)
        defer { files.close(file) }
        try files.write(bytes, to: file, at: size)
        if isSynced { try files.sync(file) }
    }
}
