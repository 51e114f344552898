// SPDX-License-Identifier: GPL-3.0-or-later

// The round, face and shaft in use: a round's face has precedence over an archer's, and an archer's over everybody's.
extension Settings {
    /// The round of the current shooter, their own or everybody's; `nil` in practice.
    package var chosenRound: Round? {
        guard let own = shooter?.round else { return self.round.flatMap(RoundCatalog.round) }
        return own == Archer.practice ? nil : RoundCatalog.round(own)
    }

    /// The face that the round asks for first; `nil` in practice.
    package var neededFace: Face? { chosenRound?.stages.first.flatMap { FaceCatalog.face($0.face) } }

    /// Returns the settings with this face for the current shooter.
    package func taking(face id: String) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].face = id } else { settings.face = id }
        settings.recentFaces = Settings.recent(id, before: self.recentFaces)
        return settings
    }

    /// Returns the settings with this round (`nil`: practice): for the current shooter if they have a round of their own, or else for
    /// everybody.
    package func taking(round id: String?) -> Settings {
        if shooter?.round != nil { return taking(ownRound: id ?? Archer.practice) }
        var settings = self
        settings.round = id
        return settings.noting(round: id)
    }

    /// Returns the settings with this round as the current shooter's own; `nil`: everybody's round.
    package func taking(ownRound id: String?) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].round = id }
        return settings.noting(round: id == Archer.practice ? nil : id)
    }

    private func noting(round id: String?) -> Settings {
        var settings = self
        if let id { settings.recentRounds = Settings.recent(id, before: self.recentRounds) }
        return settings
    }

    /// Returns the settings with this shaft for the current shooter.
    func taking(shaft: Length) -> Settings {
        var settings = self
        if let index = shooterIndex { settings.archers[index].shaft = shaft } else { settings.arrow = shaft }
        return settings
    }

    /// Returns the settings with a change that is made as if this archer shot now. The current shooter stays the same.
    package func changing(archer name: String?, _ change: (Settings) -> Settings) -> Settings {
        guard let name else { return change(self) }
        var settings = change(shooting(as: name))
        settings.archer = self.archer
        return settings
    }

    /// The index of the current shooter in `archers`.
    package var shooterIndex: Int? { shooter.flatMap { shooter in self.archers.firstIndex { $0.name == shooter.name } } }

    /// The number of recent choices that are remembered.
    static let mostRecent = 3

    private static func recent(_ id: String, before others: [String]) -> [String] {
        Array(([id] + others.filter { $0 != id }).prefix(mostRecent))
    }
}

extension SettingForm where Value == [String] {
    /// The ids of the most recent choices. An id that no longer exists is left out when the list is shown.
    static var recent: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noIDs) }
                let ids = text.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
                return Array(ids.prefix(Settings.mostRecent))
            }, write: { .string($0.joined(separator: ", ")) })
    }
}
