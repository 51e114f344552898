// SPDX-License-Identifier: GPL-3.0-or-later

/// Who shoots in a session, and at what: a session is one archer's round, or one archer's practice on one face.
public struct SessionTarget: Hashable, Sendable, Codable {
    /// The archer's name; `nil` where no archers are named.
    public var archer: String?
    /// The round's id; `nil` in practice.
    public var round: String?
    /// The id of the face that was set; a round says its own for each end.
    public var face: String

    public init(archer: String? = nil, round: String? = nil, face: String) {
        self.archer = archer
        self.round = round
        self.face = face
    }

    /// Whether what is shot at the other is shot at the same: the faces of a round are the round's own.
    func isSame(as other: SessionTarget) -> Bool {
        archer == other.archer && round == other.round && (round != nil || face == other.face)
    }
}

/// Why a session is over: it isn't gone on with by itself any more.
public enum SessionEnd: String, Hashable, Sendable, Codable {
    /// All ends of its round were shot.
    case roundComplete
    /// Somebody asked for a new one.
    case newSession
    /// Its archer went on with another face or round.
    case otherTarget
    /// Nobody marked anything for an hour of practice.
    case idle
}

extension Settings {
    /// What is shot now, and by whom.
    public var target: SessionTarget { SessionTarget(archer: shooter?.name, round: chosenRound?.id, face: targetFace.id) }

    /// As they are when this is shot; `nil` if its archer, its round or its face isn't among what can be chosen any more.
    public func shooting(_ target: SessionTarget) -> Settings? {
        var settings = target.archer.map { shooting(as: $0) } ?? self
        let shooter = settings.shooter
        if shooter?.round == nil { settings.round = target.round } else { settings = settings.taking(ownRound: target.round ?? Archer.practice) }
        if faces.contains(where: { $0.id == target.face }) {
            if shooter?.face == nil {
                settings.face = target.face
            } else if target.round == nil, let index = self.archers.firstIndex(where: { $0.name == shooter?.name }) {
                settings.archers[index].face = target.face
            }
        }
        // What was nobody's is that of who shoots now.
        var wanted = target
        wanted.archer = target.archer ?? shooter?.name
        let isRoundKnown = target.round.map { RoundCatalog.round($0) != nil } ?? true
        return isRoundKnown && settings.target.isSame(as: wanted) ? settings : nil
    }
}
