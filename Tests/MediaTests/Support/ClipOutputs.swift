// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// A clip in memory.
final class MemoryOutput: ClipOutput {
    private(set) var bytes: [UInt8] = []
    private(set) var writes = 0

    func write(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws {
        writes += 1
        let end = Int(offset) + piece.count
        if bytes.count < end { bytes.append(contentsOf: repeatElement(0, count: end - bytes.count)) }
        bytes.replaceSubrange(Int(offset)..<end, with: piece)
    }

    /// The types and sizes of the file's outermost boxes.
    var boxes: [(type: String, size: Int)] {
        var boxes: [(String, Int)] = []
        var position = 0
        while position + 8 <= bytes.count {
            var size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            if size == 1 { size = bytes[position + 8..<position + 16].reduce(0) { $0 << 8 | Int($1) } }
            guard size >= 8 else { break }
            boxes.append((String(decoding: bytes[position + 4..<position + 8], as: UTF8.self), size))
            position += size
        }
        return boxes
    }
}

/// A clip in memory; during the write of its first bytes a test action runs.
final class EvictingOutput: ClipOutput {
    let file = MemoryOutput()
    private let meanwhile: () -> Void

    init(meanwhile: @escaping () -> Void) {
        self.meanwhile = meanwhile
    }

    func write(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws {
        if file.writes == 0 { meanwhile() }
        try file.write(piece, at: offset)
    }
}

/// Counts the bytes of a clip that come straight from a given range of memory.
final class PlacedOutput: ClipOutput {
    private let memory: Range<UnsafeMutableRawPointer>
    private(set) var writes = 0
    /// The number of pieces that lie in that memory.
    private(set) var lentPieces = 0
    private(set) var lentBytes: Int64 = 0
    private(set) var copiedBytes: Int64 = 0
    /// The bytes around the pictures: the header, and the room that was left for the index.
    var otherBytes: Int64 { end - pictureBytes }
    private var pictureBytes: Int64 = 0
    private var end: Int64 = 0

    init(memory: Range<UnsafeMutableRawPointer>) {
        self.memory = memory
    }

    func write(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws {
        end = max(end, offset + Int64(piece.count))
    }

    func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws {
        writes += 1
        for piece in pieces {
            guard let base = piece.baseAddress else { continue }
            if memory.contains(UnsafeMutableRawPointer(mutating: base)) {
                lentPieces += 1
                lentBytes += Int64(piece.count)
            } else {
                copiedBytes += Int64(piece.count)
            }
        }
        let count = pieces.reduce(0) { $0 + Int64($1.count) }
        pictureBytes += count
        end = max(end, offset + count)
    }
}

/// A card that takes some bytes and then becomes full.
final class FullOutput: ClipOutput {
    struct Full: Error, CustomStringConvertible { var description: String { "no space left on the card" } }
    private var room: Int

    init(room: Int) {
        self.room = room
    }

    func write(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws {
        guard piece.count <= room else { throw Full() }
        room -= piece.count
    }
}

/// A file that is deleted after the test.
struct TemporaryFile: ~Copyable {
    let path: String

    init(_ bytes: [UInt8], suffix: String = ".mp4") throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("vir-\(UUID().uuidString)\(suffix)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
