// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Which screen is up, and what lies under it. Live lies under all.
struct Path: Hashable, Sendable {
    var live = Live()
    /// From Live on, in the order in which they were gone to.
    private(set) var stack: [Destination] = []
    /// The dialog and the menu while they aren't gone to: they move out by themselves, and come back as they were left.
    private(set) var aside: [Destination]

    init(at now: Timestamp) {
        aside = [.dialog(Dialog(at: now)), .menu(Menu(at: now))]
    }

    var place: Place { stack.last?.place ?? .live }

    /// What lies over Live.
    func cover(_ look: Look) -> Cover {
        guard case .menu(let menu)? = stack.last else { return Cover(place: place) }
        return Cover(place: .menu, right: SheetLayout(look, menu).panel.x - 24)
    }

    /// A value is being chosen: what follows it waits.
    var isChoosing: Bool { if case .menu(let menu)? = stack.last { menu.isEditing } else { false } }

    /// The next key is the answer to a question.
    var isListening: Bool { if case .menu(let menu)? = stack.last { menu.learning.isListening } else { false } }

    /// The end that is being scored.
    var scoredEnd: Int? { if case .score(let screen)? = stack.last { screen.end } else { nil } }

    // MARK: Going

    mutating func push(_ destination: Destination) { stack.append(destination) }

    /// The menu comes in, on the row where it was left.
    mutating func openMenu(in context: inout Context, at now: Timestamp) {
        for index in aside.indices {
            guard case .menu(var menu) = aside[index] else { continue }
            aside.remove(at: index)
            menu.open(in: &context, at: now)
            return push(.menu(menu))
        }
    }

    /// The dialog comes up with this.
    mutating func show(_ content: Dialog.Content, until end: Timestamp, in context: Context, at now: Timestamp) {
        for index in aside.indices {
            guard case .dialog(var dialog) = aside[index] else { continue }
            aside.remove(at: index)
            dialog.show(content, until: end, in: context, at: now)
            return push(.dialog(dialog))
        }
    }

    /// Goes one screen back. The screen that is left has its last word, and the one that comes up its first.
    mutating func pop(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard var left = stack.popLast() else { return [] }
        var outcomes = left.take(.leaving, in: &context, at: now)
        if left.place.showsLive { aside.append(left) }
        if !stack.isEmpty { outcomes += stack[stack.count - 1].take(.comingBack, in: &context, at: now) }
        return outcomes
    }

    /// Leaves every screen. None comes up again on the way.
    mutating func popAll(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var outcomes: [ScreenOutcome] = []
        while var left = stack.popLast() {
            outcomes += left.take(.leaving, in: &context, at: now)
            if left.place.showsLive { aside.append(left) }
        }
        return outcomes
    }

    /// Leaves the screens from the first that is one of these, without a word: another one takes their place.
    mutating func replace(from places: [Place], by destination: Destination) {
        if let first = stack.firstIndex(where: { places.contains($0.place) }) { stack.removeSubrange(first...) }
        stack.append(destination)
    }

    // MARK: Handing on

    /// To the screen that is up.
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard !stack.isEmpty else { return live.handle(input, in: &context, at: now) }
        return stack[stack.count - 1].take(.input(input), in: &context, at: now)
    }

    /// To every screen.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var outcomes = live.hear(event, in: &context, at: now)
        for index in aside.indices { outcomes += aside[index].take(.news(event), in: &context, at: now) }
        for index in stack.indices { outcomes += stack[index].take(.news(event), in: &context, at: now) }
        return outcomes
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard place.showsLive else { return stack.last?.screen.layers(in: context, at: now) ?? [] }
        // A dialog that goes lies under the menu that comes.
        let over = (aside + stack).filter { $0.place.showsLive }.sorted { $0.place == .dialog && $1.place != .dialog }
        return live.layers(in: context, at: now) + over.flatMap { $0.screen.layers(in: context, at: now) }
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        ([live] + aside.map(\.screen) + [stack.last?.screen].compactMap { $0 }).compactMap { $0.nextChange(after: seen) }.min()
    }

    /// What plays on the screen that is up.
    func tracks(in context: Context) -> [Track] {
        place.showsLive ? live.tracks(in: context) : stack.last?.screen.tracks(in: context) ?? []
    }

    /// Where a toast hides nothing that matters on the screen that is up.
    func toastPlace(in context: Context) -> ToastPlace {
        place.showsLive ? live.toastPlace(in: context) : stack.last?.screen.toastPlace(in: context) ?? live.toastPlace(in: context)
    }

    /// The clips whose stills the screen that is up draws.
    func stills(in context: Context) -> [ClipKey] { stack.last?.screen.stills(in: context) ?? [] }
}
