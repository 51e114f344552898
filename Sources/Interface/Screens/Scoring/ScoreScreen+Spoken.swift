// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ScoreScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        guard let book = context.desk.book, let record = book[end: end] else { return Spoken(Strings.word(of: ActionLabel.score), Strings.reading) }
        let words = EndWords(record, in: book)
        if card?.isUp == true { return Spoken(book.archer ?? words.title, words.title) }
        let title = [book.archer, words.title].compactMap { $0 }.joined(separator: ", ")
        guard isPlacing(record) else {
            return Spoken(title, Strings.Score.allPlaced(record.arrows.count), guide: [.press(.knob), .press(.left), .press(.stop)])
        }
        return Spoken(
            title, intro: words.captions.first.map { [$0] } ?? [], Spoken.of(arrowWord, active(record), of: max(wanted, record.arrows.count)),
            state: spokenHeld(in: record), guide: held.axis == .ring ? [] : [.turn, .press(.knob)])
    }

    private var arrowWord: String { Strings.Page.arrow }

    /// Returns the held arrow in words: its spot, its place if it has one, and the ring in which it lies.
    private func spokenHeld(in end: EndRecord) -> [String?] {
        let spot = end.face.spots.count > 1 ? Spoken.of(Strings.Page.spot, held.spot, of: end.face.spots.count) : nil
        let place: String? =
            switch held.axis {
            case .ring: nil
            case .hour: Strings.Score.clock(held.direction)
            case .fine: Strings.Score.out(held.distanceOut ?? .zero)
            }
        return [spot, place, Strings.Spoken.arrow(held.score(in: end))]
    }
}
