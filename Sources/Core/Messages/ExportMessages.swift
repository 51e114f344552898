// SPDX-License-Identifier: GPL-3.0-or-later

/// What of the card is exported.
public struct ExportSubject: Hashable, Sendable {
    /// Its folder's name.
    public var session: String
    /// Their numbers within it, in the order in which they are wanted; none: all that nobody deleted, and as they are the whole session.
    public var clips: [Int]

    public init(session: String, clips: [Int] = []) {
        self.session = session
        self.clips = clips
    }
}

/// How clips are exported. The first four are copies: nothing is decoded for them. The others are made anew, picture by picture.
public enum ExportForm: Hashable, Sendable {
    /// As they are; of whole sessions everything in their folders but what was deleted.
    case file
    /// As any player anywhere takes them: they begin at a keyframe, and hide nothing.
    case anybody
    /// The same, lasting so many times as long.
    case slow(Int)
    /// All in one file, one after the other.
    case bestOf
    /// With what was drawn on them, at its time; where a drawing begins the film stands still for so many seconds, 0…10.
    case drawings(freeze: Double)
    /// The picture of each clip's moment, or each one that something was drawn on, with that.
    case still
    /// Eight pictures round each clip's moment in one, so many seconds from one to the next; of each the same upright part, about so much of
    /// the width, 0…1, or where most moves. A clip that is about nothing known is about this place, in seconds after its first picture, or its middle.
    case strip(step: Double, center: Double?, place: Double? = nil)
    /// All in one film, each with its name for a second before it.
    case titledBestOf
    /// Two clips side by side, laid on each other at their moments; the second comes so many seconds before its moment says.
    /// Of both the same upright part, as in a strip.
    case compare(shift: Double, center: Double?)

    /// Pictures are decoded and drawn for it.
    public var isMadeAnew: Bool {
        switch self {
        case .file, .anybody, .slow, .bestOf: false
        case .drawings, .still, .strip, .titledBestOf, .compare: true
        }
    }
}

/// Where an export goes.
public enum ExportPlace: Hashable, Sendable {
    /// The USB stick, in its folder `VIR`.
    case stick
    /// The card itself, in its folder `EXPORT`.
    case card
}

/// What the exporter is to do.
public enum ExportCommand: Hashable, Sendable {
    /// Somebody thinks of exporting this: look at it, and for a stick. `ExportNews.prepared` and `.stick` answer.
    case prepare(ExportSubject)
    /// While something is exported already, that goes on and this is left out.
    case begin(ExportSubject, ExportForm, to: ExportPlace)
    /// The file that is being written is given up; those before it stay.
    case cancel
    /// Nobody thinks of it any more: the stick is let go of as soon as nothing is exported.
    case close
}

/// What the exporter tells.
public enum ExportNews: Hashable, Sendable {
    case stick(StickState)
    case prepared(ExportSubject, ExportSize)
    /// The subject can't be exported at all, and why.
    case notPrepared(ExportSubject, reason: Message)
    /// Told at the beginning, and each time that more of it outlasts a cut.
    case progress(ExportProgress)
    /// It is done, as far as it could be.
    case ended(ExportResult)
    /// It was cancelled, or its place takes no more; what was written before stays, and nothing half-written has a name.
    case stopped(reason: Message, ExportResult)
}

/// How it stands with the USB stick. It is mounted only while somebody exports.
public enum StickState: Hashable, Sendable {
    /// Nobody asked for one, or none is there.
    case none
    /// One is there, and is looked through.
    case checking
    case ready(label: String?, freeBytes: Int64)
    /// One is there and can't be taken, and why.
    case refused(label: String?, reason: Message)
}

/// How much an export would be.
public struct ExportSize: Hashable, Sendable {
    public var clips: Int
    /// Of the clips' files; of a whole session, of everything in its folder.
    public var clipBytes: Int64
    public var folderBytes: Int64
    /// How many of them "best of" would have, and how long those play: the liked ones, or all.
    public var best: Int
    public var bestSeconds: Double
    /// Those of them that can't be joined to the first one without encoding them again.
    public var unjoinable: [Int]
    /// How many of the clips something was drawn on.
    public var drawn: Int

    public init(clips: Int, clipBytes: Int64, folderBytes: Int64, best: Int, bestSeconds: Double, unjoinable: [Int] = [], drawn: Int = 0) {
        self.clips = clips
        self.clipBytes = clipBytes
        self.folderBytes = folderBytes
        self.best = best
        self.bestSeconds = bestSeconds
        self.unjoinable = unjoinable
        self.drawn = drawn
    }
}

/// How far an export is, by what outlasts a cut; of a film that is made anew, by how much of it is made.
public struct ExportProgress: Hashable, Sendable {
    public var place: ExportPlace
    /// The stick's name, where it has one.
    public var label: String?
    /// The file that is being written, counted from 1, of how many.
    public var file: Int
    public var files: Int
    public var doneBytes: Int64
    public var bytes: Int64
    /// At the speed so far; `nil` as long as nobody can say.
    public var secondsLeft: Double?
    /// The file is made anew.
    public var isMadeAnew: Bool

    public init(
        place: ExportPlace, label: String? = nil, file: Int, files: Int, doneBytes: Int64, bytes: Int64, secondsLeft: Double? = nil,
        isMadeAnew: Bool = false
    ) {
        self.isMadeAnew = isMadeAnew
        self.place = place
        self.label = label
        self.file = file
        self.files = files
        self.doneBytes = doneBytes
        self.bytes = bytes
        self.secondsLeft = secondsLeft
    }

    /// 0…1.
    public var share: Double { bytes > 0 ? (Double(doneBytes) / Double(bytes)).clamped(to: 0...1) : 0 }
}

/// What came of an export.
public struct ExportResult: Hashable, Sendable {
    public var place: ExportPlace
    /// The stick's name, where it has one.
    public var label: String?
    /// Files that are new there.
    public var written: Int
    /// Files that were there of the same clips, and looked or sounded otherwise.
    public var replaced: Int
    /// Files that were there already, as they are to be.
    public var kept: Int
    /// What couldn't be exported, a line each.
    public var problems: [Message]

    public init(place: ExportPlace, label: String? = nil, written: Int = 0, replaced: Int = 0, kept: Int = 0, problems: [Message] = []) {
        self.place = place
        self.label = label
        self.written = written
        self.replaced = replaced
        self.kept = kept
        self.problems = problems
    }

    /// The files that are there now.
    public var files: Int { written + replaced + kept }
}
