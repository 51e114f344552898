// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The hold times and flights of a session's shots on its page: a line for each clip, with mean, spread and trend of each end and of the session.
struct HoldTable {
    var holdNames: [String]
    var holdGroups: [Group]

    struct Group {
        var holdGroupName: String
        var holdGroupWidth: Int
        var holdShots: [Line]
        var holdSums: [Line]
    }

    struct Line {
        var holdName: String
        /// The link to the clip; empty in a line of sums.
        var holdLink = ""
        var holdCells: [String]
    }

    /// - Returns: `nil` if nothing is known, or without an end.
    init?(_ record: SessionRecord, named name: String) {
        guard !record.ends.isEmpty, let phases = SessionPhases(record, named: name) else { return nil }
        let columns = Column.allCases.filter { column in phases.shots.contains { column.cell(of: $0) != nil } }
        holdNames = columns.map(\.title)
        let kinds = Dictionary(record.clips.map { ($0.number, $0.kind) }) { first, _ in first }
        func group(_ name: String, _ ends: [Int], _ shots: [ShotPhases]) -> Group {
            let lines = shots.filter(\.isKnown).map { shot in
                Line(
                    holdName: Strings.Page.clip(shot.clip, kinds[shot.clip] ?? .mark), holdLink: "#clip-\(shot.clip)",
                    holdCells: columns.map { $0.cell(of: shot) ?? "–" })
            }
            return Group(holdGroupName: name, holdGroupWidth: columns.count + 1, holdShots: lines, holdSums: Self.sums(phases, ends, columns))
        }
        let ends = record.ends.filter { end in phases.shots(ofEnd: end.number).contains(where: \.isKnown) }
        holdGroups = ends.map { group(record.ends.name(of: $0), [$0.number], phases.shots(ofEnd: $0.number)) }
        if ends.count > 1 { holdGroups.append(group(Strings.Page.wholeSession, record.countedEnds.map(\.number), [])) }
    }

    private static func sums(_ phases: SessionPhases, _ ends: [Int], _ columns: [Column]) -> [Line] {
        let (holds, speed) = (phases.holds(ofEnds: ends), phases.speed(ofEnds: ends))
        func line(_ words: String, _ hold: Double?, _ speed: ArrowSpeed? = nil) -> Line? {
            guard hold != nil || speed != nil else { return nil }
            return Line(
                holdName: words,
                holdCells: columns.map { column in
                    switch column {
                    case .hold: hold.map { Strings.phaseSeconds($0) } ?? "–"
                    case .speed: speed.map(Column.words) ?? "–"
                    case .source, .flight: ""
                    }
                })
        }
        return [
            line(Strings.phaseMean, holds?.mean, speed), line(Strings.phaseSpread, holds?.spread), line(Strings.phaseTrend, holds?.trend),
        ].compactMap { $0 }
    }
}

extension HoldTable {
    fileprivate enum Column: CaseIterable {
        case hold, source, flight, speed

        var title: String {
            switch self {
            case .hold: Strings.phaseHold
            case .source: Strings.Page.releaseBy
            case .flight: Strings.phaseFlight
            case .speed: Strings.phaseSpeed
            }
        }

        func cell(of shot: ShotPhases) -> String? {
            switch self {
            case .hold: shot.hold.map { Strings.phaseSeconds($0) }
            case .source: shot.releaseWords
            case .flight: shot.flight.map { Strings.phaseSeconds($0) }
            case .speed: shot.speed.map(Self.words)
            }
        }

        static func words(_ speed: ArrowSpeed) -> String {
            "\(PageNumber.shown(speed.metresPerSecond, places: 1)) ± \(PageNumber.shown(speed.uncertainty, places: 1))"
        }
    }
}

extension SessionPhases {
    /// - Returns: `nil` if nothing is known.
    init?(_ record: SessionRecord, named name: String) {
        self.init(ScoreBook(record, key: SessionKey(id: record.header.id, folder: name)))
    }
}

/// The columns of `scores.csv` about the phases of an arrow's shot, of a session in which any are known.
struct HoldColumns {
    static let names = ["hold_s", "release_by", "flight_s", "speed_m_s", "speed_uncertainty_m_s"]
    private let shots: [Int: ShotPhases]

    init?(_ record: SessionRecord, named name: String) {
        guard let phases = SessionPhases(record, named: name) else { return nil }
        shots = Dictionary(phases.shots.map { ($0.clip, $0) }) { first, _ in first }
    }

    /// Returns the fields of the arrow that this clip shows. The numbers have a point, whatever the language.
    func fields(ofClip clip: Int?) -> [String] {
        guard let shot = clip.flatMap({ shots[$0] }) else { return Self.names.map { _ in "" } }
        func number(_ number: Double?, places: Int) -> String { number.map { PageNumber.fixed($0, places: places) } ?? "" }
        return [
            number(shot.hold, places: 3), shot.hold == nil ? "" : shot.source?.rawValue ?? "", number(shot.flight, places: 3),
            number(shot.speed?.metresPerSecond, places: 2), number(shot.speed?.uncertainty, places: 2),
        ]
    }
}
