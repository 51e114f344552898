// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

@Suite struct CommitLeadTests {
    @Test func aSlowCommitMovesTheNextOneForwardAtOnce() {
        var lead = CommitLead()
        lead.note(cost: .milliseconds(10))
        #expect(lead.lead == .milliseconds(20) + CommitLead.slack)
    }

    /// With quick commits the lead shrinks, but never below their cost plus the slack.
    @Test(arguments: [Duration.microseconds(100), .milliseconds(1), .milliseconds(4)])
    func quickCommitsComeLaterButNeverTooLate(cost: Duration) {
        var lead = CommitLead()
        lead.note(cost: .milliseconds(12))
        var last = lead.lead
        for _ in 0..<2_000 {
            lead.note(cost: cost)
            #expect(lead.lead <= last)
            #expect(lead.lead >= cost + CommitLead.slack)
            last = lead.lead
        }
        #expect(lead.lead == cost * 2 + CommitLead.slack)
    }

    @Test func theWorkBeginsThatLongBeforeTheVblank() {
        let lead = CommitLead()
        #expect(lead.start(for: Timestamp(seconds: 1)) == Timestamp(seconds: 1) - lead.lead)
    }
}
