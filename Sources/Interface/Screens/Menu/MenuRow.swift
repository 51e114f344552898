// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of a sheet of the menu: a setting, or something about the archers.
enum MenuRow: Hashable, Sendable {
    case setting(SettingRow)
    /// An archer who may shoot, by name.
    case archer(String)
    case addArcher
    // About the current shooter.
    case archerName, archersRound, leftHanded, removeArcher

    /// Returns the rows about the archers: their names, and then what belongs to the current shooter alone.
    static func archers(_ settings: Settings) -> [MenuRow] {
        let names = settings.archers.map { MenuRow.archer($0.name) }
        let adding = settings.archers.count < Archer.most ? [MenuRow.addArcher] : []
        guard !names.isEmpty else { return adding }
        let shot: [MenuRow] = settings.scores ? [.setting(.face), .archersRound, .setting(.arrow)] : []
        return names + adding + [.archerName] + shot + [.leftHanded, .removeArcher]
    }

    /// True if it has two states, and a push changes from one to the other.
    var isSwitch: Bool {
        if case .setting(let row) = self { row.isSwitch } else { self == .leftHanded }
    }

    /// True if a push opens a list, a page or a screen of its own.
    var opens: Bool {
        if case .setting(let row) = self { row.opens } else { self == .addArcher || self == .archerName || self == .archersRound }
    }

    /// The question after the first push, which a second push confirms; `nil` if one push is enough.
    var asks: String? {
        switch self {
        case .setting(.switchOff): Strings.switchOffAsked
        case .removeArcher: Strings.removeAsked
        default: nil
        }
    }

    func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        switch self {
        case .setting(let row): return row.adjusted(settings, by: steps)
        case .leftHanded:
            var changed = settings
            if let index = settings.shooterIndex { changed.archers[index].isLeftHanded.toggle() }
            return changed
        case .archer, .addArcher, .archerName, .archersRound, .removeArcher: return settings
        }
    }

    // MARK: Words

    func title(in settings: Settings) -> String {
        switch self {
        case .setting(let row): Strings.title(of: row)
        case .archer(let name): name
        case .addArcher: Strings.addArcher
        case .archerName: Strings.archerName
        case .archersRound: Strings.title(of: .round)
        case .leftHanded: Strings.leftHanded
        case .removeArcher: Strings.removeArcher(settings.shooter?.name ?? "")
        }
    }

    func value(in settings: Settings) -> String {
        switch self {
        case .setting(let row): Strings.value(of: row, in: settings)
        case .archer(let name): name == settings.shooter?.name ? Strings.shootsNow : ""
        case .archerName: settings.shooter?.name ?? ""
        case .archersRound: settings.shooter?.round == nil ? Strings.everybodysRound : Strings.value(of: .round, in: settings)
        case .leftHanded: Strings.onOff(settings.shooter?.isLeftHanded ?? false)
        case .addArcher, .removeArcher: ""
        }
    }

    /// Returns one line about what it does.
    /// - Parameter available: the seconds of footage that fit, once they are known.
    func help(in settings: Settings, available: Double?) -> String {
        let name = settings.shooter?.name ?? ""
        switch self {
        case .setting(.face):
            // If the round needs another face, the help of the face says so.
            guard let round = settings.chosenRound, let face = settings.neededFace else { return Strings.help(for: .face, available: nil) }
            return Strings.needs(round.name, face.name)
        case .setting(let row): return Strings.help(for: row, available: available)
        case .archer: return Strings.chooseArcherHelp
        case .addArcher: return Strings.addArcherHelp
        case .archerName: return Strings.archerNameHelp(name)
        case .archersRound: return Strings.archersRoundHelp(name)
        case .leftHanded: return Strings.leftHandedHelp(name)
        case .removeArcher: return Strings.removeArcherHelp
        }
    }
}
