// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The delayed picture with what is recorded of it: what the box shows when nobody went anywhere else.
struct Live: Screen, Hashable, Sendable {
    /// What lies under a finger.
    private enum Target: Hashable {
        case mark, stop, gear
        /// The answers of the line that offers a smaller picture, and the rest of it.
        case takeOffer, leaveOffer, offer
        case picture
    }

    private var touch: Touch<Target>?

    func tracks(in context: Context) -> [Track] { [.delayed(by: .seconds(context.settings.delaySeconds))] }

    // MARK: What a person does

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark): return .effects(context.markAndHold(at: now))
        case .pressed(.knob):
            return context.takeAnswer(at: now).map { .effects($0) } ?? [.menu]
        case .pressed(let control) where control.isArrow: return takeShortcut(control, in: &context, at: now)
        case .repeated, .pressed, .tapped, .held, .key, .interrupted: return tapped(input, in: &context, at: now)
        case .turned(let detents, let speed): return changeDelay(by: speed.steps(detents), in: &context, at: now)
        case .touchDown(let point): return touchDown(point, in: &context, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: return touchUp(in: &context, at: now)
        }
        return []
    }

    private func tapped(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard input == .tapped(.stop) else { return [] }
        return context.leaveAnswer(at: now) ? [] : stop(in: &context, at: now)
    }

    /// STOP was tapped.
    private func stop(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let (end, ref, effects) = context.closeEnd(at: now) else {
            guard context.line?.newest != nil else { return [.toast(Strings.nothingToSave)] }
            return [.dialog(.offer, until: now + Motion.offer)]
        }
        return .effects(effects) + [end.map { .scoreEnd($0, of: ref) } ?? .dialog(.report, until: now + Motion.longestReport)]
    }

    private func changeDelay(by steps: Int, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var changed = context.settings
        changed.delaySeconds = (changed.delaySeconds + Double(steps)).clamped(to: Settings.delayRange)
        context.delayTurn = Stretch(now, for: Motion.turned)
        return .effects(context.change(to: changed, at: now))
    }

    private func takeShortcut(_ control: Control, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var changed = context.settings
        switch control {
        case .left:
            changed.isFlipped.toggle()
            context.say(Strings.mirrored(changed.isFlipped), at: now)
        case .right:
            changed.isSplit.toggle()
            context.say(Strings.split(changed.isSplit), at: now)
        case .down:
            changed.rotation = (changed.rotation + 180) % 360
            context.say(Strings.turned(changed.rotation), at: now)
        case .up:
            changed.showsDiagnostics.toggle()
        case .mark, .stop, .knob:
            break
        }
        return .effects(context.change(to: changed, at: now))
    }

    // MARK: Fingers

    private mutating func touchDown(_ point: Point, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let target = target(at: point, in: context, at: now)
        touch = Touch(target, at: point, at: now)
        if target != .stop { context.switchingOff.dismissObjection() }
        let isDoubleTap = context.doubleTap.note(at: point, isOnPicture: target == .picture, at: now)
        switch target {
        case .mark: return [.press(.mark)]
        case .stop: return [.press(.stop)]
        case .picture where isDoubleTap: return .effects(context.mark(at: now).effects)
        default: return []
        }
    }

    private mutating func touchUp(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch touch.lift()?.tapped {
        case .gear: return [.menu]
        case .takeOffer: return .effects(context.takeAnswer(at: now) ?? [])
        case .leaveOffer: _ = context.leaveAnswer(at: now)
        default: break
        }
        return []
    }

    private func target(at point: Point, in context: Context, at now: Timestamp) -> Target {
        if let question = context.question(at: now) {
            let line = OfferLine(question, look: Look(context.settings))
            return line.take.contains(point)
                ? .takeOffer
                : line.leave.contains(point)
                    ? .leaveOffer
                    : line.rect.contains(point) ? .offer : .picture
        }
        guard context.moment.areHintsUp else { return .picture }
        let layout = context.hints
        if layout.mark.contains(point) { return .mark }
        if layout.stop.contains(point) { return .stop }
        return layout.gear.contains(point) ? .gear : .picture
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        LivePictures(context, at: now).layers + LiveDrawing(context, at: now).layers
    }

    func toastPlace(in context: Context) -> ToastPlace {
        context.hasFrameStrip ? .aboveStrip(right: context.cover.right) : .foot(right: context.cover.right)
    }

    /// The context knows when it changes.
    func nextChange(after seen: Timestamp) -> Timestamp? { nil }
}
