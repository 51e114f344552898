// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage

@testable import Runtime

/// A box and two cards, "a" and "b", that a person swaps. Each has one session of the same folder name with different contents.
final class TwoCards {
    static let name = "2026-01-01_0000_S01"

    let filing: Filing
    private(set) var present: String? = "a"
    private(set) var keys: [String: SessionKey] = [:]
    private var lastIn = "a"

    init() throws {
        filing = try Filing(needsRecovery: true) { try Self.fill($0, "a") }
        let other = Card(path: "\(filing.folder.path)/b", files: POSIXFileSystem(), hasIndex: false)
        try other.prepare()
        try Self.fill(other, "b")
        for card in ["a", "b"] {
            let id = try self.card(card).identify()
            keys[card] = SessionKey(card: id, id: card, folder: Self.name)
        }
        filing.work()
    }

    /// Returns the session on this card.
    func ref(_ card: String) -> SessionRef { .stored(keys[card] ?? SessionKey(folder: "")) }

    private static func fill(_ card: Card, _ id: String) throws {
        let session = try card.openSession(
            SessionHeader(
                number: 1, started: "2026-01-01T00:00:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5, camera: "synthetic",
                encoder: "libx264", id: id))
        for clip in 1...2 {
            try session.append(.marked(Mark(number: clip, stamp: Filing.stamp(Int64(clip)), source: .script)))
            let pending = try session.beginClip(number: clip, kind: .mark)
            try Array("clip \(clip) of \(id)".utf8).withUnsafeBytes { try pending.write($0, at: 0) }
            let file = try pending.commit()
            try session.append(
                .clip(ClipRecord(number: clip, kind: .mark, file: file, firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)))
        }
        try session.append(.end(end(id == "a" ? [0, 10] : [50, 60])))
        try session.append(.notes("notes of \(id)"))
        try session.close(.stopped)
    }

    /// Returns an end whose arrows are this many millimetres above the centre.
    static func end(_ places: [Double]) -> EndRecord {
        var end = EndRecord(number: 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), clips: [1, 2])
        end.arrows = places.enumerated().map { PlacedArrow(number: $0 + 1, spot: 0, place: FacePoint(0, $1), clip: $0 + 1) }
        return end
    }

    private func card(_ name: String) -> Card {
        Card(path: name == lastIn ? filing.cardPath : "\(filing.folder.path)/\(name)", files: POSIXFileSystem(), hasIndex: false)
    }

    // MARK: Swapping cards

    func takeOut() {
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        present = nil
    }

    func putIn(_ name: String) throws {
        if present != nil { takeOut() }
        if name != lastIn {
            try FileManager.default.moveItem(atPath: filing.cardPath, toPath: "\(filing.folder.path)/\(lastIn)")
            try FileManager.default.moveItem(atPath: "\(filing.folder.path)/\(name)", toPath: filing.cardPath)
            lastIn = name
        }
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        present = name
    }

    // MARK: Contents of the cards

    /// Returns the complete session on a card, journal included; `nil` if it is gone.
    func record(_ name: String) throws -> SessionRecord? { try card(name).sessions().first { $0.name == Self.name }?.record }

    func records(_ name: String) throws -> [SessionRecord] { try card(name).sessions().compactMap(\.record) }

    func states(_ name: String) throws -> [StoredSession.State] { try card(name).sessions().map(\.state) }

    /// Makes a second session on this card, which isn't in the box, as a run leaves it that ended unexpectedly.
    func cutOff(_ name: String) throws {
        let session = try card(name).openSession(
            SessionHeader(
                number: 2, started: "2026-01-01T00:01:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e", id: "cut"))
        try session.append(.marked(Mark(number: 1, stamp: Filing.stamp(1), source: .script)))
    }

    func check(_ name: String) throws -> CardReport {
        try CardCheck.check(name == lastIn ? filing.cardPath : "\(filing.folder.path)/\(name)")
    }

    func files(_ name: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: card(name).path).sorted() }

    var waiting: Int { filing.news.reversed().lazy.compactMap { if case .waiting(let count) = $0 { count } else { nil } }.first ?? 0 }
}

extension StoredSession.State {
    var isClosed: Bool { if case .closed = self { true } else { false } }
}
