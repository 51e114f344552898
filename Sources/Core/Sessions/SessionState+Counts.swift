// SPDX-License-Identifier: GPL-3.0-or-later

// The numbers of a session's clips that are on the card, lost, or on their way.
extension SessionState {
    public var writtenCount: Int { entries.count { if case .written = $0.state { true } else { false } } }
    public var lostCount: Int { entries.count { if case .lost = $0.state { true } else { false } } }
    /// The number of clips that aren't on the card yet and will be.
    public var pendingCount: Int { entries.count - writtenCount - lostCount }
    /// The number of clips that are being written: their footage is complete.
    public var writingCount: Int { entries.count { $0.state == .writing } }
}
