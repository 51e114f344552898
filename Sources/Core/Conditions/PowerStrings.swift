// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about the power supply and the heat.
extension Strings {
    /// The known facts about the power supply and the heat; `nil` if nothing is known.
    package static func power(_ state: PowerState) -> String? {
        let supply = state.isWeak.map { $0 ? Phrases.Figures.weak : state.hasBeenWeak ? Phrases.Figures.hasBeenWeak : Phrases.Figures.good }
        let heat = state.isSlowedByHeat ?? false ? Phrases.Figures.slowed : state.hasBeenSlowed ? Phrases.Figures.hasBeenSlowed : nil
        let parts = [supply, state.celsius.map { Phrases.Figures.celsius($0) }, heat].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
