// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the pages on the card.
    package enum Page {
        /// The language of the page, for the browser.
        package static var language: String { Language.current.tag }

        // MARK: Facts and figures

        package static func session(_ number: Int) -> String { Phrases.PageParts.sessionNumber(number) }
        /// The title of a browser tab.
        package static func title(_ heading: String, _ what: String) -> String { Phrases.PageParts.title(heading, what: what) }
        package static func points(_ total: Int) -> String { Phrases.PageParts.pointsOfSession(total) }
        package static func shot(_ arrows: Int, of planned: Int) -> String { Phrases.PageParts.arrowsOf(arrows, planned: planned) }

        // MARK: Ends and clips

        /// - Parameter end: its name.
        package static func end(_ end: String, at distance: String) -> String { Phrases.PageParts.endAt(end, distance: distance) }
        package static func clip(_ number: Int) -> String { clip(number, ClipPlan.Kind(ofNumber: number)) }
        /// A clip's name for people.
        package static func clip(_ number: Int, _ kind: ClipPlan.Kind) -> String {
            switch kind {
            case .mark: Phrases.PageParts.clipNumber(number)
            case .detected: detected(kind.shown(number))
            case .tail: tail(kind.shown(number))
            case .buffer: buffer(kind.shown(number))
            case .part: part(kind.shown(number))
            case .film: film(kind.shown(number))
            }
        }
        package static func arrow(_ number: Int) -> String { Phrases.PageParts.arrowNumber(number) }
        /// - Parameter ends: all ends of the session.
        package static func arrow(_ number: Int, of end: EndRecord, among ends: [EndRecord]) -> String {
            end.isPractice
                ? Phrases.PageParts.arrowOfPractice(number, end: ends.place(of: end))
                : Phrases.PageParts.arrowOfEnd(number, end: ends.place(of: end))
        }
        /// - Parameter clips: their names, at least one.
        package static func lost(_ clips: [String]) -> String {
            let last = clips.last ?? ""
            let names = clips.count > 1 ? Phrases.PageParts.and(clips.dropLast().joined(separator: "; "), last: last) : last
            return Phrases.PageParts.clipsLost(clips.count, clips: names)
        }
        /// - Parameter clips: their names, at least one.
        package static func deleted(_ clips: [String]) -> String { Phrases.PageParts.deleted(clips.joined(separator: "; ")) }
        package static func clipDeleted(_ number: Int) -> String { Phrases.PageParts.clipDeleted(clip(number)) }

        // MARK: The target

        /// A length in whole centimetres, at least one, for what is known no better.
        package static func centimetres(_ millimetres: Double) -> String {
            Phrases.PageParts.centimetres(max(1, Strings.Summary.wholeCentimetres(millimetres)))
        }
        /// An offset from the centre in whole centimetres: `3 cm at 4 o’clock`.
        package static func offset(centimetresOf millimetres: Double, hour: Int) -> String {
            let whole = Strings.Summary.wholeCentimetres(millimetres)
            return whole == 0 ? deadCentre : Phrases.PageParts.offsetCentimetres(whole, hour: hour)
        }
        package static func missed(_ numbers: [String]) -> String {
            Phrases.PageParts.arrowsMissed(numbers.count, numbers: numbers.joined(separator: ", "))
        }
        package static func missed(count: Int) -> String { Phrases.PageParts.countMissed(count) }
        package static func picture(_ face: String, arrows count: Int) -> String {
            Phrases.PageParts.picture(face, arrows: Strings.arrows(count))
        }
    }
}
