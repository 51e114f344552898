// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ClipGrid {
    /// Returns the chosen clip of a session in words.
    /// - Parameter selects: true if clips can be selected.
    func spoken(_ title: String, intro: [String?], _ book: ScoreBook, selects: Bool) -> Spoken {
        let clips = book.present
        guard clips.indices.contains(choice) else { return Spoken(title, intro: intro, Strings.Summary.noClipsYet) }
        let clip = clips[choice]
        return Spoken(
            title, intro: intro, Spoken.of(clip.title, choice, of: clips.count),
            state: clip.spokenState(book.shown(byClip: clip.number)?.entry.score)
                + [selects && !selected.isEmpty ? Strings.Spoken.selected(selected.contains(clip.number)) : nil],
            guide: [.press(.knob)])
    }
}
