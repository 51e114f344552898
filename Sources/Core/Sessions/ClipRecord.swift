// SPDX-License-Identifier: GPL-3.0-or-later

/// Somebody's decisions about a clip. The journal stores them all together and the latest line counts: to undo a decision, the judgement
/// before it is journalled again.
public struct ClipJudgement: Hashable, Sendable {
    /// True if the clip is to be deleted. It can be restored as long as its file is there.
    public var isDeleted: Bool
    /// The clip's moment if it was set by hand, in seconds after its first picture; `nil`: its mark.
    public var moment: Double?
    /// The turn and mirroring that somebody chose for viewing it; `nil`: as it was recorded.
    public var orientation: PictureOrientation?
    /// True if somebody liked the clip.
    public var isLiked: Bool
    /// True if somebody confirmed the automatic mark of the clip: it counts as an arrow.
    public var isConfirmed: Bool
    /// The names of the archers whose model it is: the clip that comes first beside theirs. An empty name stands for everybody.
    public var modelOf: [String]
    /// The drawings on it, in the order in which they were drawn.
    public var annotations: [Annotation]
    /// The beginnings of its shot's phases, in the order of time.
    public var phases: [PhaseMark]

    public init(
        isDeleted: Bool = false, moment: Double? = nil, orientation: PictureOrientation? = nil, isLiked: Bool = false,
        annotations: [Annotation] = [], phases: [PhaseMark] = [], isConfirmed: Bool = false, modelOf: [String] = []
    ) {
        self.modelOf = modelOf
        self.isConfirmed = isConfirmed
        self.phases = phases
        self.annotations = annotations
        self.isDeleted = isDeleted
        self.isLiked = isLiked
        self.moment = moment
        self.orientation = orientation
    }

    /// Returns this judgement with one decision undone: each field that the decision changed gets its earlier value, and all others stay.
    package func takingBack(_ decided: ClipJudgement, to before: ClipJudgement) -> ClipJudgement {
        Self.fields.reduce(into: self) { $1.takeBack(&$0, decided, before) }
    }

    /// Returns true if the clip needs another still than with the old judgement.
    public func looksOther(than old: ClipJudgement) -> Bool { moment != old.moment || orientation != old.orientation }
}

/// The table of the decisions. A new decision is a stored property, an argument of `init` and a row here.
extension ClipJudgement {
    private static let fields: [Field] = [
        .flag("isDeleted", \.isDeleted), .value("moment", \.moment), .value("orientation", \.orientation), .flag("isLiked", \.isLiked),
        .flag("isConfirmed", \.isConfirmed),
        Field("modelOf", \.modelOf) { fields, key in
            // An edit by hand keeps nobody from reading the clip.
            (try? fields.decodeIfPresent([String].self, forKey: key)) ?? nil
        } write: { names, fields, key, _ in
            if !names.isEmpty { try fields.encode(names, forKey: key) }
        },
        Field("annotations", \.annotations) { fields, key in
            try fields.decodeIfPresent(TolerantAnnotations.self, forKey: key)?.all
        } write: { annotations, fields, key, picture in
            guard !annotations.isEmpty else { return }
            try fields.encode(annotations.map { MeasuredAnnotation(annotation: $0, degrees: picture?.degrees(of: $0)) }, forKey: key)
        },
        Field("phases", \.phases) { fields, key in
            try fields.decodeIfPresent(TolerantPhaseMarks.self, forKey: key)?.all
        } write: { phases, fields, key, _ in
            if !phases.isEmpty { try fields.encode(phases, forKey: key) }
        },
    ]

    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init(stringLiteral: String) { stringValue = stringLiteral }
        init?(intValue: Int) { nil }
    }

    /// One decision: how it is read, written and taken back.
    private struct Field: Sendable {
        let takeBack: @Sendable (inout ClipJudgement, _ decided: ClipJudgement, _ before: ClipJudgement) -> Void
        let read: @Sendable (inout ClipJudgement, KeyedDecodingContainer<Key>) throws -> Void
        let write: @Sendable (ClipJudgement, inout KeyedEncodingContainer<Key>, RecordedPicture?) throws -> Void

        /// - Parameters:
        ///   - read: returns `nil` for a key that isn't there; the property then keeps its default.
        ///   - write: leaves out a value that is the default.
        init<Value: Equatable & Sendable>(
            _ key: Key, _ path: WritableKeyPath<ClipJudgement, Value> & Sendable,
            read: @escaping @Sendable (KeyedDecodingContainer<Key>, Key) throws -> Value?,
            write: @escaping @Sendable (Value, inout KeyedEncodingContainer<Key>, Key, RecordedPicture?) throws -> Void
        ) {
            takeBack = { if $1[keyPath: path] != $2[keyPath: path] { $0[keyPath: path] = $2[keyPath: path] } }
            self.read = { if let value = try read($1, key) { $0[keyPath: path] = value } }
            self.write = { try write($0[keyPath: path], &$1, key, $2) }
        }

        static func flag(_ key: Key, _ path: WritableKeyPath<ClipJudgement, Bool> & Sendable) -> Field {
            Field(key, path) {
                try $0.decodeIfPresent(Bool.self, forKey: $1)
            } write: { value, fields, key, _ in
                if value { try fields.encode(true, forKey: key) }
            }
        }

        static func value<Value: Codable & Equatable & Sendable>(
            _ key: Key, _ path: WritableKeyPath<ClipJudgement, Value?> & Sendable
        ) -> Field {
            Field(key, path) {
                try $0.decodeIfPresent(Value.self, forKey: $1)
            } write: { value, fields, key, _ in
                try fields.encodeIfPresent(value, forKey: key)
            }
        }
    }
}

/// The form in the journal. Anything that a later version adds is ignored.
extension ClipJudgement: Codable {
    public init(from decoder: any Decoder) throws {
        self.init()
        let fields = try decoder.container(keyedBy: Key.self)
        for field in Self.fields { try field.read(&self, fields) }
    }

    public func encode(to encoder: any Encoder) throws {
        try encode(to: encoder, measuredIn: nil)
        // A line of the journal always says it, even if nothing else is decided.
        var fields = encoder.container(keyedBy: Key.self)
        if !isDeleted { try fields.encode(false, forKey: "isDeleted") }
    }

    /// Encodes the decisions that differ from an unjudged clip's.
    /// - Parameter picture: the clip's picture if the degrees of angles are to be written.
    fileprivate func encode(to encoder: any Encoder, measuredIn picture: RecordedPicture?) throws {
        var fields = encoder.container(keyedBy: Key.self)
        for field in Self.fields { try field.write(self, &fields, picture) }
    }
}

/// A clip that is complete on the card, or was until it was removed.
public struct ClipRecord: Hashable, Sendable {
    public var number: Int
    public var kind: ClipPlan.Kind
    /// The path relative to the session's folder, with forward slashes: `clips/01.mp4`.
    public var file: String
    /// The first and last frame numbers, or `unknownFrame` for a clip that was found complete after a power cut lost its journal line.
    public var firstFrame: Int64
    public var lastFrame: Int64
    /// The time of its first picture, on the clock of the run that recorded it, like the times of marks; `nil` if unknown.
    public var firstTimestamp: Timestamp?
    /// Its playing time.
    public var seconds: Double
    /// True if the footage at its beginning was already evicted from the delay line, so that it starts later than planned.
    public var isCutShort: Bool
    /// An id that no other clip has, on this card or another; `nil` in a record from before version 3.
    public var id: String?
    /// The turn and mirroring on the TV when it was recorded, if its file can't say that: no file is mirrored. `nil`: the file says it.
    public var recorded: PictureOrientation?
    /// The film that it was imported from; `nil` for a clip that a box recorded.
    public var film: ImportedFilm?
    public var judgement: ClipJudgement
    /// True if its deletion is final: the file is gone, or is removed before anything else is done. It never comes back.
    public var isRemoved: Bool

    public static let unknownFrame: Int64 = -1

    public init(
        number: Int, kind: ClipPlan.Kind, file: String, firstFrame: Int64, lastFrame: Int64, firstTimestamp: Timestamp? = nil, seconds: Double,
        isCutShort: Bool, id: String? = nil, recorded: PictureOrientation? = nil, film: ImportedFilm? = nil,
        judgement: ClipJudgement = ClipJudgement(), isRemoved: Bool = false
    ) {
        self.id = id
        self.recorded = recorded
        self.film = film
        self.number = number
        self.kind = kind
        self.file = file
        self.firstFrame = firstFrame
        self.lastFrame = lastFrame
        self.firstTimestamp = firstTimestamp
        self.seconds = seconds
        self.isCutShort = isCutShort
        self.judgement = judgement
        self.isRemoved = isRemoved
    }

    /// The turn and mirroring for viewing; `nil`: as its file says.
    public var orientation: PictureOrientation? { judgement.orientation ?? recorded }
    /// True if it is shown mirrored, although its file isn't mirrored.
    package var isMirrored: Bool { orientation?.isMirrored ?? false }

    /// Returns the seconds from its first picture to this one; `nil` if that is unknown or the picture isn't in the clip.
    ///
    /// Many USB cameras take fewer pictures a second in the dark than they promise, so the pictures' own times count and not their number.
    /// A record of an older version lacks the time of the first picture: the clip's pictures are then assumed to be evenly spaced.
    /// - Parameter framesPerSecond: the session's frame rate when it began, used if the clip's own rate is unknown.
    package func seconds(of stamp: FrameStamp, at framesPerSecond: Double) -> Double? {
        let seconds: Double
        if let firstTimestamp {
            seconds = stamp.timestamp.seconds(after: firstTimestamp)
        } else {
            guard firstFrame != Self.unknownFrame, framesPerSecond > 0 else { return nil }
            let count = Double(lastFrame) - Double(firstFrame) + 1
            let rate = count > 1 && self.seconds > 0 ? count / self.seconds : framesPerSecond
            seconds = (Double(stamp.frame) - Double(firstFrame)) / rate
        }
        return seconds >= 0 && seconds <= self.seconds + 1 ? seconds : nil
    }

    /// Returns the seconds from the first picture of another clip of the same run to this clip's first picture; `nil` if unknown.
    /// - Parameter framesPerSecond: the session's frame rate, used for clips without the time of their first picture.
    func seconds(after other: ClipRecord, at framesPerSecond: Double) -> Double? {
        if let firstTimestamp, let first = other.firstTimestamp { return firstTimestamp.seconds(after: first) }
        guard firstFrame != Self.unknownFrame, other.firstFrame != Self.unknownFrame else { return nil }
        let seconds = (Double(firstFrame) - Double(other.firstFrame)) / framesPerSecond
        return seconds.isFinite ? seconds : nil
    }

    /// Makes its deletion final.
    public mutating func remove() {
        judgement.isDeleted = true
        isRemoved = true
    }

    /// The longest clip, in seconds. A longer value in a record is clamped, because positions in a clip are computed in nanoseconds.
    static let longestSeconds = 1e6
    /// The range of plausible times, in nanoseconds: no machine runs for longer than 36 years.
    private static let times: ClosedRange<Int64> = 0...1 << 60

    /// True if somebody deleted it, whether it can be restored or not.
    public var isDeleted: Bool { judgement.isDeleted || isRemoved }
    /// True if it was deleted and its file is there, so that it can be restored.
    public var isRestorable: Bool { judgement.isDeleted && !isRemoved }
}

/// The form in `session.json` and in the journal. Missing values, empty lists, and all flags that are false except `isCutShort` are left
/// out. The judgement's fields stand beside the clip's own.
extension ClipRecord: Codable {
    private enum Key: String, CodingKey {
        case number, kind, file, firstFrame, lastFrame, firstTimestamp, seconds, isCutShort, id, isRemoved, recordedOrientation, film
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        number = try fields.decode(Int.self, forKey: .number)
        kind = try fields.decode(ClipPlan.Kind.self, forKey: .kind)
        file = try fields.decode(String.self, forKey: .file)
        firstFrame = try fields.decode(Int64.self, forKey: .firstFrame)
        lastFrame = try fields.decode(Int64.self, forKey: .lastFrame)
        firstTimestamp = try fields.decodeIfPresent(Timestamp.self, forKey: .firstTimestamp).flatMap {
            Self.times.contains($0.nanoseconds) ? $0 : nil
        }
        seconds = try fields.decode(Double.self, forKey: .seconds).clamped(to: 0...Self.longestSeconds)
        isCutShort = try fields.decode(Bool.self, forKey: .isCutShort)
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        isRemoved = try fields.decodeIfPresent(Bool.self, forKey: .isRemoved) ?? false
        recorded = try fields.decodeIfPresent(PictureOrientation.self, forKey: .recordedOrientation)
        // An edit by hand keeps nobody from reading the clip.
        film = (try? fields.decodeIfPresent(ImportedFilm.self, forKey: .film)) ?? nil
        judgement = try ClipJudgement(from: decoder)
        if isRemoved { judgement.isDeleted = true }
        if judgement.orientation == recorded { judgement.orientation = nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(number, forKey: .number)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(file, forKey: .file)
        try fields.encode(firstFrame, forKey: .firstFrame)
        try fields.encode(lastFrame, forKey: .lastFrame)
        try fields.encodeIfPresent(firstTimestamp, forKey: .firstTimestamp)
        try fields.encode(seconds, forKey: .seconds)
        try fields.encode(isCutShort, forKey: .isCutShort)
        try fields.encodeIfPresent(id, forKey: .id)
        if isRemoved { try fields.encode(true, forKey: .isRemoved) }
        try fields.encodeIfPresent(recorded, forKey: .recordedOrientation)
        try fields.encodeIfPresent(film, forKey: .film)
        // For readers of the file, a removed clip is deleted, and the orientation is the one for viewing.
        var shown = judgement
        (shown.isDeleted, shown.orientation) = (isDeleted, orientation)
        let pictures = CodingUserInfoKey.recordedPictures.flatMap { encoder.userInfo[$0] as? [Int: RecordedPicture] }
        try shown.encode(to: encoder, measuredIn: pictures?[number])
    }
}
