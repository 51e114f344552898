// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The journals that the card was given, against which the interface's own sessions are held: the fold of the lines, the sessions of the
/// run and the session on the desk say the same.
struct JournalModel {
    private var journals: [SessionRef: [JournalEntry]] = [:]
    /// The sessions that go on with one of the card, whose journal began in an earlier run.
    private var continued: Set<SessionRef> = []
    /// The links of those that have a journal of their own until they are joined.
    private var links: [SessionRef: SessionLink] = [:]
    /// The number of effects that were followed.
    private var count = 0

    /// Adds the lines that were given to the card since the last call.
    mutating func follow(_ box: Rehearsal) {
        let sessions = box.appliance.context.sessions
        func own(_ ref: SessionRef) -> SessionRef { sessions.state(of: ref)?.ref ?? ref }
        for effect in box.effects.dropFirst(count) {
            switch effect {
            case .card(.journal(let ref, let entry)): journals[own(ref), default: []].append(entry)
            case .card(.cut(let plan, let ref)): journals[own(ref), default: []].append(.clip(Rehearsal.record(plan)))
            case .card(.goOn(_, let ref, let link)):
                continued.insert(ref)
                links[ref] = link
            case .card(.standAlone(let old, let new)):
                journals[new] = [links[old].map { .continues($0) }].compactMap { $0 } + journals[old, default: []] + [.alone]
                journals[old] = nil
            default: break
            }
        }
        count = box.effects.count
    }

    private func record(of ref: SessionRef) -> SessionRecord? {
        continued.contains(ref) ? nil : SessionRecord(journal: [.opened(Rehearsal.header)] + journals[ref, default: []], ending: .stopped)
    }

    /// Compares each session of the run, and the one on the desk, with its journal.
    func check(_ box: Rehearsal, _ name: String) {
        let context = box.appliance.context
        for state in context.sessions.all {
            guard let record = record(of: state.ref) else { continue }
            let name = "\(name): session \(state.number)"
            #expect(record.ends == state.scoredEnds && record.notes == state.notes && record.target == state.toldTarget, "\(name)")
            if state.hasBegun { #expect(record.over == state.over, "\(name)") }
            #expect(record.marks.map(\.number).sorted() == state.marks.map(\.number).sorted(), "\(name): marks")
            for case .written(let written) in state.entries.map(\.state) {
                let told = record.clips.first { $0.number == written.number }?.judgement
                #expect(told == written.judgement, "\(name): clip \(written.number)")
            }
        }
        guard let book = context.desk.book, let record = record(of: context.sessions.state(of: book.ref)?.ref ?? book.ref) else { return }
        for clip in book.clips where clip.file != nil {
            let told = record.clips.first { $0.number == clip.number }?.judgement ?? ClipJudgement()
            #expect(told == clip.judgement, "\(name): clip \(clip.number) on the desk")
        }
        for end in book.ends where !end.arrows.isEmpty {
            #expect(record.ends.first { $0.number == end.number } == end, "\(name): end \(end.number) on the desk")
        }
        #expect(record.notes == book.notes, "\(name): notes on the desk")
    }
}
