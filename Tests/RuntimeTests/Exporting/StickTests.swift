// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Runtime

/// The contract of both sticks: the stick that root's helper mounts, and the folder that stands for a stick.
@Suite struct StickTests {
    private struct Side {
        let stick: any Stick
        let setPlugged: (Bool) throws -> Void
        let folder: TemporaryFolder
    }

    private func folderSide() throws -> Side {
        let folder = try TemporaryFolder()
        let stick = FolderStick(folder.path)
        return Side(stick: stick, setPlugged: { stick.setPlugged($0) }, folder: folder)
    }

    /// Returns a stick with a fake helper that answers as the real one does.
    private func mountedSide() throws -> Side {
        let folder = try TemporaryFolder()
        let place = "\(folder.path)/STICK"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let answer = "\(folder.path)/state"
        let stick = MountedStick(request: "\(folder.path)/wanted", answer: answer, path: place, isMountPoint: false)
        let setPlugged = { (isPlugged: Bool) in
            try Data((isPlugged ? "state ready\nlabel KINGSTON\ndevice sda1\n" : "state gone\n").utf8).write(to: URL(fileURLWithPath: answer))
        }
        try setPlugged(true)
        return Side(stick: stick, setPlugged: setPlugged, folder: folder)
    }

    private func sides() throws -> [Side] { [try folderSide(), try mountedSide()] }

    @Test("one that is there is ready, has room, and takes files; asked for often it is the same")
    func oneThatIsThere() throws {
        for side in try sides() {
            for _ in 0..<3 { side.stick.want() }
            guard case .ready(_, let free) = side.stick.state else { return #expect(Bool(false), "it isn't ready") }
            #expect(free > 0)
            let export = try ExportFolder("\(side.stick.path)/VIR", files: side.stick.files, sources: POSIXFileSystem())
            try export.copy(try side.folder.file("a.mp4", "abc"), to: "a.mp4") { _ in }
            #expect(FileManager.default.contents(atPath: "\(side.stick.path)/VIR/a.mp4") == Data("abc".utf8))
            side.stick.release()
            side.stick.release()
        }
    }

    @Test("one that is pulled is none, and one that is put in again is ready")
    func oneThatIsPulled() throws {
        for side in try sides() {
            side.stick.want()
            try side.setPlugged(false)
            #expect(side.stick.state == .none)
            try side.setPlugged(true)
            guard case .ready = side.stick.state else { return #expect(Bool(false), "it isn't ready again") }
        }
    }

    @Test("the request is an empty file while it is wanted, touched again and again, and no link is followed")
    func theRequest() throws {
        let side = try mountedSide()
        let request = "\(side.folder.path)/wanted"
        side.stick.want()
        #expect(FileManager.default.contents(atPath: request) == Data())
        try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: request)
        side.stick.want()
        let touched = try #require(try FileManager.default.attributesOfItem(atPath: request)[.modificationDate] as? Date)
        #expect(touched.timeIntervalSince1970 > 1_000_000)
        side.stick.release()
        #expect(!FileManager.default.fileExists(atPath: request))
        let target = try side.folder.file("target", "mine")
        try FileManager.default.createSymbolicLink(atPath: request, withDestinationPath: target)
        side.stick.want()
        #expect(FileManager.default.contents(atPath: target) == Data("mine".utf8))
    }

    @Test("what the helper says of a stick, in words for people")
    func whatTheHelperSays() throws {
        let side = try mountedSide()
        func state(_ words: String) throws -> StickState {
            try Data(words.utf8).write(to: URL(fileURLWithPath: "\(side.folder.path)/state"))
            return side.stick.state
        }
        #expect(try state("state checking\nlabel A\n") == .checking)
        #expect(try state("state read-only\nlabel A B\nreason damaged\n") == .refused(label: "A B", reason: .stickDamaged))
        #expect(try state("state read-only\n") == .refused(label: nil, reason: .stickReadOnly))
        for (key, reason) in [("card", Message.stickIsCard), ("running-disk", .stickIsOwn), ("file-system", .stickFormat), ("new", .stickFormat)] {
            #expect(try state("state refused\nlabel X\nreason \(key)\n") == .refused(label: "X", reason: reason))
        }
        #expect(try state("state none\n") == .none)
        #expect(try state("") == .none)
    }

    @Test("any bytes in the answer are taken without harm", arguments: 1...40 as ClosedRange<UInt64>)
    func anyBytes(seed: UInt64) throws {
        let side = try mountedSide()
        var random = SeededGenerator(seed: seed)
        var bytes = Array("state ready\nlabel KINGSTON\nreason damaged\n".utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if seed % 5 == 0 { bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) }
        try Data(bytes).write(to: URL(fileURLWithPath: "\(side.folder.path)/state"))
        if case .refused(let label?, _) = side.stick.state { #expect(!label.contains("\n")) }
        if case .ready(let label?, _) = side.stick.state { #expect(!label.contains("\n") && !label.contains("\u{1B}")) }
    }
}
