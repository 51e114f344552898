// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The footer belongs to no screen. It always shows in the same place what the top screen declares.
extension Appliance {
    /// Returns the footer, or `nil` once the box goes off.
    func footer(at now: Timestamp) -> Footer? {
        guard context.switchingOff.ending == nil else { return nil }
        var grammar = path.grammar(in: context)
        let holds = holds(grammar, at: now)
        // Before anything was marked there is nothing of which STOP could say what it does.
        if grammar[.press(.stop)] == .askToSave, !isSessionOpen { grammar[.press(.stop)] = nil }
        return Footer(
            Theme(settings), grammar, holds: holds, next: settings.nextArcher,
            answer: context.asked == nil || path.tools != nil ? nil : .press(.knob), teachesHold: teachesHold(at: now))
    }

    /// Returns true if the footer says in words that the knob can be held: in the first sessions, once nobody has touched anything for a
    /// moment.
    private func teachesHold(at now: Timestamp) -> Bool {
        guard let sessions = context.cardFacts?.sessions, sessions <= Self.taughtSessions, context.asked == nil else { return false }
        return presses.holds.isEmpty && context.footer.isIdle(at: now)
    }

    private static let taughtSessions = 3

    /// Returns the footer's opacity. On Live, and while something plays, the footer goes when nobody touches anything; elsewhere it stays.
    func footerOpacity(at now: Timestamp) -> Double {
        if context.switchingOff.ending != nil { return 0 }
        return path.hidesFooter(in: context) ? context.footer.opacity(at: now) : 1
    }

    func footerLayer(at now: Timestamp) -> Layer? {
        let opacity = footerOpacity(at: now)
        guard opacity > 0, let footer = footer(at: now) else { return nil }
        var sketch = DrawingBuilder(Theme(settings))
        footer.draw(on: &sketch)
        return Layer(.drawing(sketch.drawing), placement: Placement(opacity: opacity))
    }

    /// Returns the controls whose rings are filling. STOP's ring goes on from Live to switching off.
    private func holds(_ grammar: Grammar, at now: Timestamp) -> [Control: Footer.Hold] {
        var holds: [Control: Footer.Hold] = [:]
        for (control, span) in context.holds where control != .stop && span.start + PressRecognizer.ringDelay <= now {
            if let deed = grammar[.hold(control)] { holds[control] = Footer.Hold(deed: deed, progress: span.progress(at: now)) }
        }
        if let hold = context.switchingOff.holdSpan, hold.start + PressRecognizer.ringDelay <= now {
            let isLive = hold.start + PressRecognizer.holdTime <= now
            holds[.stop] = Footer.Hold(deed: isLive ? .off : .live, progress: hold.progress(at: now))
        }
        return holds
    }

    /// Returns the card in the corner that says what holding STOP longer will do.
    func holdCard(at now: Timestamp) -> HoldCard? {
        guard context.switchingOff.isHoldSeen(at: now), let hold = context.switchingOff.holdSpan else { return nil }
        let look = Theme(settings)
        return HoldCard(hold, loss: context.lossWords, above: FooterLayout(look).rect.y, look: look, at: now)
    }
}
