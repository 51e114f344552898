import Core

/// What lies under a finger.
enum TouchTarget: Hashable, Sendable {
    case mark, stop, gear
    /// A row of the settings sheet, and on which half of it.
    case row(Int, isRightHalf: Bool)
    /// Elsewhere on the sheet or the card.
    case panel
    case save, dontSave
    /// The answers of the line that offers a smaller picture.
    case takeOffer, leaveOffer
    /// The picture.
    case picture
}

/// A finger, or the mouse's button: where it went down, and whether that is the second of two quick taps.
struct TouchRecognizer: Hashable, Sendable {
    static let doubleTapTime: Duration = .milliseconds(350)
    /// Two taps further apart than this are two taps.
    static let doubleTapDistance = 120.0
    /// A finger that strays further than this wants something else.
    static let slop = 48.0

    private struct Contact: Hashable {
        var point: Point
        var target: TouchTarget
        var hasStrayed = false
    }

    private var contact: Contact?
    private var lastTap: Timestamp?
    private var lastPoint = Point(0, 0)
    /// The control this finger holds down.
    var pressed: Control?

    /// - Returns: whether this is the second tap of a double tap.
    mutating func down(at point: Point, on target: TouchTarget, at instant: Timestamp) -> Bool {
        contact = Contact(point: point, target: target)
        guard target == .picture else {
            lastTap = nil
            return false
        }
        if let lastTap, lastTap.duration(to: instant) <= Self.doubleTapTime, isNear(point, lastPoint, Self.doubleTapDistance) {
            self.lastTap = nil
            return true
        }
        (lastTap, lastPoint) = (instant, point)
        return false
    }

    mutating func move(to point: Point) {
        guard let contact, !isNear(point, contact.point, Self.slop) else { return }
        self.contact?.hasStrayed = true
    }

    /// - Returns: what was tapped; `nil` when the finger strayed.
    mutating func up() -> TouchTarget? {
        defer { contact = nil }
        guard let contact, !contact.hasStrayed else { return nil }
        return contact.target
    }

    private func isNear(_ a: Point, _ b: Point, _ distance: Double) -> Bool {
        let x = a.x - b.x, y = a.y - b.y
        return x * x + y * y <= distance * distance
    }
}

extension Appliance {
    mutating func touchDown(_ point: Point, areHintsUp: Bool, _ event: PanelEvent, _ frames: Frames,
                            _ effects: inout [Effect]) {
        let target = target(at: point, areHintsUp: areHintsUp, instant: event.timestamp)
        if target != .stop { switchingOff.dismissObjection() }
        let isDoubleTap = touch.down(at: point, on: target, at: event.timestamp)
        switch target {
        case .mark: pressByTouch(.mark, event, frames, &effects)
        case .stop: pressByTouch(.stop, event, frames, &effects)
        case .picture where isDoubleTap: _ = mark(frames, at: event, &effects)
        case .picture, .gear, .row, .panel, .save, .dontSave, .takeOffer, .leaveOffer: break
        }
    }

    mutating func touchUp(at instant: Timestamp, _ effects: inout [Effect]) {
        let tapped = touch.up()
        if let control = touch.pressed {
            touch.pressed = nil
            if control == .stop { switchingOff.endHold() }
            for gesture in presses.release(control, at: instant) { perform(gesture, at: instant, &effects) }
            return
        }
        switch tapped {
        case .gear: openMenu(at: instant)
        case .row(let index, let isRightHalf): tapRow(index, isRightHalf: isRightHalf, at: instant, &effects)
        case .save: answerOffer(save: true, at: instant, &effects)
        case .dontSave: answerOffer(save: false, at: instant, &effects)
        case .takeOffer: if let offer = offerAnswered(at: instant) { takeOffer(offer, at: instant, &effects) }
        case .leaveOffer: if offerAnswered(at: instant) != nil { refuseOffer() }
        case .picture where page == .menu: closeMenu(at: instant, &effects)
        case .picture where page == .card && card.content == .report: leaveCard(at: instant)
        case .panel where page == .card && card.content == .report: leaveCard(at: instant)
        case .mark, .stop, .panel, .picture, nil: break
        }
    }

    private mutating func pressByTouch(_ control: Control, _ event: PanelEvent, _ frames: Frames,
                                       _ effects: inout [Effect]) {
        guard presses.press(control, at: event.timestamp) else { return }
        touch.pressed = control
        if control == .stop { switchingOff.beginHold(at: event.timestamp) }
        begin(control, event, frames, &effects)
    }

    /// A tap on a row chooses and pushes it; on a value that is being changed, its left half lowers it and its right half raises it.
    private mutating func tapRow(_ index: Int, isRightHalf: Bool, at instant: Timestamp, _ effects: inout [Effect]) {
        guard page == .menu else { return }
        if menu.isEditing, index == menu.selected {
            adjust(by: isRightHalf ? 1 : -1, at: instant, &effects)
            return
        }
        finishEditing(at: instant, &effects)
        menu.select(index)
        pushRow(at: instant, &effects)
    }

    private func target(at point: Point, areHintsUp: Bool, instant: Timestamp) -> TouchTarget {
        let look = Look(settings)
        switch page {
        case .menu:
            let layout = SheetLayout(look, menu)
            guard layout.panel.contains(point) else { return .picture }
            guard !menu.isAboutOpen, let row = layout.rows.first(where: { $0.rect.contains(point) }) else { return .panel }
            return .row(row.index, isRightHalf: point.x >= row.rect.center.x)
        case .card:
            let layout = cardLayout(at: instant, look)
            if card.content == .offer {
                if layout.save.contains(point) { return .save }
                if layout.dontSave.contains(point) { return .dontSave }
            }
            return layout.panel.contains(point) ? .panel : .picture
        case .score, .summary, .history, .clip:
            return .panel
        case .live:
            if let offer = visibleOffer {
                let line = OfferLine(offer.smaller, look: look)
                return line.take.contains(point) ? .takeOffer : line.leave.contains(point) ? .leaveOffer
                    : line.rect.contains(point) ? .panel : .picture
            }
            guard areHintsUp else { return .picture }
            let layout = hints(at: instant)
            if layout.mark.contains(point) { return .mark }
            if layout.stop.contains(point) { return .stop }
            return layout.gear.contains(point) ? .gear : .picture
        }
    }
}
