import Core
import Devices
import Interface

extension Box {
    /// Does what the interface asked for.
    func perform(_ effect: Effect, now: Timestamp) {
        switch effect {
        case .recordMark(let mark):
            facts.marks.append(mark)
            parts.events.note("mark \(mark.number): frame \(mark.stamp.frame)")
            if settings.mark == .live { parts.capture.requestKeyframe() }
            leaveTrace()
            parts.card.post(.journal(.run(openSession(now: now)), .marked(mark)))
        case .withdrawMark(let number):
            // Every session counts from 1, and only the newest one's marks can be taken back.
            if let index = facts.marks.lastIndex(where: { $0.number == number }) { facts.marks.remove(at: index) }
            parts.events.note("mark \(number) taken back")
            parts.card.post(.journal(.run(openSession(now: now)), .withdrawn(mark: number)))
        case .pin(let plan):
            pin(plan)
        case .dropClip(let number):
            if let (pin, footage) = pins.removeValue(forKey: number) { footage.line.unpin(pin) }
        case .cut(let plan):
            cut(plan, session: openSession(now: now))
        case .saveBuffer(let plan):
            pin(plan)
            leaveTrace()
            cut(plan, session: openSession(now: now))
        case .closeSession:
            if isSessionOpen {
                facts.noteStop(at: now)
                parts.events.note("session ended")
                parts.card.post(.close(.run(session)))
            }
            isSessionOpen = false
            session += 1
            leaveTrace()
        case .signal(let signal):
            parts.panel?.signal(PanelSignal(signal))
        case .resumeSession(let number):
            parts.events.note("session \(number) goes on")
            session = number
            isSessionOpen = true
            leaveTrace()
        case .recordEnd(let end, let ref):
            parts.events.note("end \(end.number): \(end.arrows.count) arrow\(end.arrows.count == 1 ? "" : "s"), \(end.score.total)")
            parts.card.post(.journal(ref, .end(end)))
        case .recordNotes(let notes, let ref):
            parts.card.post(.journal(ref, .notes(notes)))
        case .file(let ref):
            parts.card.post(.close(ref))
        case .findSessions(let query):
            parts.card.post(.find(query))
        case .openSession(let name):
            parts.card.post(.read(name))
        case .deleteSessions(let names):
            parts.card.post(.delete(names))
        case .fetchStill(let key):
            parts.stills.load(key)
        case .play(let key, let file, let timeline):
            parts.player.play(key, path: "\(parts.cardPath)/\(file)", timeline: timeline)
        case .stopPlaying:
            parts.player.stop()
        case .setDelay(let delay):
            parts.events.note("delay \(delay.inSeconds) s")
            parts.delay.set(delay)
            parts.slot.current?.footage.line.setProtectedSpan(DelayRule(delay: delay).protectedSpan)
        case .restartStream(let settings):
            parts.events.note("stream restarts")
            parts.restartStream(settings)
        case .saveSettings(let settings):
            parts.saveSettings(settings)
        case .switchOff(let isLossAccepted):
            parts.events.note("switched off by hand" + (isLossAccepted ? ", without what waits for a card" : ""))
            parts.switchOff(SwitchOffRequest.Answer(isLossAccepted: isLossAccepted))
        }
    }

    /// The open session, begun now if there is none: no mark and no save, no folder on the card.
    private func openSession(now: Timestamp) -> Int {
        if !isSessionOpen {
            isSessionOpen = true
            let footage = parts.slot.current?.footage
            parts.card.post(.open(session, SessionHeader(
                number: 0, started: parts.wallClock.label(after: parts.start.duration(to: now)),
                size: footage?.parameters.size ?? .hd1080,
                framesPerSecond: footage?.parameters.rate.hertz ?? 0,
                delaySeconds: parts.delay.current.delay.inSeconds,
                camera: parts.capture.cameraName, encoder: footage?.encoderName ?? "none")))
        }
        return session
    }

    private func pin(_ plan: ClipPlan) {
        guard let footage = parts.slot.current?.footage else { return }
        pins[plan.number] = (footage.line.pin(from: plan.from, through: plan.through), footage)
    }

    private func cut(_ plan: ClipPlan, session: Int) {
        if pins[plan.number] == nil { pin(plan) }
        guard let (pin, footage) = pins.removeValue(forKey: plan.number) else {
            let reason = "nothing was being recorded"
            parts.events.note("clip \(plan.number) lost: \(reason)", level: .error)
            parts.card.post(.journal(.run(session), .lostClip(number: plan.number, reason: reason)))
            return handle(.clipLost(number: plan.number, session: session, reason: reason))
        }
        parts.card.post(.cut(session, plan, footage, pin))
    }
}
