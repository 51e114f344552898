// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// Exports onto sticks that fail: pulled, full, write-protected, with bad blocks, and with other people's files under the exports' names.
/// No
/// export crashes or hangs, none touches foreign files, and the next one completes it.
@Suite struct ExportFuzzTests {
    /// 40, or the number in `VIR_FUZZED_EXPORTS`.
    static let count = ProcessInfo.processInfo.environment["VIR_FUZZED_EXPORTS"].flatMap(Int.init) ?? 40

    private struct Way: Hashable {
        var form: ExportForm
        var clips: [Int]
    }

    private static let ways = [
        Way(form: .file, clips: [1, 2]), Way(form: .file, clips: []), Way(form: .anybody, clips: [2, 1]), Way(form: .slow(2), clips: [1]),
        Way(form: .bestOf, clips: [1, 2]), Way(form: .still, clips: [1]),
    ]

    /// The fault that begins at some change of the stick.
    private enum Fault: CaseIterable, Sendable {
        case pulled, full, locked, badBlock, badBlockOnce, cancelled, none
    }

    private let place: TemporaryFolder
    private let stick: FakeStick
    private var root: String { "\(place.path)/VIR" }

    init() throws {
        place = try TemporaryFolder()
        stick = FakeStick(place.path)
    }

    /// Returns the files of an export on an empty stick, without the page of all sessions, which depends on the other files.
    private func files() -> [String: Data] { ExportingBox.contents(of: root).filter { $0.key != "index.html" } }

    private func clear() { try? FileManager.default.removeItem(atPath: root) }

    @Test func nothingIsLostWhateverASticksFaults() throws {
        let boxes = [try ExportingBox([0...29, 20...75], stick: stick), try ExportingBox([0...40, 35...80], stick: stick)]
        var wanted: [[Way: [String: Data]]] = [[:], [:]]
        for (index, box) in boxes.enumerated() {
            for way in Self.ways {
                clear()
                _ = box.export(way.form, clips: way.clips)
                wanted[index][way] = files()
                #expect(files().count > 0)
            }
        }
        let cards = boxes.map(\.contents)
        var memory = 0
        for seed in 1...UInt64(max(1, Self.count)) {
            if seed == UInt64(Self.count / 3) { memory = Self.residentBytes }
            var random = SeededGenerator(seed: seed)
            let index = Int.random(in: 0...1, using: &random)
            let way = Self.ways[Int.random(in: 0..<Self.ways.count, using: &random)]
            try run(seed, boxes[index], way, wanted[index][way] ?? [:], other: wanted[1 - index][way] ?? [:], &random)
        }
        #expect(zip(boxes, cards).allSatisfy { $0.contents == $1 }, "the cards are as they were")
        #expect(openFiles(of: boxes) == [], "every file is closed")
        #expect(memory == 0 || Self.residentBytes - memory < 256 << 20, "memory grows")
    }

    private func run(
        _ seed: UInt64, _ box: ExportingBox, _ way: Way, _ wanted: [String: Data], other: [String: Data], _ random: inout SeededGenerator
    ) throws {
        clear()
        let (foreign, planted) = try plant(wanted, other: other, &random)
        let fault = try #require(Fault.allCases.randomElement(using: &random))
        fail(fault, after: Int.random(in: 0...30, using: &random), box)
        let outcome = box.export(way.form, clips: way.clips)
        #expect(outcome != nil, "seed \(seed): nothing was said")
        stick.watched.watch { _, _ throws(CardError) in }
        stick.watched.setLocked(false)
        stick.putIn()
        let whole = Set(wanted.values).union(planted)
        for (name, bytes) in files() where !name.hasSuffix(".part") {
            #expect(whole.contains(bytes), "seed \(seed), \(fault): \(name) is half-written")
        }
        expect(foreign, "seed \(seed), \(fault)")
        // The next export completes it, and the one after that has nothing to do.
        guard case .ended(let result)? = box.export(way.form, clips: way.clips) else { return #expect(Bool(false), "seed \(seed): it stopped") }
        #expect(result.problems.isEmpty && result.files >= wanted.count, "seed \(seed): \(result)")
        let made = Set(files().values)
        for (name, bytes) in wanted { #expect(made.contains(bytes), "seed \(seed), \(fault): \(name) is missing") }
        #expect(!files().keys.contains { !$0.contains("/") && $0.hasSuffix(".part") }, "seed \(seed), \(fault)")
        let again = try #require(box.export(way.form, clips: way.clips)?.result)
        #expect((again.written, again.replaced) == (0, 0), "seed \(seed), \(fault)")
        expect(foreign, "seed \(seed), \(fault), again")
    }

    private func expect(_ foreign: [String: Data], _ moment: Comment) {
        for (name, bytes) in foreign { #expect(FileManager.default.contents(atPath: "\(root)/\(name)") == bytes, moment) }
    }

    /// Puts other files under some of the names that the export wants.
    /// - Returns: the foreign files by their names, and the contents of everything that was put there.
    private func plant(
        _ wanted: [String: Data], other: [String: Data], _ random: inout SeededGenerator
    ) throws -> (foreign: [String: Data], planted: Set<Data>) {
        var foreign: [String: Data] = [:]
        var planted: Set<Data> = []
        func put(_ name: String, _ bytes: Data) throws {
            let path = URL(fileURLWithPath: "\(root)/\(name)")
            try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: path)
            planted.insert(bytes)
        }
        // A session's own folder contains no foreign files.
        let isWhole = wanted.keys.contains { $0.contains("/") }
        if isWhole, Bool.random(using: &random) {
            // Another card's whole session is there.
            for (name, bytes) in other where !bytes.isEmpty {
                try put(name, bytes)
                foreign[name] = bytes
            }
            return (foreign, planted)
        }
        for (name, bytes) in wanted.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty && (!isWhole || name.hasPrefix("2026")) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try put(name, Data(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
            case 1: try put(name, bytes)
            case 2: try put("\(name).part", Data(bytes.prefix(100)))
            case 3 where !isWhole:
                let letter = Data(repeating: UInt8(ascii: "l"), count: Int.random(in: 64...5000, using: &random))
                try put(name, letter)
                foreign[name] = letter
            case 4 where !isWhole:
                guard let bytes = other[name] else { continue }
                try put(name, bytes)
                foreign[name] = bytes
            case 5 where !isWhole:
                try put("\(name)/mine.txt", Data("mine".utf8))
                foreign["\(name)/mine.txt"] = Data("mine".utf8)
            case 6:
                try put("\(name).part/mine.txt", Data("mine".utf8))
                foreign["\(name).part/mine.txt"] = Data("mine".utf8)
            default: break
            }
        }
        return (foreign, planted)
    }

    private func fail(_ fault: Fault, after steps: Int, _ box: ExportingBox) {
        let (stick, service) = (stick, box.service)
        let begin = stick.watched.steps.count
        let isOver = Mutex(false)
        stick.watched.watch { index, step throws(CardError) in
            guard index - begin >= steps else { return }
            let bad = CardError.failed(operation: "write", subject: step, reason: "Input/output error")
            switch fault {
            case .none: break
            case .pulled:
                stick.pull()
                throw bad
            case .full: if step.hasPrefix("write") || step.hasPrefix("open") || step.hasPrefix("make") { throw .full }
            case .locked: throw .readOnly
            case .badBlock: throw bad
            case .badBlockOnce:
                guard
                    isOver.withLock({ was in
                        defer { was = true }
                        return !was
                    })
                else { return }
                throw bad
            case .cancelled: service.post(.cancel)
            }
        }
    }

    /// Returns the open files on the stick and on the cards; other tests have their own.
    private func openFiles(of boxes: [ExportingBox]) -> [String] {
        let folders = [place.path] + boxes.map(\.filing.cardPath)
        return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [])
            .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
            // The session's journal stays open with the session.
            .filter { file in folders.contains { file.hasPrefix($0 + "/") } && !file.hasSuffix("/journal.jsonl") }
    }

    private static var residentBytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * 4096 : 0
    }
}
