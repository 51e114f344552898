// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the menu's first page, of its archers, and of the lists of faces and rounds.
extension Strings {
    // MARK: Tiles

    package static var archerTile: String { text("menu.archer") }
    package static var sessionsTile: String { text("menu.sessions") }
    package static var delayTile: String { text("menu.delay") }
    package static var nobody: String { text("menu.nobody") }
    package static var onTheCard: String { text("menu.on-the-card") }
    package static func openSessions(_ count: Int) -> String { text("menu.open-sessions", count: count) }
    package static var asFilmed: String { text("menu.as-filmed") }
    package static var mirrored: String { text("menu.mirrored") }
    package static var splitView: String { text("menu.split-view") }
    package static var soundInClips: String { text("menu.sound-in-clips") }
    package static var tonesOn: String { text("menu.tones-on") }
    package static var noSound: String { text("menu.no-sound") }
    package static var cardAndBox: String { text("menu.card-and-box") }
    package static var notScoring: String { text("menu.not-scoring") }

    // MARK: Archers

    package static var archers: String { text("archers.title") }
    package static var shootsNow: String { text("archers.shoots-now") }
    package static var chooseArcherHelp: String { text("archers.choose-help") }
    package static var addArcher: String { text("archers.add") }
    package static var addArcherHelp: String { text("archers.add-help") }
    package static var archerName: String { text("archers.name") }
    package static func archerNameHelp(_ name: String) -> String { text("archers.name-help", ["name": name]) }
    package static func archersRoundHelp(_ name: String) -> String { text("archers.round-help", ["name": name]) }
    package static var everybodysRound: String { text("archers.everybodys-round") }
    /// - Parameter round: its name; `nil`: practice.
    package static func everybodysRoundHelp(_ round: String?) -> String {
        text("archers.everybodys-round-help", ["round": round ?? Strings.practice])
    }
    package static var leftHanded: String { text("archers.left-handed") }
    package static func leftHandedHelp(_ name: String) -> String { text("archers.left-handed-help", ["name": name]) }
    package static func removeArcher(_ name: String) -> String { text("archers.remove", ["name": name]) }
    package static var removeArcherHelp: String { text("archers.remove-help") }
    package static var removeAsked: String { text("archers.remove-asked") }
    package static func removedArcher(_ name: String) -> String { text("archers.removed", ["name": name]) }
    package static var newName: String { text("archers.new-name") }
    package static func suggestedName(_ name: String) -> String { text("archers.suggested-name", ["name": name]) }
    package static func nameIsTaken(_ name: String) -> String { text("archers.name-taken", ["name": name]) }
    package static var nameHelp: String { text("archers.wheel-help") }

    // MARK: Faces and rounds

    package static var chooseFace: String { text("choice.face") }
    package static var chooseRound: String { text("choice.round") }
    package static var usedLast: String { text("choice.used-last") }
    package static func needs(_ round: String, _ face: String) -> String { text("choice.needs", ["round": round, "face": face]) }
    package static func needsOther(_ round: String, _ face: String) -> String { text("choice.needs-other", ["round": round, "face": face]) }
    package static func faceOf(_ round: String) -> String { text("choice.face-of", ["round": round]) }
    package static func byRound(_ face: String) -> String { text("choice.by-round", ["face": face]) }
    package static func of(_ archer: String, _ words: String) -> String { text("choice.of-archer", ["archer": archer, "words": words]) }
    package static var isChosen: String { text("choice.is-chosen") }
    package static var rings: String { text("choice.rings") }
    package static var shotAt: String { text("choice.shot-at") }
    package static var spots: String { text("choice.spots") }
    package static var shaftWord: String { text("choice.shaft") }
    package static var distances: String { text("choice.distances") }
    package static var endsWord: String { text("choice.ends") }
    package static var arrowsWord: String { text("choice.arrows") }
    package static var mostPoints: String { text("choice.most") }
    package static var practiceHelp: String { text("choice.practice-help") }
    package static func ringCount(_ count: Int) -> String { text("choice.ring-count", count: count) }
    package static func spotCount(_ count: Int) -> String { text("choice.spot-count", count: count) }
    package static func ringSpan(_ first: String, _ last: String) -> String { text("choice.ring-span", ["first": first, "last": last]) }
    package static func endsOf(_ ends: Int, _ arrows: Int) -> String { text("choice.ends-of", ["ends": ends, "arrows": arrows]) }

    package static func title(of group: FaceGroup) -> String {
        switch group {
        case .outdoor: text("choice.wa-outdoors")
        case .indoor: text("choice.wa-indoors")
        case .field: text("choice.wa-field")
        case .nfaa: text("choice.nfaa")
        case .vegas: text("choice.vegas")
        case .british: text("choice.british")
        case .own: text("choice.own")
        }
    }

    package static func title(of group: RoundGroup) -> String {
        switch group {
        case .practice: practice
        case .worldArchery: text("choice.wa-rounds")
        case .american: text("choice.american")
        case .british: text("choice.british")
        }
    }
}
