// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of exporting: the subject of the sheet, the export that runs, and the result of the last one.
///
/// It outlasts the sheet: an export goes on after its sheet was left.
struct Exporting: Hashable, Sendable {
    /// The result of an export.
    enum Outcome: Hashable, Sendable {
        case done(ExportResult)
        case stopped(reason: Message, ExportResult)
    }

    private(set) var stick = StickState.none
    /// The size that an export of the sheet's subject would have; `nil` as long as it isn't known.
    private(set) var size: ExportSize?
    /// The reason why the sheet's subject can't be exported.
    private(set) var refusal: Message?
    /// The progress of the export that runs.
    private(set) var progress: ExportProgress?
    /// The result of the last export of the sheet's subject, until another one begins.
    private(set) var outcome: Outcome?
    private var subject: ExportSubject?
    /// The subject of the export that runs.
    private var running: ExportSubject?
    /// The title of the export that runs.
    private(set) var runningTitle = ""
    /// True from the order to copy the stick's films until their end, and the progress meanwhile.
    private(set) var isFetching = false
    private(set) var fetching: FilmProgress?
    /// True from the order to export until the first news of it.
    private(set) var isBeginning = false

    var isRunning: Bool { progress != nil || isBeginning }
    /// True if the export that runs, or whose result is told, is of the sheet's subject.
    var isOwn: Bool { running == nil || running == subject }

    /// Notes that a sheet for this subject is open.
    mutating func open(_ subject: ExportSubject) {
        self.subject = subject
        (size, refusal) = (nil, nil)
        outcome = nil
    }

    /// - Parameter title: the subject in words.
    mutating func begin(_ title: String) { (isBeginning, outcome, running, runningTitle) = (true, nil, subject, title) }

    /// Notes that the stick's films are wanted.
    mutating func beginFetching() { isFetching = true }

    /// Notes that no sheet is open any more.
    mutating func close() { subject = nil }

    /// The sessions of the sheet's subject and of the export that runs.
    var sessions: [String] { [subject, running].compactMap { $0?.session } }

    mutating func hear(_ news: ExportNews) {
        switch news {
        case .stick(let state): stick = state
        case .prepared(let subject, let size) where subject == self.subject: self.size = size
        case .notPrepared(let subject, let reason) where subject == self.subject: refusal = reason
        case .prepared, .notPrepared: break
        case .progress(let progress): (self.progress, isBeginning) = (progress, false)
        case .ended(let result): end(.done(result))
        case .stopped(let reason, let result): end(.stopped(reason: reason, result))
        case .fetch(.progress(let progress)): (isFetching, fetching) = (true, progress)
        case .fetch(.ended), .fetch(.stopped): (isFetching, fetching) = (false, nil)
        }
    }

    private mutating func end(_ outcome: Outcome) {
        // The result of another subject's export is told elsewhere, and not on this sheet.
        if isOwn { self.outcome = outcome }
        (progress, isBeginning, running) = (nil, false, nil)
    }
}

extension Context {
    /// Takes in news of the export. A result becomes a notice if its sheet isn't open.
    mutating func hear(_ news: ExportNews, at now: Timestamp) {
        let isSeen = cover.place == .export && exporting.isOwn
        exporting.hear(news)
        guard !isSeen else { return }
        switch news {
        case .ended(let result) where result.problems.isEmpty:
            conditions.note(Notice(kind: .saved, title: Strings.exported(result), detail: Strings.exportCounts(result)))
        case .ended(let result):
            conditions.note(Notice(kind: .trouble, title: Strings.exported(result), detail: result.problems.first?.text))
        case .stopped(let reason, _): conditions.note(Notice(kind: .trouble, title: Strings.exportStopped, detail: reason.text))
        case .stick, .prepared, .notPrepared, .progress, .fetch: break
        }
    }

    /// The chip of an export that goes on although its sheet was left.
    var exportChip: Chip? {
        guard let progress = exporting.progress, cover.place != .export else { return nil }
        return Chip(
            kind: .working(Strings.exportRuns), icon: .card, title: Strings.exportRuns, line: Strings.percent(progress.share), weight: .word,
            progress: progress.share)
    }
}
