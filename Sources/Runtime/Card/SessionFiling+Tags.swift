// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension SessionFiling {
    /// Returns the tags of a clip's file, by the names that libavformat knows.
    func metadata(of plan: ClipPlan, folder: SessionFolder, header: SessionHeader) -> [String: String] {
        var tags = [
            "title": "\(folder.name) \(Self.word(plan.kind)) \(plan.kind.shown(plan.number))", "album": folder.name,
            "date": header.started,
            "comment": ClipComment.words([header.camera, header.encoder], isMirrored: plan.orientation.isMirrored),
        ]
        let archer = folder.entries.reversed().lazy.compactMap { entry -> String? in
            if case .target(let target) = entry { target.archer } else { nil }
        }.first
        if let archer { tags["artist"] = archer.onOneLine }
        return tags
    }

    /// Returns the word for the clip's kind in its file's title, which isn't translated.
    private static func word(_ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: "clip"
        case .tail: "unmarked"
        case .buffer, .part: kind.rawValue
        }
    }
}
