// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen other than Live, with its state.
struct Destination: Hashable, Sendable {
    private(set) var screen: any Screen

    init(_ screen: any Screen) { self.screen = screen }

    var place: Place { type(of: screen).place }

    /// The screen, if it is of this kind.
    func `as`<Kind: Screen>(_ kind: Kind.Type) -> Kind? { screen as? Kind }

    mutating func take(_ step: ScreenStep, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        screen.take(step, in: &context, at: now)
    }

    static func == (one: Destination, other: Destination) -> Bool { one.screen.equals(other.screen) }

    func hash(into hasher: inout Hasher) { screen.hash(into: &hasher) }
}

extension Screen {
    fileprivate func equals(_ other: any Screen) -> Bool { other as? Self == self }
}

/// The name of a screen, including Live.
enum Place: Hashable, Sendable {
    case live, dialog, menu
    case score, review, summary, history, replay, trim, draw, stopwatch, trail, strip, compare, carousel
    /// A session's clips to choose from.
    case clipChoice
    /// A sheet beside the screen from which it was opened. That screen stays visible.
    case export
    /// The faces or the rounds to choose from.
    case choice

    /// True if Live is visible beside it or under it.
    var showsLive: Bool { self == .live || self == .dialog || self == .menu }
    /// True if it shows a clip or a part of the delay line.
    var showsFootage: Bool {
        switch self {
        case .replay, .trim, .draw, .stopwatch, .trail, .strip, .compare: true
        case .live, .dialog, .menu, .score, .review, .summary, .history, .carousel, .export, .choice, .clipChoice: false
        }
    }
    /// True if it shows what is on the card, apart from the book on the desk.
    var listsCard: Bool { self == .history || self == .export || self == .review }
    /// True if it shows the book on the desk.
    var showsBook: Bool {
        switch self {
        case .score, .review, .summary, .replay, .trim, .draw, .stopwatch, .trail, .strip, .compare, .carousel: true
        case .live, .dialog, .menu, .history, .choice, .clipChoice, .export: false
        }
    }
}

/// A step that may change a screen.
enum ScreenStep: Sendable {
    case input(ScreenInput)
    case news(Event)
    case comingBack
    case leaving
}

extension Screen {
    fileprivate mutating func take(_ step: ScreenStep, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch step {
        case .input(let input): handle(input, in: &context, at: now)
        case .news(let event): hear(event, in: &context, at: now)
        case .comingBack: comeBack(in: &context, at: now)
        case .leaving: leave(in: &context, at: now)
        }
    }
}
