// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A screen other than Live, with its state.
struct Destination: Hashable, Sendable {
    private(set) var screen: any Screen

    init(_ screen: any Screen) { self.screen = screen }

    var place: ScreenKind { screen.place }

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
