// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Storage
import Synchronization

/// A file system whose card can be pulled: by a script's `card unplug`, or by a hand from its mount point.
///
/// While it is pulled every operation says that the card is absent, and files that were open stay lost after it is
/// back. Thread-safe.
final class CardPlug: FileSystem, Pluggable {
    private struct State {
        var isPlugged = true
        /// Files opened since the card was last inserted. Files that were open before are lost.
        var open: Set<OpenFile> = []
    }

    private let base: any FileSystem
    private let mountPoint: MountPoint?
    private let state = Mutex(State())

    init(_ base: any FileSystem, mountPoint: MountPoint? = nil) {
        self.base = base
        self.mountPoint = mountPoint
    }

    func setPlugged(_ isPlugged: Bool) {
        state.withLock { state in
            guard state.isPlugged, !isPlugged else {
                state.isPlugged = isPlugged
                return
            }
            state.isPlugged = false
            state.open = []
        }
    }

    private func requireCard() throws(CardError) {
        guard mountPoint?.isCard ?? true else {
            state.withLock { $0.open = [] }
            throw .absent
        }
        guard state.withLock({ $0.isPlugged }) else { throw .absent }
    }

    private func require(_ file: OpenFile) throws(CardError) {
        try requireCard()
        guard state.withLock({ $0.isPlugged && $0.open.contains(file) }) else { throw .absent }
    }

    func kind(of path: String) throws(CardError) -> FileKind? {
        try requireCard()
        return try base.kind(of: path)
    }

    func space(at path: String) throws(CardError) -> CardSpace {
        try requireCard()
        return try base.space(at: path)
    }

    func list(_ folder: String) throws(CardError) -> [String] {
        try requireCard()
        return try base.list(folder)
    }

    func read(_ path: String, from offset: Int64, count: Int) throws(CardError) -> [UInt8] {
        try requireCard()
        return try base.read(path, from: offset, count: count)
    }

    func makeFolder(_ path: String) throws(CardError) {
        try requireCard()
        try base.makeFolder(path)
    }

    func open(_ path: String, _ mode: OpenMode) throws(CardError) -> OpenFile {
        try requireCard()
        let file = try base.open(path, mode)
        state.withLock { _ = $0.open.insert(file) }
        return file
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int64) throws(CardError) {
        try require(file)
        try base.write(bytes, to: file, at: offset)
    }

    func write(_ pieces: [UnsafeRawBufferPointer], to file: OpenFile, at offset: Int64) throws(CardError) {
        try require(file)
        try base.write(pieces, to: file, at: offset)
    }

    func truncate(_ file: OpenFile, to size: Int64) throws(CardError) {
        try require(file)
        try base.truncate(file, to: size)
    }

    func startWriting(_ file: OpenFile, from offset: Int64, count: Int64) {
        base.startWriting(file, from: offset, count: count)
    }

    func sync(_ file: OpenFile) throws(CardError) {
        try require(file)
        try base.sync(file)
    }

    func hold(_ file: OpenFile) throws(CardError) -> Bool {
        try require(file)
        return try base.hold(file)
    }

    func close(_ file: OpenFile) {
        state.withLock { _ = $0.open.remove(file) }
        base.close(file)
    }

    func rename(_ path: String, to newPath: String) throws(CardError) {
        try requireCard()
        try base.rename(path, to: newPath)
    }

    func remove(_ path: String) throws(CardError) {
        try requireCard()
        try base.remove(path)
    }

    func removeTree(_ path: String) throws(CardError) {
        try requireCard()
        try base.removeTree(path)
    }

    func syncAll(_ path: String) throws(CardError) {
        try requireCard()
        try base.syncAll(path)
    }

    func syncFolder(_ path: String) throws(CardError) {
        try requireCard()
        try base.syncFolder(path)
    }
}
