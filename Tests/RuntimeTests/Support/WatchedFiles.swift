// SPDX-License-Identifier: GPL-3.0-or-later

import Storage
import Synchronization

/// A real file system with a watcher: each change is recorded before it is made, and can be refused.
final class WatchedFiles: FileSystem {
    private struct State {
        var steps: [String] = []
        var openPaths: [OpenFile: String] = [:]
        var freeBytes: Int64?
        var totalBytes: Int64?
        var isLocked = false
        var watcher: (@Sendable (Int, String) throws(CardError) -> Void)?
        var looker: (@Sendable () -> Void)?
        var reader: (@Sendable (String) -> Void)?
    }

    private let base: POSIXFileSystem
    private let root: String
    private let state = Mutex(State())

    /// - Parameter root: recorded paths are relative to it.
    init(root: String) {
        self.root = root
        base = POSIXFileSystem(root: root)
    }

    /// The changes so far, such as `write S01/journal.jsonl`.
    var steps: [String] { state.withLock { $0.steps } }

    /// Sets the free room that the card reports; `nil` for the true one.
    func setFree(_ bytes: Int64?) { state.withLock { $0.freeBytes = bytes } }

    /// Makes the card read-only.
    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

    /// Gives the card this size; only its own files take room on it.
    func setSize(_ bytes: Int64) { state.withLock { $0.totalBytes = bytes } }

    /// Sets a function that is called before each change, with its index and its words.
    func watch(_ watcher: @escaping @Sendable (Int, String) throws(CardError) -> Void) {
        state.withLock { $0.watcher = watcher }
    }

    /// Sets a function that is called before a folder is listed.
    func watchLooks(_ looker: (@Sendable () -> Void)?) { state.withLock { $0.looker = looker } }

    /// Sets a function that is called before a file is read, with its path.
    func watchReads(_ reader: @escaping @Sendable (String) -> Void) { state.withLock { $0.reader = reader } }

    private func note(_ operation: String, _ path: String) throws(CardError) {
        let name = path.hasPrefix("\(root)/") ? String(path.dropFirst(root.count + 1)) : path
        if state.withLock({ $0.isLocked }) { throw .readOnly }
        let (index, watcher) = state.withLock { state in
            state.steps.append("\(operation) \(name)")
            return (state.steps.count - 1, state.watcher)
        }
        try watcher?(index, "\(operation) \(name)")
    }

    private func path(of file: OpenFile) -> String { state.withLock { $0.openPaths[file] ?? "?" } }

    func kind(of path: String) throws(CardError) -> FileKind? { try base.kind(of: path) }

    func space(at path: String) throws(CardError) -> CardSpace {
        var space = try base.space(at: path)
        let known = state.withLock { (free: $0.freeBytes, total: $0.totalBytes, isLocked: $0.isLocked) }
        if known.isLocked { space.isWritable = false }
        if let total = known.total { (space.totalBytes, space.freeBytes) = (total, max(0, total - bytes(in: root))) }
        if let free = known.free { space.freeBytes = free }
        return space
    }

    private func bytes(in place: String) -> Int64 {
        switch try? base.kind(of: place) {
        case .file(let bytes)?: bytes
        case .folder?: ((try? base.list(place)) ?? []).reduce(0) { $0 + bytes(in: "\(place)/\($1)") }
        case .other?, nil: 0
        }
    }

    func list(_ folder: String) throws(CardError) -> [String] {
        state.withLock { $0.looker }?()
        return try base.list(folder)
    }

    func read(_ path: String, from offset: Int64, count: Int) throws(CardError) -> [UInt8] {
        state.withLock { $0.reader }?(path)
        return try base.read(path, from: offset, count: count)
    }

    func makeFolder(_ path: String) throws(CardError) {
        try note("make", path)
        try base.makeFolder(path)
    }

    func open(_ path: String, _ mode: OpenMode) throws(CardError) -> OpenFile {
        try note("open", path)
        let file = try base.open(path, mode)
        state.withLock { $0.openPaths[file] = path }
        return file
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int64) throws(CardError) {
        try note("write", path(of: file))
        try base.write(bytes, to: file, at: offset)
    }

    func truncate(_ file: OpenFile, to size: Int64) throws(CardError) {
        try note("truncate", path(of: file))
        try base.truncate(file, to: size)
    }

    func startWriting(_ file: OpenFile, from offset: Int64, count: Int64) {}

    func sync(_ file: OpenFile) throws(CardError) {
        try note("sync", path(of: file))
        try base.sync(file)
    }

    func hold(_ file: OpenFile) throws(CardError) -> Bool { try base.hold(file) }

    func close(_ file: OpenFile) { base.close(file) }

    func rename(_ path: String, to newPath: String) throws(CardError) {
        try note("rename", path)
        try base.rename(path, to: newPath)
    }

    func remove(_ path: String) throws(CardError) {
        try note("remove", path)
        try base.remove(path)
    }

    func syncAll(_ path: String) throws(CardError) {
        try note("sync all", path)
        try base.syncAll(path)
    }

    func syncFolder(_ path: String) throws(CardError) {
        try note("sync folder", path)
        try base.syncFolder(path)
    }
}
