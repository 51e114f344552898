/// What is known of a session from its first moment: the journal's first line.
public struct SessionHeader: Hashable, Sendable, Codable {
    /// Counts the sessions of a card, from 1.
    public var number: Int
    /// The wall clock's word for when it began, `2026-11-20T14:03:00`. A label: a Pi has no battery clock, so
    /// nothing is ordered by it.
    public var started: String
    public var size: VideoSize
    public var framesPerSecond: Double
    public var delaySeconds: Double
    public var camera: String
    public var encoder: String

    public init(number: Int, started: String, size: VideoSize, framesPerSecond: Double, delaySeconds: Double,
                camera: String, encoder: String) {
        self.number = number
        self.started = started
        self.size = size
        self.framesPerSecond = framesPerSecond
        self.delaySeconds = delaySeconds
        self.camera = camera
        self.encoder = encoder
    }
}

/// One line of `journal.jsonl`. What is in it, on the card, is acknowledged: a cut at any instant later loses none of it.
public enum JournalEntry: Hashable, Sendable {
    case opened(SessionHeader)
    case marked(Mark)
    /// A mark taken back (MARK was held on for a quick save).
    case withdrawn(mark: Int)
    case clip(ClipRecord)
    /// A clip that will never be: its footage was gone before it could be written.
    case lostClip(number: Int, reason: String)
    case closed
}

/// Everything about a session: `session.json`.
public struct SessionRecord: Hashable, Sendable, Codable {
    /// The version this program writes. A file of a later version is left alone.
    public static let currentVersion = 1

    public enum Ending: String, Hashable, Sendable, Codable {
        /// By STOP, by the end of the run or by SIGTERM.
        case stopped
        /// The plug was pulled; the record was made from the journal at the next start.
        case recovered
    }

    public var version: Int
    public var header: SessionHeader
    public var marks: [Mark]
    public var clips: [ClipRecord]
    /// Numbers of the clips whose footage was gone before it could be written.
    public var lostClips: [Int]
    public var ending: Ending

    public init(version: Int = SessionRecord.currentVersion, header: SessionHeader, marks: [Mark] = [],
                clips: [ClipRecord] = [], lostClips: [Int] = [], ending: Ending) {
        self.version = version
        self.header = header
        self.marks = marks
        self.clips = clips
        self.lostClips = lostClips
        self.ending = ending
    }

    /// The record that a journal tells. Entries without a header (a journal cut before its first line was whole) tell nothing.
    public init?(journal: [JournalEntry], ending: Ending) {
        guard case .opened(let header)? = journal.first else { return nil }
        self.init(header: header, ending: ending)
        for entry in journal.dropFirst() {
            switch entry {
            case .opened, .closed: break
            case .marked(let mark): marks.append(mark)
            case .withdrawn(let number): marks.removeAll { $0.number == number }
            case .clip(let clip):
                clips.removeAll { $0.number == clip.number }
                clips.append(clip)
            case .lostClip(let number, _): lostClips.append(number)
            }
        }
        clips.sort { $0.number < $1.number }
    }
}
