// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The card as a website: what makes a card open on any laptop or phone as a scorebook, from `file://`, with no network and no script.
///
/// Pure: the same records give the same bytes.
enum Scorebook {
    struct File: Hashable {
        /// Relative to the folder it belongs in.
        var path: String
        var bytes: [UInt8]
    }

    /// What a session's folder holds for people: its page, and with its first end its scores as a table and its target as a picture.
    /// - Parameters:
    ///   - name: the folder's name.
    ///   - stills: numbers of the clips whose still is on the card; `nil` where every clip has one.
    ///   - pictures: those that were kept of compared clips, by their places in the folder.
    /// - Throws: `CardError.failed` for a template that isn't one.
    static func files(
        of record: SessionRecord, named name: String, stills: Set<Int>? = nil, pictures: [String] = []
    ) throws(CardError) -> [File] {
        let page = SessionPage(record, named: name, stills: stills, pictures: pictures)
        var files = [File(path: CardLayout.page, bytes: try PageTemplates.bytes(of: page, template: .session))]
        if !record.ends.isEmpty {
            files.append(File(path: CardLayout.scores, bytes: ScoreTable.bytes(of: record, named: name)))
            if let picture = TargetPicture.whole(of: record) {
                files.append(File(path: CardLayout.target, bytes: Array(picture.file.utf8)))
            }
        }
        if let phases = PhaseFile.bytes(of: record, named: name) { files.append(File(path: CardLayout.phases, bytes: phases)) }
        return files
    }

    /// The card's own page: every session, newest first.
    static func index(of sessions: [SessionSummary]) throws(CardError) -> [UInt8] {
        try PageTemplates.bytes(of: IndexPage(sessions), template: .index)
    }
}
