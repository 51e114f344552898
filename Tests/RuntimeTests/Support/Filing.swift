// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import Synchronization
import Testing

@testable import Bench
@testable import Runtime

/// A card writer over a real folder whose card can be pulled, with a few seconds of real footage.
final class Filing {
    static let parameters = StreamParameters(size: VideoSize(width: 320, height: 180), rate: FrameRate(30))
    private static let recording = Result { try RecordedStream(parameters, frames: 120, keepingPictures: false) }

    let clock = SteppingClock()
    let folder: TemporaryFolder
    let files: WatchedFiles
    let plug: CardPlug
    let footage: Footage
    private(set) var writer: CardWriter!
    private let pins: ClipPins
    private let heard = Heard()
    var news: [CardNews] { heard.news.withLock { $0 } }

    private final class Heard: Sendable {
        let news = Mutex<[CardNews]>([])
    }

    var cardPath: String { "\(folder.path)/card" }

    /// - Parameters:
    ///   - rounds: the number of times that the four seconds of footage are held, one after the other.
    ///   - hasFootage: if false, nothing is recorded when a clip is ordered.
    ///   - leftOpen: the session during which the run before ended unexpectedly.
    ///   - prepare: fills the card beforehand.
    init(
        rounds: Int = 1, hasFootage: Bool = true, leftOpen: SessionHeader? = nil, needsRecovery: Bool = false,
        prepare: (Card) throws -> Void = { _ in }, wallClock: ((any Timebase) -> WallClock)? = nil
    ) throws {
        LibAVLog.quiet()
        folder = try TemporaryFolder()
        let path = "\(folder.path)/card"
        files = WatchedFiles(root: path)
        plug = CardPlug(files)
        let line = try DelayLine(capacityBytes: 32 << 20, parameters: Self.parameters)
        try Self.recording.get().append(to: line, times: rounds)
        footage = Footage(
            parameters: Self.parameters, encoderName: "libx264", line: line, maximumSeconds: 1200,
            sound: SoundTrack(isWanted: false))
        pins = ClipPins { [footage] in hasFootage ? footage : nil }
        let card = Card(path: path, files: plug, hasIndex: false)
        try card.prepare()
        try prepare(card)
        let wall = wallClock?(clock)
        writer = CardWriter(
            card: card, files: plug, settings: Settings(), settingsPath: "\(path)/settings.toml", timebase: clock,
            bell: Doorbell(), needsRecovery: needsRecovery || leftOpen != nil, leftOpen: leftOpen, followsCrash: leftOpen != nil, pins: pins,
            clock: wall, makeHeader: { Self.header(of: $0, wall) }
        ) { [heard] news in
            heard.news.withLock { $0.append(news) }
        }
    }

    private static func header(of session: SessionRef, _ wall: WallClock?) -> SessionHeader {
        let id = wall.map { _ in "wall-\(session.word)" }
        let begin = id.flatMap { wall?.begin($0) }
        return SessionHeader(
            number: 0, started: begin?.label ?? "2026-11-20T14:0\(session.word):00", size: parameters.size, framesPerSecond: 30, delaySeconds: 5,
            camera: "synthetic", encoder: "libx264", id: id, date: begin?.date)
    }

    /// Appends the same four seconds again, from this frame number on.
    func append(from frame: Int64) throws {
        for unit in try Self.recording.get().units {
            _ = unit.bytes.withUnsafeBytes {
                footage.line.append(AccessUnit(stamp: Self.stamp(frame + unit.stamp.frame), isKeyframe: unit.isKeyframe, bytes: $0))
            }
        }
    }

    static func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + parameters.rate.offset(of: frame))
    }

    // MARK: Commands of the box

    func mark(_ number: Int, frame: Int64, session: Int = 1) {
        writer.post(.journal(.run(session), .marked(Mark(number: number, stamp: Self.stamp(frame), source: .script))))
    }

    func cut(_ number: Int, _ frames: ClosedRange<Int64>, session: Int = 1, orientation: PictureOrientation = .upright) {
        let plan = ClipPlan(
            number: number, kind: .mark, from: Self.stamp(frames.lowerBound).timestamp,
            through: Self.stamp(frames.upperBound).timestamp, orientation: orientation)
        pins.perform(.pin(plan, .run(session)))
        writer.post(.cut(plan, .run(session)))
    }

    // MARK: Time

    /// Lets the card's thread work as long as there is something to do, and then until this much time has passed.
    func work(for length: Duration = .zero) {
        let end = clock.now() + length
        while true {
            var steps = 0
            while writer.runOnce(), steps < 10_000 { steps += 1 }
            #expect(steps < 10_000, "the card's thread runs in circles")
            let next = max(writer.nextStep, clock.now() + .milliseconds(1))
            guard next <= end else { return clock.wait(until: end) }
            clock.wait(until: next)
        }
    }

    // MARK: Results

    /// The news as words, without the room on the card.
    var words: [String] {
        news.compactMap { news in
            switch news {
            case .arrived, .clock, .named, .recovered, .resumable, .noticed, .facts, .oldest, .unjudged: nil
            case .continued(let continued, let session): "\(session.word): \(continued == nil ? "begins" : "goes on")"
            case .split(let session, _, let later): "\(session.word): split, \(later.name)"
            case .notSplit(let session, _): "\(session.word): not split"
            case .joined(let session, let key, _): "\(session.word): joined to \(key.folder)"
            case .journalled(let session, .marked(let mark)): "\(session.word): mark \(mark.number)"
            case .journalled(let session, _): "\(session.word): line"
            case .notJournalled(let session, _, _): "\(session.word): no line"
            case .written(let session, let record, _): "\(session.word): clip \(record.number)"
            case .lost(let session, let number, _): "\(session.word): lost \(number)"
            case .trimmed(let session, let source, let record, _): "\(session.word): clip \(record.number) of \(source)"
            case .pictureKept(let session, let file): "\(session.word): \(file.split(separator: "/").last ?? "")"
            case .pictureNotKept(let session, _): "\(session.word): no picture"
            case .notTrimmed(let session, let source, _): "\(session.word): no part of \(source)"
            case .filed(let session, let filed): "\(session.word): closed \(filed?.record.clips.count ?? 0)"
            case .found(let list): "found \(list.matching)"
            case .read(let key, let filed): "\(key.folder): \(filed == nil ? "not read" : "read")"
            case .notRead: "not read"
            case .deleted(let names, let problem): "deleted \(names.count)\(problem == nil ? "" : ", not all")"
            case .madeRoom(let name, let problem): problem == nil ? "room by \(name.folder)" : "no room"
            case .emptied(let clips, let problem): "emptied \(clips.count)\(problem == nil ? "" : ", not all")"
            case .condition(let condition): condition.isWritable ? "ready" : condition.words
            case .waiting(let changes): "\(changes) for another card"
            case .settings: "settings"
            case .lines(let lines): "\(lines.lines.count) lines"
            case .settingsNotSaved: "settings not saved"
            case .recordNotWritten(let session, _): "\(session.word): no record"
            }
        }
    }

    /// Returns the sessions with marks that are on the card now, read afresh.
    func records() throws -> [SessionRecord] {
        try Card(path: cardPath, files: POSIXFileSystem(), hasIndex: false).sessions().compactMap(\.record).filter { !$0.marks.isEmpty }
    }

    /// Returns true if any file of the card has a part of the footage, or a still of it.
    func hasFootageOnTheCard() throws -> Bool {
        // A clip has other headers than the line, and the same slices.
        let slices = try Self.recording.get().units.filter { $0.bytes.count > 96 }.map { Data($0.bytes.suffix(64)) }
        #expect(!slices.isEmpty)
        let files = try #require(FileManager.default.enumerator(at: URL(fileURLWithPath: cardPath), includingPropertiesForKeys: nil))
        for case let file as URL in files {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || slices.contains(where: { bytes.range(of: $0) != nil }) { return true }
        }
        return false
    }

    func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(cardPath)/\(name)") }
}

extension SessionRef {
    var word: String {
        switch self {
        case .run(let number): "\(number)"
        case .stored(let key): key.folder
        }
    }
}
