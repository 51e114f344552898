// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Makes the screens that routes name.
extension Appliance {
    mutating func go(to route: Route, at now: Timestamp, _ effects: inout [Effect]) {
        switch route {
        case .lookAgain(let shown): lookBack(ReplayScreen(again: context, shown: shown, at: now), at: now)
        case .freeze(let shown): lookBack(ReplayScreen(frozen: context, shown: shown, at: now), at: now)
        case .history: openHistory(isChoosing: false, at: now, &effects)
        case .otherClip: openHistory(isChoosing: true, at: now, &effects)
        case .clipChoice(let book): path.push(ClipChoiceScreen(book, settings))
        case .carousel(let clip):
            guard let book = context.desk.book, let screen = CarouselScreen(book, showing: clip, settings, at: now) else { return }
            path.push(screen)
        case .newestClips:
            guard context.openNewestClips(), let book = context.desk.book, let screen = CarouselScreen(book, settings, at: now) else {
                return context.say(Strings.noClipsYet, at: now)
            }
            path.push(screen)
        case .clipGrid(let end): showGrid(end: end, at: now)
        case .compare(let key):
            guard var screen = CompareScreen(key, in: context, at: now) else { return }
            let questions = screen.others.ask(context.desk)
            path.push(PlaybackScreen(screen))
            follow(.effects(questions), at: now, &effects)
        case .unjudged:
            path.push(ReviewScreen.unjudged(in: context, at: now))
            follow([.effect(.card(.findUnjudged(after: nil, limit: ReviewPages.first)))], at: now, &effects)
        case .box: path.push(BoxScreen())
        case .hearing: path.push(HearingScreen(context))
        case .clock: path.push(ClockScreen(context, at: now))
        case .region: path.push(RegionScreen(context))
        case .choice(let kind, let archer): path.push(ChoiceScreen(kind, of: archer, in: context, at: now))
        case .tool(let tool): open(tool, at: now)
        case .export where context.sessions.keepsNothing: effects += context.refuseToKeep(at: now)
        case .export(let subject, let title, let line, let first):
            path.push(ExportScreen(subject, title: title, line: line, first: first, in: &context, at: now))
            follow([.effect(.export(.prepare(subject)))], at: now, &effects)
        }
    }

    /// Shows the clips of the session on the desk in a grid, at the end's first clip; `nil` for the last end.
    mutating func showGrid(end: Int?, at now: Timestamp) {
        guard let book = context.desk.book else { return }
        path.push(SummaryScreen(end: end, of: book, beginsWithGrid: true, settings: settings, at: now))
    }

    private mutating func lookBack(_ replay: ReplayScreen?, at now: Timestamp) {
        guard let replay else { return context.say(Strings.nothingToLookAt, at: now) }
        path.push(PlaybackScreen(replay))
    }

    private mutating func openHistory(isChoosing: Bool, at now: Timestamp, _ effects: inout [Effect]) {
        var screen = HistoryScreen(isChoosing: isChoosing, at: now)
        screen.card = context.conditions.card
        path.push(screen)
        follow([.effect(.card(.find(screen.query)))], at: now, &effects)
    }

    /// Opens a tool on the top screen's picture.
    private mutating func open(_ tool: Tool, at now: Timestamp) {
        path.changePlayback { screen in
            screen.open { playback in
                switch tool {
                case .draw: DrawMode()
                case .trail: TrailMode()
                case .stopwatch: StopwatchMode(on: &playback, in: &context, at: now)
                case .strip: StripMode(on: playback, context, at: now)
                case .trim: (playback as? ReplayScreen).flatMap { TrimMode(of: $0, context, at: now) }
                default: nil
                }
            }
        }
    }
}
