// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// Returns true if a clip can be shown now: from the card, or else from memory.
    func canShow(_ clip: ScoreBook.Clip) -> Bool {
        guard conditions.card == .absent, !clip.isHeld else { return true }
        // Footage of a clip that was written isn't kept, but the line may still hold it.
        guard let begin = clip.begin, let oldest = line?.oldest?.timestamp else { return false }
        return oldest <= begin
    }
}
