// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// An export never touches another session's files, replaces changed files, keeps unchanged ones, and reports their numbers.
@Suite struct ExportIdentityTests {
    private let place: TemporaryFolder
    private let stick: FakeStick

    init() throws {
        place = try TemporaryFolder()
        stick = FakeStick(place.path)
    }

    private var onStick: [String: Data] { ExportingBox.contents(of: "\(place.path)/VIR") }
    private func path(_ name: String) -> URL { URL(fileURLWithPath: "\(place.path)/VIR/\(name)") }

    private static let line = Annotation(id: 1, kind: .line, points: [Point(0.2, 0.2), Point(0.8, 0.2)], ink: .red, span: 0.333...0.8)

    @Test(
        "two cards with sessions of the same name, one stick: nothing of either is lost, and nothing is written twice",
        arguments: [
            ExportForm.file, .anybody, .slow(2), .bestOf, .drawings(freeze: 0), .still, .strip(step: 0.1, center: 0.5), .titledBestOf,
            .compare(shift: 0, ComparisonView().around(0.5)),
        ], [ExportDestination.stick, .card])
    func twoCards(form: ExportForm, to place: ExportDestination) throws {
        let one = try ExportingBox([0...29, 20...75], stick: stick)
        let other = try ExportingBox([0...40, 35...80], stick: stick)
        #expect(one.session == other.session)
        for box in [one, other] { for clip in 1...2 { box.judge(clip, ClipJudgement(annotations: [Self.line])) } }
        let root = place == .card ? "\(other.filing.cardPath)/EXPORT" : "\(self.place.path)/VIR"
        let first = try #require(one.export(form, clips: [1, 2], to: place)?.result)
        // Somebody copied the export of the one card to the other card.
        if place == .card { try FileManager.default.copyItem(atPath: "\(one.filing.cardPath)/EXPORT", toPath: root) }
        let before = ExportingBox.contents(of: root)
        #expect(first.written == before.count && first.written > 0 && first.problems.isEmpty)
        let second = try #require(other.export(form, clips: [1, 2], to: place)?.result)
        #expect((second.written, second.replaced, second.kept) == (first.written, 0, 0))
        let after = ExportingBox.contents(of: root)
        #expect(after.count == 2 * before.count)
        for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
        for box in place == .card ? [other] : [other, one, other] {
            let again = try #require(box.export(form, clips: [1, 2], to: place)?.result)
            #expect((again.written, again.replaced, again.kept) == (0, 0, first.written))
        }
        #expect(ExportingBox.contents(of: root) == after)
    }

    @Test func twoWholeSessionsHaveAFolderEach() throws {
        let one = try ExportingBox([0...29, 20...75], stick: stick)
        let other = try ExportingBox([0...40], stick: stick)
        let first = try #require(one.export(.file, clips: [])?.result)
        let before = onStick
        #expect(first.replaced == 0 && before["\(one.session)/session.json"] != nil && before["index.html"] != nil)
        let second = try #require(other.export(.file, clips: [])?.result)
        // The page that leads to both is the only file of the first export that was replaced.
        #expect(second.replaced == 1)
        for (name, bytes) in before where name != "index.html" { #expect(onStick[name] == bytes, "\(name)") }
        let folders = Set(onStick.keys.filter { $0.hasSuffix("/session.json") }.map { $0.dropLast("/session.json".count) })
        #expect(folders.count == 2)
        let page = try #require(onStick["index.html"].map { String(decoding: $0, as: UTF8.self) })
        for folder in folders { #expect(page.contains("href=\"\(folder)/index.html\""), "\(folder)") }
        let all = onStick
        for (box, result) in [(one, first), (other, second), (one, first)] {
            let again = try #require(box.export(.file, clips: [])?.result)
            #expect((again.written, again.replaced, again.kept) == (0, 0, result.files))
        }
        #expect(onStick == all)
    }

    @Test func aClipThatHasChangedIsMadeAnewAndNothingElse() throws {
        let box = try ExportingBox([0...29, 20...75], stick: stick)
        func counts(_ form: ExportForm) throws -> [Int] {
            let result = try #require(box.export(form, clips: [1, 2])?.result)
            return [result.written, result.replaced, result.kept]
        }
        let turned = ClipJudgement(orientation: PictureOrientation(turn: .right))
        for form in [ExportForm.anybody, .slow(2)] {
            box.judge(1, ClipJudgement())
            #expect(try counts(form) == [2, 0, 0])
            // Changes that don't affect such a copy replace none.
            box.judge(1, ClipJudgement(moment: 0.5, isLiked: true, annotations: [Self.line]))
            #expect(try counts(form) == [0, 0, 2])
            box.judge(1, turned)
            #expect(try counts(form) == [0, 1, 1])
            #expect(try counts(form) == [0, 0, 2])
        }
        #expect(try counts(.still) == [2, 0, 0])
        box.judge(2, ClipJudgement(moment: 0.2))
        #expect(try counts(.still) == [0, 1, 1])
        #expect(try counts(.titledBestOf) == [1, 0, 0])
        #expect(try counts(.titledBestOf) == [0, 0, 1])
        box.judge(2, ClipJudgement(annotations: [Self.line]))
        #expect(try counts(.titledBestOf) == [0, 1, 0])
        #expect(try counts(.drawings(freeze: 0)) == [1, 0, 0])
        #expect(try counts(.drawings(freeze: 0)) == [0, 0, 1])
        #expect(try counts(.drawings(freeze: 1)) == [0, 1, 0])
    }

    /// A file can change without its record: it is turned when its session is closed, and a laptop may write it anew.
    @Test func aFilmWhoseClipHasAnotherFileIsMadeAnew() throws {
        let box = try ExportingBox([0...29, 20...75], stick: stick)
        func counts() throws -> [Int] {
            let result = try #require(box.export(.anybody, clips: [1, 2])?.result)
            return [result.written, result.replaced, result.kept]
        }
        #expect(try counts() == [2, 0, 0])
        let film = try #require(box.contents.keys.filter { $0.hasSuffix(".mp4") }.min())
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(box.filing.cardPath)/\(film)"))
        try file.seekToEnd()
        // An empty box of the type "free", which players skip.
        try file.write(contentsOf: Data([0, 0, 0, 8] + "free".utf8))
        try file.close()
        #expect(try counts() == [0, 1, 1])
        #expect(try counts() == [0, 0, 2])
    }

    @Test("what is left of a file under its name is no export", arguments: [ExportForm.file, .anybody, .still])
    func whatIsLeftOfAFile(form: ExportForm) throws {
        let box = try ExportingBox([0...29], stick: stick)
        _ = box.export(form, clips: [1])
        let whole = onStick
        let (name, bytes) = try #require(whole.first)
        for left in [Data([1]), Data(), bytes.prefix(200), bytes.prefix(bytes.count / 2), bytes.dropLast(1), Data(count: bytes.count)] {
            try Data(left).write(to: path(name))
            let result = try #require(box.export(form, clips: [1])?.result)
            #expect((result.written, result.replaced, result.kept) == (0, 1, 0), "\(left.count) of \(bytes.count)")
            #expect(onStick == whole, "\(left.count) of \(bytes.count)")
        }
    }

    @Test("somebody's own files and folders stay, whatever they are called", arguments: [ExportForm.file, .anybody, .still])
    func somebodysOwn(form: ExportForm) throws {
        let box = try ExportingBox([0...29], stick: stick)
        _ = box.export(form, clips: [1])
        let (name, bytes) = try #require(onStick.first)
        let letter = Data("Dear Ana, this letter is called like a clip, and is much longer than any sixty-four letters.".utf8)
        try letter.write(to: path(name))
        for folder in ["\(name).part", "\(name.dropLast(4))_x\(name.suffix(4)).part"] {
            try FileManager.default.createDirectory(at: path("\(folder)/mine"), withIntermediateDirectories: true)
        }
        let result = try #require(box.export(form, clips: [1])?.result)
        #expect(result.written == 1 && result.problems.isEmpty)
        #expect(onStick[name] == letter)
        #expect(onStick.values.contains(bytes))
        #expect(FileManager.default.fileExists(atPath: path("\(name).part/mine").path))
        #expect(box.export(form, clips: [1])?.result.kept == 1)
    }

    @Test func aFileInThePlaceOfTheFolderIsNamed() throws {
        let box = try ExportingBox([0...29], stick: stick)
        try Data("x".utf8).write(to: URL(fileURLWithPath: "\(place.path)/VIR"))
        guard case .stopped(let reason, _)? = box.export(.file, clips: [1]) else { return #expect(Bool(false), "it went on") }
        #expect(reason.description.contains("“VIR”"))
    }

    @Test func somebodysCopyOfACardIsNotMixedWithExports() throws {
        let box = try ExportingBox([0...29], stick: stick)
        try FileManager.default.createDirectory(at: path(""), withIntermediateDirectories: true)
        for (name, bytes) in box.contents where name.contains(".") {
            try FileManager.default.createDirectory(at: path(name).deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: path(name))
        }
        try Data("delay = 3\n".utf8).write(to: path("settings.toml"))
        let before = onStick
        box.judge(1, ClipJudgement(isDeleted: true))
        _ = box.export(.file, clips: [])
        for (name, bytes) in before { #expect(onStick[name] == bytes, "\(name)") }
        #expect(onStick["EXPORT/\(box.session)/session.json"] != nil)
    }

    // MARK: Files that aren't exported

    @Test("an exported session carries nothing that was deleted, and no leftovers of other systems")
    func nothingDeleted() throws {
        let box = try ExportingBox([0...29, 20...75, 60...100], stick: stick, archer: "Ana Ö/.")
        let folder = box.folder
        for name in [".DS_Store", "clips/._01.mp4", "thumbs/Thumbs.db", "clips/04.mp4.part", "journal.jsonl.damaged"] {
            try Data("left".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/notes of mine.txt"))
        _ = box.export(.file, clips: [])
        let name = "\(box.session)_Ana-Ö"
        #expect(onStick["\(name)/clips/02.mp4"] != nil && onStick["\(name)/thumbs/02.jpg"] != nil)
        let word = Annotation(id: 9, kind: .text, points: [Point(0.5, 0.5)], text: "a secret")
        box.judge(2, ClipJudgement(isDeleted: true, annotations: [word]))
        box.judge(1, ClipJudgement(annotations: [Annotation(id: 1, kind: .text, points: [Point(0.5, 0.5)], text: "well done")]))
        // A file that an earlier VIR copied with a session.
        try Data("{}\n".utf8).write(to: path("\(name)/journal.jsonl"))
        let result = try #require(box.export(.file, clips: [])?.result)
        #expect(result.problems.isEmpty)
        let files = Set(onStick.keys.filter { $0.contains(".") })
        let wanted = [
            "session.json", "index.html", "notes of mine.txt", "clips/01.mp4", "clips/03.mp4", "thumbs/01.jpg", "thumbs/03.jpg",
        ]
        #expect(files == Set(wanted.map { "\(name)/\($0)" } + ["index.html"]))
        let texts = onStick.filter { $0.key.hasSuffix(".json") || $0.key.hasSuffix(".html") }.values.map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.contains { $0.contains("well done") })
        for text in texts { #expect(!text.contains("secret") && !text.contains("02.mp4") && !text.contains("Deleted")) }
        #expect(onStick["\(name)/clips/01.mp4"] == FileManager.default.contents(atPath: "\(folder)/clips/01.mp4"))
        #expect(FileManager.default.fileExists(atPath: "\(folder)/clips/02.mp4"), "at home it can be restored")
    }

    @Test func aPageThatIsSomebodysOwnStaysAndIsNamed() throws {
        let box = try ExportingBox([0...29], stick: stick)
        try FileManager.default.createDirectory(at: path(""), withIntermediateDirectories: true)
        let own = Data("<!DOCTYPE html><p>My holidays</p>".utf8)
        try own.write(to: path("index.html"))
        let result = try #require(box.export(.file, clips: [])?.result)
        #expect(onStick["index.html"] == own && result.problems.count == 1)
    }
}
