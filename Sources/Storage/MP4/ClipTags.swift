// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The tags in a clip's file about the arrow that it shows. They are in the MP4's own metadata, so that they stay with every copy of the
/// clip.
struct ClipTags: Hashable {
    /// The values by name, as `ffprobe` shows them. Empty for a clip that no arrow is linked to.
    var values: [String: String] = [:]

    /// The tag that players and file managers show.
    static let description = "description"
    private static let names = ["session", "arrow", "label", "score", "ring", "face", "spot", "x", "y", "x_mm", "y_mm", "end"]

    /// True if VIR writes a tag of this name; others are left as they are.
    static func isOurs(_ name: String) -> Bool { name == description || names.contains(name) }

    init() {}

    /// Makes the tags of a clip. An end that isn't saved yet has no score.
    init(ofClip number: Int, in record: SessionRecord) {
        guard let (end, entry) = record.arrow(ofClip: number), end.isDone else { return }
        let arrow = entry.arrow
        values = [
            "session": CardLayout.sessionName(record.header), "arrow": "\(arrow.number)", "end": "\(end.number)",
            "label": entry.score.label, "score": "\(end.points(of: entry))", "ring": "\(entry.score.ring)", "face": end.face.id,
            "spot": "\(arrow.spot + 1)",
        ]
        var words = "Arrow \(arrow.number): \(entry.score.label)"
        if let place = arrow.measured {
            let share = place.share(of: end.face.scoringDiameter)
            values["x"] = Self.decimals(share.x)
            values["y"] = Self.decimals(share.y)
            let onSheet = place.absolute(from: end.face.spots[arrow.spot])
            values["x_mm"] = Self.millimetres(onSheet.x)
            values["y_mm"] = Self.millimetres(onSheet.y)
            words += ", \(Self.millimetres(place.distance)) mm towards \(place.direction.hour) o'clock"
        } else if let place = arrow.place {
            words += " towards \(place.direction.hour) o'clock, by the hour"
        }
        values[Self.description] = words + ", \(end.face.name)"
    }

    private static func decimals(_ number: Double) -> String {
        let scaled = Int64((number * 1_000_000).rounded())
        let digits = String(abs(scaled) % 1_000_000)
        return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
    }

    private static func millimetres(_ length: Length) -> String {
        let count = length.micrometres
        let digits = String(abs(count) % 1000)
        return "\(count < 0 ? "-" : "")\(abs(count) / 1000).\(String(repeating: "0", count: 3 - digits.count))\(digits)"
    }
}
