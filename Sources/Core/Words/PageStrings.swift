// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the pages on the card.
    package enum Page {
        // MARK: In the templates

        package static var language: String { text("page.language") }
        package static var scorebook: String { text("page.scorebook") }
        package static var allSessions: String { text("page.all-sessions") }
        package static var wasRecovered: String { text("page.was-recovered") }
        package static var notes: String { text("page.notes") }
        package static var result: String { text("page.result") }
        package static var target: String { text("page.target") }
        package static var toTheClips: String { text("page.to-the-clips") }
        package static var clips: String { text("page.clips") }
        package static var noClips: String { text("page.no-clips") }
        package static var archer: String { text("page.archer") }
        package static var scorer: String { text("page.scorer") }
        package static var writtenByVIR: String { text("page.written-by-vir") }
        package static var besideThisPage: String { text("page.beside-this-page") }
        package static var scoresAsTable: String { text("page.scores-as-table") }
        package static var targetAsPicture: String { text("page.target-as-picture") }
        package static var everythingForAProgram: String { text("page.everything-for-a-program") }
        package static var scorecard: String { text("page.scorecard") }
        package static var scorecardCaption: String { text("page.scorecard-caption") }
        package static var end: String { text("page.end") }
        package static var arrows: String { text("page.arrows") }
        package static var total: String { text("page.total") }
        package static var running: String { text("page.running") }
        package static var inTheInnerRing: String { text("page.in-the-inner-ring") }
        package static var arrow: String { text("page.arrow") }
        package static var ring: String { text("page.ring") }
        package static var points: String { text("page.points") }
        package static var spot: String { text("page.spot") }
        package static var fromTheCentre: String { text("page.from-the-centre") }
        package static var coordinates: String { text("page.coordinates") }
        package static var clip: String { text("page.clip") }
        package static var noFileName: String { text("page.no-file-name") }
        package static var file: String { text("page.file") }
        package static var mirroredOnTheTV: String { text("page.mirrored-on-the-tv") }
        package static var beginningMissing: String { text("page.beginning-missing") }
        package static var months: String { text("page.months") }
        package static var noSessionYet: String { text("page.no-session-yet") }
        package static var notScored: String { text("page.not-scored") }
        package static var writtenOnTheCard: String { text("page.written-on-the-card") }

        // MARK: Facts and figures

        package static var session: String { text("page.session") }
        package static var round: String { text("page.round") }
        package static var distance: String { text("page.distance") }
        package static var face: String { text("page.face") }
        package static var shaft: String { text("page.shaft") }
        package static var camera: String { text("page.camera") }
        package static var average: String { text("page.average") }
        package static var withoutADate: String { text("page.without-a-date") }
        package static var notScoredRemark: String { text("page.not-scored-remark") }
        package static var notFinished: String { text("page.not-finished") }
        package static var noArrows: String { text("page.no-arrows") }
        package static var groupCentre: String { text("page.group-centre") }
        package static var meanRadius: String { text("page.mean-radius") }
        package static var extremeSpread: String { text("page.extreme-spread") }
        package static var deadCentre: String { text("page.dead-centre") }

        package static func session(_ number: Int) -> String { text("page.session-number", ["number": number]) }
        /// The title of a browser tab.
        package static func title(_ heading: String, _ what: String) -> String { text("page.title", ["heading": heading, "what": what]) }
        package static func points(_ total: Int) -> String { text("page.points-of-session", ["total": total]) }
        package static func possible(_ points: Int) -> String { text("page.possible", ["points": points]) }
        package static func shot(_ arrows: Int, of planned: Int) -> String { text("page.arrows-of", ["arrows": arrows, "planned": planned]) }
        package static func misses(_ count: Int) -> String { text(count == 1 ? "page.miss" : "page.misses") }
        package static func millimetres(_ number: String) -> String { text("page.millimetres", ["number": number]) }
        /// `12.3 mm at 4 o’clock`.
        package static func offset(_ distance: String, hour: Int) -> String { text("page.offset", ["distance": distance, "hour": hour]) }

        // MARK: Ends and clips

        /// - Parameter end: its name.
        package static func end(_ end: String, at distance: String) -> String { text("page.end-at", ["end": end, "distance": distance]) }
        package static var practiceRemark: String { text("page.practice-remark") }
        package static func tooMany(_ most: Int) -> String { text("page.too-many", ["most": most]) }
        package static func caption(_ end: String) -> String { text("page.end-caption", ["end": end]) }
        package static func clip(_ number: Int) -> String { clip(number, ClipPlan.Kind(ofNumber: number)) }
        /// A clip's name for people.
        package static func clip(_ number: Int, _ kind: ClipPlan.Kind) -> String {
            switch kind {
            case .mark: text("page.clip-number", ["number": number])
            case .tail: tail(kind.shown(number))
            case .buffer: buffer(kind.shown(number))
            case .part: part(kind.shown(number))
            }
        }
        package static func tail(_ number: Int) -> String { text("page.tail", ["number": number]) }
        package static var phases: String { text("page.phases") }
        package static var phasesCaption: String { text("page.phases-caption") }
        package static var phasesAsTable: String { text("page.phases-as-table") }
        package static var morePhases: String { text("page.more-phases") }
        package static var anglesAsTable: String { text("page.angles-as-table") }
        package static var keptPictures: String { text("page.kept-pictures") }
        package static func keptPicture(_ number: Int) -> String { text("page.kept-picture", ["number": number]) }
        package static func part(_ number: Int) -> String { text("page.part", ["number": number]) }
        package static func buffer(_ number: Int) -> String { text("page.buffer", ["number": number]) }
        package static func arrow(_ number: Int) -> String { text("page.arrow-number", ["number": number]) }
        /// - Parameter ends: all ends of the session.
        package static func arrow(_ number: Int, of end: EndRecord, among ends: [EndRecord]) -> String {
            text(end.isPractice ? "page.arrow-of-practice" : "page.arrow-of-end", ["number": number, "end": ends.place(of: end)])
        }
        /// - Parameter clips: their names, at least one.
        package static func lost(_ clips: [String]) -> String {
            guard let last = clips.last, clips.count > 1 else { return text("page.clip-lost", ["clip": clips.last ?? ""]) }
            return text("page.clips-lost", ["clips": clips.dropLast().joined(separator: "; "), "last": last])
        }
        /// - Parameter clips: their names, at least one.
        package static func deleted(_ clips: [String]) -> String { text("page.deleted", ["clips": clips.joined(separator: "; ")]) }
        package static func clipDeleted(_ number: Int) -> String { text("page.clip-deleted", ["clip": clip(number)]) }

        // MARK: The target

        package static func missed(_ number: String) -> String { text("page.arrow-missed", ["number": number]) }
        package static func missed(_ numbers: [String]) -> String { text("page.arrows-missed", ["numbers": numbers.joined(separator: ", ")]) }
        package static var byRing: String { text("page.by-ring") }
        /// The number of arrows that count but have no known position.
        package static func calledByRing(_ count: Int) -> String { text("page.called-by-ring", count: count) }
        package static func missed(count: Int) -> String { text("page.count-missed", count: count) }
        package static func beyond(_ count: Int) -> String { text("page.beyond", count: count) }
        package static func picture(_ face: String, arrows count: Int) -> String {
            text("page.picture", ["face": face, "arrows": Strings.arrows(count)])
        }
    }
}
