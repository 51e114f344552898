// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Media

/// A film from elsewhere becomes a clip with the same pictures at the same times, or is refused with a reason.
@Suite struct ForeignFilmTests {
    /// The pictures of a film by their numbers, each with its time.
    private typealias Pictures = [(number: Int64, time: Duration)]

    /// Returns a film of the pictures at these times.
    private static func film(
        _ times: [Duration], size: VideoSize = VideoSize(width: 320, height: 180), turned: PictureOrientation = .upright
    ) throws
        -> [UInt8]
    {
        LibAVLog.quiet()
        let output = MemoryOutput()
        let writer = try FilmWriter(
            StreamParameters(size: size, rate: FrameRate(30)), frames: times.count, sound: nil, metadata: [:], orientation: turned, to: output)
        for (number, time) in times.enumerated() { try writer.add(NumberedPicture.make(Int64(number), size: size), at: time) }
        _ = try writer.finish()
        return output.bytes
    }

    private static func imported(_ bytes: [UInt8], mayGoOn: @escaping () -> Bool = { true }) throws -> (result: FilmImport.Result, clip: [UInt8]) {
        let file = try TemporaryFile(bytes)
        let output = MemoryOutput()
        let film = try ForeignFilm(try FilmFile(file.path), mayGoOn: mayGoOn)
        return (try FilmImport(film).write(metadata: [:], to: output), output.bytes)
    }

    private static func pictures(of clip: [UInt8]) throws -> Pictures {
        let file = try TemporaryFile(clip)
        let frames = try FootageFrames(file.path)
        var found: Pictures = []
        while let frame = try frames.next() {
            found.append((try #require(NumberedPicture.number(frame.buffer)), Timestamp.zero.duration(to: frame.stamp.timestamp)))
        }
        return found
    }

    @Test("X-17 each picture keeps its own time, however the times vary")
    func timesAreKept() throws {
        let gaps = [33, 34, 8, 4, 4, 120, 33, 1000, 17, 16, 250, 5]
        let times = gaps.reduce(into: [Duration.zero]) { $0.append(($0.last ?? .zero) + .milliseconds($1)) }
        let (result, clip) = try Self.imported(try Self.film(times))
        let found = try Self.pictures(of: clip)
        #expect(found.map(\.number) == Array(0...12) && result.frames == 13 && result.remarks.isEmpty)
        for (picture, time) in zip(found, times) { #expect(abs((picture.time - time).inSeconds) < 2 / 90_000.0) }
    }

    @Test("X-17 what an edit list hides isn't in the clip, and the first picture that it shows is at 0")
    func editListsAreHonoured() throws {
        let footage = try EncodedFootage.encode(frames: 40)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 7, through: 38), from: footage.line(), sound: nil, metadata: [:], to: output)
        #expect(output.bytes.contains(Array("elst".utf8)))
        let found = try Self.pictures(of: try Self.imported(output.bytes).clip)
        #expect(found.map(\.number) == Array(7...38) && found.first?.time == .zero)
    }

    @Test("X-17 a film keeps its turn", arguments: [PictureOrientation.Turn.right, .over, .left])
    func theTurnStays(turn: PictureOrientation.Turn) throws {
        let turned = PictureOrientation(turn: turn)
        let clip = try TemporaryFile(try Self.imported(try Self.film([.zero, .milliseconds(33)], turned: turned)).clip)
        #expect(try FootageFrames(clip.path).orientation == turned)
    }

    @Test("X-17 of a film that is cut off, what is there is imported, and that is said")
    func aCutFilm() throws {
        let film = try Self.film((0..<90).map { FrameRate(30).offset(of: $0) })
        let (result, clip) = try Self.imported(Array(film.prefix(film.count / 2)))
        let found = try Self.pictures(of: clip)
        #expect(found.map(\.number) == Array(0..<Int64(found.count)) && (10..<80).contains(found.count))
        #expect(result.isCutShort && result.remarks.contains { $0.hasPrefix("it was cut off") })
    }

    @Test("it ends as soon as nobody waits for it")
    func itStops() throws {
        let film = try Self.film((0..<30).map { FrameRate(30).offset(of: $0) })
        var asked = 0
        #expect(throws: FilmRefusal.wasStopped) {
            try Self.imported(film) {
                asked += 1
                return asked < 20
            }
        }
    }

    /// 60 films, or the number in `VIR_FUZZED_IMPORTS`: each is decoded and encoded anew, which takes a second if its times are damaged.
    private static let seeds: ClosedRange<UInt64> = 1...UInt64(max(1, damagedFiles("VIR_FUZZED_IMPORTS", few: 60) / filmsPerSeed))
    private static let filmsPerSeed = 3

    @Test("X-17 damaged films are imported or refused, and none takes longer than its pictures", arguments: seeds)
    func damagedFilms(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = try Self.film((0..<12).map { FrameRate(30).offset(of: $0) }, size: VideoSize(width: 176, height: 160))
        for _ in 0..<Self.filmsPerSeed {
            let bytes = Bool.random(using: &random) ? whole.mutated(first: 4096, &random) : whole.mutated(&random)
            do {
                let (result, clip) = try Self.imported(bytes)
                #expect(result.frames > 0 && result.frames <= FilmLimits.mostPictures && clip.count > 0)
            } catch {
                let refusal = try #require(error as? FilmRefusal)
                #expect(!refusal.description.contains("\n"))
            }
        }
    }

    // MARK: Files

    @Test func onlyPlainFilesAreOpened() throws {
        let film = try TemporaryFile([1, 2, 3])
        let link = film.path + ".link"
        let pipe = film.path + ".pipe"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: film.path)
        #expect(mkfifo(pipe, 0o600) == 0)
        defer { for path in [link, pipe] { try? FileManager.default.removeItem(atPath: path) } }
        #expect(throws: FilmRefusal.isLink) { try FilmFile(link) }
        #expect(throws: FilmRefusal.isNoFile) { try FilmFile(pipe) }
        #expect(throws: FilmRefusal.isNoFile) { try FilmFile("/dev/null") }
        #expect(throws: FilmRefusal.isNoFile) { try FilmFile("/") }
        #expect(throws: FilmRefusal.unreadable("No such file or directory")) { try FilmFile(film.path + ".none") }
        #expect(truncate(film.path, 5 << 30) == 0)
        #expect(throws: FilmRefusal.isTooLarge(bytes: 5 << 30)) { try FilmFile(film.path) }
    }

    /// A descriptor that is closed twice closes a file that another thread has opened meanwhile.
    @Test func aRefusedFileIsClosedOnce() throws {
        let refusing = Thread { for _ in 0..<20_000 { _ = try? FilmFile("/dev/null") } }
        refusing.start()
        var lost = 0
        while !refusing.isFinished {
            let file = open("/dev/zero", O_RDONLY | O_CLOEXEC)
            if fcntl(file, F_GETFD) < 0 { lost += 1 }
            if close(file) < 0 { lost += 1 }
        }
        #expect(lost == 0)
    }

    @Test("a film is known by its size and its SHA-256 (FIPS 180-4, the example \"abc\")")
    func theIdentity() throws {
        let file = try TemporaryFile(Array("abc".utf8))
        let identity = try FilmFile(file.path).identity()
        #expect(identity.bytes == 3 && identity.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(file.path.hasSuffix("/" + identity.name))
    }
}
