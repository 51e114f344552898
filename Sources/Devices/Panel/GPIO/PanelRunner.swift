// SPDX-License-Identifier: GPL-3.0-or-later

import CGPIO
import Core
import Glibc

/// The work of the panel's thread: it waits for edges, reports events, and drives the indicators. Thread-bound.
///
/// When the chip goes, the buttons that are held are released, and the chip is looked for once a second. Lines that another program has are
/// tried again as often.
final class PanelRunner {
    private let lines: PanelLines
    private let findPaths: @Sendable () -> [String]
    private let timebase: any Timebase
    private let mailbox: PanelMailbox
    private let tell: @Sendable (String) -> Void
    private let sink: @Sendable (PanelInput) -> Void

    private var wiring: PanelWiring?
    private var board: PanelBoard
    private var shown = PanelBoard.Indicators()
    private var nextLook: Timestamp
    /// The mailbox's descriptor first, then the wiring's.
    private var descriptors: [pollfd] = []
    /// The inputs that haven't been reported yet.
    private var inputs: [PanelInput] = []
    private var lastRefusal: PanelError?

    static let lookInterval: Duration = .seconds(1)

    /// - Parameter wiring: a wiring whose lines are taken; `nil` to look for the chip at once.
    init(
        _ wiring: PanelWiring?, lines: PanelLines, findPaths: @escaping @Sendable () -> [String], timebase: any Timebase,
        mailbox: PanelMailbox, tell: @escaping @Sendable (String) -> Void, sink: @escaping @Sendable (PanelInput) -> Void
    ) {
        self.lines = lines
        self.findPaths = findPaths
        self.timebase = timebase
        self.mailbox = mailbox
        self.tell = tell
        self.sink = sink
        self.wiring = wiring
        board = PanelBoard(stepsPerDetent: lines.knobSteps.count, trigger: TriggerRule(lines))
        nextLook = timebase.now()
        listen()
        startKnob()
        startTrigger()
    }

    /// Works until the mailbox is closed, then switches the indicators off and frees the lines.
    func run() {
        while !mailbox.isClosed { step() }
        show(PanelBoard.Indicators())
        wiring = nil
    }

    /// Waits for the next thing to do, and does it.
    /// - Parameter limit: the longest wait; `nil` for as long as it takes.
    func step(limit: Duration? = nil) {
        wait(limit)
        readEdges()
        let now = timebase.now()
        if descriptors[0].revents != 0 { take(mailbox.take(), at: now) }
        board.settle(at: now) { inputs.append(.event($0)) }
        board.settleTrigger(at: now) { note($0) }
        // The lamp comes first: it is nearer to the finger than the TV.
        show(board.indicators(at: now))
        say()
        if now >= nextLook { look(at: now) }
    }

    private func take(_ wishes: PanelMailbox.Wishes, at now: Timestamp) {
        if let isOn = wishes.light { board.isLit = isOn }
        if let signal = wishes.signal { board.signal(signal, at: now) }
    }

    private func wait(_ limit: Duration?) {
        let now = timebase.now()
        var deadlines = [board.nextChange(after: now), limit.map { now + $0 }]
        if wiring?.isWaitingForLines ?? true { deadlines.append(nextLook) }
        let deadline = deadlines.compactMap { $0 }.min()
        let nanoseconds = deadline.map { max(0, now.duration(to: $0).nanoseconds) } ?? -1
        for index in descriptors.indices { descriptors[index].revents = 0 }
        // An interrupted wait has set nothing, and the next wait goes on.
        _ = vir_poll(&descriptors, UInt(descriptors.count), nanoseconds)
    }

    // MARK: Edges

    private func readEdges() {
        for index in descriptors.indices.dropFirst() {
            let happened = Int32(descriptors[index].revents)
            guard happened != 0, let wiring else { continue }
            guard happened & (POLLERR | POLLHUP | POLLNVAL) == 0 else { return lose() }
            do throws(GPIOFault) {
                try wiring.readEdges(of: index - 1) { part, edge, isAfterGap in apply(edge, of: part, isAfterGap: isAfterGap) }
            } catch {
                if !error.isPassing { return lose() }
            }
        }
    }

    private func apply(_ edge: LineEdge, of part: PanelLines.Part, isAfterGap: Bool) {
        switch part {
        case .knobA, .knobB:
            if isAfterGap { board.knobLostEdges() }
            board.knob(part == .knobA ? .a : .b, isClosed: edge.isActive, at: edge.timestamp) { inputs.append(.event($0)) }
        case .trigger:
            board.trigger(isClosed: edge.isActive, at: edge.timestamp) { note($0) }
        default:
            guard let button = part.button else { return }
            board.button(button, isDown: edge.isActive, at: edge.timestamp) { inputs.append(.event($0)) }
        }
    }

    private func note(_ outcome: TriggerRule.Outcome) {
        switch outcome {
        case .moment(let instant): inputs.append(.detected(Detection(at: instant, source: .trigger)))
        case .held(let isHeld):
            inputs.append(.triggerHeld(isHeld))
            tell(isHeld ? "panel: TRIGGER has been closed for \(Int(TriggerRule.heldTime.inSeconds)) s" : "panel: TRIGGER is open again")
        }
    }

    private func say() {
        for input in inputs { sink(input) }
        inputs.removeAll(keepingCapacity: true)
    }

    // MARK: Indicators

    private func show(_ indicators: PanelBoard.Indicators) {
        guard indicators != shown, let wiring else { return }
        do throws(GPIOFault) {
            try wiring.set(.led, isActive: indicators.lamp)
            try wiring.set(.buzzer, isActive: indicators.buzzer)
            shown = indicators
        } catch {
            lose()
        }
    }

    // MARK: Chips that are lost and found

    /// Gives up the chip, which is gone.
    private func lose() {
        guard let lost = wiring else { return }
        wiring = nil
        let now = timebase.now()
        board.release(at: now) { inputs.append(.event($0)) }
        board.triggerIs(closed: false, at: now) { note($0) }
        shown = PanelBoard.Indicators()
        nextLook = now + Self.lookInterval
        listen()
        say()
        tell("panel: \(lost.name) is gone; the box looks for it")
    }

    /// Looks for the chip, or tries the lines that aren't free yet.
    private func look(at now: Timestamp) {
        nextLook = now + Self.lookInterval
        let isBack = wiring == nil
        do throws(PanelError) {
            let wiring = if let held = self.wiring { held } else { try PanelWiring(lines, on: findPaths()) }
            let outcome = try wiring.takeLines()
            self.wiring = wiring
            lastRefusal = nil
            if isBack { tell("panel: \(wiring.name) is there") }
            for message in outcome.messages { tell("panel: \(message)") }
            listen()
            if outcome.hasNewKnob { startKnob() }
            if outcome.hasNewTrigger { startTrigger() }
        } catch {
            // A refusal that repeats every second is told once.
            if error != lastRefusal { tell("panel: \(error)") }
            lastRefusal = error
        }
    }

    private func listen() {
        descriptors = ([mailbox.descriptor] + (wiring?.descriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    private func startKnob() {
        guard let wiring else { return }
        board.knobIs(isAClosed: wiring.knobAtFirst.isAClosed, isBClosed: wiring.knobAtFirst.isBClosed)
    }

    private func startTrigger() {
        guard let isClosed = wiring?.isTriggerClosedAtFirst else { return }
        board.triggerIs(closed: isClosed, at: timebase.now()) { note($0) }
    }
}
