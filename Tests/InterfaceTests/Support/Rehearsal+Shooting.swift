// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

// Ends as they are shot and scored.
extension Rehearsal {
    static func scoring(_ round: String? = nil) -> Rehearsal {
        Rehearsal {
            $0.scores = true
            $0.round = round
        }
    }

    /// Marks so many shots, a few seconds apart.
    mutating func mark(_ count: Int) {
        for _ in 0..<count {
            run(to: now.seconds + 4)
            tap(.mark)
        }
    }

    /// Places the arrows that are asked for and saves the end.
    mutating func scoreEnd() {
        for _ in 0..<40 {
            guard case .score(let screen)? = appliance.path.stack.last, let end = appliance.context.desk.book?[end: screen.end],
                screen.isPlacing(end)
            else { break }
            tap(.mark)
        }
        // The total goes on at once.
        if appliance.page == .score { tap(.mark) }
        #expect(appliance.page == .summary)
    }

    mutating func backToLive() {
        for _ in 0..<6 where appliance.page != .live { tap(.stop) }
        #expect(appliance.page == .live)
    }
}
