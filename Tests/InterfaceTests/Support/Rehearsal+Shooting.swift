// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

// Shooting and scoring ends.
extension Rehearsal {
    static func scoring(_ round: String? = nil) -> Rehearsal {
        Rehearsal {
            $0.scores = true
            $0.round = round
        }
    }

    /// Marks this number of shots, a few seconds apart.
    mutating func mark(_ count: Int) {
        for _ in 0..<count {
            run(to: now.seconds + 4)
            tap(.mark)
        }
    }

    /// Places the wanted arrows and saves the end.
    mutating func scoreEnd() {
        for _ in 0..<40 {
            guard let screen = appliance.path.stack.last?.as(ScoreScreen.self), let end = appliance.context.desk.book?[end: screen.end],
                screen.isPlacing(end)
            else { break }
            tap(.mark)
        }
        // Skips the total at once.
        if appliance.page == .score { tap(.mark) }
        #expect(appliance.page == .summary || appliance.page == .roundResult)
    }

    mutating func backToLive() {
        for _ in 0..<6 where appliance.page != .live { tap(.stop) }
        #expect(appliance.page == .live)
    }
}
