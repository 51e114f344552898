// SPDX-License-Identifier: GPL-3.0-or-later

/// The archer, round and face of a session: a session is one archer's round, or one archer's practice on one face.
public struct SessionTarget: Hashable, Sendable, Codable {
    /// The archer's name; `nil` if no archers are named.
    public var archer: String?
    /// The round's id; `nil` in practice.
    public var round: String?
    /// The id of the face that was set; a round has its own face for each end.
    public var face: String
    /// The number of the box's start, on this card, in which somebody last marked something in the session; `nil` if it isn't known.
    public var boxStart: Int?

    public init(archer: String? = nil, round: String? = nil, face: String, boxStart: Int? = nil) {
        self.archer = archer
        self.round = round
        self.face = face
        self.boxStart = boxStart
    }

    /// Returns the target as of a start of the box.
    package func inStart(_ boxStart: Int?) -> SessionTarget { SessionTarget(archer: archer, round: round, face: face, boxStart: boxStart) }

    /// Returns true if archer, round and face are the same. In a round the face isn't compared, since the round has its own faces.
    package func isSame(as other: SessionTarget) -> Bool {
        archer == other.archer && round == other.round && (round != nil || face == other.face)
    }
}

/// The reason why a session is over: it isn't continued automatically any more.
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
    /// The present archer, round and face.
    public var target: SessionTarget { SessionTarget(archer: shooter?.name, round: chosenRound?.id, face: targetFace.id) }

    /// Returns the settings for shooting this target; `nil` if its archer, its round or its face can't be chosen any more.
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
        // A session without an archer belongs to the current shooter.
        var wanted = target
        wanted.archer = target.archer ?? shooter?.name
        let isRoundKnown = target.round.map { RoundCatalog.round($0) != nil } ?? true
        return isRoundKnown && settings.target.isSame(as: wanted) ? settings : nil
    }
}
