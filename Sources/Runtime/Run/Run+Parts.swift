// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Storage

// Making some parts of a run.
extension Run {
    static func prepare(_ card: Card, at path: String) throws(Failure) {
        do throws(CardError) {
            try card.prepare()
        } catch {
            throw Failure(.cannotWrite, "--card \(path): \(CardFolder.objection(to: path) ?? "\(error)")")
        }
    }

    /// Returns the source of ids for sessions and cards.
    static func ids(for plan: RunPlan, _ script: Script?, on card: CardPlug) -> SessionIDs {
        plan.clock == .virtual ? SessionIDs(of: script, onCardWith: (try? card.list(plan.cardPath)) ?? []) : SessionIDs()
    }

    /// Returns the memory by which the delay line is sized. A virtual run takes half of what the machine has, whatever else
    /// runs there now, so that the same inputs give the same report.
    static func memory(for clock: RunPlan.ClockChoice) -> MemoryReading {
        let reading = MemoryReading.now() ?? MemoryReading(totalBytes: 1 << 30, availableBytes: 1 << 29)
        guard clock == .virtual else { return reading }
        return MemoryReading(totalBytes: reading.totalBytes, availableBytes: reading.totalBytes / 2)
    }
}
