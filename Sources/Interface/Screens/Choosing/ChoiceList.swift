// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// All the faces or all the rounds in groups. The first group holds those that were used last.
struct ChoiceList: Hashable, Sendable {
    enum Item: Hashable, Sendable {
        case face(Face)
        case round(Round)
        /// No round.
        case practice
        /// The round of everyone who has no round of their own.
        case everybodys
    }

    struct Group: Hashable, Sendable {
        var title: String
        var items: [Item]
    }

    let kind: ChoiceKind
    /// The groups, none of them empty.
    let groups: [Group]
    /// The items of all groups, in order.
    let items: [Item]

    init(_ kind: ChoiceKind, _ settings: Settings) {
        self.kind = kind
        let groups = (kind == .face ? Self.faces(settings) : Self.rounds(settings, isOwn: kind == .ownRound)).filter { !$0.items.isEmpty }
        self.groups = groups
        items = groups.flatMap(\.items)
    }

    private static func faces(_ settings: Settings) -> [Group] {
        let recent = settings.recentFaces.compactMap { id in settings.faces.first { $0.id == id } }
        let own = settings.faces.dropFirst(FaceCatalog.all.count)
        return [Group(title: Strings.usedLast, items: recent.map(Item.face))]
            + FaceCatalog.groups.map { Group(title: Strings.title(of: $0.group), items: $0.faces.map(Item.face)) }
            + [Group(title: Strings.title(of: FaceGroup.own), items: own.map(Item.face))]
    }

    private static func rounds(_ settings: Settings, isOwn: Bool) -> [Group] {
        let recent = settings.recentRounds.compactMap(RoundCatalog.round)
        return [
            Group(title: Strings.usedLast, items: recent.map(Item.round)),
            Group(title: Strings.title(of: RoundGroup.practice), items: isOwn ? [.everybodys, .practice] : [.practice]),
        ] + RoundCatalog.groups.map { Group(title: Strings.title(of: $0.group), items: $0.rounds.map(Item.round)) }
    }

    /// Returns the index in `items` of the current setting.
    func current(_ settings: Settings) -> Int {
        let isEverybodys = kind == .ownRound && settings.shooter?.round == nil
        let current: Item =
            kind == .face ? .face(settings.targetFace) : isEverybodys ? .everybodys : settings.chosenRound.map(Item.round) ?? .practice
        return items.firstIndex(of: current) ?? 0
    }

    /// The index in `items` at which each group begins.
    var starts: [Int] {
        var next = 0
        return groups.map { group in
            defer { next += group.items.count }
            return next
        }
    }

    /// Returns the group of an item.
    func group(of index: Int) -> Int { starts.lastIndex { $0 <= index } ?? 0 }
}

extension ChoiceList.Item {
    /// The whole name, which doesn't break before a unit.
    var name: String {
        switch self {
        case .face(let face): Self.unbroken(face.name)
        case .round(let round): Self.unbroken(round.name)
        case .practice: Strings.practice
        case .everybodys: Strings.everybodysRound
        }
    }

    private static func unbroken(_ name: String) -> String {
        [" cm", " m", " in", " yd"].reduce(name) { $0.replacing($1, with: "\u{A0}" + $1.dropFirst()) }
    }

    /// The words on a tile: the name and the kind. A name such as "WA 80 cm, 6 rings" holds both.
    var words: (name: String, kind: String) {
        switch self {
        case .face(let face):
            let parts = name.split(separator: ",", maxSplits: 1)
            guard parts.count == 2 else {
                return (name, face.spots.count > 1 ? Strings.spotCount(face.spots.count) : Strings.ringCount(face.countedRings))
            }
            return (String(parts[0]), String(parts[1].drop { $0 == " " }))
        case .round(let round): return (name, Strings.arrows(round.arrows))
        case .practice, .everybodys: return (name, "")
        }
    }

    /// Returns the faces that are drawn for the item, each once.
    func faces(_ settings: Settings) -> [Face] {
        switch self {
        case .face(let face): return [face]
        case .practice: return [settings.targetFace]
        case .everybodys: return settings.taking(ownRound: nil).neededFace.map { [$0] } ?? [settings.targetFace]
        case .round(let round):
            var ids: [String] = []
            for stage in round.stages where !ids.contains(stage.face) { ids.append(stage.face) }
            return ids.compactMap(FaceCatalog.face)
        }
    }
}

extension Face {
    /// The number of rings without the inner ring, which only breaks ties.
    fileprivate var countedRings: Int { rings.count - (hasInnerTen ? 1 : 0) }
}
