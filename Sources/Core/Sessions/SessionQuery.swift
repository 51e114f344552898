// SPDX-License-Identifier: GPL-3.0-or-later

/// Which sessions of the card are looked for: newest first, a page at a time.
public struct SessionQuery: Hashable, Sendable {
    /// The beginning of the label of when it began: `2026`, `2026-11`, `2026-11-20`; `nil`: any.
    public var date: String?
    /// A face's id; `nil`: any.
    public var face: String?
    /// An archer's name; `nil`: anybody's.
    public var archer: String?
    /// Only those with deleted clips that can be restored.
    public var hasDeletedClips: Bool
    /// The other way round, by the card's own count.
    public var isOldestFirst: Bool
    /// How many to pass over.
    public var offset: Int
    /// At most so many.
    public var limit: Int

    public init(
        date: String? = nil, face: String? = nil, archer: String? = nil, hasDeletedClips: Bool = false, isOldestFirst: Bool = false,
        offset: Int = 0, limit: Int = 50
    ) {
        self.hasDeletedClips = hasDeletedClips
        self.isOldestFirst = isOldestFirst
        self.date = date
        self.archer = archer
        self.face = face
        self.offset = offset
        self.limit = limit
    }
}

/// A session as a line of the history.
public struct SessionSummary: Hashable, Sendable {
    /// Its folder's name.
    public var name: String
    /// Its own id; `nil` for a session of before version 3.
    public var id: String?
    /// The id of the card that it lies on; `nil` where nobody has looked at that.
    public var card: String?
    public var number: Int
    /// The wall clock's word for when it began, `2026-11-20T14:03:00`.
    public var started: String
    /// The name of its (first) face; `nil` for one that wasn't scored.
    public var faceID: String?
    public var faceName: String?
    /// The id of the round it is part of.
    public var round: String?
    /// Who shot; `nil` where no archers are named.
    public var archer: String?
    public var total: Int
    public var innerTens: Int
    public var tens: Int
    public var arrows: Int
    public var ends: Int
    /// Those that nobody deleted.
    public var clips: Int
    /// Those that were deleted and can be restored.
    public var deletedClips: Int
    /// Those that somebody liked.
    public var likedClips: Int
    /// Those of shots about which nothing was decided.
    public var unjudgedClips: Int
    public var notes: String
    /// What its folder takes on the card; 0 where that isn't known.
    public var bytes: Int64
    /// It isn't deleted to make room.
    public var isProtected: Bool

    public init(
        name: String, id: String? = nil, card: String? = nil, number: Int, started: String, faceID: String? = nil,
        faceName: String? = nil, round: String? = nil, archer: String? = nil, total: Int = 0, innerTens: Int = 0, tens: Int = 0, arrows: Int = 0,
        ends: Int = 0, clips: Int = 0,
        deletedClips: Int = 0, likedClips: Int = 0, unjudgedClips: Int = 0, notes: String = "", bytes: Int64 = 0, isProtected: Bool = false
    ) {
        self.isProtected = isProtected
        self.likedClips = likedClips
        self.unjudgedClips = unjudgedClips
        self.name = name
        self.id = id
        self.card = card
        self.number = number
        self.started = started
        self.faceID = faceID
        self.faceName = faceName
        self.round = round
        self.archer = archer
        self.total = total
        self.innerTens = innerTens
        self.tens = tens
        self.arrows = arrows
        self.ends = ends
        self.clips = clips
        self.deletedClips = deletedClips
        self.notes = notes
        self.bytes = bytes
    }

    public var key: SessionKey { SessionKey(card: card, id: id, folder: name) }

    /// How many arrows lie in the inner ring, as words: `3 X`, or `3 × 11` on a face whose inner ring is called by its number.
    public var innerTally: String {
        let label = faceID.flatMap(FaceCatalog.face)?.innerLabel ?? Ring.innerLabel
        return label == Ring.innerLabel ? "\(innerTens) \(label)" : "\(innerTens) × \(label)"
    }
}

/// What a query found, and what there is to choose from.
public struct SessionList: Hashable, Sendable {
    public var query: SessionQuery
    /// In the order of the query, from its offset on.
    public var sessions: [SessionSummary]
    /// How many match the query in all.
    public var matching: Int
    /// The months in which there are sessions, newest first: `2026-11`.
    public var months: [String]
    /// Ids and names of the faces that were scored on, most used first.
    public var faces: [Face]
    /// The names of those who shot, in the order of the alphabet.
    public var archers: [String]
    /// Of the card: what VIR's sessions take, and what is free.
    public var usedBytes: Int64
    public var freeBytes: Int64
    /// How many clips of the whole card were deleted and can be restored.
    public var deletedClips: Int

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
        usedBytes: Int64, freeBytes: Int64, deletedClips: Int = 0
    ) {
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
