// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The name of a screen, including Live.
enum ScreenKind: Hashable, Sendable {
    case live, dialog, menu
    case score, review, summary, history, replay, trim, draw, stopwatch, trail, strip, compare, carousel
    /// A moment of the line that comes again by itself.
    case autoReplay
    /// The page at the end of a round.
    case roundResult
    /// A session's clips to choose from.
    case clipChoice
    /// A sheet beside the screen from which it was opened. That screen stays visible.
    case export
    /// The faces or the rounds to choose from.
    case choice
    /// The page about the box: what is wrong, and its state.
    case box
    /// The page about hearing shots.
    case hearing
    /// The frame round the archer, or round a court.
    case region
    /// The date and the time, to set them.
    case clock

    /// True if Live is visible beside it or under it.
    var showsLive: Bool { self == .live || self == .dialog || self == .menu }
    /// True if MARK does the same as in Live: it marks at once, whatever else is on the TV.
    var marksAsLive: Bool { self == .live || self == .autoReplay }
    /// True if it shows a clip or a part of the delay line.
    var showsFootage: Bool {
        switch self {
        case .replay, .trim, .draw, .stopwatch, .trail, .strip, .compare: true
        case .live, .dialog, .menu, .score, .review, .summary, .roundResult, .history, .carousel, .export, .choice, .clipChoice, .box, .autoReplay,
            .hearing, .region, .clock:
            false
        }
    }
    /// True if it shows what is on the card, apart from the book on the desk.
    var listsCard: Bool { self == .history || self == .export || self == .review }
    /// True if it shows the book on the desk.
    var showsBook: Bool {
        switch self {
        case .score, .review, .summary, .roundResult, .replay, .trim, .draw, .stopwatch, .trail, .strip, .compare, .carousel: true
        case .live, .dialog, .menu, .history, .choice, .clipChoice, .export, .box, .autoReplay, .hearing, .region, .clock: false
        }
    }
}
