// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The durations of the phases of a session's shots: a line for each clip, in the order of their ends, with mean and spread of each end.
struct PhaseTable {
    /// The phases' names in order, and the total behind them. `phases.csv` has all names, the page as many as fit.
    var phaseNames: [String]
    var hasMorePhases: Bool
    var groups: [Group]

    struct Group {
        /// The end's name, if there are several ends.
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

    /// The most names on a page, whatever the names were in the course of a session.
    static let mostNames = 2 * PhaseMark.most

    /// - Returns: `nil` if no kept clip has timed phases.
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

/// `phases.csv`: a line for each phase of a clip, for a spreadsheet.
enum PhaseFile {
    /// - Returns: `nil` if no kept clip has timed phases.
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

    /// The number has a point, whatever the language.
    private static func seconds(_ seconds: Double) -> String { PageNumber.fixed(seconds, places: 3) }
}
