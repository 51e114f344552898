// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Storage

/// A trial of a card: its room, and how fast it writes, measured with one file that is removed again.
struct CardTrial: Encodable, Sendable {
    /// The number of bytes that are written: enough that a card's own buffer doesn't answer for it.
    static let trialBytes = 16 << 20
    /// The ratio from which on a card keeps up with clips while the next ones come.
    static let comfortableRatio = 2.0

    var path: String
    var freeBytes: Int64?
    /// Why it can't be written; `nil` if it can.
    var objection: String?
    /// The speed of writing onto the card itself, not into memory, in bytes a second; `nil` if it wasn't tried.
    var bytesPerSecond: Double?
    /// The stream's rate, in bytes a second.
    var streamBytesPerSecond: Double

    /// The card's speed divided by the stream's rate.
    var ratio: Double? { bytesPerSecond.map { $0 / streamBytesPerSecond } }

    init(path: String, freeBytes: Int64?, objection: String?, bytesPerSecond: Double?, streamBytesPerSecond: Double) {
        self.path = path
        self.freeBytes = freeBytes
        self.objection = objection
        self.bytesPerSecond = bytesPerSecond
        self.streamBytesPerSecond = streamBytesPerSecond
    }

    /// Tries the card in this folder. Nothing that is made there stays.
    init(folder: String, stream: StreamParameters, timebase: any Timebase) {
        self.init(path: folder, freeBytes: nil, objection: nil, bytesPerSecond: nil, streamBytesPerSecond: Double(stream.bitRate) / 8)
        do throws(CardError) {
            let files = POSIXFileSystem()
            let kind = try files.kind(of: folder)
            guard kind == .folder else {
                if kind == nil { throw .absent }
                throw .failed(operation: "use", subject: folder, reason: .isNoFolder)
            }
            let space = try files.space(at: folder)
            freeBytes = space.freeBytes
            guard space.isWritable else { throw .readOnly }
            guard space.freeBytes > 2 * Int64(Self.trialBytes) else { throw .full }
            bytesPerSecond = try Self.measure(folder, files: files, timebase: timebase)
        } catch {
            objection = error == .absent ? "the folder is not there; `vir run` makes it" : "\(error)"
        }
    }

    private static func measure(_ folder: String, files: POSIXFileSystem, timebase: any Timebase) throws(CardError) -> Double {
        let path = "\(folder)/.vir-trial-\(getpid()).part"
        // Random bytes: a card that compresses would gain from equal ones.
        let piece = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 1 << 17)
        defer { piece.deallocate() }
        var numbers = SystemRandomNumberGenerator()
        for index in piece.indices { piece.initializeElement(at: index, to: numbers.next()) }
        let bytes = UnsafeRawBufferPointer(piece)
        let file = try files.open(path, .create)
        defer {
            files.close(file)
            try? files.remove(path)
        }
        let began = timebase.now()
        var written = 0
        while written < trialBytes {
            try files.write(bytes, to: file, at: Int64(written))
            written += bytes.count
        }
        try files.sync(file)
        return Double(written) / max(began.duration(to: timebase.now()).inSeconds, 1e-6)
    }

    private enum CodingKeys: String, CodingKey { case path, freeBytes, objection, bytesPerSecond, streamBytesPerSecond, isFastEnough }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(freeBytes, forKey: .freeBytes)
        try container.encodeIfPresent(objection, forKey: .objection)
        try container.encodeIfPresent(bytesPerSecond?.rounded(), forKey: .bytesPerSecond)
        try container.encode(streamBytesPerSecond, forKey: .streamBytesPerSecond)
        try container.encodeIfPresent(ratio.map { $0 >= Self.comfortableRatio }, forKey: .isFastEnough)
    }
}
