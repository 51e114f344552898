import Core

extension Appliance {
    /// Takes in what a person did.
    mutating func take(_ event: PanelEvent, _ frames: Frames, at now: Timestamp, _ effects: inout [Effect]) {
        let areHintsUp = hintOpacity(at: event.timestamp) > 0.5
        pointer.note(event)
        lastActivity = max(lastActivity, event.timestamp)
        switch event.action {
        case .pressed(let control):
            if control != .stop { switchingOff.dismissObjection() }
            guard presses.press(control, at: event.timestamp) else { break }
            if control == .stop { switchingOff.beginHold(at: event.timestamp) }
            begin(control, event, frames, &effects)
        case .released(let control):
            if control == .stop { switchingOff.endHold() }
            for gesture in presses.release(control, at: event.timestamp) {
                perform(gesture, at: event.timestamp, &effects)
            }
        case .turned(let detents):
            switchingOff.dismissObjection()
            turn(detents, at: event.timestamp, &effects)
        case .pointerMoved:
            break
        case .touchDown(let point):
            if page.isScreen { hear(.touchDown(point), at: event.timestamp, &effects) } else {
                touchDown(point, areHintsUp: areHintsUp, event, frames, &effects)
            }
        case .touchMoved(let point):
            if page.isScreen { hear(.touchMoved(point), at: event.timestamp, &effects) } else { touch.move(to: point) }
        case .touchUp:
            // The finger that began elsewhere ends there.
            if page.isScreen, touch.pressed == nil { hear(.touchUp, at: event.timestamp, &effects) } else {
                touchUp(at: event.timestamp, &effects)
            }
        }
    }

    /// The box is going off: nothing is taken any more, and a mark isn't heard of as if it were.
    func refuse(_ action: PanelEvent.Action, _ effects: inout [Effect]) {
        if action == .pressed(.mark) { effects.append(.panel(.signal(.refused))) }
    }

    /// A control went down. All but STOP act at once: STOP may yet be held.
    mutating func begin(_ control: Control, _ event: PanelEvent, _ frames: Frames, _ effects: inout [Effect]) {
        screens.pressPages[control] = page
        if page.isScreen { return hear(.pressed(control), at: event.timestamp, &effects) }
        if page == .card, card.content == .offer {
            if control == .mark || control == .knob { answerOffer(save: true, at: event.timestamp, &effects) }
            return
        }
        if page == .card, control != .stop {
            leaveCard(at: event.timestamp)
            guard control == .mark else { return }
        }
        switch control {
        case .mark: heldMark = mark(frames, at: event, &effects)
        case .stop: break
        case .knob: push(at: event.timestamp, &effects)
        case .left, .right, .up, .down: step(control, at: event.timestamp, &effects)
        }
    }

    mutating func perform(_ gesture: PressRecognizer.Gesture, at instant: Timestamp, _ effects: inout [Effect]) {
        if gesture == .tap(.stop), switchingOff.objectionEnd != nil { return switchingOff.dismissObjection() }
        if gesture == .misheld(.mark) {
            heldMark = nil
            giveBackMark(at: instant, &effects)
        }
        if page.isScreen {
            if let input = screens.input(of: gesture, on: page) { hear(input, at: instant, &effects) }
            return
        }
        switch gesture {
        case .held(.mark):
            if heldMark != nil { quickSave(at: instant, &effects) }
        case .tap(.mark), .released(.mark):
            (heldMark, withdrawnMark) = (nil, nil)
        case .tap(.stop):
            back(at: instant, &effects)
        case .held(.stop):
            goLive(at: instant, &effects)
        case .repeated(let control):
            if page == .menu { step(control, at: instant, &effects) }
        case .tap, .held, .released, .misheld:
            break
        }
    }

    /// STOP was tapped: one step back, and from Live the end of the session.
    private mutating func back(at instant: Timestamp, _ effects: inout [Effect]) {
        switch page {
        case .live: if offerAnswered(at: instant) != nil { refuseOffer() } else { stop(at: instant, &effects) }
        case .score, .summary, .history, .clip: break
        case .card: leaveCard(at: instant, &effects)
        case .menu:
            if menu.isEditing {
                finishEditing(at: instant, &effects)
            } else if menu.isAboutOpen {
                menu.isAboutOpen = false
            } else {
                closeMenu(at: instant, &effects)
            }
        }
    }

    private mutating func goLive(at instant: Timestamp, _ effects: inout [Effect]) {
        switch page {
        case .live, .score, .summary, .history, .clip: break
        case .card: leaveCard(at: instant, &effects)
        case .menu: closeMenu(at: instant, &effects)
        }
    }

    private mutating func turn(_ detents: Int, at instant: Timestamp, _ effects: inout [Effect]) {
        let speed = knob.speed(of: detents, at: instant)
        let steps = knob.steps(detents, at: instant)
        switch page {
        case .score, .summary, .history, .clip: hear(.turned(detents, speed), at: instant, &effects)
        case .live: changeDelay(by: steps, at: instant, &effects)
        case .card: if card.content == .report { leaveCard(at: instant) }
        case .menu:
            if menu.isEditing {
                adjust(by: steps, at: instant, &effects)
            } else {
                menu.move(by: detents)
            }
        }
    }

    private mutating func push(at instant: Timestamp, _ effects: inout [Effect]) {
        switch page {
        case .live:
            if let offer = offerAnswered(at: instant) { takeOffer(offer, at: instant, &effects) } else { openMenu(at: instant) }
        case .menu: pushRow(at: instant, &effects)
        case .card, .score, .summary, .history, .clip: break
        }
    }

    /// An arrow, pressed or repeated.
    private mutating func step(_ control: Control, at instant: Timestamp, _ effects: inout [Effect]) {
        switch page {
        case .live: takeShortcut(control, at: instant, &effects)
        case .menu: stepMenu(control, at: instant, &effects)
        case .card, .score, .summary, .history, .clip: break
        }
    }

    // MARK: Live

    private mutating func changeDelay(by steps: Int, at instant: Timestamp, _ effects: inout [Effect]) {
        var changed = settings
        changed.delaySeconds = (settings.delaySeconds + Double(steps)).clamped(to: Settings.delayRange)
        change(to: changed, at: instant, &effects)
        toast = Toast(.delay(changed.delaySeconds), at: instant)
    }

    private mutating func takeShortcut(_ control: Control, at instant: Timestamp, _ effects: inout [Effect]) {
        var changed = settings
        switch control {
        case .left:
            changed.isFlipped.toggle()
            toast = Toast(.words(Strings.mirrored(changed.isFlipped)), at: instant)
        case .right:
            changed.isSplit.toggle()
            toast = Toast(.words(Strings.split(changed.isSplit)), at: instant)
        case .down:
            changed.rotation = (settings.rotation + 180) % 360
            toast = Toast(.words(Strings.turned(changed.rotation)), at: instant)
        case .up:
            changed.showsDiagnostics.toggle()
        case .mark, .stop, .knob:
            break
        }
        change(to: changed, at: instant, &effects)
    }

    // MARK: Settings

    /// Takes new settings over. What the stream is started with waits until the person is done choosing.
    mutating func change(to changed: Settings, at instant: Timestamp, _ effects: inout [Effect]) {
        guard changed != settings else { return }
        if changed.delaySeconds != settings.delaySeconds { effects.append(.stream(.setDelay(.seconds(changed.delaySeconds)))) }
        settings = changed
        unsavedSince = instant
        if !menu.isEditing { restartStreamIfChanged(at: instant, &effects) }
    }

    /// Takes over what `settings.toml` says now.
    mutating func load(_ loaded: Settings, _ effects: inout [Effect]) {
        menu.isEditing = false
        if loaded.delaySeconds != settings.delaySeconds { effects.append(.stream(.setDelay(.seconds(loaded.delaySeconds)))) }
        settings = loaded
        unsavedSince = nil
        restartStreamIfChanged(at: seen, &effects)
    }

    mutating func restartStreamIfChanged(at instant: Timestamp, _ effects: inout [Effect]) {
        let wanted = StreamChoice(settings)
        guard wanted != runningStream else { return }
        runningStream = wanted
        // What is marked belongs to the stream that ends: its clips are written with what there is of them.
        effects += session.takeRest(endingAt: instant).map { [ref = session.ref] in .card(.cut($0, ref)) }
        (heldMark, withdrawnMark) = (nil, nil)
        line = nil
        overload.withdraw()
        overload.rule.beginStream(at: instant)
        effects.append(.stream(.restart(settings)))
    }

    mutating func flushSettings(_ effects: inout [Effect]) {
        guard unsavedSince != nil else { return }
        unsavedSince = nil
        effects.append(.card(.save(settings)))
    }
}
