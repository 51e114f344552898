// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The card as a website: a card opens on any laptop as a scorebook, from `file://`, with no network and no script.
///
/// Pure: the same records give the same bytes.
enum Scorebook {
    struct File: Hashable {
        /// The path, relative to the folder that the file belongs in.
        var path: String
        var bytes: [UInt8]
    }

    /// Returns the files for people in a session's folder: its page; from its first end on, its scores as a table and its target as a
    /// picture; and tables of the phases that were timed, and of the angles that were drawn.
    /// - Parameters:
    ///   - name: the folder's name.
    ///   - stills: the numbers of the clips whose still is on the card; `nil` if every clip has one.
    ///   - unmirrored: the numbers of the mirrored clips that have a still as the camera saw them; `nil` if all have.
    ///   - pictures: the kept pictures of the TV, by their paths in the folder.
    ///   - recorded: the size and the orientation of the clips' pictures, by the clips' numbers, for clips on which an angle was drawn.
    ///   - way: the links to other pages of its card; `nil` if the session isn't on its card.
    /// - Throws: `CardError.failed` if a template is invalid.
    static func files(
        of record: SessionRecord, named name: String, stills: Set<Int>? = nil, unmirrored: Set<Int>? = nil, pictures: [String] = [],
        recorded: [Int: RecordedPicture] = [:], way: PageWay? = nil
    ) throws(CardError) -> [File] {
        try Language.speaking(ofArchery: !record.ends.isEmpty) { () throws(CardError) in
            try allFiles(of: record, named: name, stills: stills, unmirrored: unmirrored, pictures: pictures, recorded: recorded, way: way)
        }
    }

    private static func allFiles(
        of record: SessionRecord, named name: String, stills: Set<Int>?, unmirrored: Set<Int>?, pictures: [String],
        recorded: [Int: RecordedPicture], way: PageWay?
    ) throws(CardError) -> [File] {
        let angles = AngleFile.bytes(of: record, named: name, recorded: recorded)
        let page = SessionPage(
            record, named: name, stills: stills, unmirrored: unmirrored, pictures: pictures, hasAngles: angles != nil,
            way: way)
        var files = [File(path: CardLayout.page, bytes: try PageTemplates.bytes(of: page, template: .session))]
        if !record.ends.isEmpty {
            files.append(File(path: CardLayout.scores, bytes: ScoreTable.bytes(of: record, named: name)))
            if let picture = TargetPicture.whole(of: record) {
                files.append(File(path: CardLayout.target, bytes: Array(picture.file.utf8)))
            }
        }
        if let phases = PhaseFile.bytes(of: record, named: name) { files.append(File(path: CardLayout.phases, bytes: phases)) }
        if let angles { files.append(File(path: CardLayout.angles, bytes: angles)) }
        return files
    }

    /// Returns the card's own page: every session, newest first.
    /// - Parameters:
    ///   - hasHelp: true if the help lies beside it.
    ///   - hasArchers: true if the pages of the archers lie beside it.
    static func index(of sessions: [SessionSummary], hasHelp: Bool = false, hasArchers: Bool = false) throws(CardError) -> [UInt8] {
        let isScored = sessions.contains { $0.faceID != nil }
        return try Language.speaking(ofArchery: isScored) { () throws(CardError) in
            try PageTemplates.bytes(of: IndexPage(sessions, hasHelp: hasHelp, hasPages: hasArchers), template: .index)
        }
    }

    /// Returns the pages of all archers who have a session, by their names in the folder `archers`.
    static func archers(of sessions: [SessionSummary]) throws(CardError) -> [File] {
        let named = sessions.filter { $0.archer.flatMap(ArcherFile.name) != nil }
        var pages: [File] = []
        for (file, sessions) in Dictionary(grouping: named, by: { $0.archer.flatMap(ArcherFile.name) ?? "" }).sorted(by: { $0.key < $1.key }) {
            guard let name = sessions.first?.archer.flatMap(SessionPage.name(ofArcher:)) else { continue }
            let bytes = try Language.speaking(ofArchery: sessions.contains { $0.faceID != nil }) { () throws(CardError) in
                try PageTemplates.bytes(of: ArcherPage(name, sessions), template: .archer)
            }
            pages.append(File(path: file, bytes: bytes))
        }
        return pages
    }
}
