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
        case .found(let list): others.take(list, context.desk)
        case .read(let key, let filed):
            guard others.isReading(key) else { break }
            if let filed { context.desk.invite(ScoreBook(filed.record, key: filed.key), besides: sessions) }
            return take(others.goOn(key, read: filed?.key, besides: side.key, in: context.desk), context, at: now)
        case .notRead: others.giveUp()
        case .deleted(let gone, _): others.remove(gone)
        case .madeRoom(let gone, nil): others.remove([gone])
        case .condition(.absent): others.forget()
        case .condition: return .effects(others.ask(context.desk))
        default: break
        }
        return []
    }

    /// The sessions of the clips on the screen.
    private var sessions: Set<SessionKey> { Set([side.key, otherSide?.key].compactMap { $0?.session }) }
}
