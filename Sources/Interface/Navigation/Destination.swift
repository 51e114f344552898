// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen other than Live, with its state.
enum Destination: Hashable, Sendable {
    case menu(Menu)
    case dialog(Dialog)
    case score(ScoreScreen)
    case summary(SummaryScreen)
    case history(HistoryScreen)
    case replay(ReplayScreen)
    case trim(TrimScreen)
    case draw(DrawScreen)
    case stopwatch(StopwatchScreen)
    case trail(TrailScreen)
    case strip(StripScreen)
    case review(ReviewScreen)
    case compare(CompareScreen)
    case clipChoice(ClipChoiceScreen)
    case carousel(CarouselScreen)
    case export(ExportScreen)
    case choice(ChoiceScreen)
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

// Only this and `Path` know all screens. Each case forwards to its screen.
extension Destination {
    var place: Place {
        switch self {
        case .menu: .menu
        case .dialog: .dialog
        case .score: .score
        case .summary: .summary
        case .history: .history
        case .replay: .replay
        case .trim: .trim
        case .draw: .draw
        case .stopwatch: .stopwatch
        case .trail: .trail
        case .strip: .strip
        case .review: .review
        case .compare: .compare
        case .clipChoice: .clipChoice
        case .carousel: .carousel
        case .export: .export
        case .choice: .choice
        }
    }

    var screen: any Screen {
        switch self {
        case .menu(let screen): screen
        case .dialog(let screen): screen
        case .score(let screen): screen
        case .summary(let screen): screen
        case .history(let screen): screen
        case .replay(let screen): screen
        case .trim(let screen): screen
        case .draw(let screen): screen
        case .stopwatch(let screen): screen
        case .trail(let screen): screen
        case .strip(let screen): screen
        case .review(let screen): screen
        case .compare(let screen): screen
        case .clipChoice(let screen): screen
        case .carousel(let screen): screen
        case .export(let screen): screen
        case .choice(let screen): screen
        }
    }

    mutating func take(_ step: ScreenStep, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch self {
        case .menu(var screen):
            defer { self = .menu(screen) }
            return screen.take(step, in: &context, at: now)
        case .dialog(var screen):
            defer { self = .dialog(screen) }
            return screen.take(step, in: &context, at: now)
        case .score(var screen):
            defer { self = .score(screen) }
            return screen.take(step, in: &context, at: now)
        case .summary(var screen):
            defer { self = .summary(screen) }
            return screen.take(step, in: &context, at: now)
        case .history(var screen):
            defer { self = .history(screen) }
            return screen.take(step, in: &context, at: now)
        case .replay(var screen):
            defer { self = .replay(screen) }
            return screen.take(step, in: &context, at: now)
        case .trim(var screen):
            defer { self = .trim(screen) }
            return screen.take(step, in: &context, at: now)
        case .stopwatch(var screen):
            defer { self = .stopwatch(screen) }
            return screen.take(step, in: &context, at: now)
        case .trail(var screen):
            defer { self = .trail(screen) }
            return screen.take(step, in: &context, at: now)
        case .strip(var screen):
            defer { self = .strip(screen) }
            return screen.take(step, in: &context, at: now)
        case .draw(var screen):
            defer { self = .draw(screen) }
            return screen.take(step, in: &context, at: now)
        case .review(var screen):
            defer { self = .review(screen) }
            return screen.take(step, in: &context, at: now)
        case .compare(var screen):
            defer { self = .compare(screen) }
            return screen.take(step, in: &context, at: now)
        case .clipChoice(var screen):
            defer { self = .clipChoice(screen) }
            return screen.take(step, in: &context, at: now)
        case .carousel(var screen):
            defer { self = .carousel(screen) }
            return screen.take(step, in: &context, at: now)
        case .export(var screen):
            defer { self = .export(screen) }
            return screen.take(step, in: &context, at: now)
        case .choice(var screen):
            defer { self = .choice(screen) }
            return screen.take(step, in: &context, at: now)
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
