// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture of a target on a page, with the facts about the group on it.
struct TargetFigure {
    /// The SVG of the picture; a template takes it unescaped.
    var svg: String
    var caption: String
    /// The part with the arrows, if they lie close together.
    var closeUp: String?
    var group: [SessionPage.Fact]
    /// The arrows that missed, and so have no position.
    var unplaced: String?
    /// The arrows that were scored by their rings; they aren't in the picture.
    var byRing: String?
    /// The arrows whose hours alone are known.
    var byHour: String?

    /// - Parameters:
    ///   - id: the beginning of the ids of its parts.
    ///   - ends: all on one face.
    ///   - all: the ends of the session, if each arrow is named with its end; otherwise `nil`.
    ///   - clips: the clips that numbers lead to.
    private init(_ face: Face, ends: [EndRecord], id: String, among all: [EndRecord]?, clips: Set<Int>) {
        let namesEnds = all != nil
        let hits = ends.flatMap { end in
            TargetPicture.hits(of: end, among: all) { clips.contains($0) ? "#clip-\($0)" : nil }
        }
        let picture = TargetPicture(face, hits: hits, description: TargetPicture.summary(hits))
        svg = picture.part(named: id)
        closeUp = picture.closeUp?.part(named: id + "-close")
        caption = PageText.cut(PageText.line(face.name), to: SessionPage.longestName)
        group = ArrowGroup(ends.flatMap(\.arrows)).map(Self.words) ?? []
        let called = hits.count { $0.arrow.place == nil && $0.arrow.isHit }
        byRing = called > 0 ? Strings.Page.calledByRing(called) : nil
        let hours = hits.count { $0.arrow.placedBy == .hour }
        byHour = hours > 0 ? Strings.Page.placedByHour(hours) : nil
        let missing = hits.filter { !$0.arrow.isHit }.map { "\($0.arrow.number)" }
        unplaced =
            switch missing.count {
            case 0: nil
            case _ where !namesEnds: Strings.Page.missed(missing)
            default: Strings.Page.missed(count: missing.count)
            }
    }

    /// Returns the figures of the whole session, one for each face. With a single end, its numbers lead to the clips; with more ends, each
    /// has its own figure.
    static func all(of record: SessionRecord) -> [TargetFigure] {
        var faces: [Face] = []
        for end in record.pictured where !faces.contains(end.face) { faces.append(end.face) }
        let isSingle = record.ends.count == 1
        let clips = isSingle ? Set(record.keptClips.map(\.number)) : []
        return faces.enumerated().map { index, face in
            TargetFigure(
                face, ends: record.pictured.filter { $0.face == face }, id: "face-\(index + 1)", among: isSingle ? nil : record.ends, clips: clips)
        }
    }

    /// Returns the figure of one end among several.
    static func one(of end: EndRecord, id: String, clips: Set<Int>) -> TargetFigure {
        TargetFigure(end.face, ends: [end], id: id + "-face", among: nil, clips: clips)
    }

    private static func words(_ group: ArrowGroup) -> [SessionPage.Fact] {
        func size(_ millimetres: Double) -> String {
            group.isByHour
                ? Strings.Page.byTheHour(Strings.Page.centimetres(millimetres))
                : Strings.Page.millimetres(PageNumber.fixed(millimetres, places: 1))
        }
        let centre =
            group.isByHour
            ? Strings.Page.byTheHour(Strings.Page.offset(centimetresOf: group.offset, hour: group.direction.hour))
            : PageNumber.offset(group.offset, towards: group.direction)
        return [
            .init(term: Strings.Page.groupCentre, value: centre), .init(term: Strings.Page.meanRadius, value: size(group.meanRadius)),
            .init(term: Strings.Page.extremeSpread, value: size(group.extremeSpread)),
        ]
    }
}
