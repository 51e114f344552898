// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip on a session's page.
struct ClipCard {
    var clipID: String
    var clipName: String
    /// The percent-encoded path; `nil` if the record's name for it can't lie in the session's folder.
    var source: String?
    var poster: String?
    /// The film's `preload` attribute: how much a browser reads of it before it is played.
    var preload: String
    /// True if the TV showed the clip mirrored; the film here isn't. A browser would mirror the controls too, and not in full screen.
    var isMirrored: Bool
    var duration: String
    /// The score of the arrow that it shows.
    var clipChip: ScoreCell?
    /// `Arrow 3 of end 2`; `nil` for a clip without an arrow.
    var arrow: String?
    /// The link to the arrow's line in its end's table.
    var arrowLink: String?
    var isCutShort: Bool
    var isLiked: Bool
    var width: Int
    var height: Int

    /// - Parameter hasStill: true if there is a still with the film's orientation.
    init(_ clip: ClipRecord, of record: SessionRecord, hasStill: Bool) {
        clipID = "clip-\(clip.number)"
        clipName = Strings.Page.clip(clip.number, clip.kind)
        source = PageLink.path(clip.file)
        isMirrored = clip.isMirrored
        let still = clip.isMirrored ? CardLayout.unmirroredStillFile(number: clip.number) : CardLayout.stillFile(number: clip.number)
        poster = hasStill && clip.number > 0 ? PageLink.path(still) : nil
        // Without a poster, the film's own first picture is shown.
        preload = clip.isMirrored && poster == nil ? "metadata" : "none"
        duration = PageNumber.duration(clip.seconds)
        isCutShort = clip.isCutShort
        isLiked = clip.judgement.isLiked
        (width, height) = (record.header.size.width, record.header.size.height)
        guard let shown = Self.arrow(ofClip: clip.number, in: record) else { return }
        let end = record.ends[shown.end]
        let entry = end.score.entries[shown.arrow]
        clipChip = ScoreCell(entry, on: end.face)
        arrow =
            record.ends.count > 1
            ? Strings.Page.arrow(entry.arrow.number, of: end, among: record.ends) : Strings.Page.arrow(entry.arrow.number)
        arrowLink = "#arrow-\(shown.end + 1)-\(shown.arrow + 1)"
    }

    /// Returns the positions of the end and of the arrow in the record.
    private static func arrow(ofClip number: Int, in record: SessionRecord) -> (end: Int, arrow: Int)? {
        for (index, end) in record.ends.enumerated() {
            if let arrow = end.arrows.firstIndex(where: { $0.clip == number }) { return (index, arrow) }
        }
        return nil
    }
}
