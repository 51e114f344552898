// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// A proposal about hearing: to suggest the shots that are heard, to let the archer's movement decide because neighbours are heard, to
    /// mark what is heard without a press, or to move the microphone because it hears too little.
    package enum HearingOffer: String, CaseIterable, Sendable { case suggestions, witness, marks, nearer }

    package static func title(of offer: HearingOffer) -> String {
        switch offer {
        case .suggestions: Phrases.Hearing.offerSuggestions
        case .witness: Phrases.Hearing.offerWitness
        case .marks: Phrases.Hearing.offerMarks
        case .nearer: Phrases.Hearing.offerNearer
        }
    }

    package static func advice(on offer: HearingOffer) -> String {
        switch offer {
        case .suggestions: Phrases.Hearing.offerSuggestionsAdvice
        case .witness: Phrases.Hearing.offerWitnessAdvice
        case .marks: Phrases.Hearing.offerMarksAdvice
        case .nearer: Phrases.Hearing.offerNearerAdvice
        }
    }

    /// - Parameters:
    ///   - heard: the shots of a session that were heard.
    ///   - taken: those of them that marks took.
    package static func heardCounts(_ heard: Int, taken: Int) -> String { Phrases.Figures.heardCounts(heard, taken: taken) }

    /// The words of the page about hearing.
    package enum Hearing {
        /// The fate of a shot: a mark took it, MARK may still take it, nobody took it, or a mark was pressed and nothing was heard.
        package enum Fate: CaseIterable, Sendable { case taken, suggested, letGo, missed }

        package static var title: String { Phrases.Hearing.title }
        package static var isOff: String { Phrases.Hearing.isOff }
        package static var whistles: String { Phrases.Hearing.whistles }
        package static var noSound: String { Phrases.Hearing.noSound }
        /// - Parameter count: the marks that are still missing.
        package static func learns(_ count: Int) -> String { Phrases.Hearing.learns(count) }
        package static var disagrees: String { Phrases.Hearing.disagrees }
        /// - Parameter count: the marks that count.
        package static func knows(_ count: Int) -> String { Phrases.Hearing.knows(count) }
        /// - Parameter count: the shots that were heard since the page came up.
        package static func test(_ count: Int) -> String { Phrases.Hearing.test(count) }
        package static var gate: String { Phrases.Hearing.gate }

        package static func name(of fate: Fate) -> String {
            switch fate {
            case .taken: Phrases.Hearing.taken
            case .suggested: Phrases.Hearing.suggested
            case .letGo: Phrases.Hearing.letGo
            case .missed: Phrases.Hearing.missed
            }
        }
    }
}
