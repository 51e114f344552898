// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `angles.csv`: one line for each angle drawn on a clip, for a spreadsheet.
enum AngleFile {
    private static let columns = ["session", "clip", "end", "arrow", "kind", "from_s", "degrees"]

    /// - Parameter recorded: the size and the orientation of the clips' pictures, by the clips' numbers. For a clip that isn't among them,
    ///   no angle is known.
    /// - Returns: `nil` if no kept clip has a known angle.
    static func bytes(of record: SessionRecord, named name: String, recorded: [Int: RecordedPicture]) -> [UInt8]? {
        let rows: [[String]] = record.keptClips.flatMap { clip in
            clip.judgement.annotations.compactMap { annotation -> [String]? in
                guard let degrees = recorded[clip.number]?.degrees(of: annotation) else { return nil }
                let from = annotation.span.map { PageNumber.fixed($0.lowerBound, places: 3) } ?? ""
                return [ScoreTable.text(name), ScoreTable.text(clip.file)] + ScoreTable.place(ofClip: clip.number, in: record)
                    + [ScoreTable.text(annotation.kind.rawValue), from, "\(degrees)"]
            }
        }
        return rows.isEmpty ? nil : ScoreTable.file([columns.map(ScoreTable.text)] + rows)
    }
}
