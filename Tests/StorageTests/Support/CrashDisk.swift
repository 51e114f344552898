// SPDX-License-Identifier: GPL-3.0-or-later

import Storage
import Synchronization
import TestSupport

/// A disk in memory that can be cut before any step, be full, read-only or away, and that comes back with the unsynced data that a real
/// disk may
/// have kept.
final class CrashDisk: FileSystem {
    fileprivate struct File {
        var live: [UInt8] = []
        var synced: [UInt8] = []
    }

    fileprivate struct Folder {
        var live: [String: Int] = [:]
        var synced: [String: Int] = [:]
    }

    fileprivate enum Node {
        case file(File)
        case folder(Folder)
    }

    /// The whole disk as a value: tests keep one and try several cuts on it.
    struct Image: Sendable {
        fileprivate var nodes: [Node] = [.folder(Folder())]
        fileprivate var open: [Int32: Int] = [:]
        fileprivate var opened: Int32 = 0
        fileprivate var held: Set<Int32> = []
        /// The number of changes so far.
        var steps = 0
        /// The number of the change before which the power is cut.
        var cutStep: Int?
        var capacity: Int64 = 1 << 40
        var isReadOnly = false
        var isAway = false
        /// Files whose blocks can't be read.
        var badFiles: Set<String> = []
        /// True as on exFAT.
        var ignoresCase = false
    }

    private let state: Mutex<Image>

    init(_ image: Image = Image()) {
        state = Mutex(image)
    }

    var image: Image { state.withLock { $0 } }
    var steps: Int { image.steps }

    func change(_ body: (inout Image) -> Void) {
        state.withLock { body(&$0) }
    }

    /// Ends all programs with open files, as `kill -9` would: nothing else is lost.
    func endPrograms() {
        change {
            $0.open = [:]
            $0.held = []
        }
    }

    /// Returns every file's present bytes by its path.
    func files() -> [String: [UInt8]] { image.files(in: 0, path: "") }

    // MARK: FileSystem

    func kind(of path: String) throws(CardError) -> FileKind? {
        try look { image throws(CardError) in
            guard let node = image.find(path) else { return nil }
            return switch image.nodes[node] {
            case .file(let file): .file(bytes: Int64(file.live.count))
            case .folder: .folder
            }
        }
    }

    func space(at path: String) throws(CardError) -> CardSpace {
        try look { image throws(CardError) in
            guard image.find(path) != nil else { throw Self.missing("measure", path) }
            return CardSpace(
                freeBytes: image.capacity - image.usedBytes, totalBytes: image.capacity,
                isWritable: !image.isReadOnly)
        }
    }

    func list(_ folder: String) throws(CardError) -> [String] {
        try look { image throws(CardError) in
            guard let node = image.find(folder), case .folder(let found) = image.nodes[node] else {
                throw Self.missing("list", folder)
            }
            return found.live.keys.sorted()
        }
    }

    func read(_ path: String, from offset: Int64, count: Int) throws(CardError) -> [UInt8] {
        try look { image throws(CardError) in
            guard let node = image.find(path), case .file(let file) = image.nodes[node] else {
                throw Self.missing("read", path)
            }
            guard !image.badFiles.contains(path) else { throw .failed(operation: "read", subject: path, reason: "Input/output error") }
            return Array(file.live.dropFirst(Int(offset)).prefix(count))
        }
    }

    func makeFolder(_ path: String) throws(CardError) {
        try step { image throws(CardError) in try image.add(.folder(Folder()), at: path) }
    }

    func open(_ path: String, _ mode: OpenMode) throws(CardError) -> OpenFile {
        try step { image throws(CardError) in
            if image.find(path) == nil, mode == .create { try image.add(.file(File()), at: path) }
            guard let node = image.find(path), case .file = image.nodes[node] else { throw Self.missing("open", path) }
            if mode == .create { image.update(node) { $0.live = [] } }
            image.opened += 1
            image.open[image.opened] = node
            return OpenFile(number: image.opened)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, to file: OpenFile, at offset: Int64) throws(CardError) {
        let bytes = Array(bytes)
        try step { image throws(CardError) in
            let node = try image.node(of: file)
            let room = Int(clamping: image.capacity - image.usedBytes)
            let start = Int(offset)
            let growth = max(0, start + bytes.count - image.size(of: node))
            let taken = bytes.prefix(bytes.count - max(0, growth - room))
            image.update(node) { file in
                if file.live.count < start { file.live += [UInt8](repeating: 0, count: start - file.live.count) }
                file.live.replaceSubrange(start..<min(file.live.count, start + taken.count), with: taken)
            }
            if taken.count < bytes.count { throw .full }
        }
    }

    func truncate(_ file: OpenFile, to size: Int64) throws(CardError) {
        try step { image throws(CardError) in
            image.update(try image.node(of: file)) { file in
                file.live =
                    Array(file.live.prefix(Int(size)))
                    + [UInt8](repeating: 0, count: max(0, Int(size) - file.live.count))
            }
        }
    }

    func sync(_ file: OpenFile) throws(CardError) {
        try step { image throws(CardError) in image.update(try image.node(of: file)) { $0.synced = $0.live } }
    }

    func hold(_ file: OpenFile) throws(CardError) -> Bool {
        if image.isAway { throw .absent }
        return try state.withLock { image throws(CardError) in
            let node = try image.node(of: file)
            guard image.isNamed(node) else { throw Self.missing("hold", "a file on the card") }
            guard !image.held.contains(where: { $0 != file.number && image.open[$0] == node }) else { return false }
            image.held.insert(file.number)
            return true
        }
    }

    func close(_ file: OpenFile) {
        state.withLock {
            $0.open[file.number] = nil
            $0.held.remove(file.number)
        }
    }

    func rename(_ path: String, to newPath: String) throws(CardError) {
        try step { image throws(CardError) in
            guard let node = image.find(path) else { throw Self.missing("rename", path) }
            if let other = image.find(newPath), case .folder(let folder) = image.nodes[other], !folder.live.isEmpty {
                throw .failed(operation: "rename", subject: path, reason: "\(newPath) isn't empty")
            }
            try image.updateFolder(of: path) { $0.live[$1] = nil }
            try image.updateFolder(of: newPath) { $0.live[$1] = node }
        }
    }

    func remove(_ path: String) throws(CardError) {
        try step { image throws(CardError) in
            guard let node = image.find(path) else { throw Self.missing("remove", path) }
            if case .folder(let folder) = image.nodes[node], !folder.live.isEmpty {
                throw .failed(operation: "remove", subject: path, reason: "it isn't empty")
            }
            try image.updateFolder(of: path) { $0.live[$1] = nil }
        }
    }

    func syncFolder(_ path: String) throws(CardError) {
        try step { image throws(CardError) in
            guard let node = image.find(path), case .folder(var folder) = image.nodes[node] else {
                throw Self.missing("sync the folder", path)
            }
            folder.synced = folder.live
            image.nodes[node] = .folder(folder)
        }
    }

    func syncAll(_ path: String) throws(CardError) {
        try step { image throws(CardError) in
            for index in image.nodes.indices {
                switch image.nodes[index] {
                case .file(var file):
                    file.synced = file.live
                    image.nodes[index] = .file(file)
                case .folder(var folder):
                    folder.synced = folder.live
                    image.nodes[index] = .folder(folder)
                }
            }
        }
    }

    // MARK: Steps

    private func look<Result>(_ body: (Image) throws(CardError) -> Result) throws(CardError) -> Result {
        let image = image
        if image.isAway { throw .absent }
        return try body(image)
    }

    private func step<Result>(_ body: (inout Image) throws(CardError) -> Result) throws(CardError) -> Result {
        var image = image
        if image.steps == image.cutStep { image.isAway = true }
        defer { state.withLock { $0 = image } }
        if image.isAway { throw .absent }
        if image.isReadOnly { throw .readOnly }
        image.steps += 1
        return try body(&image)
    }

    fileprivate static func missing(_ operation: String, _ subject: String) -> CardError {
        .failed(operation: operation, subject: subject, reason: "there is nothing of that name")
    }
}

extension CrashDisk.Image {
    /// Returns the disk as it is found when the power is back.
    func remounted(_ survival: CrashDisk.Survival) -> Self {
        var random = SeededGenerator(seed: 0)
        if case .torn(let seed) = survival { random = SeededGenerator(seed: seed) }
        var image = self
        image.open = [:]
        image.held = []
        image.cutStep = nil
        image.isAway = false
        image.steps = 0
        for index in nodes.indices {
            switch nodes[index] {
            case .file(let file):
                let kept = survival.bytes(of: (file.live, file.synced), &random)
                image.nodes[index] = .file(CrashDisk.File(live: kept, synced: kept))
            case .folder(let folder):
                let kept = survival.names(of: (folder.live, folder.synced), &random)
                image.nodes[index] = .folder(CrashDisk.Folder(live: kept, synced: kept))
            }
        }
        return image
    }
}

extension CrashDisk.Image {
    var usedBytes: Int64 { files(in: 0, path: "").values.reduce(0) { $0 + Int64($1.count) } }

    fileprivate func files(in folder: Int, path: String) -> [String: [UInt8]] {
        guard case .folder(let found) = nodes[folder] else { return [:] }
        var files: [String: [UInt8]] = [:]
        for (name, node) in found.live {
            switch nodes[node] {
            case .file(let file): files["\(path)/\(name)"] = file.live
            case .folder: files.merge(self.files(in: node, path: "\(path)/\(name)")) { $1 }
            }
        }
        return files
    }

    fileprivate func find(_ path: String) -> Int? {
        path.split(separator: "/").reduce(0 as Int?) { node, name in
            guard let node, case .folder(let folder) = nodes[node] else { return nil }
            return folder.live[String(name)]
                ?? (ignoresCase ? folder.live.first { $0.key.lowercased() == name.lowercased() }?.value : nil)
        }
    }

    fileprivate func size(of node: Int) -> Int {
        if case .file(let file) = nodes[node] { file.live.count } else { 0 }
    }

    fileprivate func node(of file: OpenFile) throws(CardError) -> Int {
        guard let node = open[file.number] else { throw CrashDisk.missing("use", "a file that isn't open") }
        return node
    }

    fileprivate func isNamed(_ node: Int) -> Bool {
        nodes.contains { if case .folder(let folder) = $0 { folder.live.values.contains(node) } else { false } }
    }

    fileprivate mutating func update(_ node: Int, _ body: (inout CrashDisk.File) -> Void) {
        guard case .file(var file) = nodes[node] else { return }
        body(&file)
        nodes[node] = .file(file)
    }

    fileprivate mutating func updateFolder(of path: String, _ body: (inout CrashDisk.Folder, String) -> Void) throws(CardError) {
        let parts = path.split(separator: "/").map(String.init)
        guard let name = parts.last, let node = find(parts.dropLast().joined(separator: "/")),
            case .folder(var folder) = nodes[node]
        else { throw CrashDisk.missing("reach", path) }
        body(&folder, name)
        nodes[node] = .folder(folder)
    }

    fileprivate mutating func add(_ node: CrashDisk.Node, at path: String) throws(CardError) {
        guard find(path) == nil else { throw .failed(operation: "make", subject: path, reason: "it is there already") }
        nodes.append(node)
        let added = nodes.count - 1
        try updateFolder(of: path) { $0.live[$1] = added }
    }
}
