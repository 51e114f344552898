// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// How clips are exported.
public enum ExportForm: Hashable, Sendable {
    /// As they are; of whole sessions everything in their folders.
    case file
    /// As any player anywhere takes them: they begin at a keyframe, and hide nothing.
    case anybody
    /// The same, lasting so many times as long.
    case slow(Int)
    /// All in one file, one after the other.
    case bestOf
}

/// Which files an export makes, of which ones.
struct ExportPlan {
    struct Item {
        /// Its name in the folder.
        var name: String
        /// Whole paths.
        var sources: [String]
        /// Of all its sources.
        var bytes: Int64
        var title: String
    }

    private(set) var items: [Item] = []
    /// What is wanted and isn't there, in words.
    private(set) var missing: [String] = []
    var bytes: Int64 { items.reduce(0) { $0 + $1.bytes } }

    /// - Parameters:
    ///   - session: a folder's name, or the number at its end (`S07`, `7`); `nil`: all.
    ///   - clips: their numbers within the session; none: all that nobody deleted.
    init(_ card: String, session: String?, clips: [Int], as form: ExportForm, files: any FileSystem = POSIXFileSystem()) throws(Failure) {
        let all = try Self.sessions(card)
        let wanted = all.filter { stored in session.map { Self.isMeant(stored.name, by: $0) } ?? true }
        guard !wanted.isEmpty else {
            throw Failure(
                .noInput, session.map { "\(card): there is no session \($0); 'vir card list' names them" } ?? "\(card): there is no session")
        }
        for stored in wanted {
            guard let record = stored.record else {
                missing.append("\(stored.name): its record can't be read")
                continue
            }
            if clips.isEmpty, form == .file {
                do throws(CardError) {
                    try addFolder("\(card)/\(stored.name)", as: stored.name, files)
                } catch {
                    throw Failure(.noInput, "\(card)/\(stored.name): \(error)")
                }
            } else {
                add(record, of: stored.name, card, clips, form, files)
            }
        }
        guard !items.isEmpty else { throw Failure(.noInput, missing.first ?? "\(card): there is no clip to export") }
    }

    private static func sessions(_ card: String) throws(Failure) -> [StoredSession] {
        do throws(CardError) {
            return try CardCheck.list(card)
        } catch {
            throw Failure(.noInput, "\(card): \(error)")
        }
    }

    /// By its name, or by the number at its end.
    static func isMeant(_ name: String, by word: String) -> Bool {
        if name == word { return true }
        let digits = word.uppercased().hasPrefix("S") ? word.dropFirst() : word[...]
        guard let wanted = Int(digits), let number = name.split(separator: "_").last.flatMap({ Int($0.dropFirst()) }) else { return false }
        return wanted == number
    }

    // MARK: Clips

    private mutating func add(
        _ record: SessionRecord, of session: String, _ card: String, _ numbers: [Int], _ form: ExportForm, _ files: any FileSystem
    ) {
        var chosen = record.keptClips
        if !numbers.isEmpty {
            // In the order in which they were asked for.
            chosen = numbers.compactMap { number in record.keptClips.first { $0.number == number } }
            for number in numbers where !chosen.contains(where: { $0.number == number }) { missing.append("\(session): there is no clip \(number)") }
        }
        let folder = Card(path: card, files: files, hasIndex: false)
        var found: [Item] = []
        for clip in chosen {
            // Where the record says it lies isn't believed: anybody may have edited that.
            guard let path = try? folder.file(ofClip: ClipKey(session: session, number: clip.number)), let bytes = Self.size(of: path, files) else {
                missing.append("\(session): the file of clip \(clip.number) isn't there")
                continue
            }
            let stem = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? "\(clip.number)"
            found.append(
                Item(
                    name: "\(session)_\(stem)\(Self.suffix(form)).mp4", sources: [path], bytes: bytes,
                    title: "\(session) \(Strings.clip(clip.number, clip.kind))"))
        }
        guard form == .bestOf, !found.isEmpty else { return items += found }
        items.append(
            Item(
                name: "\(session)_best-of.mp4", sources: found.flatMap(\.sources), bytes: found.reduce(0) { $0 + $1.bytes },
                title: "\(session) best of"))
    }

    private static func suffix(_ form: ExportForm) -> String {
        switch form {
        case .file, .bestOf: ""
        case .anybody: "_copy"
        case .slow(let slowness): "_slow-\(slowness)x"
        }
    }

    private static func size(of path: String, _ files: any FileSystem) -> Int64? {
        guard let kind = try? files.kind(of: path), case .file(let bytes) = kind else { return nil }
        return bytes
    }

    // MARK: Whole sessions

    /// Everything in a session's folder, and in the folders in it.
    private mutating func addFolder(_ folder: String, as name: String, _ files: any FileSystem) throws(CardError) {
        for entry in try files.list(folder) {
            let (path, name) = ("\(folder)/\(entry)", "\(name)/\(entry)")
            switch try files.kind(of: path) {
            case .file(let bytes): items.append(Item(name: name, sources: [path], bytes: bytes, title: name))
            case .folder: try addFolder(path, as: name, files)
            default: missing.append("\(path): it is no file")
            }
        }
    }
}
