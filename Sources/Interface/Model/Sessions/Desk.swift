// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session that is scored or viewed.
struct Desk: Hashable, Sendable {
    var book: ScoreBook? {
        didSet { if book?.ref != oldValue?.ref { (guests, chosen, model) = ([], nil, nil) } }
    }
    /// The other sessions whose clips are compared with the book's.
    var guests: [ScoreBook] = []
    /// The film that is the model of the book's archer, as far as the card was searched for one.
    var model: ClipKey?
    /// The clip that was just chosen from a list.
    var chosen: ClipKey?
    /// True if the journal has something of the book that its record and pages lack.
    private var isUnfiled = false
    /// The sessions of the other archers whose ends are scored after this one.
    var waiting: [SessionRef] = []
    /// The clips whose stills don't show a decision yet. They are kept until they are filed.
    private var outdatedStills: Set<ClipKey> = []
    /// The session that is being read and will then be opened.
    var opening: SessionKey?

    init(_ book: ScoreBook? = nil) {
        self.book = book
    }

    /// Returns true if news about this session concern the one on the desk.
    func isAbout(_ ref: SessionRef, at key: SessionKey? = nil) -> Bool {
        guard let book else { return false }
        return book.ref == ref || (key.flatMap { book.key?.isSame(as: $0) } ?? false)
    }

    var hasUnjournalledArrows: Bool {
        book.map { book in book.ends.contains { !$0.arrows.isEmpty && !book.journalled.contains($0) } } ?? false
    }

    /// Notes an effect on the book's session.
    mutating func note(_ effect: Effect) {
        switch effect {
        case .card(.journal(_, .end)), .card(.journal(_, .notes)): isUnfiled = true
        case .card(.journal(let ref, .judged(let number, let judgement))) where isAbout(ref):
            isUnfiled = true
            book?.judge(number, judgement)
        case .card(.file(let ref)) where isAbout(ref): isUnfiled = false
        default: break
        }
    }

    /// Files the session if the journal has something that its record and pages lack.
    mutating func file() -> [Effect] {
        guard isUnfiled, let book else { return [] }
        isUnfiled = false
        return [.card(.file(book.ref))]
    }

    /// Puts the book away.
    mutating func close() -> [Effect] {
        defer { (book, opening, waiting) = (nil, nil, []) }
        return file()
    }

    // MARK: News from the card

    mutating func note(_ key: SessionKey, of ref: SessionRef) {
        if book?.ref == ref { book?.move(to: key) }
    }

    /// Takes over the session's record after its card was inserted again. What waits to be written stays on top of it.
    /// - Parameter filed: `nil`: the card doesn't have the session any more.
    mutating func noteRead(_ filed: FiledSession?, of key: SessionKey) {
        guard opening == nil, book?.ref == .stored(key), let filed else { return }
        book?.renew(with: filed)
    }

    mutating func noteJournalled(_ end: EndRecord, of ref: SessionRef) {
        if isAbout(ref) { book?.noteJournalled(end) }
    }

    /// - Parameter key: the key of its session on the card.
    mutating func noteWritten(_ record: ClipRecord, of ref: SessionRef, in key: SessionKey, framesPerSecond: Double) {
        guard book?.ref == ref, let index = book?.clips.firstIndex(where: { $0.number == record.number }) else { return }
        book?.clips[index].isHeld = false
        book?.clips[index].file = "\(key.folder)/\(record.file)"
        book?.clips[index].seconds = record.seconds
        book?.clips[index].recorded = record.recorded
        let mark = book?.clips[index].mark
        book?.clips[index].markSeconds = mark.flatMap { record.seconds(of: $0, at: framesPerSecond) }
    }

    /// Adds a part of a clip, which is a clip of its own now.
    /// - Parameter file: relative to the card.
    mutating func noteTrimmed(_ record: ClipRecord, from source: Int, file: String, of ref: SessionRef) {
        if isAbout(ref) { book?.add(record, from: source, file: file) }
    }

    mutating func noteJournalled(_ judgement: ClipJudgement, ofClip number: Int, of ref: SessionRef) {
        if isAbout(ref) { book?.noteJournalled(judgement, ofClip: number) }
    }

    /// Notes that the deletions of these clips are final.
    mutating func noteRemoved(_ clips: [ClipKey]) {
        guard let key = book?.key else { return }
        let numbers = Set(clips.lazy.filter { $0.session.isSame(as: key) }.map(\.number))
        guard !numbers.isEmpty else { return }
        book?.noteRemoved(numbers)
    }

    mutating func noteOutdatedStill(ofClip number: Int) {
        if let key = book?.key(ofClip: number) { outdatedStills.insert(key) }
    }

    /// Returns and forgets the outdated stills of a session that was filed.
    mutating func takeOutdatedStills(of session: SessionKey) -> Set<ClipKey> {
        let filed = outdatedStills.filter { $0.session.isSame(as: session) }
        outdatedStills.subtract(filed)
        return filed
    }

    mutating func noteFiled(_ filed: FiledSession, of ref: SessionRef) {
        if isAbout(ref, at: filed.key) { book?.noteFiled(filed) }
    }
}

extension ScoreBook {
    /// Takes over the session as the card has it: its clips have their final names. What was scored meanwhile stays.
    mutating func noteFiled(_ filed: FiledSession) {
        let (scored, judged) = ((ends, notes), clips)
        take(filed.record, key: filed.key)
        (ends, notes) = scored
        // Clips on another card aren't in this record, and neither are those in memory only.
        clips += judged.filter { known in
            (known.isHeld || known.home.map { !$0.isSame(as: filed.key) } ?? false) && clip(known.number) == nil
        }
        clips.sort { $0.number < $1.number }
        for index in clips.indices {
            guard let known = judged.first(where: { $0.number == clips[index].number }) else { continue }
            clips[index].judgement = known.judgement
            clips[index].isAcknowledged = known.isAcknowledged
        }
    }

    /// Moves the session to another key, because another card is in. Its written clips stay where they are.
    mutating func move(to new: SessionKey) {
        if let key, !key.isSame(as: new) {
            for index in clips.indices where clips[index].file != nil { clips[index].home = clips[index].home ?? key }
        }
        key = new
        for index in clips.indices where clips[index].home?.isSame(as: new) == true { clips[index].home = nil }
    }

    /// Takes over the place of a session that was joined: all of its clips are in that folder.
    mutating func noteJoined(to new: SessionKey) {
        for index in clips.indices {
            if let file = clips[index].file, let name = file.split(separator: "/", maxSplits: 1).last { clips[index].file = "\(new.folder)/\(name)" }
            clips[index].home = nil
        }
        key = new
    }

    /// Takes over the record after the card was away. Decisions made meanwhile aren't written yet, and stay.
    mutating func renew(with filed: FiledSession) {
        let scored = ends.filter { !journalled.contains($0) }
        let judged = clips.filter { !$0.isAcknowledged }
        take(filed.record, key: filed.key)
        journalled = filed.record.ends
        for end in scored { self[end: end.number] = end }
        for clip in judged { judge(clip.number, clip.judgement) }
    }

    mutating func noteJournalled(_ end: EndRecord) {
        journalled.removeAll { $0.number == end.number }
        journalled.append(end)
    }

    mutating func judge(_ number: Int, _ judgement: ClipJudgement) {
        guard let index = clips.firstIndex(where: { $0.number == number }) else { return }
        clips[index].judgement = judgement
        clips[index].isAcknowledged = false
        if clips[index].kind == .detected { followConfirmations() }
    }

    mutating func noteJournalled(_ judgement: ClipJudgement, ofClip number: Int) {
        guard let index = clips.firstIndex(where: { $0.number == number }), clips[index].judgement == judgement else { return }
        clips[index].isAcknowledged = true
    }

    mutating func noteRemoved(_ numbers: Set<Int>) {
        for index in clips.indices where numbers.contains(clips[index].number) {
            clips[index].judgement.isDeleted = true
            clips[index].isRemoved = true
        }
    }
}
