// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How it stands with the export: what is thought of, what runs, what came of the last one.
///
/// It outlasts the sheet: an export goes on when that is left.
struct Exporting: Hashable, Sendable {
    /// What came of it.
    enum Outcome: Hashable, Sendable {
        case done(ExportResult)
        case stopped(reason: Message, ExportResult)
    }

    private(set) var stick = StickState.none
    /// How much what is thought of would be; `nil` as long as that isn't known.
    private(set) var size: ExportSize?
    /// It can't be exported, and why.
    private(set) var refusal: Message?
    /// Of the export that runs.
    private(set) var progress: ExportProgress?
    /// Of the last export of what is thought of, until another one is.
    private(set) var outcome: Outcome?
    private var subject: ExportSubject?
    /// Of the export that runs.
    private var running: ExportSubject?
    /// What runs, in words.
    private(set) var runningTitle = ""
    /// It was ordered, and nothing was heard of it yet.
    private(set) var isBeginning = false

    var isRunning: Bool { progress != nil || isBeginning }
    /// The export that runs, or that was told of last, is of what is thought of now.
    var isOwn: Bool { running == nil || running == subject }

    /// Somebody thinks of exporting this.
    mutating func open(_ subject: ExportSubject) {
        self.subject = subject
        (size, refusal) = (nil, nil)
        outcome = nil
    }

    /// - Parameter title: what is exported, in words.
    mutating func begin(_ title: String) { (isBeginning, outcome, running, runningTitle) = (true, nil, subject, title) }

    /// Nobody thinks of exporting anything any more.
    mutating func close() { subject = nil }

    /// The sessions of which something is exported, or is thought of.
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
        }
    }

    private mutating func end(_ outcome: Outcome) {
        // What came of another export is told, and doesn't stand on this sheet.
        if isOwn { self.outcome = outcome }
        (progress, isBeginning, running) = (nil, false, nil)
    }
}

extension Context {
    /// Hears of the export; what came of one whose sheet isn't there is told.
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
        case .stick, .prepared, .notPrepared, .progress: break
        }
    }

    /// An export goes on although its sheet was left.
    var exportChip: Chip? {
        guard let progress = exporting.progress, cover.place != .export else { return nil }
        return Chip(
            kind: .working(Strings.exportRuns), icon: .card, title: Strings.exportRuns, line: Strings.percent(progress.share), weight: .word,
            progress: progress.share)
    }
}
