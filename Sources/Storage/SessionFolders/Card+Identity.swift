// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The content of `card.json`: the card's id, and the highest number of its sessions.
struct CardIdentity: Hashable, Codable {
    /// An id that no other card has, except a copy of this one.
    var id: String
    /// The highest number that a session of this card was ever given. The number of a deleted session is never given again.
    var highestNumber = 0
    /// The last time that was known when something was written, in seconds since 1970 (UTC); `nil` if none was. Anybody may have edited it.
    var lastTime: Int64?
    /// True if the file has these values.
    var isWritten = false

    private enum CodingKeys: String, CodingKey { case id, highestNumber = "sessions", lastTime = "time" }

    init(id: String) { self.id = id }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(String.self, forKey: .id)
        // Anybody may have edited the file.
        let highest = try fields.decodeIfPresent(Int.self, forKey: .highestNumber) ?? 0
        highestNumber = (0...CardLayout.highestNumber).contains(highest) ? highest : 0
        lastTime = try? fields.decodeIfPresent(Int64.self, forKey: .lastTime)
        isWritten = true
        guard (1...64).contains(id.utf8.count) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: fields, debugDescription: "no card's id is so long or so short")
        }
    }
}

// Cards are told apart by a random id. A copy of a card has the same id, so everything about a card is read anew whenever one arrives.
extension Card {
    private var identityPath: String { "\(path)/\(CardLayout.identity)" }

    /// The longest file that is read, in bytes.
    private static let longestIdentity = 4096

    /// Returns 64 random bits, as 16 hexadecimal digits.
    public static func randomID() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The id of the card that was in at the last check; `nil` before that.
    public var id: String? { identity.withLock { $0?.id } }

    /// Identifies the card that is in. A card without an id gets a new one, which is written with the first thing that VIR writes.
    /// - Throws: `CardError.absent`, and refusals of the card as a whole.
    public func identify() throws(CardError) -> String {
        let known = try readIdentity()
        return identity.withLock { identity in
            let found = known ?? CardIdentity(id: makeID())
            identity = found
            return found.id
        }
    }

    /// Returns an id that nothing else has, on this card or another.
    public func newID() -> String { makeID() }

    /// True if the card that is in has another id than the card at the last check.
    public func isAnother() -> Bool {
        guard let known = (try? readIdentity()) ?? nil else { return false }
        return identity.withLock { $0.map { $0.id != known.id } ?? false }
    }

    /// - Returns: `nil` if no identity can be read.
    private func readIdentity() throws(CardError) -> CardIdentity? {
        do throws(CardError) {
            guard try files.isFolder(path) else { throw .absent }
            guard case .file(let size)? = try files.kind(of: identityPath), size <= Self.longestIdentity else { return nil }
            return try? JSONDecoder().decode(CardIdentity.self, from: Data(try files.read(identityPath, from: 0, count: Int(size))))
        } catch {
            guard isOfOneFile(error) else { throw error }
            return nil
        }
    }

    /// The last time that was known when something was written to the card, in seconds since 1970 (UTC), as its file says.
    public var lastTime: Int64? { identity.withLock { $0?.lastTime } }

    /// Writes the last time that is known, for the next start.
    public func keep(lastTime: Int64) throws(CardError) { try writeIdentity(at: lastTime) }

    /// Writes the card's identity if the file doesn't have it yet, has a lower number, or has another time.
    func writeIdentity(numbering number: Int? = nil, at time: Int64? = nil) throws(CardError) {
        identityTurn.lock()
        defer { identityTurn.unlock() }
        let known: CardIdentity
        if let present = identity.withLock({ $0 }) {
            known = present
        } else {
            _ = try identify()
            known = identity.withLock { $0 } ?? CardIdentity(id: makeID())
        }
        var wanted = known
        wanted.highestNumber = max(wanted.highestNumber, number ?? 0)
        wanted.lastTime = time ?? wanted.lastTime
        wanted.isWritten = true
        guard wanted != known else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try encoder.encode(wanted)) + [UInt8(ascii: "\n")]
        } catch {
            throw .failed(operation: "put into words", subject: CardLayout.identity, reason: "\(error)")
        }
        // An identity that can't be read is kept: somebody may want to know which card this was.
        if try files.kind(of: identityPath) != nil, try readIdentity() == nil {
            let aside = try files.moveAside(identityPath)
            note("\(CardLayout.identity): can't be read; it is kept as \(aside.split(separator: "/").last ?? ""), and the card has a new id")
        }
        try files.replace(identityPath, with: bytes)
        identity.withLock { if $0 == nil || $0?.id == wanted.id { $0 = wanted } }
    }

    var highestGiven: Int { identity.withLock { $0?.highestNumber ?? 0 } }

    // MARK: Sessions by their ids

    /// Returns the key of a session in this folder.
    func key(of record: SessionRecord?, in folder: String) -> SessionKey { SessionKey(card: id, id: record?.header.id, folder: folder) }

    /// Returns the folder in which a session lies now, also if somebody has renamed it.
    /// - Returns: `nil` if this card doesn't have the session: it is another card, or the folder is gone or has another session in it.
    public func folder(of key: SessionKey) throws(CardError) -> String? {
        try attempt { () throws(CardError) in
            guard key.isOn(id) else { return nil }
            let key = present(key)
            if try holds(key.folder, key.id) { return key.folder }
            guard key.id != nil else { return nil }
            var found: [String] = []
            for name in try sessionNames() where name != key.folder {
                if try holds(name, key.id) { found.append(name) }
            }
            // If there are two copies, nobody knows which one is meant.
            return found.count == 1 ? found[0] : nil
        }
    }

    /// True if a session lies in this folder, and has this id if the id is known.
    func holds(_ folder: String, _ wanted: String?) throws(CardError) -> Bool {
        guard try isSession(folder), try files.isFolder("\(path)/\(folder)") else { return false }
        guard let wanted else { return true }
        return try storedSession(named: folder).record?.header.id == wanted
    }
}
