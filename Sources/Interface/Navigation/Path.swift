// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The screens in use, one over the other, with Live under all of them.
struct Path: Hashable, Sendable {
    var live = Live()
    /// The screens over Live, in the order in which they were opened.
    private(set) var stack: [Destination] = []
    /// The dialog and the menu while they aren't on the stack. They move out by themselves, and come back as they were left.
    private(set) var aside: [Destination]
    /// The row of tools over the top screen, while it is open.
    private(set) var tools: ToolRow?
    /// The tool that was used last behind "More", on each kind of screen. The second row begins with it.
    private var lastTools: [ScreenKind: Tool] = [:]
    /// The exit of the screen that was left last, if it goes out in its own way. It is kept until `takeExit` returns it.
    private var exit: ScreenExit?
    /// The mode in which the knob and the arrows control the zoom of the top screen's picture.
    private(set) var zooming: ZoomMode?

    init(at now: Timestamp) {
        aside = [Destination(Dialog(at: now)), Destination(Menu(at: now))]
    }

    var place: ScreenKind { screen.place }

    /// The screen that the panel controls, or the page of it.
    var surface: Surface { Surface(place: place, page: screen.page) }

    /// Returns the screen over Live, and the right edge that it leaves to Live.
    func cover(_ look: Theme) -> Cover { Cover(place: place, right: screen.rightOfLive(look)) }

    /// True if a value is being chosen in the menu. The consequences of the value wait until then.
    var isChoosing: Bool { screen.isChoosing }

    /// True if the menu waits for a key as the answer to a question.
    var isListening: Bool { screen.isListening }

    /// Returns true if words are being written. They get what is typed on a keyboard.
    func isWriting(in context: Context) -> Bool { tools == nil && screen.isWriting(in: context) }

    /// Returns true if the top screen can give way to Live without a loss when nobody uses it. A list over two compared clips can't,
    /// because it would close the comparison too.
    func givesWay(in context: Context) -> Bool {
        screen.givesWay && !stack.dropLast().contains { $0.screen.isKeptOpen } && !screen.isWriting(in: context) && !isListening
    }

    /// The number of the end that is being scored.
    var scoredEnd: Int? { (screen as? ScoreScreen)?.end }

    /// Returns the top screen, if it is of this kind.
    func top<Kind: Screen>(_ kind: Kind.Type) -> Kind? { screen as? Kind }

    /// The top screen.
    var screen: any Screen { stack.last?.screen ?? live }

    /// Returns the action of each control at present.
    func grammar(in context: Context) -> Grammar {
        let own = zooming != nil ? ZoomMode.grammar(context.zoom, share: zoomShare(in: context)) : screen.grammar(in: context)
        var grammar = tools.map { $0.grammar(toolLayers(in: context)) } ?? own
        grammar[.hold(.stop)] = place == .live ? .off : .live
        // A shot doesn't wait until somebody has closed the tools, so MARK works as on Live.
        for use in [ControlUse.press(.mark), .hold(.mark)] where tools != nil && place == .live { grammar[use] = live.grammar(in: context)[use] }
        let hasTools = tools == nil && zooming == nil && !screen.tools(in: context).isEmpty
        if hasTools, grammar[.hold(.knob)] == nil { grammar[.hold(.knob)] = .tools }
        return grammar
    }

    // MARK: Navigation

    /// The number of the screens over Live, and of the tools that are in use on them.
    var depth: Int { stack.count + stack.count { $0.as(PlaybackScreen.self)?.mode != nil } }

    /// Changes the top screen if it is a playback: opens a tool on it, or leaves the tool.
    /// - Returns: what the change returns; `nil` if the screen is no playback.
    @discardableResult mutating func changePlayback<Result>(_ change: (inout PlaybackScreen) -> Result) -> Result? {
        guard var screen = top(PlaybackScreen.self) else { return nil }
        closeTools()
        defer { stack[stack.count - 1] = Destination(screen) }
        return change(&screen)
    }

    mutating func push(_ screen: any Screen) { push(Destination(screen)) }

    mutating func push(_ destination: Destination) {
        closeTools()
        stack.append(destination)
    }

    /// Opens the menu, on the row where it was left.
    mutating func openMenu(in context: inout Context, at now: Timestamp) {
        for index in aside.indices {
            guard var menu = aside[index].as(Menu.self) else { continue }
            aside.remove(at: index)
            menu.open(in: &context, at: now)
            return push(menu)
        }
    }

    /// Opens the dialog with this content.
    mutating func show(_ content: DialogContent, until end: Timestamp, in context: Context, at now: Timestamp) {
        for index in aside.indices {
            guard var dialog = aside[index].as(Dialog.self) else { continue }
            aside.remove(at: index)
            dialog.show(content, until: end, in: context, at: now)
            return push(dialog)
        }
    }

    /// Goes one screen back. First the screen that is left takes `leaving`, then the screen that comes up takes `comingBack`.
    mutating func pop(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        closeTools()
        exit = stack.last?.screen.exit
        guard var left = stack.popLast() else { return [] }
        var outcomes = left.take(.leaving, in: &context, at: now)
        if left.screen.presentation == .overLive { aside.append(left) }
        if !stack.isEmpty { outcomes += stack[stack.count - 1].take(.comingBack, in: &context, at: now) }
        return outcomes
    }

    /// Returns the exit of the screen that was just left, once.
    mutating func takeExit() -> ScreenExit? {
        defer { exit = nil }
        return exit
    }

    /// Leaves every screen. The screens in between don't come up.
    mutating func popAll(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        closeTools()
        exit = stack.last?.screen.exit
        var outcomes: [ScreenOutcome] = []
        while var left = stack.popLast() {
            outcomes += left.take(.leaving, in: &context, at: now)
            if left.screen.presentation == .overLive { aside.append(left) }
        }
        return outcomes
    }

    /// Removes the screens from the first of these kinds on, without telling them, and puts another screen in their place.
    mutating func replace(from places: [ScreenKind], by screen: any Screen) {
        closeTools()
        if let first = stack.firstIndex(where: { places.contains($0.place) }) { stack.removeSubrange(first...) }
        stack.append(Destination(screen))
    }

    /// The share of a picture's width that is visible on the top screen.
    private func zoomShare(in context: Context) -> Double {
        place == .live && context.settings.isSplit ? ComparisonView.share : screen.pictureShare ?? 1
    }

    /// Closes everything that lies over the top screen.
    private mutating func closeTools() { (tools, zooming) = (nil, nil) }

    /// Closes the row of tools if a switch was toggled in it a moment ago.
    /// - Returns: true if it closed.
    mutating func closeThrownTools(at now: Timestamp) -> Bool {
        guard let closing = tools?.closing, closing <= now else { return false }
        closeTools()
        return true
    }

    // MARK: Input and events

    /// Passes an input to the tools, to the zoom, or to the top screen.
    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if tools != nil, place == .live, input == .pressed(.mark) { closeTools() }
        if tools != nil { return handTools(input, in: &context, at: now) }
        if var mode = zooming {
            // Whatever comes first, the part begins where the person is.
            context.zoom = context.zoom.aimed(at: screen.person(in: context))
            zooming = mode.handle(input, &context.zoom, share: zoomShare(in: context), at: now) ? mode : nil
            return []
        }
        if input == .held(.knob), grammar(in: context)[.hold(.knob)] == .tools {
            context.toast = nil
            tools = ToolRow(toolLayers(in: context))
        }
        return handScreen(input, in: &context, at: now)
    }

    private mutating func handTools(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let (layers, last) = (toolLayers(in: context), lastTools[place])
        switch tools?.handle(input, layers, last: last, look: Theme(context.settings), at: now) {
        case .close: closeTools()
        case .open(let tool):
            if tools?.layer == .more { lastTools[place] = tool }
            if tool.isSwitch { tools?.closeSoon(at: now) } else { tools = nil }
            if tool == .zoom {
                zooming = ZoomMode()
                return []
            }
            return handScreen(.tool(tool), in: &context, at: now)
        case nil: break
        }
        return []
    }

    private mutating func handScreen(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard !stack.isEmpty else { return live.handle(input, in: &context, at: now) }
        return stack[stack.count - 1].take(.input(input), in: &context, at: now)
    }

    /// Passes an event to every screen.
    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // The person may be found only after the first step of the zoom.
        if zooming != nil, place != .live { context.zoom = context.zoom.aimed(at: screen.person(in: context)) }
        var outcomes = live.hear(event, in: &context, at: now)
        for index in aside.indices { outcomes += aside[index].take(.news(event), in: &context, at: now) }
        for index in stack.indices {
            let told = stack[index].take(.news(event), in: &context, at: now)
            // A sheet goes back together with the screen beside it.
            if told.contains(.back), screen.presentation == .sheet, index == stack.count - 2 { outcomes.append(.back) }
            outcomes += told
        }
        return outcomes
    }

    // MARK: Rendering

    /// Returns the face that the top screen shows, if it shows one.
    func face(in context: Context, at now: Timestamp) -> FaceSight? { screen.face(in: context, at: now) }

    /// Changes the zoom of the top screen's picture, round the person.
    func zoom(by steps: Int, in context: inout Context) {
        context.zoom = context.zoom.aimed(at: screen.person(in: context))
        context.zoom.change(by: steps)
    }

    /// True if the top screen is a picture that can be zoomed.
    var showsPicture: Bool { tools == nil && (place == .live || screen.pictureShare != nil) }

    /// Returns the sign of the zoom, if the zoom is being changed or the screen shows an enlarged picture.
    func zoomLayer(in context: Context, at now: Timestamp) -> Layer? {
        guard zooming != nil || context.zoom.isOn && showsPicture else { return nil }
        // The ladder of speeds takes this space for a second, and so does Live's countdown or question.
        if screen.showsSpeeds { return nil }
        if place == .live, context.asked != nil || context.delayedDue.map({ $0 > now }) ?? false { return nil }
        let look = Theme(context.settings)
        let bottom = min(Areas.middleBottom, FootageBar.top(context) - Theme.margin)
        var sketch = DrawingBuilder(look)
        ZoomSign(context.zoom, isHeld: zooming != nil, bottom: bottom, look: look).draw(on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard place.showsLive else { return (screenUnderSheet?.layers(in: context, at: now) ?? []) + screen.layers(in: context, at: now) }
        // A dialog that goes out lies under the menu that comes in.
        let over = (aside + stack).filter { $0.screen.presentation == .overLive }.sorted { $0.place == .dialog && $1.place != .dialog }
        return live.layers(in: context, at: now) + over.flatMap { $0.screen.layers(in: context, at: now) }
    }

    func nextChange(after seen: Timestamp, in context: Context) -> Timestamp? {
        // A drawing that fades is painted anew for each refresh of the TV, and so is a drawing that is about to fade.
        if screen.isFading(in: context, at: seen) { return seen + Motion.step }
        let screens = [live] + aside.map(\.screen) + [stack.last?.screen, screenUnderSheet].compactMap { $0 }
        return (screens.map { $0.nextChange(after: seen) } + [tools?.closing]).compactMap { $0 }.min()
    }

    /// The screen that stays visible beside the open sheet.
    private var screenUnderSheet: (any Screen)? { screen.presentation == .sheet ? stack.dropLast().last?.screen ?? live : nil }

    /// The screen that fills the TV; under a sheet, the screen beside it.
    var ground: ScreenKind { (screenUnderSheet ?? screen).place.ground }

    /// Returns the layers that go when this screen is left for another; of a sheet, only its own.
    func leavingLayers(in context: Context, at now: Timestamp) -> [Layer] {
        screen.presentation == .sheet ? screen.layers(in: context, at: now) : layers(in: context, at: now)
    }

    /// Returns everything that the visible screens need from the services.
    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        let visible: any Screen = place.showsLive ? live : screenUnderSheet ?? screen
        var wishes = visible.wishes(in: context, at: now)
        // Under a sheet nothing is dragged.
        if !context.settings.peeks || screen.presentation == .sheet { wishes.peeks = [] }
        if screen.pictureShare != nil { wishes.moving = wishes.tracks }
        wishes.live = liveSource(in: context, at: now)
        // Nearly every tool that comes next wants to know where the person is, and finding that takes a while.
        if tools != nil || zooming != nil { wishes.studied += screen.personSearches(in: context).filter { !wishes.studied.contains($0) } }
        let isSought = tools != nil || zooming != nil || place.showsLive && context.settings.isSplit
        wishes.findsPerson = wishes.live != nil && (wishes.findsPerson || isSought)
        return wishes
    }

    /// Returns true if the footer hides while nobody touches anything.
    func hidesFooter(in context: Context) -> Bool { tools == nil && zooming == nil && screen.hidesFooter(in: context) }

    /// Returns the position at which a toast hides nothing that matters on the top screen.
    func toastPlace(in context: Context) -> ToastPlace {
        screen.toastPlace(in: context) ?? live.toastPlace(in: context) ?? .foot(Theme(context.settings))
    }

    func heldArrow(at now: Timestamp) -> ArrowButtonHoldRing? { tools == nil ? screen.heldArrow(at: now) : nil }

    /// Returns the live or the delayed picture's source, if one of them is shown.
    private func liveSource(in context: Context, at now: Timestamp) -> VideoSource? {
        if place.showsLive { return context.isDelayedUp(at: now) ? .delayed : .live }
        return screen.watched
    }
}
