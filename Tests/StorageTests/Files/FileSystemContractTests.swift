// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Storage

/// The contract of every file system, on the machine's own and on the simulated one.
@Suite struct FileSystemContractTests {
    enum Side: CaseIterable { case posix, simulated }

    /// A file system and an empty folder on it.
    private struct Place {
        let files: any FileSystem
        let path: String
        private let folder: TemporaryFolder?

        init(_ side: Side) throws {
            switch side {
            case .posix:
                let folder = try TemporaryFolder()
                files = POSIXFileSystem()
                path = folder.path
                self.folder = folder
            case .simulated:
                files = CrashDisk()
                path = "/empty"
                folder = nil
                try files.makeFolder(path)
            }
        }

        func write(_ bytes: [UInt8], as name: String) throws {
            let file = try files.open("\(path)/\(name)", .create)
            defer { files.close(file) }
            try files.write(bytes, to: file, at: 0)
            try files.sync(file)
        }
    }

    @Test(arguments: Side.allCases)
    func whatIsWrittenIsRead(side: Side) throws {
        let place = try Place(side)
        let file = try place.files.open("\(place.path)/a", .create)
        try place.files.write([1, 2, 3, 4], to: file, at: 0)
        try place.files.write([9, 9], to: file, at: 1)
        try place.files.write([7], to: file, at: 6)
        try place.files.sync(file)
        place.files.close(file)
        #expect(try place.files.contents(of: "\(place.path)/a") == [1, 9, 9, 4, 0, 0, 7])
        #expect(try place.files.kind(of: "\(place.path)/a") == .file(bytes: 7))
        #expect(try place.files.read("\(place.path)/a", from: 5, count: 100) == [0, 7])
        #expect(try place.files.read("\(place.path)/a", from: 50, count: 100) == [])
    }

    @Test("a copy has the same bytes, and a change of it leaves the source as it is", arguments: Side.allCases, [0, 3, 4 << 20, (4 << 20) + 1])
    func aCopyIsAFileOfItsOwn(side: Side, count: Int) throws {
        let place = try Place(side)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        try place.write(bytes, as: "a")
        try place.write([5, 5, 5, 5], as: "b.part")
        try place.files.copy("\(place.path)/a", of: place.files, to: "\(place.path)/b")
        #expect(try place.files.isAlike("\(place.path)/a", "\(place.path)/b", of: place.files))
        let file = try place.files.open("\(place.path)/b", .existing)
        try place.files.write([0xFF], to: file, at: Int64(count / 2))
        place.files.close(file)
        #expect(try !place.files.isAlike("\(place.path)/a", "\(place.path)/b", of: place.files))
        #expect(place.files.holds("\(place.path)/a", bytes))
        #expect(try place.files.list(place.path) == ["a", "b"])
    }

    @Test(arguments: Side.allCases)
    func openingAnExistingFileKeepsItAndCreatingEmptiesIt(side: Side) throws {
        let place = try Place(side)
        #expect(throws: CardError.self) { try place.files.open("\(place.path)/a", .existing) }
        try place.write([1, 2, 3], as: "a")
        let file = try place.files.open("\(place.path)/a", .existing)
        try place.files.truncate(file, to: 2)
        place.files.close(file)
        #expect(try place.files.contents(of: "\(place.path)/a") == [1, 2])
        place.files.close(try place.files.open("\(place.path)/a", .create))
        #expect(try place.files.contents(of: "\(place.path)/a") == [])
    }

    @Test(arguments: Side.allCases)
    func aRenamedFileTakesThePlaceOfTheOther(side: Side) throws {
        let place = try Place(side)
        try place.write([1], as: "old")
        try place.write([2], as: "new")
        try place.files.rename("\(place.path)/new", to: "\(place.path)/old")
        try place.files.syncFolder(place.path)
        #expect(try place.files.list(place.path) == ["old"])
        #expect(try place.files.contents(of: "\(place.path)/old") == [2])
    }

    @Test(arguments: Side.allCases)
    func foldersAreListedInOrderAndRemovedOnlyWhenEmpty(side: Side) throws {
        let place = try Place(side)
        for name in ["c", "a", "b"] { try place.write([], as: name) }
        #expect(try place.files.list(place.path) == ["a", "b", "c"])
        try place.files.makeFolder("\(place.path)/inner")
        #expect(throws: CardError.self) { try place.files.makeFolder("\(place.path)/inner") }
        #expect(throws: CardError.self) { try place.files.remove(place.path) }
        try place.files.remove("\(place.path)/inner")
        #expect(try place.files.kind(of: "\(place.path)/inner") == nil)
    }

    @Test(arguments: Side.allCases)
    func whatIsNotThereIsSaidToBeMissing(side: Side) throws {
        let place = try Place(side)
        let missing = "\(place.path)/missing"
        #expect(try place.files.kind(of: missing) == nil)
        #expect(throws: CardError.self) { try place.files.list(missing) }
        #expect(throws: CardError.self) { try place.files.contents(of: missing) }
        #expect(throws: CardError.self) { try place.files.rename(missing, to: "\(place.path)/x") }
        #expect(throws: CardError.self) { try place.files.remove(missing) }
        #expect(throws: CardError.self) { try place.files.open("\(missing)/x", .create) }
        #expect(throws: CardError.self) { try place.files.syncFolder(missing) }
        #expect(throws: CardError.self) { try place.files.space(at: missing) }
    }

    @Test(arguments: Side.allCases)
    func aFolderIsNoFile(side: Side) throws {
        let place = try Place(side)
        #expect(try place.files.kind(of: place.path) == .folder)
        #expect(throws: CardError.self) { try place.files.open(place.path, .existing) }
        #expect(throws: CardError.self) { try place.files.contents(of: place.path) }
    }

    @Test(arguments: Side.allCases)
    func thereIsRoomAndItIsWritable(side: Side) throws {
        let place = try Place(side)
        let space = try place.files.space(at: place.path)
        #expect(space.isWritable)
        #expect(space.freeBytes > 0 && space.freeBytes <= space.totalBytes)
    }

    @Test(arguments: Side.allCases)
    func aReplacedFileIsTheOldOneOrTheNewOne(side: Side) throws {
        let place = try Place(side)
        try place.files.replace("\(place.path)/a", with: [1, 2, 3])
        try place.files.replace("\(place.path)/a", with: [4])
        #expect(try place.files.contents(of: "\(place.path)/a") == [4])
        #expect(try place.files.list(place.path) == ["a"])
    }

    @Test(arguments: Side.allCases)
    func oneOfTwoHoldsAFileUntilItIsClosed(side: Side) throws {
        let place = try Place(side)
        try place.write([1], as: "a")
        let (one, other) = (try place.files.open("\(place.path)/a", .existing), try place.files.open("\(place.path)/a", .existing))
        defer { place.files.close(other) }
        #expect(try place.files.hold(one))
        #expect(try place.files.hold(one), "it has it already")
        #expect(try !place.files.hold(other))
        // A program that doesn't ask for the lock isn't kept out.
        try place.files.write([2], to: other, at: 0)
        #expect(try place.files.contents(of: "\(place.path)/a") == [2])
        place.files.close(one)
        #expect(try place.files.hold(other))
    }

    @Test(arguments: Side.allCases)
    func aFileThatHasLostItsNameIsHeldByNobody(side: Side) throws {
        let place = try Place(side)
        try place.write([1], as: "a")
        try place.write([2], as: "b")
        let (removed, replaced) = (try place.files.open("\(place.path)/a", .existing), try place.files.open("\(place.path)/b", .existing))
        try place.files.remove("\(place.path)/a")
        try place.files.replace("\(place.path)/b", with: [3])
        for file in [removed, replaced] {
            #expect(throws: CardError.self) { try place.files.hold(file) }
            place.files.close(file)
        }
    }

    @Test func aPipeInAFilesPlaceHoldsNobodyUp() throws {
        let folder = try TemporaryFolder()
        let pipe = "\(folder.path)/settings.toml"
        try #require(makePipe(pipe))
        #expect(try POSIXFileSystem().kind(of: pipe) == .other)
        #expect(throws: CardError.self) { try POSIXFileSystem().read(pipe, from: 0, count: 10) }
        #expect(throws: CardError.self) { try POSIXFileSystem().open(pipe, .existing) }
    }

    @Test func aRefusalNamesWhatWasDoneAndWhereAndWhy() throws {
        let path = try TemporaryFolder().path + "/gone"
        #expect(throws: CardError.failed(operation: "list", subject: path, reason: "No such file or directory")) {
            try POSIXFileSystem().list(path)
        }
        #expect("\(CardError.failed(operation: "list", subject: "a", reason: "b"))" == "can't list a: b")
    }
}
