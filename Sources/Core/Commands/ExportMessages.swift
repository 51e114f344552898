// SPDX-License-Identifier: GPL-3.0-or-later

/// The subject of an export: a session, or some of its clips.
public struct ExportSubject: Hashable, Sendable {
    /// The name of the session's folder.
    public var session: String
    /// The clips' numbers within the session, in the wanted order. Empty: all clips that nobody deleted; with `ExportForm.file`, the whole
    /// session.
    public var clips: [Int]

    public init(session: String, clips: [Int] = []) {
        self.session = session
        self.clips = clips
    }

    /// Returns true if this form exports everything in the session's folder.
    package func isWhole(as form: ExportForm) -> Bool { clips.isEmpty && form == .file }
}

/// The destination of an export.
public enum ExportDestination: Hashable, Sendable {
    /// The USB stick, in its folder `VIR`.
    case stick
    /// The card itself, in its folder `EXPORT`.
    case card
}

/// A command to the exporter.
public enum ExportCommand: Hashable, Sendable {
    /// A person may export this: examine it and look for a stick. `ExportNews.prepared` and `.stick` answer.
    case prepare(ExportSubject)
    /// Begin an export. If another export is under way, it goes on and this command is ignored.
    case begin(ExportSubject, ExportForm, to: ExportDestination)
    /// Stop the export: the unfinished file is dropped, and the files before it stay.
    case cancel
    /// The person has left the export: the stick is released as soon as nothing is being exported.
    case close
    /// Copy the films of the stick into the card's folder `IMPORT`. If that is under way, it goes on and this command is ignored.
    case fetchFilms
    /// Stop copying films: the unfinished one is dropped, and those before it stay.
    case stopFetching
}

/// A report of the exporter.
public enum ExportNews: Hashable, Sendable {
    case stick(StickState)
    case prepared(ExportSubject, ExportSize)
    /// The subject can't be exported at all, and why.
    case notPrepared(ExportSubject, reason: Message)
    /// Reported at the beginning, and each time that more of the export would survive a power cut.
    case progress(ExportProgress)
    /// The export is done, as far as it was possible.
    case ended(ExportResult)
    /// The export was cancelled, or its destination takes no more. Files written before stay, and no unfinished file keeps a name.
    case stopped(reason: Message, ExportResult)
    case fetch(FetchNews)
}

/// A report about the films that are copied from a stick into the card's folder `IMPORT`.
public enum FetchNews: Hashable, Sendable {
    /// A film is being copied; reported twice a second at most, and at the end of each film.
    case progress(FilmProgress)
    /// All films are settled: the number of new ones, of those that the card had already, and those that can't be taken.
    case ended(copied: Int, kept: Int, refused: [RefusedFilm])
    /// It was stopped, or can't go on. The films that were copied before are on the card.
    case stopped(reason: Message, copied: Int)
}

/// The state of the USB stick. The stick is mounted only while a person prepares or runs an export, or wants its films.
public enum StickState: Hashable, Sendable {
    /// No stick was asked for, or no stick is plugged in.
    case none
    /// A stick is plugged in and is being checked.
    case checking
    case ready(label: String?, freeBytes: Int64)
    /// A stick is plugged in and can't be used, and why.
    case refused(label: String?, reason: Message)
}

/// The size of a possible export.
public struct ExportSize: Hashable, Sendable {
    public var clips: Int
    /// The bytes of the clips' files; `folderBytes` counts everything in the folder if the whole session is exported.
    public var clipBytes: Int64
    public var folderBytes: Int64
    /// The number of clips that "best of" would contain, and their playing time: the liked clips, or all of them.
    public var best: Int
    public var bestSeconds: Double
    /// The clips of "best of" that can't be joined to the first one without encoding them again.
    public var unjoinable: [Int]
    /// The number of clips with drawings.
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

/// The progress of an export, measured by the bytes that would survive a power cut; for a film that is made anew, by the part that is made.
public struct ExportProgress: Hashable, Sendable {
    public var place: ExportDestination
    /// The stick's name, if it has one.
    public var label: String?
    /// The number of the file that is being written, counted from 1, and the number of all files.
    public var file: Int
    public var files: Int
    public var doneBytes: Int64
    public var bytes: Int64
    /// The remaining time at the speed so far; `nil` while it can't be estimated.
    public var secondsLeft: Double?
    /// True if the file is made anew.
    public var isMadeAnew: Bool

    public init(
        place: ExportDestination, label: String? = nil, file: Int, files: Int, doneBytes: Int64, bytes: Int64, secondsLeft: Double? = nil,
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

    /// The finished share of the export, 0…1.
    public var share: Double { bytes > 0 ? (Double(doneBytes) / Double(bytes)).clamped(to: 0...1) : 0 }
}

/// The result of an export.
public struct ExportResult: Hashable, Sendable {
    public var place: ExportDestination
    /// The stick's name, if it has one.
    public var label: String?
    /// The number of new files.
    public var written: Int
    /// The number of files of the same clips that were there before and looked or sounded different.
    public var replaced: Int
    /// The number of files that were already there in the wanted form.
    public var kept: Int
    /// The things that couldn't be exported, one line of text for each.
    public var problems: [Message]

    public init(place: ExportDestination, label: String? = nil, written: Int = 0, replaced: Int = 0, kept: Int = 0, problems: [Message] = []) {
        self.place = place
        self.label = label
        self.written = written
        self.replaced = replaced
        self.kept = kept
        self.problems = problems
    }

    /// The number of files that are there now.
    public var files: Int { written + replaced + kept }
}
