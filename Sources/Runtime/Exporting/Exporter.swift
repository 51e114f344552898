// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// `vir export`: clips of a card as files of their own. The card isn't written to.
public struct Exporter {
    public typealias Form = ExportForm
    public typealias ViewMode = ComparisonView.Mode

    /// The usual time from one picture of a strip to the next, in seconds.
    public static let usualStripStep = StripRow.usualStep

    /// The result of an export, to print.
    public struct Outcome: Encodable {
        /// The files that are there now.
        public var files: [File] = []
        /// One line for each clip that couldn't be exported.
        public var problems: [String] = []

        /// One line for each file.
        public var lines: [String] { files.map(\.line) }

        /// Returns the outcome for another program: one JSON object.
        public func json() throws -> String { try JSONText.of(self) }
    }

    /// An exported file.
    public struct File: Encodable, Sendable {
        public enum State: String, Encodable, Sendable {
            case written, replaced
            /// It was there before, with the same contents.
            case isThere = "there"
        }

        /// Its name in the folder; for a whole session with the session's folder.
        public var name: String
        public var state: State

        var line: String {
            switch state {
            case .written: name.onOneLine
            case .replaced: "\(name.onOneLine): replaced"
            case .isThere: "\(name.onOneLine): is there already"
            }
        }
    }

    private let job: ExportJob
    private let path: String
    /// The language of the card's settings: titles and drawings in films are in it.
    private let language: String
    private let interruption = Interruption()
    /// The result so far, even if the export failed before its end.
    public private(set) var outcome = Outcome()
    /// The signal that ended the export before its time; `nil` if none came. No unfinished file is left.
    public var signal: Int32? { interruption.signal }

    /// - Parameters:
    ///   - session: a folder's name, or its number; `nil`: all sessions.
    ///   - clips: the clips' numbers, or their files' names with or without `.mp4`; empty: all clips.
    public init(
        _ card: String, session: String?, clips: [String], archer: String? = nil, as form: ExportForm, to path: String
    ) throws(Failure) {
        FoundLanguages.offer()
        let language = SettingsFile.language(ofCard: card, files: POSIXFileSystem(root: card))
        let plan = try Language.speaking(language) { () throws(Failure) in
            try ExportPlan(card, session: session, clips: clips, archer: archer, as: form)
        }
        (self.path, self.language) = (path, language)
        try OutputFolder.make(path, option: "--to")
        guard !plan.hasWholeSessions || !ExportFolder.isCard(path) else {
            throw Failure(.usage, "--to \(path): it is a card of VIR; name a folder in it or beside it, such as \(path)/EXPORT")
        }
        do throws(CardError) {
            job = ExportJob(plan, to: try ExportFolder(path, goesOn: interruption.mayGoOn))
        } catch {
            throw Failure(.cannotWrite, "--to \(path): \(Self.words(error))")
        }
    }

    /// - Parameter progress: receives how many megabytes are done for good, and how many there are.
    /// - Throws: `Failure.Status.cannotWrite` if the folder takes no more; what was exported before stays.
    public mutating func run(progress: (Int, Int) -> Void = { _, _ in }) throws(Failure) {
        LibAVLog.quiet()
        defer { outcome.problems = job.problems.map { "\($0)" } }
        let all = max(1, Int(job.bytes >> 20))
        while interruption.mayGoOn(), let name = job.name {
            do throws(CardError) {
                let step = try Language.speaking(language) { () throws(CardError) in try job.step(synced: { progress(Int($0 >> 20), all) }) }
                switch step {
                case .written(let name)?: outcome.files.append(File(name: name, state: .written))
                case .replaced(let name)?: outcome.files.append(File(name: name, state: .replaced))
                case .isThere(let name)?: outcome.files.append(File(name: name, state: .isThere))
                case .problem, .notMade, nil: break
                }
            } catch {
                throw Failure(.cannotWrite, "\(path)/\(name): \(Self.words(error))")
            }
        }
    }

    /// Returns a refusal in words that fit any folder, which need not be on a card.
    private static func words(_ error: CardError) -> String {
        switch error {
        case .absent: "it isn't there any more"
        case .readOnly: "it is read-only"
        case .full: "there is no room left"
        case .failed(_, _, let reason): reason.description
        }
    }
}
