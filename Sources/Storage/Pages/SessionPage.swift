// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The content of a session's page, in words, in which `SessionTemplate` looks up its names.
///
/// Templates see stored properties only. Nested values never share a name: if a name is missing in a value, a template looks further out.
struct SessionPage {
    /// The title of the window or tab.
    var windowTitle: String
    var heading: String
    /// The label of the beginning in a form for machines; `nil` if it is no date.
    var machineDate: String?
    /// Round, face, distance, shaft: a name and a value.
    var facts: [Fact]
    /// The notes. Their lines may be long, and in any writing.
    var notes: String?
    /// True if the notes get an area of their own that scrolls.
    var areNotesLong: Bool
    var wasRecovered: Bool
    /// `nil` for a session without scored arrows.
    var score: SessionScore?
    var figures: [TargetFigure]
    var scorecard: Scorecard?
    var ends: [EndTable]
    var clips: [ClipCard]
    /// `nil` if nobody timed any phases.
    var phases: PhaseTable?
    /// `nil` if no hold time and no flight is known.
    var holds: HoldTable?
    var lostClips: String?
    /// The names of the clips that were deleted.
    var deletedClips: String?
    /// The kept pictures of the TV.
    var pictures: [KeptPicture]
    var hasPictures: Bool
    /// The pages of the sessions before and after it, by number; `nil` before the first and after the last.
    var before: String?
    var after: String?
    /// True if there are a table and a picture beside the page.
    var hasFiles: Bool
    /// True if there is a table of angles beside the page.
    var hasAngles: Bool
    let style = PageStyle.text
    let words = PageWords()

    struct KeptPicture {
        /// The path in the session's folder.
        var place: String
        var pictureName: String
        /// The size of the pictures that the box keeps. A browser leaves room for a picture until it is loaded.
        let pictureWidth = VideoSize.hd1080.width
        let pictureHeight = VideoSize.hd1080.height
    }

    struct Fact {
        var term: String
        var value: String
        /// The whole text, if `value` is cut.
        var whole: String?
        /// The page that it leads to.
        var factLink: String?
    }

    /// The longest name that is shown whole.
    static let longestName = 80

    init(
        _ record: SessionRecord, named name: String, stills: Set<Int>?, unmirrored: Set<Int>? = nil, pictures: [String] = [], hasAngles: Bool = false,
        way: PageWay? = nil
    ) {
        before = way?.before.flatMap(Self.link)
        after = way?.after.flatMap(Self.link)
        self.hasAngles = hasAngles
        heading = Self.heading(record.header.number, started: record.header.started, notBefore: record.header.notBefore)
        machineDate = SessionMoment(record.header.started).map { _ in String(record.header.started.prefix(16)) }
        var facts = Self.facts(record)
        // The archer's fact is the first.
        if way != nil, let file = record.target?.archer.flatMap(ArcherFile.path) { facts[0].factLink = PageLink.path(file).map { "../\($0)" } }
        self.facts = facts
        let notes = PageText.lines(record.notes)
        self.notes = notes.isEmpty ? nil : notes
        areNotesLong = notes.utf8.count > 1200 || notes.utf8.count { $0 == UInt8(ascii: "\n") } > 10
        wasRecovered = record.ending == .recovered
        let arrows = record.arrowCount
        let score = arrows > 0 ? SessionScore(record) : nil
        self.score = score
        figures = TargetFigure.all(of: record)
        scorecard = record.countedEnds.count > 1 && arrows > 0 ? Scorecard(record) : nil
        ends = record.ends.indices.map { EndTable(record, at: $0) }
        clips = record.keptClips.map { ClipCard($0, of: record, hasStill: ($0.isMirrored ? unmirrored : stills)?.contains($0.number) ?? true) }
        phases = PhaseTable(record)
        holds = HoldTable(record, named: name)
        self.pictures = pictures.enumerated().map { KeptPicture(place: $1, pictureName: Strings.Page.keptPicture($0 + 1)) }
        hasPictures = !pictures.isEmpty
        let lost = record.lostClips.sorted().map { Strings.Page.clip($0) }
        lostClips = lost.isEmpty ? nil : Strings.Page.lost(lost)
        let deleted = record.clips.filter(\.isDeleted).map { Strings.Page.clip($0.number, $0.kind) }
        deletedClips = deleted.isEmpty ? nil : Strings.Page.deleted(deleted)
        hasFiles = !record.ends.isEmpty
        let what = score.map { Strings.Page.points($0.total) } ?? Strings.clips(record.keptClips.count)
        let archer = Self.archer(record)
        windowTitle = Strings.Page.title([archer, heading].compactMap { $0 }.joined(separator: ", "), what)
    }

    /// Returns the beginning of a session: in words if it is a date, otherwise as it is; without anything to read, the session's number, and
    /// what is known of its day.
    static func heading(_ number: Int, started label: String, notBefore: String?) -> String {
        let words = SessionMoment(label)?.words ?? PageText.cut(PageText.line(label), to: longestName)
        return words.isEmpty ? Strings.session(number, notBefore: notBefore) : words
    }

    /// Returns the path from a session's page to another session's; `nil` for a folder that can't be linked to.
    private static func link(to folder: String) -> String? {
        folder.contains("/") ? nil : PageLink.path(folder).map { "../\($0)/\(CardLayout.page)" }
    }

    /// Returns a round's name; for a round that this program doesn't know, its id.
    static func roundName(_ id: String) -> String { RoundCatalog.round(id)?.name ?? id }

    /// Returns the archer's name, cut for one line; `nil` if nobody is named.
    private static func archer(_ record: SessionRecord) -> String? { record.target?.archer.flatMap(name(ofArcher:)) }

    static func name(ofArcher name: String) -> String? {
        let line = PageText.cut(PageText.line(name), to: longestName)
        return line.isEmpty ? nil : line
    }

    private static func facts(_ record: SessionRecord) -> [Fact] {
        func fact(_ term: String, _ values: [String]) -> Fact? {
            var seen: [String] = []
            for value in values.map(PageText.line) where !value.isEmpty && !seen.contains(value) { seen.append(value) }
            let shown = seen.map { PageText.cut($0, to: longestName) }
            guard !seen.isEmpty else { return nil }
            return Fact(term: term, value: shown.joined(separator: ", "), whole: shown == seen ? nil : seen.joined(separator: ", "))
        }
        return [
            fact(Strings.Page.archer, [record.target?.archer].compactMap { $0 }),
            fact(Strings.Page.session, ["\(record.header.number)"]),
            fact(Strings.Page.round, record.ends.compactMap { $0.round.map(roundName) }),
            fact(Strings.Page.distance, record.ends.compactMap(\.distance)),
            fact(Strings.Page.face, record.ends.map(\.face.name)),
            fact(Strings.Page.shaft, record.ends.map { Strings.Page.millimetres(Strings.withDecimalSign(PageNumber.short($0.shaft.millimetres))) }),
            fact(Strings.Page.camera, [record.header.camera]),
        ].compactMap { $0 }
    }
}

/// The totals of all arrows of a session.
struct SessionScore {
    var total: Int
    /// The most that these arrows could have scored, as in `of 360`.
    var ofPossible: String
    var tiles: [SessionPage.Fact]

    init(_ record: SessionRecord) {
        let (ends, sum) = (record.countedEnds, record.sum)
        total = sum.points
        ofPossible = Strings.Page.possible(ends.reduce(0) { $0 + $1.score.arrows * ($1.face.rings.first?.points ?? 0) })
        let planned = ends.first?.round.flatMap(RoundCatalog.round)?.arrows
        tiles = [
            .init(term: Strings.Page.arrows, value: planned.map { Strings.Page.shot(sum.arrows, of: $0) } ?? "\(sum.arrows)"),
            .init(term: Strings.Page.average, value: PageNumber.shown(sum.average ?? 0, places: 2)),
        ]
        if let label = ends.map(\.face).innerLabel {
            tiles.append(.init(term: Strings.Summary.inner(label), value: "\(sum.innerTens)"))
        }
        if ends.contains(where: \.face.hasTen) {
            tiles.append(.init(term: Self.tens(ends), value: "\(sum.tens)"))
        }
        tiles.append(.init(term: Strings.Page.misses(sum.misses), value: "\(sum.misses)"))
    }

    /// Returns the name of a count of tens: tens in the inner ring are among them, if there is one.
    static func tens(_ ends: [EndRecord]) -> String { (["10"] + (ends.map(\.face).innerLabel.map { [$0] } ?? [])).joined(separator: " + ") }
}

extension Face {
    /// True if tens are counted on the face.
    var hasTen: Bool { rings.contains { $0.label == "10" } }
}
