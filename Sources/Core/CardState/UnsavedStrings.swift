// SPDX-License-Identifier: GPL-3.0-or-later

/// The words about work that is on no card yet.
extension Strings {
    package static func notOnACard(_ work: UnsavedWork) -> String { Phrases.Off.notOnACard(list(work)) }
    package static func lostThen(_ work: UnsavedWork) -> String { Phrases.Off.lostThen(list(work)) }
    private static func list(_ work: UnsavedWork) -> String {
        var parts = work.clips > 0 ? [clips(work.clips)] : []
        if work.hasArrows { parts.append(Phrases.Off.arrows) }
        if work.hasPictures { parts.append(Phrases.Off.pictures) }
        if work.hasDecisions { parts.append(Phrases.Off.decisions) }
        if work.changes > 0 { parts.append(Phrases.Off.changes(work.changes)) }
        return parts.joined(separator: ", ")
    }
    package static func putInToSave(_ card: CardCondition) -> String {
        (card.isWritable ? Phrases.Off.putItsCardIn : putIn(card)) + " " + Phrases.Off.writtenThen
    }
    /// The advice that makes the card take something again.
    package static func putIn(_ card: CardCondition) -> String {
        switch card {
        case .ready, .absent: Phrases.Off.putTheCardIn
        case .readOnly: Phrases.Off.slideTheLock
        case .full: Phrases.Off.makeRoom
        case .failing: Phrases.Off.useAnotherCard
        }
    }
}
