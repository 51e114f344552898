// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Testing

@testable import Storage

/// Refusals of the kernel itself, on a file system of a few megabytes. Making one takes root; without root only the simulated disk is
/// tested.
@Suite(.enabled(if: geteuid() == 0, "making a file system takes root")) struct RealRefusalsTests {
    @Test func aDiskThatIsReallyFullIsFullAndKeepsTheJournal() throws {
        guard let small = try SmallFileSystem(bytes: 8 << 20) else { return }
        let card = Card(path: small.path, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: false)
        let session = try card.openSession(Samples.header())
        let clip = try session.beginClip(number: 1, kind: .mark)
        let piece = [UInt8](repeating: 1, count: 1 << 20)
        #expect(throws: CardError.full) {
            for place in 0..<20 { try clip.write(piece, at: Int64(place << 20)) }
        }
        #expect(try POSIXFileSystem().list("\(small.path)/\(session.name)/clips") == [])
        try session.append(.marked(Samples.mark(1)))
        try session.close(.stopped)
        #expect(try card.sessions().first?.record?.marks == [Samples.mark(1)])
    }

    @Test func theReserveKeepsRoomForJournalsOnARealDisk() throws {
        guard let small = try SmallFileSystem(bytes: 8 << 20) else { return }
        let card = Card(path: small.path, files: POSIXFileSystem(), reserveBytes: 2 << 20, hasIndex: false)
        let session = try card.openSession(Samples.header())
        #expect(throws: CardError.full) { try session.beginClip(number: 1, kind: .mark, expectedBytes: 7 << 20) }
        guard case .full = card.condition() else { return #expect(Bool(false), "\(card.condition())") }
        // A smaller clip fits, and then the card isn't full for others that fit.
        let clip = try session.beginClip(number: 1, kind: .mark, expectedBytes: 5 << 20)
        try clip.write([UInt8](repeating: 1, count: 5 << 20), at: 0)
        #expect(try clip.commit() == "clips/01.mp4")
        guard case .ready = card.condition() else { return #expect(Bool(false), "\(card.condition())") }
        #expect(throws: CardError.full) { try session.beginClip(number: 2, kind: .mark) }
        guard case .full = card.condition() else { return #expect(Bool(false), "\(card.condition())") }
    }

    @Test func aDiskThatIsReallyReadOnlyIsReadOnly() throws {
        guard let small = try SmallFileSystem(bytes: 8 << 20), small.makeReadOnly() else { return }
        let card = Card(path: small.path, files: POSIXFileSystem())
        #expect(card.condition() == .readOnly)
        #expect(throws: CardError.readOnly) { try card.openSession(Samples.header()) }
        #expect(throws: CardError.self) { try card.prepare() }
    }
}
