// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The menu over Live: nine tiles first, and behind each a page of rows or a screen.
struct Menu: Screen {
    var place: ScreenKind { .menu }
    var presentation: Presentation { .overLive }
    var givesWay: Bool { true }
    var page: (any Hashable & Sendable)? { panel }
    var isChoosing: Bool { isEditing }
    var isListening: Bool { learning.isListening }

    /// A panel of the menu.
    enum Panel: Hashable, Sendable {
        case tiles
        case page(MenuPage)
        /// All settings of a page.
        case all(MenuPage)
        case archers
        /// The page of one archer, by name.
        case archer(String)
        case naming
        case about
        /// The shooting line's clock.
        case lineClock

        /// The archer whose page it is.
        var archer: String? { if case .archer(let name) = self { name } else { nil } }
    }

    /// The target of a finger.
    enum Target: Hashable {
        case tile(MenuTile)
        /// The rows, with their scroll position then. A touch on a moving list stops it and taps nothing.
        case list(Double, wasMoving: Bool)
        case letter(Int)
        /// Elsewhere on a sheet.
        case sheet
        case picture
    }

    /// The share of the way by which the current panel has come in, 0…1.
    private(set) var slide: Transition
    /// The panels over the tiles, in the order in which they were opened.
    private(set) var panels: [Panel] = []
    /// The panel that goes while another one comes.
    private(set) var leaving: Panel?
    var tile = MenuTile.archer
    /// The chosen row of each panel when it was last in sight.
    var choices: [Panel: Int] = [:]
    var scrolls: [Panel: Scroll] = [:]
    /// True while the knob holds the chosen row's value.
    var isEditing = false
    /// The settings from before the knob took up the value: STOP puts them back.
    var before: Settings?
    var learning = KeyLearning()
    var wheel = NameWheel()
    /// The result of the last action here, shown instead of the help line until another row is chosen.
    var outcome: String?
    /// The first visible paragraph of the About page.
    var aboutTop = 0
    var touch: Touch<Target>?

    init(at now: Timestamp) {
        slide = Transition(at: 0, since: now)
    }

    /// The current panel.
    var panel: Panel { panels.last ?? .tiles }
    /// The archer whose page is up, or is under the letters of a new name.
    var archer: String? { panels.lazy.compactMap(\.archer).last }

    // MARK: Opening and closing

    mutating func open(in context: inout Context, at now: Timestamp) {
        panels = []
        leaving = nil
        isEditing = false
        outcome = nil
        touch = nil
        // The first tile goes on with a session, while there is one. Some tiles aren't always there.
        if context.goOnOffer != nil { tile = .goOn } else if !MenuTile.tiles(in: context).contains(tile) { tile = .archer }
        slide.go(to: 1, at: now, within: context.settings.sheetMotion)
    }

    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let effects = putBack(in: &context, at: now)
        forgetHeldRow(context.settings)
        leaving = nil
        if context.cover.place == .menu {
            slide.go(to: 0, at: now, within: context.settings.sheetMotion)
        } else {
            // The menu went with the screen that came over it.
            slide = Transition(at: 0, since: now)
        }
        return .effects(effects)
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .tick:
            if let deadline = learning.deadline, deadline <= now { stopLearning(saying: Strings.nothingLearned) }
            if slide.span.end <= now { leaving = nil }
        case .card(.settings):
            isEditing = false
            before = nil
            // Other settings may name other archers.
            if let archer, !context.settings.archers.contains(where: { $0.name == archer }) { show([.archers], in: context, at: now) }
        default: break
        }
        return []
    }

    /// Shows another panel. From sheet to sheet nothing moves.
    mutating func show(_ panels: [Panel], in context: Context, at now: Timestamp) {
        let left = panel
        forgetHeldRow(context.settings)
        self.panels = panels
        outcome = nil
        touch = nil
        guard (left == .tiles) != (panel == .tiles) else { return leaving = nil }
        leaving = left
        slide = Transition(at: 0, since: now)
        slide.go(to: 1, at: now, within: context.settings.sheetMotion)
    }

    /// Makes the panel begin at its first row the next time, if its row has to be held.
    private mutating func forgetHeldRow(_ settings: Settings) {
        guard row(in: settings)?.isHeld == true else { return }
        choices[panel] = nil
        scrolls[panel] = nil
    }

    // MARK: Input

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point):
            let target = holdTarget(at: point, context, at: now)
            touch = Touch(target, at: point, at: now)
            context.switchingOff.dismissObjection()
            if context.doubleTap.note(at: point, isOnPicture: target == .picture, at: now) { return .effects(context.mark(at: now).effects) }
            return []
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            dragRows(context, at: now)
            return []
        case .touchUp: return liftFinger(in: &context, at: now)
        case .key(let key): return .effects(learn(key, in: &context, at: now))
        case .interrupted:
            stopLearning(saying: Strings.nothingLearned)
            return []
        case .typed(let typing) where panel == .naming:
            guard typing != .done else { return takeName(in: &context, at: now) }
            write { $0.write(typing) }
            return []
        default: break
        }
        switch panel {
        case .tiles, .about, .naming: return perform(input, in: &context, at: now)
        case .page, .all, .archers, .archer, .lineClock: return useRows(input, in: &context, at: now)
        }
    }

    /// Goes back to the panel under this one.
    mutating func close(in context: Context, at now: Timestamp) { show(panels.dropLast(), in: context, at: now) }

    // MARK: Tiles

    mutating func chooseTile(by steps: Int, in context: Context) { tile = tile.moved(by: steps, in: MenuTile.tiles(in: context)) }

    func panel(of tile: MenuTile) -> Panel? {
        switch tile {
        case .archer: .archers
        case .lineClock: .lineClock
        default: tile.page.map(Panel.page)
        }
    }

    mutating func openTile(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if tile == .goOn { return .effects(context.goOnOffer.map { context.goOn(with: $0, at: now) } ?? []) + [.back] }
        guard let panel = panel(of: tile) else { return [.go(tile == .box ? .box : .history)] }
        show([panel], in: context, at: now)
        return []
    }

    // MARK: About

    mutating func readOn(by steps: Int, in context: Context) {
        aboutTop = (aboutTop + steps).clamped(to: 0...max(0, Strings.about(context.settings, version: context.version).count - 1))
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let share = slide.value(at: now)
        let gone = leaving.map { layers(of: $0, context, share: 1 - share, at: now) } ?? []
        return gone + layers(of: panel, context, share: share, at: now)
    }

    private func layers(of panel: Panel, _ context: Context, share: Double, at now: Timestamp) -> [Layer] {
        guard share > 0 else { return [] }
        let (layers, way) =
            panel == .tiles ? tileLayers(context, at: now) : sheetLayers(of: panel, context, at: now)
        return layers.map { layer in
            var layer = layer
            if context.settings.hasReducedMotion {
                layer.placement.opacity *= share
            } else {
                layer.place.x += (1 - share) * way.x
                layer.place.y += (1 - share) * way.y
            }
            return layer
        }
    }

    /// Returns the tiles, and the way on which they come in.
    private func tileLayers(_ context: Context, at now: Timestamp) -> ([Layer], way: Point) {
        let layout = TilesLayout(Theme(context.settings), MenuTile.tiles(in: context), hasFrameStrip: context.hasFrameStrip)
        var sketch = DrawingBuilder(Theme(context.settings))
        layout.draw(on: &sketch, chosen: tile, context, at: now)
        return ([Layer(.drawing(sketch.drawing))], Point(0, Canvas.bounds.maxY - layout.sheet.y))
    }

    private func sheetLayers(of panel: Panel, _ context: Context, at now: Timestamp) -> ([Layer], way: Point) {
        let layout = sheetLayout(of: panel, context, at: now)
        let drawing = SheetDrawing(layout: layout, menu: self, panel: panel, context: context, now: now)
        let way = Areas.isUpright ? Point(0, Canvas.bounds.maxY - layout.panel.y) : Point(Canvas.bounds.maxX - layout.panel.x, 0)
        return (drawing.layers, way)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let times = [learning.nextChange(after: seen), slide.span.nextChange(after: seen), scrolls[panel]?.nextChange(after: seen)]
        return times.compactMap { $0 }.filter { $0 > seen }.min()
    }

    func isWriting(in context: Context) -> Bool { panel == .naming }

    func rightOfLive(_ look: Theme) -> Double {
        panel == .tiles || Areas.isUpright ? Areas.right : Sheet.left(look, .narrow) - 24
    }

    /// Returns the place at which a toast hides nothing that matters.
    func toastPlace(in context: Context) -> ToastPlace? {
        let look = Theme(context.settings)
        guard panel == .tiles else {
            return Areas.isUpright
                ? ToastPlace(span: Areas.left...Areas.right, bottom: Sheet(look, .narrow).rect.y - Theme.margin)
                : .aboveStrip(right: Sheet.left(look, .narrow) - 24)
        }
        let tiles = TilesLayout(look, MenuTile.tiles(in: context), hasFrameStrip: context.hasFrameStrip)
        return ToastPlace(span: Areas.left...Areas.right, bottom: tiles.sheet.y - Theme.margin)
    }
}

extension Settings {
    /// The time in which a sheet comes or goes.
    var sheetMotion: Duration { self.hasReducedMotion ? Motion.crossFade : Motion.sheet }
}

extension MenuTile {
    /// Returns the tile this number of steps further on, but not beyond the first and the last.
    fileprivate func moved(by steps: Int, in tiles: [MenuTile]) -> MenuTile {
        let index = tiles.firstIndex(of: self) ?? 0
        return tiles[(index + steps.clamped(to: -tiles.count...tiles.count)).clamped(to: 0...tiles.count - 1)]
    }
}
