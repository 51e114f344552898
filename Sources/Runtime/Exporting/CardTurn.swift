// SPDX-License-Identifier: GPL-3.0-or-later

extension CardWriter {
    /// True if something waits for the card and the card takes it: other work that reads or writes there lets it go first. A job that waits
    /// for room, or for an absent card, doesn't count, because it may wait for ever.
    var isBusy: Bool { canWrite && !isIdle }
}
