// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Navigation between screens: carries out what a screen asks for.
extension Appliance {
    /// Passes an input to the top screen.
    mutating func hand(_ input: ScreenInput, at now: Timestamp, _ effects: inout [Effect]) {
        guard path.grammar(in: context).declares(input) else { return }
        follow(path.handle(input, in: &context, at: now), at: now, &effects)
    }

    mutating func follow(_ outcomes: [ScreenOutcome], at now: Timestamp, _ effects: inout [Effect]) {
        for outcome in outcomes { follow(outcome, at: now, &effects) }
        context.cover = path.cover(Theme(settings))
    }

    private mutating func follow(_ outcome: ScreenOutcome, at now: Timestamp, _ effects: inout [Effect]) {
        switch outcome {
        case .effect(let effect): effects += context.refuses(effect) ? context.refuseToKeep(at: now) : context.commit(effect)
        case .toast(let words, let undo): context.say(words, undo: undo, at: now)
        case .back: goBack(at: now, &effects)
        case .live: goLive(at: now, &effects)
        case .menu: path.openMenu(in: &context, at: now)
        case .go(let route): go(to: route, at: now, &effects)
        case .dialog(let content, let end): path.show(content, until: end, in: context, at: now)
        case .endShot(let end, let ref, let clips): showEnd(end, of: ref, clips, at: now)
        case .review(let clips): review(clips, at: now)
        case .score(let number):
            guard let (end, more) = context.reopenEnd(number) else { return }
            follow(.effects(more), at: now, &effects)
            score(end, at: now)
        case .summary:
            let over = context.noteSaved()
            effects += over + context.sayTotals(ofEnd: path.scoredEnd, isOver: !over.isEmpty)
            if !over.isEmpty { return openRoundResult(at: now) }
            if !scoreNextArcher(at: now, &effects) { openSummary(at: now) }
        case .roundSeen: if !scoreNextArcher(at: now, &effects) { goLive(at: now, &effects) }
        case .skip:
            effects += context.desk.file()
            if !scoreNextArcher(at: now, &effects) { goLive(at: now, &effects) }
        case .newSession: follow(.effects(context.beginNewSession(at: now)), at: now, &effects)
        case .split(let end): follow(.effects(context.split(at: end, at: now)), at: now, &effects)
        case .detail(let book):
            (context.desk.book, context.desk.waiting) = (book, [])
            showGrid(end: nil, at: now)
        case .browse(let book):
            (context.desk.book, context.desk.waiting) = (book, [])
            guard let screen = CarouselScreen(book, settings, at: now) else {
                effects += context.desk.close()
                return context.say(Strings.noClipsYet, at: now)
            }
            path.push(screen)
        case .nextEnd:
            guard let more = context.startNextEnd(at: now) else { return }
            effects += more
            follow(path.popAll(in: &context, at: now), at: now, &effects)
        case .edited(let edit): context.note(edit)
        case .judge(let clips, let decision): follow(context.judge(clips, decision), at: now, &effects)
        case .play(let number): if let replay = replay(of: number, at: now) { path.push(PlaybackScreen(replay)) }
        case .playAll(let numbers): playAll(numbers, at: now)
        case .playInstead(let number): if let replay = replay(of: number, at: now) { path.replace(from: [.replay], by: PlaybackScreen(replay)) }
        case .open(let session):
            context.desk.opening = session
            effects.append(.card(.read(session)))
        case .switchOff: askToSwitchOff(at: now, &effects)
        }
    }

    // MARK: Back

    private mutating func goBack(at now: Timestamp, _ effects: inout [Effect]) {
        if path.changePlayback({ $0.closeMode(at: now) }) == true { return }
        guard path.place.showsLive || path.stack.count > 1 else { return goLive(at: now, &effects) }
        // The book is closed with the last screen that shows it, before a list comes up again. So the list finds the session filed.
        if path.place.showsBook, !path.stack.dropLast().contains(where: \.place.showsBook) { effects += context.desk.close() }
        follow(path.pop(in: &context, at: now), at: now, &effects)
    }

    private mutating func goLive(at now: Timestamp, _ effects: inout [Effect]) {
        follow(path.popAll(in: &context, at: now), at: now, &effects)
        effects += context.desk.close()
        context.stills.clear()
    }

    // MARK: Forward

    /// Goes on after STOP closed an end: to its clips first and then to its score, as `after-stop` says.
    private mutating func showEnd(_ end: EndRecord?, of ref: SessionRef, _ clips: [Int], at now: Timestamp) {
        let after = settings.afterStop
        // A STOP without new clips asks for the end that waits to be scored since an earlier STOP.
        if let end, after != .live || clips.isEmpty {
            context.openBook(of: ref, with: end)
            score(end.number, at: now)
            // For an end that waited since an earlier STOP: the clips that nobody has judged.
            let waiting = clips.isEmpty && end.arrows.isEmpty ? context.desk.book?.unjudged(of: end) ?? [] : clips
            if after == .review { review(waiting, at: now) }
        } else if after == .review, !clips.isEmpty, context.openBook(of: ref) {
            review(clips, at: now)
        }
        guard path.place == .live else { return }
        // No face comes up, so no other archer's face follows it.
        context.desk.waiting = []
        path.show(.report, until: now + Motion.longestReport, in: context, at: now)
    }

    /// Opens these clips of the book for a review, on each other or side by side.
    private mutating func review(_ numbers: [Int], at now: Timestamp) {
        guard let book = context.desk.book else { return }
        let all = book.reviewClips(numbers)
        let clips = all.filter { context.canShow($0.clip) }
        if clips.count < all.count { context.say(Strings.clipsWaitForCard(all.count - clips.count), at: now) }
        guard !clips.isEmpty else { return }
        switch settings.review {
        case .stack: path.push(ReviewScreen(clips, of: book, leadsToScore: path.place == .score, in: context, at: now))
        case .grid: showGrid(end: clips.first?.end, at: now)
        }
    }

    private mutating func score(_ end: Int, at now: Timestamp) {
        guard let book = context.desk.book else { return }
        path.push(ScoreScreen(end: end, of: book, settings: settings, at: now))
    }

    /// Opens the score of the next archer, if several archers shot the end.
    /// - Returns: true if an archer's end waited to be scored.
    private mutating func scoreNextArcher(at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        guard let (end, ref) = context.nextToScore() else { return false }
        follow([.effect(.card(.journal(ref, .end(end))))], at: now, &effects)
        context.openBook(of: ref, with: end)
        guard let book = context.desk.book else { return false }
        var screen = ScoreScreen(end: end.number, of: book, isNamed: true, settings: settings, at: now)
        let clips = settings.afterStop == .review ? book.unjudged(of: end) : []
        // Clips to review come first, and the name when they have gone.
        if book.reviewClips(clips).isEmpty { screen.card?.begin(at: now) }
        path.replace(from: [.score, .summary], by: screen)
        review(clips, at: now)
        return true
    }

    /// Opens the summary after the score was saved. It replaces the score, and a summary that led there.
    private mutating func openSummary(at now: Timestamp) {
        guard let book = context.desk.book else { return }
        let replaced: [ScreenKind] = [.score, .summary]
        let summary = SummaryScreen(
            end: path.scoredEnd, of: book, isOverLive: path.stack.first.map { replaced.contains($0.place) } ?? true, settings: settings, at: now)
        path.replace(from: replaced, by: summary)
    }

    /// Opens the page of a round that is complete now, over the summary of its last end.
    private mutating func openRoundResult(at now: Timestamp) {
        openSummary(at: now)
        path.push(RoundResultScreen(settings, at: now))
    }

    /// Plays these clips one after the other, each once.
    private mutating func playAll(_ numbers: [Int], at now: Timestamp) {
        guard let first = numbers.first, var replay = replay(of: first, at: now) else { return }
        replay.playOn(with: Array(numbers.dropFirst()), at: now)
        path.replace(from: [.replay], by: PlaybackScreen(replay))
    }

    private mutating func replay(of number: Int, at now: Timestamp) -> ReplayScreen? {
        guard let book = context.desk.book, let key = book.key(ofClip: number), let clip = book.clip(number), clip.isThere else {
            context.say(context.sessions.keepsNothing ? Strings.nothingKept : Strings.clipNotWritten, at: now)
            return nil
        }
        guard !clip.isDeleted else {
            context.say(clip.isRemoved ? Strings.Summary.isRemoved(clip.title) : Strings.Summary.isDeleted(clip.title), at: now)
            return nil
        }
        return ReplayScreen(
            key: key, seconds: clip.seconds, moment: clip.moment, interval: context.stream.rate.interval,
            facts: context.openClips.facts(of: key, on: .replay), at: now)
    }

    // MARK: Another card

    /// Goes to Live if a screen lists, shows or is about to export something of the previous card, because a different card is in now.
    mutating func leaveCard(at now: Timestamp, _ effects: inout [Effect]) {
        let isBookAway = context.desk.book?.key.map { !$0.isOn(context.card) } ?? false
        guard isBookAway || context.desk.opening != nil || path.stack.contains(where: \.place.listsCard) else { return }
        goLive(at: now, &effects)
        context.say(Strings.otherCard, at: now)
    }

    // MARK: Off

    /// Switches the box off, after STOP was held long enough or the row was pushed twice. If work would be lost, the first time only warns.
    mutating func askToSwitchOff(at now: Timestamp, _ effects: inout [Effect]) {
        let isLoss = !context.unsavedWork.isNone
        guard isLoss, context.switchingOff.objectionEnd == nil else { return switchOff(isLossAccepted: isLoss, at: now, &effects) }
        if path.place == .menu { goBack(at: now, &effects) }
        context.switchingOff.object(at: now)
        effects.append(.panel(.signal(.refused)))
    }

    /// Ends everything as at the end of the program, and then has the box switch off.
    private mutating func switchOff(isLossAccepted: Bool, at now: Timestamp, _ effects: inout [Effect]) {
        effects += context.preferences.flush()
        leaveEverything(at: now, &effects)
        effects += context.rest(at: now)
        let clips = context.sessions.pendingCount
        context.switchingOff.begin(SwitchingOff.Ending(clips: clips, isLossAccepted: isLossAccepted))
        effects += [.panel(.signal(.ending)), .box(.switchOff(isLossAccepted: isLossAccepted))]
    }

    private mutating func leaveEverything(at now: Timestamp, _ effects: inout [Effect]) {
        let showsLive = path.place.showsLive
        // A stream that would restart for a setting needn't any more.
        let outcomes = path.popAll(in: &context, at: now).filter { $0 != .effect(.stream(.restart(settings))) }
        follow(outcomes, at: now, &effects)
        effects += showsLive ? context.desk.file() : context.desk.close()
        context.stills.clear()
        context.toast = nil
        context.overload.withdraw()
        context.doubleTap = DoubleTap()
        footerTouch = nil
        presses = PressRecognizer()
        pointer = Pointer()
    }
}
