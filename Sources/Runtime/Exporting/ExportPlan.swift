// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface
import Storage

/// The files that an export makes, and the clips that they are made of.
struct ExportPlan {
    struct Item {
        /// The file's name in the folder, unless another file has that name; in a whole session, the name in the session's folder.
        var name: String
        /// The full paths of the files that it is made of.
        var sources: [String]
        /// The bytes of all its sources; for a file that is made anew, about as many as it will have.
        var bytes: Int64
        var title: String
        var work = ExportWork.copy
        /// The whole session that the file is a part of.
        var session: SessionExport?
        /// The clips that the file shows; `nil` in a whole session.
        var subject: Subject?
    }

    /// The clips that a file shows, and their session.
    struct Subject {
        var header: SessionHeader
        var clips: [ClipRecord]
        /// The file's metadata.
        var tags: [String: String]
        /// Everything that shapes the file, as text that is only compared.
        var shape: String
    }

    private(set) var items: [Item] = []
    /// The clips and files that were asked for and aren't there, in words.
    private(set) var missing: [Message] = []
    var bytes: Int64 { items.reduce(0) { $0 + $1.bytes } }
    var hasWholeSessions: Bool { items.contains { $0.session != nil } }
    /// The playing time of the clips, in seconds.
    private(set) var seconds = 0.0
    /// The numbers of the clips in the export.
    private(set) var clips: [Int] = []

    /// Plans an export of a card at the command line.
    /// - Parameters:
    ///   - session: a folder's name, or the number at its end (`S07`, `7`); `nil`: all sessions.
    ///   - clips: the clips' numbers within the session, or their files' names; empty: all clips that nobody deleted.
    ///   - archer: the name of the archer whose sessions are meant; `nil`: everybody's.
    init(
        _ card: String, session: String?, clips: [String], archer: String? = nil, as form: ExportForm, files: any FileSystem = POSIXFileSystem()
    ) throws(Failure) {
        var all = try Self.sessions(card)
        if let archer { all = try CardTools.of(archer, all, in: card) }
        let wanted = all.filter { stored in session.map { Self.isMeant(stored.name, by: $0) } ?? true }
        guard !wanted.isEmpty else {
            throw Failure(
                .noInput, session.map { "\(card): there is no session \($0); 'vir card list' names them" } ?? "\(card): there is no session")
        }
        for word in clips where !wanted.contains(where: { Self.number(ofClip: word, in: $0) != nil }) {
            throw Failure(.noInput, "\(card): there is no clip \(word) in \(session ?? "it"); 'vir card list --json' names them")
        }
        for stored in wanted {
            do throws(CardError) {
                let clips = clips.compactMap { Self.number(ofClip: $0, in: stored) }
                try add(stored, in: Card(path: card, files: files, hasIndex: false), files, clips, form)
            } catch {
                throw Failure(.noInput, "\(card)/\(stored.name): \(error)")
            }
        }
        addIndex()
        guard !items.isEmpty else { throw Failure(.noInput, missing.first.map { "\($0)" } ?? "\(card): there is no clip to export") }
    }

    /// Plans an export of the card in the box.
    /// - Throws: the card's refusal, or an error if there is nothing to export.
    init(_ subject: ExportSubject, as form: ExportForm, of card: Card, _ files: any FileSystem) throws(CardError) {
        try add(card.session(named: subject.session), in: card, files, subject.clips, form)
        addIndex()
        guard !items.isEmpty else { throw .failed(operation: "export", subject: subject.session, reason: .nothingToExport) }
    }

    private mutating func add(_ stored: StoredSession, in card: Card, _ files: any FileSystem, _ clips: [Int], _ form: ExportForm) throws(CardError) {
        guard let record = stored.record else { return missing.append(.recordUnreadable(stored.name)) }
        let subject = ExportSubject(session: stored.name, clips: clips)
        guard subject.isWhole(as: form) else { return add(record, of: stored.name, card, files, clips, form) }
        try addWhole(stored, in: card)
    }

    private static func sessions(_ card: String) throws(Failure) -> [StoredSession] {
        do throws(CardError) {
            return try CardCheck.list(card)
        } catch {
            throw Failure(.noInput, "\(card): \(error)")
        }
    }

    /// Returns whether the word means this session: by its name, or by the number at its end.
    static func isMeant(_ name: String, by word: String) -> Bool {
        if name == word { return true }
        let digits = word.uppercased().hasPrefix("S") ? word.dropFirst() : word[...]
        guard let wanted = Int(digits), let number = name.split(separator: "_").last.flatMap({ Int($0.dropFirst()) }) else { return false }
        return wanted == number
    }

    /// Returns the number of the clip that a word means: the number itself, or the name of the clip's file, with or without its ending.
    private static func number(ofClip word: String, in session: StoredSession) -> Int? {
        func stem(_ file: String) -> Substring {
            let name = file.split(separator: "/").last ?? ""
            return name.hasSuffix(".mp4") ? name.dropLast(4) : name
        }
        return Int(word) ?? session.record?.clips.first { stem($0.file) == stem(word) }?.number
    }

    // MARK: Clips

    private mutating func add(
        _ record: SessionRecord, of session: String, _ card: Card, _ files: any FileSystem, _ numbers: [Int], _ form: ExportForm
    ) {
        var chosen = record.keptClips
        if !numbers.isEmpty {
            // In the order in which they were asked for.
            chosen = numbers.compactMap { number in record.keptClips.first { $0.number == number } }
            for number in numbers where !chosen.contains(where: { $0.number == number }) { missing.append(.noClip(number, in: session)) }
        }
        // The best of a session are the clips that somebody liked, if there are any.
        if form.row.clips == .best, numbers.isEmpty, chosen.contains(where: \.judgement.isLiked) {
            chosen = chosen.filter(\.judgement.isLiked)
        }
        let book = ScoreBook(record, key: SessionKey(folder: session))
        let given = Given(record: record, session: session, form: form)
        let lines = card.linesSeen(by: book.archer)
        var found: [Found] = []
        for clip in chosen {
            // The path in the record isn't trusted, because anybody may have edited the record.
            guard let path = try? card.file(ofClip: ClipKey(session: SessionKey(folder: session), number: clip.number)),
                let bytes = Self.size(of: path, files)
            else {
                missing.append(.clipFileMissing(clip.number, in: session))
                continue
            }
            let isDrawn = !clip.judgement.annotations.isEmpty || clip.judgement.phases.count > 1
            if form.row.clips == .drawnOn, !isDrawn, lines.isEmpty || numbers.isEmpty {
                // Without a selection, only clips with drawings are exported.
                if !numbers.isEmpty { missing.append(.nothingDrawn(clip.number, in: session)) }
                continue
            }
            let stem = path.split(separator: "/").last.map { String($0.dropLast(4)) } ?? "\(clip.number)"
            let known = FilmClip(
                path: path, number: clip.number, title: Strings.clip(clip.number, clip.kind),
                score: book.score(ofClip: clip.number).map { ScoreChip($0.arrow, on: $0.face) },
                seconds: clip.seconds.isFinite ? clip.seconds.clamped(to: 0...1e5) : 0, moment: book.clip(clip.number)?.moment,
                orientation: clip.orientation, annotations: clip.judgement.annotations,
                standing: lines, phases: clip.judgement.phases)
            found.append(Found(clip: known, record: clip, name: "\(given.name)_\(stem)", bytes: bytes))
            seconds += clip.seconds
            self.clips.append(clip.number)
        }
        let selection = Self.selection(chosen.map(\.number))
        add(found, selection, given, ExportSizes(record.header))
    }

    /// A clip whose file was found.
    private struct Found {
        var clip: FilmClip
        var record: ClipRecord
        /// The name of the session followed by that of the clip's own file.
        var name: String
        var bytes: Int64
    }

    /// A session whose clips are exported.
    private struct Given {
        let record: SessionRecord
        let session: String
        let form: ExportForm
        /// The beginning of its files' names: the session and its archer.
        var name: String { session + ExportTags.archer(of: record) }

        /// Returns a file of these clips.
        /// - Parameter place: the position that a still shows.
        func item(_ name: String, of found: [Found], at place: Double? = nil, _ sizes: ExportSizes) -> Item {
            let contents = form.row.title ?? found.map(\.clip.title).joined(separator: ", ")
            let whole = record.header.title(in: session)
            let title = contents.isEmpty ? whole : "\(whole) \(contents)"
            let clips = found.map(\.record)
            let tags = ExportTags.values(title: title, clips: clips.map(\.number), of: record, named: session)
            // The path of a source doesn't shape the file, and of a score only its words. A copy of the streams doesn't depend on moments and
            // drawings either.
            let shown = found.map { found in
                var clip = found.clip
                let score = clip.score?.label ?? ""
                (clip.path, clip.score) = ("", nil)
                if !form.row.isMadeAnew { (clip.moment, clip.annotations, clip.standing, clip.phases) = (nil, [], [], []) }
                return "\(clip) \(score)"
            }
            let shape = "\(form) \(place.map { "\($0)" } ?? "") \(shown) \(tags.sorted { $0.key < $1.key })"
            return Item(
                name: name + form.row.ending, sources: found.map(\.clip.path),
                bytes: sizes.bytes(of: form, found.map(\.clip), copied: found.reduce(0) { $0 + $1.bytes }), title: title,
                work: form == .file ? .copy : .clips(form, found.map(\.clip), at: place),
                subject: Subject(header: record.header, clips: clips, tags: tags, shape: shape))
        }
    }

    private mutating func add(_ found: [Found], _ selection: String, _ given: Given, _ sizes: ExportSizes) {
        guard !found.isEmpty else { return }
        let row = given.form.row
        if row.clips == .two, found.count != 2 { return missing.append(.compareTakesTwo(given.session)) }
        switch row.files {
        case .each(let suffix): items += found.map { given.item($0.name + suffix, of: [$0], sizes) }
        case .eachDrawing(let suffix):
            for found in found {
                let beginnings = found.clip.beginnings.map(\.inSeconds)
                for (index, place) in (beginnings.isEmpty ? [found.clip.place] : beginnings).enumerated() {
                    let number = beginnings.isEmpty ? "" : "-\(index + 1)"
                    items.append(given.item("\(found.name)\(suffix)\(number)", of: [found], at: place, sizes))
                }
            }
        case .one(let begin, let end): items.append(given.item("\(given.name)\(begin)\(selection)\(end)", of: found, sizes))
        }
    }

    /// Returns the part of a film's name that tells its selection, because another selection is another film.
    private static func selection(_ numbers: [Int]) -> String {
        numbers.isEmpty
            ? "" : numbers.count > 8 ? "_\(numbers.count)-clips_\(digest(numbers))" : "_" + numbers.map(String.init).joined(separator: "-")
    }

    /// Tells one long selection from another (FNV-1a, 32 bits).
    private static func digest(_ numbers: [Int]) -> String {
        String(numbers.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32(truncatingIfNeeded: $1)) &* 16_777_619 }, radix: 16)
    }

    private static func size(of path: String, _ files: any FileSystem) -> Int64? {
        guard let kind = try? files.kind(of: path), case .file(let bytes) = kind else { return nil }
        return bytes
    }

    // MARK: Whole sessions

    /// Adds everything in a session's folder and its subfolders except what was deleted.
    private mutating func addWhole(_ stored: StoredSession, in card: Card) throws(CardError) {
        guard let session = SessionExport(stored, of: card) else { return missing.append(.recordUnreadable(stored.name)) }
        var left: [String] = []
        for file in try session.files(left: { left.append($0) }) {
            items.append(
                Item(
                    name: file.name, sources: [file.source ?? "\(card.path)/\(stored.name)/\(file.name)"], bytes: file.bytes,
                    title: "\(session.title)/\(file.name)", work: file.source == nil ? .page : .copy, session: session))
        }
        missing += left.map { .of(clip: $0, .isNoFile) }
    }

    /// Adds the page that leads to whole sessions.
    private mutating func addIndex() {
        guard hasWholeSessions else { return }
        items.append(Item(name: ExportFolder.page, sources: [ExportFolder.page], bytes: 20 << 10, title: ExportFolder.page, work: .index))
    }
}
