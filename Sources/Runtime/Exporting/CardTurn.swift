// SPDX-License-Identifier: GPL-3.0-or-later

extension CardWriter {
    /// Something waits for the card and the card takes it: whoever reads or writes there for something else lets it go first. What waits for
    /// room, or for a card that is back, may wait for ever.
    var isBusy: Bool { canWrite && !isIdle }
}
