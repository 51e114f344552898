// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of a sheet of the menu: a setting, or something about the archers.
enum MenuRow: Hashable, Sendable {
    case setting(SettingRow)
    /// An archer who may shoot, by name: opens the archer's page.
    case archer(String)
    case addArcher
    // The page of one archer. Its settings are read and changed as if this archer shot.
    case shootsNow, archerName, archersRound, leftHanded, removeArcher
    // The shooting line's clock.
    case clockGo, clockEnd, clockEmergency

    /// Returns the rows about the archers: a row for each, and one to add another.
    static func archers(_ settings: Settings) -> [MenuRow] {
        settings.archers.map { MenuRow.archer($0.name) } + (settings.archers.count < Archer.most ? [MenuRow.addArcher] : [])
    }

    /// Returns the rows of an archer's page.
    static func ofArcher(_ settings: Settings) -> [MenuRow] {
        [.shootsNow, .archerName] + (settings.scores ? [.archersRound, .setting(.face), .setting(.arrow)] : []) + [.leftHanded, .removeArcher]
    }

    /// The rows of the shooting line's clock, and the settings that change from end to end.
    static let ofLineClock: [MenuRow] = [
        .clockGo, .clockEnd, .clockEmergency, .setting(.endTimer), .setting(.endTimerGroups), .setting(.horn),
    ]

    /// True if it has two states, and a push changes from one to the other.
    var isSwitch: Bool {
        if case .setting(let row) = self { row.isSwitch } else { self == .leftHanded }
    }

    /// True if a push opens a list, a page or a screen of its own.
    var opens: Bool {
        switch self {
        case .setting(let row): row.opens
        case .archer, .addArcher, .archerName, .archersRound: true
        case .shootsNow, .leftHanded, .removeArcher, .clockGo, .clockEnd, .clockEmergency: false
        }
    }

    /// True if it does something that the knob has to be held for. The menu never comes back on such a row.
    var isHeld: Bool { [.setting(.switchOff), .setting(.forgetFootage), .removeArcher].contains(self) }

    /// The action of a push, or of the held knob.
    var deed: ActionLabel {
        switch self {
        case .setting(.switchOff): .switchOff
        case .setting(.learnKey): .learn
        case .setting(.forgetKeys): .forget
        case .setting(.forgetFootage): .forgetFootage
        case .setting, .archer, .archersRound: opens ? .openRow : .change
        case .addArcher: .add
        case .archerName: .rename
        case .removeArcher: .remove
        case .shootsNow, .clockGo, .clockEnd, .clockEmergency: .take
        case .leftHanded: .change
        }
    }

    func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        switch self {
        case .setting(let row): return row.adjusted(settings, by: steps)
        case .leftHanded:
            var changed = settings
            if let index = settings.shooterIndex { changed.archers[index].isLeftHanded.toggle() }
            return changed
        default: return settings
        }
    }

    /// Returns true if the row does something now.
    func matters(in settings: Settings) -> Bool {
        if case .setting(let row) = self { row.matters(in: settings) } else { true }
    }

    // MARK: Words

    func title(in settings: Settings) -> String {
        switch self {
        case .setting(let row): Strings.title(of: row)
        case .archer(let name): name
        case .addArcher: Strings.addArcher
        case .shootsNow: Strings.shootsNow
        case .archerName: Strings.archerName
        case .archersRound: Strings.title(of: .round)
        case .leftHanded: Strings.leftHanded
        case .removeArcher: Strings.removeArcher(settings.shooter?.name ?? "")
        case .clockGo: Strings.clockGo
        case .clockEnd: Strings.clockEnd
        case .clockEmergency: Strings.clockEmergency
        }
    }

    /// - Parameters:
    ///   - settings: on an archer's page, the settings as they are when this archer shoots.
    ///   - shooter: the name of the archer who shoots now.
    func value(in settings: Settings, shooter: String?) -> String {
        switch self {
        case .setting(let row): Strings.value(of: row, in: settings)
        case .archer(let name): name == shooter ? Strings.shootsNow : ""
        case .shootsNow: settings.shooter?.name == shooter ? Strings.yes : Strings.no
        case .archerName: settings.shooter?.name ?? ""
        case .archersRound: settings.shooter?.round == nil ? Strings.everybodysRound : Strings.value(of: .round, in: settings)
        case .leftHanded: Strings.onOff(settings.shooter?.isLeftHanded ?? false)
        case .addArcher, .removeArcher, .clockGo, .clockEnd, .clockEmergency: ""
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
        case .shootsNow: return Strings.shootsNowHelp(name)
        case .archerName: return Strings.archerNameHelp(name)
        case .archersRound: return Strings.archersRoundHelp(name)
        case .leftHanded: return Strings.leftHandedHelp(name)
        case .removeArcher: return Strings.removeArcherHelp
        case .clockGo: return Strings.clockGoHelp
        case .clockEnd: return Strings.clockEndHelp
        case .clockEmergency: return Strings.clockEmergencyHelp
        }
    }
}
