// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip on a session's page.
struct ClipCard {
    var clipID: String
    var clipName: String
    /// Percent-encoded; `nil` where the record's name for it is none that can lie in the session's folder.
    var source: String?
    var poster: String?
    /// How much a browser reads of the film before it is played.
    var preload: String
    /// On the TV; the film here isn't. A browser would mirror the controls too, and not in full screen.
    var isMirrored: Bool
    var duration: String
    /// What the arrow it shows scored.
    var clipChip: ScoreChip?
    /// `Arrow 3 of end 2`; `nil` for a clip that belongs to none.
    var arrow: String?
    /// The arrow's line in its end's table.
    var arrowLink: String?
    var isCutShort: Bool
    var isLiked: Bool
    var width: Int
    var height: Int

    /// - Parameter hasStill: there is one that lies as the film does.
    init(_ clip: ClipRecord, of record: SessionRecord, hasStill: Bool) {
        clipID = "clip-\(clip.number)"
        clipName = Strings.Page.clip(clip.number, clip.kind)
        source = PageLink.path(clip.file)
        isMirrored = clip.isMirrored
        let still = clip.isMirrored ? CardLayout.unmirroredStillFile(number: clip.number) : CardLayout.stillFile(number: clip.number)
        poster = hasStill && clip.number > 0 ? PageLink.path(still) : nil
        // Then its own first picture stands there.
        preload = clip.isMirrored && poster == nil ? "metadata" : "none"
        duration = PageNumber.duration(clip.seconds)
        isCutShort = clip.isCutShort
        isLiked = clip.judgement.isLiked
        (width, height) = (record.header.size.width, record.header.size.height)
        guard let shown = Self.arrow(ofClip: clip.number, in: record) else { return }
        let end = record.ends[shown.end]
        let entry = end.score.entries[shown.arrow]
        clipChip = ScoreChip(entry, on: end.face)
        arrow =
            record.ends.count > 1
            ? Strings.Page.arrow(entry.arrow.number, of: end, among: record.ends) : Strings.Page.arrow(entry.arrow.number)
        arrowLink = "#arrow-\(shown.end + 1)-\(shown.arrow + 1)"
    }

    /// By their places in the record.
    private static func arrow(ofClip number: Int, in record: SessionRecord) -> (end: Int, arrow: Int)? {
        for (index, end) in record.ends.enumerated() {
            if let arrow = end.arrows.firstIndex(where: { $0.clip == number }) { return (index, arrow) }
        }
        return nil
    }
}
