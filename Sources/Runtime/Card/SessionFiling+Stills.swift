// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

extension SessionFiling {
    /// The still is what the clip is about. It is an ornament: a card that has room for the clip and none for it still has
    /// the clip.
    func writeStill(of record: ClipRecord, framesPerSecond: Double, into folder: SessionFolder) {
        let mark = folder.entries.lazy.compactMap { if case .marked(let mark) = $0, mark.number == record.number { mark } else { nil } }.last
        let marked = mark.flatMap { record.seconds(of: $0.stamp, at: framesPerSecond) }
        let moment = record.judgement.moment ?? (record.kind == .mark ? marked : nil)
        guard
            let still = try? StillReader.still(
                ofClip: "\(card.path)/\(folder.name)/\(record.file)", at: moment.map { .seconds($0.clamped(to: 0...1e6)) },
                orientation: record.orientation),
            let jpeg = try? StillReader.jpeg(still.seen, quality: 80)
        else { return }
        try? folder.writeStill(jpeg, number: record.number)
        guard let unmirrored = still.unmirrored, let jpeg = try? StillReader.jpeg(unmirrored, quality: 80) else { return }
        try? folder.writeStill(jpeg, number: record.number, isUnmirrored: true)
    }
}
