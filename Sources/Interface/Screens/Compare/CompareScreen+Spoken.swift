// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension CompareScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let title = Strings.word(of: Tool.compare)
        let this = context.title(ofCompared: side.key)
        let other = otherSide.map { context.title(ofCompared: $0.key) } ?? Strings.compareDelayed(context.settings.delaySeconds)
        if isShifting {
            return Spoken(title, "\(other), \(Strings.shift)", state: [Strings.shifted(otherSide?.shift ?? 0)], guide: [.turn, .press(.knob)])
        }
        let (kind, amount): (Tool, Double?) =
            switch mode {
            case .beside: (.beside, nil)
            case .ghost: (.ghost, mix)
            case .wipe: (.wipe, wipe)
            }
        let time = Strings.offsetMilliseconds(transport.time(of: transport.position(at: now), from: .zero))
        return Spoken(
            title, intro: [this], other,
            state: [
                otherSide.flatMap { side in context.desk.book(of: side.key)?.score(ofClip: side.key.number) }.map { Strings.Spoken.arrow($0.arrow) },
                Strings.word(of: kind), Strings.Spoken.paused(transport.isPaused), Strings.speed(transport.speed),
            ], answer: transport.isPaused ? time : amount.map(Strings.percent))
    }
}
