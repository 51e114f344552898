// SPDX-License-Identifier: GPL-3.0-or-later

/// A search for sessions on the card: newest first by the card's own numbers, a page at a time.
public struct SessionQuery: Hashable, Sendable {
    /// The first part of the label of a session's beginning: `2026`, `2026-11`, `2026-11-20`; `nil`: any date.
    public var date: String?
    /// A face's id; `nil`: any face.
    public var face: String?
    /// An archer's name; `nil`: anybody's.
    public var archer: String?
    /// True to find only sessions with deleted clips that can be restored.
    public var hasDeletedClips: Bool
    /// True to find only sessions of imported films.
    public var isOfFilms: Bool
    /// True for the opposite order, oldest first, by the card's own numbers.
    public var isOldestFirst: Bool
    /// The number of sessions to skip.
    public var offset: Int
    /// The most sessions to return.
    public var limit: Int

    public init(
        date: String? = nil, face: String? = nil, archer: String? = nil, hasDeletedClips: Bool = false, isOfFilms: Bool = false,
        isOldestFirst: Bool = false, offset: Int = 0, limit: Int = 50
    ) {
        self.hasDeletedClips = hasDeletedClips
        self.isOfFilms = isOfFilms
        self.isOldestFirst = isOldestFirst
        self.date = date
        self.archer = archer
        self.face = face
        self.offset = offset
        self.limit = limit
    }

    /// True if it asks for the beginning of the list of one archer's sessions. If fewer than two archers are named, all are one archer's.
    package func isOfOneArcher(among archers: [String]) -> Bool { offset <= 0 && (archer != nil || archers.count < 2) }
}

/// A session as one line of the history.
public struct SessionSummary: Hashable, Sendable, Codable {
    /// Its folder's name.
    public var name: String
    /// Its own id; `nil` for a session from before version 3.
    public var id: String?
    /// The id of the card that it lies on; `nil` if that wasn't checked.
    public var card: String?
    public var number: Int
    /// The label of its beginning, `2026-11-20T14:03:00`; empty if no date is known.
    public var started: String
    /// The label of a moment before its beginning, if that is all that is known; otherwise `nil`.
    public var notBefore: String?
    /// The id and the name of its (first) face; `nil` for a session that wasn't scored.
    public var faceID: String?
    public var faceName: String?
    /// The id of its round.
    public var round: String?
    /// The archer's name; `nil` if no archers are named.
    public var archer: String?
    public var total: Int
    public var innerTens: Int
    public var tens: Int
    public var arrows: Int
    /// The number of arrows that were shot, whether or not they count; where nothing was scored, of marks.
    public var shot: Int
    public var ends: Int
    /// The number of clips that aren't deleted.
    public var clips: Int
    /// The number of deleted clips that can be restored.
    public var deletedClips: Int
    /// The number of clips that somebody liked.
    public var likedClips: Int
    /// The number of clips of shots that nobody has judged yet.
    public var unjudgedClips: Int
    public var notes: String
    /// The size of its folder on the card; 0 if unknown.
    public var bytes: Int64
    /// True if it isn't deleted to make room.
    public var isProtected: Bool
    /// The folder of the session that it continues, until the two are joined; `nil` for a session that stands alone.
    public var continues: String?
    /// The distance at which its first scored face was shot, for people: `70 m`; `nil` if unknown.
    public var distance: String?
    /// The mean radius of the group on that face over that distance, in millimetres; `nil` if too few arrows have a measured position.
    public var groupMillimetres: Double?
    /// The number of arrows in that group; 0 without a group.
    public var grouped: Int
    /// The mean hold of its shots, in seconds; `nil` if no hold is known.
    public var holdSeconds: Double?
    /// The number of shots whose hold is known.
    public var holds: Int

    public init(
        name: String, id: String? = nil, card: String? = nil, number: Int, started: String, notBefore: String? = nil,
        faceID: String? = nil, faceName: String? = nil, round: String? = nil, archer: String? = nil, total: Int = 0, innerTens: Int = 0,
        tens: Int = 0, arrows: Int = 0, shot: Int = 0, ends: Int = 0, clips: Int = 0,
        deletedClips: Int = 0, likedClips: Int = 0, unjudgedClips: Int = 0, notes: String = "", bytes: Int64 = 0, isProtected: Bool = false,
        continues: String? = nil, distance: String? = nil, groupMillimetres: Double? = nil, grouped: Int = 0, holdSeconds: Double? = nil,
        holds: Int = 0
    ) {
        self.distance = distance
        (self.groupMillimetres, self.grouped) = (groupMillimetres, grouped)
        (self.holdSeconds, self.holds) = (holdSeconds, holds)
        self.continues = continues
        self.isProtected = isProtected
        self.likedClips = likedClips
        self.unjudgedClips = unjudgedClips
        self.name = name
        self.id = id
        self.card = card
        self.number = number
        self.started = started
        self.notBefore = notBefore
        self.faceID = faceID
        self.faceName = faceName
        self.round = round
        self.archer = archer
        self.total = total
        self.innerTens = innerTens
        self.tens = tens
        self.arrows = arrows
        self.shot = shot
        self.ends = ends
        self.clips = clips
        self.deletedClips = deletedClips
        self.notes = notes
        self.bytes = bytes
    }

    /// The names of the columns in the index. `card` has none, because the index lies on the card.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case name, id, number, started, notBefore
        case faceID = "face"
        case faceName, round, archer, total, innerTens, tens, arrows, shot, ends, clips, deletedClips, likedClips, unjudgedClips
        case notes, bytes, isProtected, continues, distance, groupMillimetres, grouped, holdSeconds, holds
    }

    public var key: SessionKey { SessionKey(card: card, id: id, folder: name) }
}

/// The result of a query, with the choices for a narrower one.
public struct SessionList: Hashable, Sendable {
    public var query: SessionQuery
    /// The sessions in the order of the query, from its offset on.
    public var sessions: [SessionSummary]
    /// The total number of sessions that match the query.
    public var matching: Int
    /// The months that have sessions, newest first: `2026-11`.
    public var months: [String]
    /// Ids and names of the faces that were scored on, most used first.
    public var faces: [Face]
    /// The archers' names, in alphabetical order.
    public var archers: [String]
    /// The bytes on the card that VIR's sessions take, and those that are free.
    public var usedBytes: Int64
    public var freeBytes: Int64
    /// The number of deleted clips on the whole card that can be restored.
    public var deletedClips: Int
    /// The figures of all matching sessions together, if they are one archer's: the query's, or the only one of the card. Only the answer
    /// from the beginning of the list has it.
    package var season: SeasonSum?
    /// The arrows of all sessions that match the query.
    public var days = ShotDays()

    public struct Face: Hashable, Sendable {
        public var id: String
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    public init(
        query: SessionQuery, sessions: [SessionSummary], matching: Int, months: [String], faces: [Face], archers: [String] = [],
        usedBytes: Int64, freeBytes: Int64, deletedClips: Int = 0, days: ShotDays = ShotDays()
    ) {
        self.days = days
        self.deletedClips = deletedClips
        self.archers = archers
        self.query = query
        self.sessions = sessions
        self.matching = matching
        self.months = months
        self.faces = faces
        self.usedBytes = usedBytes
        self.freeBytes = freeBytes
    }
}

/// The arrows that were shot on each day and in each week, of sessions whose day is known. Where nothing was scored, marks count.
public struct ShotDays: Hashable, Sendable {
    private var days: [Int: Int] = [:]
    private var weeks: [Int: Int] = [:]

    /// A day has no more than this, whatever a damaged card says.
    private static let most = 1_000_000_000

    public init() {}

    public init(_ sessions: some Sequence<SessionSummary>) {
        for session in sessions { add(session.shot, on: session.started) }
    }

    /// Adds what was shot in one session, or on one day.
    /// - Parameter label: a label that begins with the day, `2026-11-20…`; any other label adds nothing.
    public mutating func add(_ shot: Int, on label: String) {
        guard let day = Self.day(of: label) else { return }
        let shot = shot.clamped(to: 0...Self.most)
        days[day.number] = min(Self.most, days[day.number, default: 0] + shot)
        weeks[day.week] = min(Self.most, weeks[day.week, default: 0] + shot)
    }

    /// Returns the figures that a list shows at a session: its day's, if the session is the first one of its day in the list and doesn't
    /// say the number itself, and its week's in the same way.
    /// - Parameter before: the session above it in the list.
    package func words(at session: SessionSummary, below before: SessionSummary?) -> [String] {
        guard let day = Self.day(of: session.started), let ofDay = days[day.number], let ofWeek = weeks[day.week] else { return [] }
        let last = before.flatMap { Self.day(of: $0.started) }
        return [
            ofDay == 0 || last?.number == day.number || ofDay == session.arrows ? nil : Strings.shotOnDay(ofDay),
            last?.week == day.week || ofWeek == ofDay ? nil : Strings.shotInWeek(ofWeek),
        ].compactMap { $0 }
    }

    /// Returns the numbers of a label's day, and of the Monday of its week.
    private static func day(of label: String) -> (number: Int, week: Int)? {
        SessionMoment(label.prefix(10) + "T00:00").map { ($0.dayNumber, $0.dayNumber - $0.weekday) }
    }
}
