// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session "Imported" of a card, to which films from elsewhere are added one by one.
///
/// It is one session for all films, opened with the first film that is new and closed by `close`: if every film is known, the card isn't
/// changed. It is protected, so that it isn't deleted to make room. A film is known by its bytes, in whichever session of the card it is,
/// deleted or not.
///
/// A box shares the session: it holds the journal only while it files a film, so that meanwhile people can like a film or draw on it. It
/// leaves record, pages and index to the card's thread. Thread-bound: the importer's thread, or the command's.
public final class ImportSession {
    /// The facts about the first film, for the session's header.
    public struct Beginning: Sendable {
        public var size: VideoSize
        public var framesPerSecond: Double
        public var encoder: String
        public var date: SessionDate

        public init(size: VideoSize, framesPerSecond: Double, encoder: String, date: SessionDate) {
            (self.size, self.framesPerSecond, self.encoder, self.date) = (size, framesPerSecond, encoder, date)
        }
    }

    /// The most films of a session that is continued. An import that finds more in it begins another session.
    private static let mostFilms = 500

    private let card: Card
    /// The id of the card whose films were read. Another card may have a session of the same name.
    private let cardID: String?
    /// True if others may write to the session between two steps.
    private let isShared: Bool
    /// The films on the card, each with its session's folder and its clip.
    private var films: [(session: String, clip: ClipRecord, film: ImportedFilm)] = []
    /// The folder of the session that is continued; `nil` before the first film.
    private var name: String?
    /// The folder of the session that was made for these films; `nil` if none was made.
    private var made: String?
    private var folder: SessionFolder?
    private var header: SessionHeader?
    private var numbers = SessionNumbers()
    /// The number of the film that is being written.
    private var number = 0
    /// True if a film that an earlier import filed was journalled as this one began, and the session wasn't filed since.
    public private(set) var hasTakenFilm = false

    /// Reads which films the card has.
    /// - Parameter isShared: true on a box, where the card's thread files the session.
    public init(on card: Card, isShared: Bool = false) throws(CardError) {
        (self.card, self.isShared) = (card, isShared)
        // On a box the card's thread has identified the card. One without an id would get another one here.
        if card.id == nil { _ = try card.identify() }
        cardID = card.id
        var newest: StoredSession?
        for session in try card.sessions() {
            guard let record = session.record else { continue }
            for clip in record.clips { if let film = clip.film { films.append((session.name, clip, film)) } }
            // The name of a session that somebody has filled with hundreds of films isn't continued.
            guard record.header.isOfFilms, record.header.number > header?.number ?? 0, record.clips.count < Self.mostFilms else { continue }
            (newest, name, header) = (session, session.name, record.header)
        }
        if let newest, let record = newest.record { takeUnfiled(from: newest.name, besides: record.clips) }
    }

    /// Takes a film that is whole in a session, but not in its journal: the card or a power cut kept that line from being written.
    private func takeUnfiled(from session: String, besides known: [ClipRecord]) {
        let path = "\(card.path)/\(session)"
        guard let unfiled = UnfiledFilm(in: path, besides: known, files: card.files), let film = unfiled.clip.film else { return }
        films.append((session, unfiled.clip, film))
        // If the card refuses the line now, the note stays for the next import, or for the next start.
        do throws(CardError) {
            try requireSameCard()
            guard let folder = try card.resumeSession(named: session) else { return }
            defer { folder.letGo() }
            try folder.append(.clip(unfiled.clip))
            UnfiledFilm.remove(in: path, files: card.files)
            if isShared { try folder.append(.closed) } else { try folder.close(.stopped) }
            hasTakenFilm = isShared
        } catch {}
    }

    /// Returns where a film is on the card already; `nil` if it is new.
    public func place(of film: ImportedFilm) -> String? {
        films.first { $0.film.isSame(as: film) }.map { "\($0.session)/\($0.clip.file)" }
    }

    /// Begins the clip of a film.
    /// - Parameters:
    ///   - beginning: the facts for the header, if this is the first film of a session.
    ///   - expectedBytes: the most bytes that the clip will have: if they don't fit, the film is refused at once.
    /// - Throws: the card's refusal; `absent` if another card is in.
    public func begin(_ beginning: Beginning, expectedBytes: Int64) throws(CardError) -> PendingClip {
        try requireSameCard()
        let folder = try open(beginning)
        defer { release() }
        // A film that isn't finished leaves its number to the next one.
        var next = numbers
        number = next.take(.film)
        return try folder.beginClip(number: number, kind: .film, expectedBytes: expectedBytes)
    }

    /// The title of the film that is being written, for its file's tags.
    public var tags: [String: String] {
        guard let name, let header else { return [:] }
        return [
            "title": "\(header.title(in: name)) film \(ClipPlan.Kind.film.shown(number))", "album": name,
            "comment": ClipComment.words([header.camera, header.encoder], isMirrored: false),
        ]
    }

    /// Files the film that was written. When it returns, the film is on the card, whatever happens next.
    /// - Parameters:
    ///   - recorded: its orientation if its file can't say it; otherwise `nil`.
    ///   - isCutShort: true if the film ended too early.
    ///   - still: makes the JPEG of its still from the clip's path; `nil` if that fails.
    /// - Returns: the clip's path on the card.
    /// - Throws: the card's refusal; `absent` if another card is in. If it is `Message.isRecordedElsewhere`, the call may be repeated.
    public func file(
        _ pending: PendingClip, of film: ImportedFilm, seconds: Double, recorded: PictureOrientation?, isCutShort: Bool,
        still: (String) -> [UInt8]?
    ) throws(CardError) -> String {
        try requireSameCard()
        // While the journal is held, nobody else can write to the session.
        try pending.sync()
        let opened = if let folder { folder } else { try resume() }
        guard let folder = opened, let header else { throw .failed(operation: "write", subject: film.name, reason: .sessionClosed) }
        self.folder = folder
        let clip: ClipRecord
        do {
            defer { release() }
            clip = ClipRecord(
                number: number, kind: .film, file: pending.file, firstFrame: ClipRecord.unknownFrame, lastFrame: ClipRecord.unknownFrame,
                seconds: seconds, isCutShort: isCutShort, id: header.id.map { "\($0)-\(number)" }, recorded: recorded, film: film)
            try UnfiledFilm(clip, bytes: pending.bytes).write(in: folder.path, on: card)
            _ = try pending.commit()
            try folder.append(.clip(clip))
            UnfiledFilm.remove(in: folder.path, files: card.files)
        }
        numbers.note(film: number)
        films.append((folder.name, clip, film))
        // The film is kept without its still if there is no room for that.
        if let jpeg = still("\(card.path)/\(folder.name)/\(clip.file)") { try? folder.writeStill(jpeg, number: number) }
        return "\(folder.name)/\(clip.file)"
    }

    /// Files the session, and brings the pages and the index in line. Without a new film it does nothing.
    public func close() throws(CardError) {
        guard let folder else { return }
        self.folder = nil
        try folder.close(.stopped)
        try card.reconcileIndex()
    }

    /// The session of the films, for the card's thread; `nil` before the card's first film.
    public var key: SessionKey? { header.flatMap { header in name.map { SessionKey(card: cardID, id: header.id, folder: $0) } } }

    /// True if a session was made for films of which none is in it.
    public var isLeftEmpty: Bool { made.map { made in !films.contains { $0.session == made } } ?? false }

    private func release() {
        guard isShared, let folder else { return }
        self.folder = nil
        // If the power goes before the card's thread files the session, the next start takes it as ended and not as cut off.
        try? folder.append(.closed)
        folder.letGo()
    }

    private func open(_ beginning: Beginning) throws(CardError) -> SessionFolder {
        if let folder { return folder }
        let opened = if let resumed = try resume() { resumed } else { try make(beginning) }
        guard let record = SessionRecord(journal: opened.entries, ending: .stopped) else {
            throw .failed(operation: "open", subject: opened.name, reason: .noFirstLine)
        }
        (folder, name, header, numbers) = (opened, opened.name, record.header, SessionNumbers(of: record))
        return opened
    }

    private func requireSameCard() throws(CardError) {
        guard card.id == cardID, !card.isAnother() else { throw .absent }
    }

    /// - Returns: `nil` if the session isn't there any more, even if another one has its name.
    private func resume() throws(CardError) -> SessionFolder? {
        guard let name, try card.isSession(name) else { return nil }
        if let record = try card.session(named: name).record, record.header.id != header?.id { return nil }
        return try card.resumeSession(named: name)
    }

    private func make(_ beginning: Beginning) throws(CardError) -> SessionFolder {
        let folder = try card.numbering { () throws(CardError) in
            let header = SessionHeader(
                number: try card.nextSessionNumber(), started: beginning.date.label, size: beginning.size,
                framesPerSecond: beginning.framesPerSecond, delaySeconds: 0, camera: SessionHeader.filmCamera, encoder: beginning.encoder,
                id: card.newID(), date: beginning.date)
            return try card.openSession(header, with: [.notes(Strings.Page.imported), .over(.newSession), .protected(true)])
        }
        made = folder.name
        return folder
    }
}
