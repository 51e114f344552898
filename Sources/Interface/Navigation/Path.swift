// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Which screen is up, and what lies under it. Live lies under all.
struct Path: Hashable, Sendable {
    var live = Live()
    /// From Live on, in the order in which they were gone to.
    private(set) var stack: [Destination] = []
    /// The dialog and the menu while they aren't gone to: they move out by themselves, and come back as they were left.
    private(set) var aside: [Destination]
    /// The row of tools over the screen that is up, while it is open.
    private(set) var tools: ToolRow?
    /// What was used last on a kind of screen: it is wanted again sooner than anything else.
    private var lastTools: [Place: Tool] = [:]
    /// A switch that was thrown in the row which is open: that keeps its order until it is closed.
    private var thrown: Tool?
    /// How the screen that was left last goes out, if it goes in a way of its own, until somebody shows it.
    private var exit: ScreenExit?
    /// The knob and the arrows hold the zoom of the picture of the screen that is up.
    private(set) var zooming: ZoomMode?

    init(at now: Timestamp) {
        aside = [.dialog(Dialog(at: now)), .menu(Menu(at: now))]
    }

    var place: Place { stack.last?.place ?? .live }

    /// What has the panel: of the menu, one of its pages.
    var surface: Surface {
        if case .menu(let menu)? = stack.last { Surface(place: .menu, panel: menu.panel) } else { Surface(place: place) }
    }

    struct Surface: Hashable {
        var place: Place
        var panel: Menu.Panel?
    }

    /// What lies over Live.
    func cover(_ look: Look) -> Cover {
        guard case .menu(let menu)? = stack.last else { return Cover(place: place) }
        return Cover(place: .menu, right: menu.panel == .tiles ? Areas.right : SheetLayout.left(look) - 24)
    }

    /// A value is being chosen: what follows it waits.
    var isChoosing: Bool { if case .menu(let menu)? = stack.last { menu.isEditing } else { false } }

    /// The next key is the answer to a question.
    var isListening: Bool { if case .menu(let menu)? = stack.last { menu.learning.isListening } else { false } }

    /// Words are made: what a keyboard writes is theirs.
    func isWriting(in context: Context) -> Bool {
        switch stack.last {
        case .menu(let menu): menu.panel == .naming
        case .summary(let screen): context.desk.book.map { screen.view(of: $0) == .writing } ?? false
        case .draw(let screen): tools == nil && screen.isWriting(in: context)
        default: false
        }
    }

    /// Nothing is lost if the screen that is up gives way to Live when nobody uses it. A list over two compared clips would take them along.
    func givesWay(in context: Context) -> Bool {
        switch place {
        case .history where stack.contains { $0.place == .compare }: false
        case .review, .carousel, .summary, .history, .menu, .choice: !isWriting(in: context) && !isListening
        case .live, .dialog, .score, .replay, .trim, .draw, .stopwatch, .trail, .strip, .compare, .clipChoice, .export: false
        }
    }

    /// The end that is being scored.
    var scoredEnd: Int? { if case .score(let screen)? = stack.last { screen.end } else { nil } }

    /// The screen that is up.
    private var screen: any Screen { stack.last?.screen ?? live }

    /// What each control does now.
    func grammar(in context: Context) -> Grammar {
        var grammar = tools != nil ? ToolRow.grammar : zooming != nil ? ZoomMode.grammar(context.zoom, share: zoomShare) : screen.grammar(in: context)
        grammar[.hold(.stop)] = place == .live ? .off : .live
        // A shot doesn't wait until somebody has closed the tools.
        for use in [ControlUse.press(.mark), .hold(.mark)] where tools != nil && place == .live { grammar[use] = live.grammar(in: context)[use] }
        if tools == nil, zooming == nil, grammar[.hold(.knob)] == nil, hasTools(in: context) { grammar[.hold(.knob)] = .tools }
        return grammar
    }

    private func hasTools(in context: Context) -> Bool { !screen.tools(in: context).isEmpty }

    /// Undo, the tool that was used last on a screen of this kind, and the others in their own order.
    /// - Parameter isInOwnOrder: as the screen has them, whatever was used.
    func toolOffers(in context: Context, isInOwnOrder: Bool = false) -> [ToolOffer] {
        var offers = screen.tools(in: context)
        if !isInOwnOrder, let last = lastTools[place], let index = offers.firstIndex(where: { $0.tool == last }) {
            offers.insert(offers.remove(at: index), at: 0)
        }
        return [ToolOffer(.undo, isPossible: screen.undo(in: context) != nil)] + offers
    }

    // MARK: Going

    mutating func push(_ destination: Destination) {
        closeTools()
        stack.append(destination)
    }

    /// The menu comes in, on the row where it was left.
    mutating func openMenu(in context: inout Context, at now: Timestamp) {
        for index in aside.indices {
            guard case .menu(var menu) = aside[index] else { continue }
            aside.remove(at: index)
            menu.open(in: &context, at: now)
            return push(.menu(menu))
        }
    }

    /// The dialog comes up with this.
    mutating func show(_ content: Dialog.Content, until end: Timestamp, in context: Context, at now: Timestamp) {
        for index in aside.indices {
            guard case .dialog(var dialog) = aside[index] else { continue }
            aside.remove(at: index)
            dialog.show(content, until: end, in: context, at: now)
            return push(.dialog(dialog))
        }
    }

    /// Goes one screen back. The screen that is left has its last word, and the one that comes up its first.
    mutating func pop(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        closeTools()
        exit = stack.last?.screen.exit
        guard var left = stack.popLast() else { return [] }
        var outcomes = left.take(.leaving, in: &context, at: now)
        if left.place.showsLive { aside.append(left) }
        if !stack.isEmpty { outcomes += stack[stack.count - 1].take(.comingBack, in: &context, at: now) }
        return outcomes
    }

    /// How the screen that was just left goes out.
    mutating func takeExit() -> ScreenExit? {
        defer { exit = nil }
        return exit
    }

    /// Leaves every screen. None comes up again on the way.
    mutating func popAll(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        closeTools()
        exit = stack.last?.screen.exit
        var outcomes: [ScreenOutcome] = []
        while var left = stack.popLast() {
            outcomes += left.take(.leaving, in: &context, at: now)
            if left.place.showsLive { aside.append(left) }
        }
        return outcomes
    }

    /// Leaves the screens from the first that is one of these, without a word: another one takes their place.
    mutating func replace(from places: [Place], by destination: Destination) {
        closeTools()
        if let first = stack.firstIndex(where: { places.contains($0.place) }) { stack.removeSubrange(first...) }
        stack.append(destination)
    }

    /// How much of a picture's width is seen where it lies on the screen that is up.
    private var zoomShare: Double { toolGround?.isBeside == true ? CompareDrawing.share : 1 }

    /// What the screen that is up works on, or is.
    private var toolGround: ToolGround? {
        switch stack.last {
        case .compare(let screen): .compare(screen)
        case .replay(let screen): .replay(screen)
        case .draw(let screen): screen.ground
        case .stopwatch(let screen): screen.ground
        case .trail(let screen): screen.ground
        default: nil
        }
    }

    /// What lies over a screen goes with it. A switch that was thrown is wanted again sooner than other tools.
    private mutating func closeTools() {
        if let thrown { lastTools[place] = thrown }
        (tools, zooming, thrown) = (nil, nil, nil)
    }

    // MARK: Handing on

    /// To the tools, or to the screen that is up.
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if tools != nil, place == .live, input == .pressed(.mark) { closeTools() }
        if tools != nil { return handTools(input, in: &context, at: now) }
        if var mode = zooming {
            zooming = mode.handle(input, &context.zoom, share: zoomShare, at: now) ? mode : nil
            return []
        }
        if input == .held(.knob), grammar(in: context)[.hold(.knob)] == .tools {
            context.toast = nil
            tools = ToolRow(toolOffers(in: context), undoesAMark: screen.undoesAMark(in: context))
        }
        return handScreen(input, in: &context, at: now)
    }

    private mutating func handTools(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let offers = toolOffers(in: context)
        switch tools?.handle(input, offers, look: Look(context.settings), at: now) {
        case .close:
            closeTools()
            return []
        case .open(let tool):
            if tool.isSwitch {
                thrown = tool
            } else {
                (tools, thrown) = (nil, nil)
                if tool != .undo { lastTools[place] = tool }
            }
            if tool == .zoom {
                zooming = ZoomMode()
                return []
            }
            let outcomes = handScreen(.tool(tool), in: &context, at: now)
            let left = toolOffers(in: context)
            tools?.keepPossible(left)
            return outcomes
        case nil: return []
        }
    }

    private mutating func handScreen(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard !stack.isEmpty else { return live.handle(input, in: &context, at: now) }
        return stack[stack.count - 1].take(.input(input), in: &context, at: now)
    }

    /// To every screen.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var outcomes = live.hear(event, in: &context, at: now)
        for index in aside.indices { outcomes += aside[index].take(.news(event), in: &context, at: now) }
        for index in stack.indices {
            let told = stack[index].take(.news(event), in: &context, at: now)
            // What goes from beside a sheet takes the sheet along.
            if told.contains(.back), place == .export, index == stack.count - 2 { outcomes.append(.back) }
            outcomes += told
        }
        return outcomes
    }

    // MARK: What is seen

    /// The face that is seen, on a screen with one.
    func face(in context: Context, at now: Timestamp) -> FaceSight? { screen.face(in: context, at: now) }

    /// The row of tools, where it is open.
    func toolLayer(in context: Context) -> Layer? {
        guard let tools else { return nil }
        var sketch = Sketch(Look(context.settings))
        tools.draw(toolOffers(in: context), undo: screen.undo(in: context), on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }

    /// The screen that is up is a picture that can be zoomed.
    var showsPicture: Bool { tools == nil && (place == .live || toolGround != nil) }

    /// What says that a part of the picture is seen, on a screen with one.
    func zoomLayer(in context: Context, at now: Timestamp) -> Layer? {
        guard zooming != nil || context.zoom.isOn && showsPicture else { return nil }
        // The ladder of speeds has the place for its second, and so has what Live counts down or asks.
        if case .replay(let replay)? = stack.last, replay.ladder != nil { return nil }
        if case .compare(let compare)? = stack.last, compare.ladder != nil { return nil }
        if place == .live, context.asked != nil || context.delayedDue.map({ $0 > now }) ?? false { return nil }
        let look = Look(context.settings)
        let bottom = min(Areas.middleBottom, FootageBar.top(context) - Look.margin)
        var sketch = Sketch(look)
        ZoomSign(context.zoom, isHeld: zooming != nil, bottom: bottom, look: look).draw(on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard place.showsLive else { return (screenUnderSheet?.layers(in: context, at: now) ?? []) + screen.layers(in: context, at: now) }
        // A dialog that goes lies under the menu that comes.
        let over = (aside + stack).filter { $0.place.showsLive }.sorted { $0.place == .dialog && $1.place != .dialog }
        return live.layers(in: context, at: now) + over.flatMap { $0.screen.layers(in: context, at: now) }
    }

    func nextChange(after seen: Timestamp, in context: Context) -> Timestamp? {
        // What comes or goes is drawn anew for each picture of the TV, and so is what is about to.
        if let toolGround, !toolGround.transport.isPaused, toolGround.pictures(in: context, at: seen).contains(where: { $0.isFading(in: context) }) {
            return seen + Motion.step
        }
        return ([live] + aside.map(\.screen) + [stack.last?.screen, screenUnderSheet].compactMap { $0 }).compactMap { $0.nextChange(after: seen) }
            .min()
    }

    /// What is still seen beside the sheet that is up.
    private var screenUnderSheet: (any Screen)? { place == .export ? stack.dropLast().last?.screen ?? live : nil }

    /// The screen that fills the TV: under a sheet, the one beside it.
    var ground: Place { (place == .export ? stack.dropLast().last?.place ?? .live : place).ground }

    /// What goes when this is left for another screen: of a sheet, it alone.
    func leavingLayers(in context: Context, at now: Timestamp) -> [Layer] {
        place == .export ? screen.layers(in: context, at: now) : layers(in: context, at: now)
    }

    /// What plays on the screen that is up.
    func tracks(in context: Context) -> [Track] {
        place.showsLive ? live.tracks(in: context) : (screenUnderSheet ?? screen).tracks(in: context)
    }

    /// The part of the delay line that has to stay for it.
    func footage(at now: Timestamp) -> ClosedRange<Timestamp>? { (screenUnderSheet ?? screen).footage(at: now) }

    /// The footer goes while nobody touches anything.
    func hidesFooter(in context: Context) -> Bool { tools == nil && zooming == nil && screen.hidesFooter(in: context) }

    /// Where a toast hides nothing that matters on the screen that is up.
    func toastPlace(in context: Context) -> ToastPlace {
        if case .menu(let menu)? = stack.last { return menu.toastPlace(in: context) }
        return place.showsLive ? live.toastPlace(in: context) : stack.last?.screen.toastPlace(in: context) ?? live.toastPlace(in: context)
    }

    /// The clips whose stills the screen that is up draws.
    func stills(in context: Context) -> [ClipKey] { (screenUnderSheet ?? screen).stills(in: context) }

    func heldArrow(at now: Timestamp) -> HeldArrowRing? { tools == nil ? screen.heldArrow(at: now) : nil }

    /// What the screen that is up takes out of footage.
    func extracts(in context: Context, at now: Timestamp) -> [Extract] { (screenUnderSheet ?? screen).extracts(in: context, at: now) }

    /// In which what moves is seen, where somebody wants to see that.
    func moving(in context: Context) -> [Track] { toolGround == nil ? [] : tracks(in: context) }

    /// In which it has to know what moves.
    func studied(in context: Context) -> [Track] { (screenUnderSheet ?? screen).studied(in: context) }

    /// The live or the delayed picture, where one of them is shown.
    func liveSource(in context: Context, at now: Timestamp) -> VideoSource? {
        if place.showsLive { return context.isDelayedUp(at: now) ? .delayed : .live }
        if case .compare(let screen)? = stack.last, screen.otherSide == nil { return .delayed }
        return nil
    }

    /// The first pictures of clips that the screen that is up may show next.
    func peeks(in context: Context) -> [PeekKey] { context.settings.peeks ? screen.peeks(in: context) : [] }
}
