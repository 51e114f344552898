// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Chooses the clip that lies beside this one.
extension CompareScreen {
    /// Chooses the clip before or after as the other one; after the last clip comes the delayed picture.
    mutating func choose(_ direction: Int, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        take(others.step(direction, from: otherSide?.key, besides: side.key, in: context.desk), context, at: now)
    }

    private mutating func take(_ step: OtherClips.Step?, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        switch step {
        case nil: return []
        case .read(let session): return [.effect(.card(.read(session)))]
        case .delayed: show(.delayed, at: now)
        case .clip(let key): show(key, context, at: now)
        }
        return []
    }

    private mutating func show(_ key: ClipKey, _ context: Context, at now: Timestamp) {
        guard let clip = context.desk.clip(key) else { return }
        let track = otherSide?.track ?? (side.track == .replay ? .compared : .replay)
        show(.clip(CompareSide(clip, key: key, track: track, in: context)), at: now)
    }

    mutating func show(_ new: Other, at now: Timestamp) {
        (other, isShifting, limit) = (new, false, nil)
        others.giveUp()
        restart(at: now)
    }

    /// Takes over the clip that may have been chosen from the list.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if let key = context.desk.takeChosen(), key != side.key { show(key, context, at: now) }
        return []
    }

    mutating func hear(_ news: CardNews, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch news {
        case .found(let list): return others.take(list, context.desk).map { follow($0, in: &context, at: now) } ?? []
        case .read(let key, let filed):
            let book = filed.map { ScoreBook($0.record, key: $0.key) }
            let search = others.search.take(book, read: key, for: context.modelNames)
            let outcomes = search.map { follow($0, in: &context, at: now) } ?? []
            guard others.isReading(key) else { return outcomes }
            if let book { context.desk.invite(book, besides: sessions) }
            return outcomes + take(others.goOn(key, read: filed?.key, besides: side.key, in: context.desk), context, at: now)
        case .notRead: others.giveUp()
        case .deleted(let gone, _): others.remove(gone)
        case .madeRoom(let gone, nil): others.remove([gone])
        case .condition(.absent):
            others.forget()
            context.desk.model = nil
        case .condition: return .effects(others.ask(context.desk))
        default: break
        }
        return []
    }

    /// Takes a step of the search for the archer's model. Once it is found, it takes the place of the clip that came first.
    private mutating func follow(_ answer: ModelSearch.Answer, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch answer {
        case .read(let session): return [.effect(.card(.read(session)))]
        case .found(let book):
            if let book { context.desk.invite(book, besides: sessions) }
            context.desk.model = book?.model(of: context.modelNames)
            if others.isOpening, let model = context.desk.model(besides: side.key), otherSide?.key != model { show(model, context, at: now) }
            others.isOpening = false
            return []
        }
    }

    /// The sessions of the clips on the screen.
    private var sessions: Set<SessionKey> { Set([side.key, otherSide?.key].compactMap { $0?.session }) }
}
