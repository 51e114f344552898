// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How long the phases of a session's shots lasted: a line a clip, in the order of their ends, with mean and spread of each end.
struct PhaseTable {
    /// The phases' names, in the order in which they come, and the whole behind them. `phases.csv` has all, the page as many as fit.
    var phaseNames: [String]
    var hasMorePhases: Bool
    var groups: [Group]

    struct Group {
        /// Of several ends: which one.
        var groupName: String?
        var groupWidth: Int
        var shots: [Line]
        /// Mean and spread.
        var summaries: [Line]
    }

    struct Line {
        var lineName: String
        var lineLink: String?
        var cells: [String]
    }

    /// A page has no more of them, whatever their names were in the course of a session.
    static let mostNames = 2 * PhaseMark.most

    /// - Returns: `nil` where no clip that is kept has any.
    init?(_ record: SessionRecord) {
        let timed = record.keptClips.filter { $0.judgement.phases.count > 1 }
        guard !timed.isEmpty else { return nil }
        let all = PhaseStatistics.of(timed.map(\.judgement.phases)).map(\.name)
        let names = Array(all.prefix(Self.mostNames))
        hasMorePhases = names.count < all.count
        phaseNames = names.map { PageText.cut(PageText.line($0), to: PhaseMark.longestName) } + [Strings.phaseTotal]
        let byEnd = Dictionary(grouping: timed) { record.endIndex(ofClip: $0.number) }
        var groups = record.ends.indices.compactMap { index in
            Group(record.ends.name(of: record.ends[index]), byEnd[index] ?? [], names)
        }
        if let rest = Group(nil, byEnd[nil] ?? [], names) { groups.append(rest) }
        if groups.count == 1 { groups[0].groupName = nil }
        self.groups = groups
    }
}

extension PhaseTable.Group {
    fileprivate init?(_ name: String?, _ clips: [ClipRecord], _ names: [String]) {
        guard !clips.isEmpty else { return nil }
        groupName = name
        groupWidth = names.count + 2
        shots = clips.map { clip in
            let lengths = clip.judgement.phases.lengths
            let cells = names.map { name in lengths.first { $0.name == name }.map { Strings.phaseSeconds($0.seconds) } ?? "–" }
            return PhaseTable.Line(
                lineName: Strings.Page.clip(clip.number, clip.kind), lineLink: "#clip-\(clip.number)",
                cells: cells + [clip.judgement.phases.total.map { Strings.phaseSeconds($0) } ?? "–"])
        }
        let total = "\u{0}"
        let statistics = PhaseStatistics.of(clips.map(\.judgement.phases), total: total)
        func line(_ words: String, _ value: (PhaseStatistics) -> Double?) -> PhaseTable.Line {
            PhaseTable.Line(
                lineName: words, lineLink: nil,
                cells: (names + [total]).map { name in
                    statistics.first { $0.name == name }.flatMap(value).map { Strings.phaseSeconds($0) } ?? "–"
                })
        }
        summaries = clips.count > 1 ? [line(Strings.phaseMean) { $0.mean }, line(Strings.phaseSpread) { $0.spread }] : []
    }
}

/// `phases.csv`: a line a phase of a clip, as a spreadsheet opens it.
enum PhaseFile {
    /// - Returns: `nil` where no clip that is kept has any.
    static func bytes(of record: SessionRecord, named name: String) -> [UInt8]? {
        let timed = record.keptClips.filter { $0.judgement.phases.count > 1 }
        guard !timed.isEmpty else { return nil }
        let rows: [[String]] = timed.flatMap { clip -> [[String]] in
            let clipFields = [ScoreTable.text(name), ScoreTable.text(clip.file)] + ScoreTable.place(ofClip: clip.number, in: record)
            return zip(clip.judgement.phases, clip.judgement.phases.lengths).map { mark, length in
                clipFields + [ScoreTable.text(mark.name), Self.seconds(mark.seconds), Self.seconds(length.seconds)]
            }
        }
        return ScoreTable.file([columns.map(ScoreTable.text)] + rows)
    }

    private static let columns = ["session", "clip", "end", "arrow", "phase", "begins_s", "lasts_s"]

    /// Whatever the language: with a point.
    private static func seconds(_ seconds: Double) -> String { Strings.phaseSeconds(seconds) }
}
