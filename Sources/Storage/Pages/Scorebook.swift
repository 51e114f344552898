// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The card as a website: what makes a card open on any laptop as a scorebook, from `file://`, with no network and no script.
///
/// Pure: the same records give the same bytes.
enum Scorebook {
    struct File: Hashable {
        /// Relative to the folder it belongs in.
        var path: String
        var bytes: [UInt8]
    }

    /// What a session's folder holds for people: its page; with its first end its scores as a table and its target as a picture; and tables of
    /// the phases that were timed, and of the angles that were drawn.
    /// - Parameters:
    ///   - name: the folder's name.
    ///   - stills: numbers of the clips whose still is on the card; `nil` where every clip has one.
    ///   - unmirrored: the same of the mirrored clips that have one as the camera saw them.
    ///   - pictures: those that were kept of what was on the TV, by their places in the folder.
    ///   - recorded: how the clips' pictures lie, by the clips' numbers: of those on which an angle was drawn.
    /// - Throws: `CardError.failed` for a template that isn't one.
    static func files(
        of record: SessionRecord, named name: String, stills: Set<Int>? = nil, unmirrored: Set<Int>? = nil, pictures: [String] = [],
        recorded: [Int: RecordedPicture] = [:]
    ) throws(CardError) -> [File] {
        try Language.speaking(ofArchery: !record.ends.isEmpty) { () throws(CardError) in
            try allFiles(of: record, named: name, stills: stills, unmirrored: unmirrored, pictures: pictures, recorded: recorded)
        }
    }

    private static func allFiles(
        of record: SessionRecord, named name: String, stills: Set<Int>?, unmirrored: Set<Int>?, pictures: [String],
        recorded: [Int: RecordedPicture]
    ) throws(CardError) -> [File] {
        let angles = AngleFile.bytes(of: record, named: name, recorded: recorded)
        let page = SessionPage(record, named: name, stills: stills, unmirrored: unmirrored, pictures: pictures, hasAngles: angles != nil)
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

    /// The card's own page: every session, newest first.
    static func index(of sessions: [SessionSummary]) throws(CardError) -> [UInt8] {
        let isScored = sessions.contains { $0.faceID != nil }
        return try Language.speaking(ofArchery: isScored) { () throws(CardError) in
            try PageTemplates.bytes(of: IndexPage(sessions), template: .index)
        }
    }
}
