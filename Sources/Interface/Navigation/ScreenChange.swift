// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The change from one screen to another: one of the two slides over the other, which stays where it is.
///
/// The screen that is left is kept as it was drawn last, so nothing is painted for it. A page slides rather than a moving picture, because
/// display planes show that in its own place. If both screens show the face of the same end, only the face moves, from its place on the one
/// to its place on the other: the words of the one go before those of the other come. With reduced motion the upper screen fades, and nothing moves.
///
/// What display planes can't show is composed, and there each pixel has its price: what a page of clips hides isn't composed.
struct ScreenChange: Hashable, Sendable {
    /// The screen that is above and moves.
    private enum Above: Hashable {
        case coming, leaving
        /// The face moves above both.
        case face(from: FaceSight, to: FaceSight)
        /// The screen that is left goes out in a way of its own, above the new one.
        case exit(ScreenExit)
    }

    /// The words of a screen go in this time while its face moves.
    private static let wordsGo: Duration = .milliseconds(80)

    private let left: [Layer]
    /// The tracks of the screen that is left; they play on until that is gone.
    let tracks: [Track]
    let span: TimeSpan
    private let above: Above
    /// The side on which the moving screen comes or goes: 1 is right, −1 is left.
    private let side: Double
    private let fades: Bool
    /// True if a whole page moves, and not a sheet.
    private let isWhole: Bool

    /// - Returns: `nil` if only that changes which lies on Live and moves by itself.
    /// - Parameters:
    ///   - face: the face of the end that both screens show, on the old and on the new one.
    ///   - exit: the exit of the screen that is left, if it goes in a way of its own.
    init?(
        from before: Path, to after: Path, left: [Layer], tracks: [Track], face: (from: FaceSight, to: FaceSight)?, exit: ScreenExit? = nil,
        hasReducedMotion: Bool, at now: Timestamp
    ) {
        let (old, new) = (before.ground, after.ground)
        // A sheet moves in by itself.
        guard after.place != .export, old != new || before.place == .export else { return nil }
        self.left = left
        self.tracks = tracks
        fades = hasReducedMotion
        isWhole = before.place != .export
        let exit = hasReducedMotion ? nil : exit
        span = exit?.span ?? TimeSpan(now, for: hasReducedMotion ? Motion.crossFade : Motion.slide)
        if let exit {
            (above, side) = (.exit(exit), 0)
            return
        }
        if let face, !hasReducedMotion {
            (above, side) = (.face(from: face.from, to: face.to), 0)
            return
        }
        guard before.place != .export else {
            (above, side) = (.leaving, 1)
            return
        }
        // The past comes from the left, the side of the key that leads there, and goes back there.
        guard old != .live || !new.isReplay, !old.isReplay || new != .live else {
            (above, side) = (.leaving, new.isReplay ? 1 : -1)
            return
        }
        let isForward = after.depth > before.depth || (after.depth == before.depth && new != .live)
        if isForward {
            above = new.isPage ? .coming : .leaving
            side = new.isPage ? 1 : -1
        } else {
            above = old.isPage || !new.isPage ? .leaving : .coming
            side = above == .leaving ? 1 : -1
        }
    }

    /// - Parameter coming: the layers of the new screen, at rest.
    func layers(_ coming: [Layer], at now: Timestamp) -> [Layer] {
        let progress = span.progress(at: now)
        guard progress < 1 else { return coming }
        let rest = (1 - progress) * (1 - progress) * (1 - progress)
        switch above {
        case .coming: return under(coming, left, away: rest, opacity: progress) + coming.map { moved($0, away: rest, opacity: progress) }
        case .leaving:
            return under(left, coming, away: 1 - rest, opacity: 1 - progress) + left.map { moved($0, away: 1 - rest, opacity: 1 - progress) }
        case .face(let from, let to):
            let ground = Layer(.drawing(Drawing([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])))
            let turn = Self.wordsGo.inSeconds / span.start.duration(to: span.end).inSeconds
            let words = progress < turn ? left.map { $0.faded(by: 1 - progress / turn) } : coming.map { $0.faded(by: (progress - turn) / (1 - turn)) }
            return [ground] + words + [Layer(.drawing(from.moved(1 - rest, to: to).picture))]
        case .exit(let exit): return coming.map { $0.darkened(by: exit.shade(at: now)) } + exit.layers(at: now)
        }
    }

    /// Returns the layers under a page. A page of clips has no ground of its own, so the layers under it are cropped to what it doesn't
    /// hide; if it fades in, they are darkened with it.
    /// - Parameters:
    ///   - away: the share by which the page is moved out, 0…1.
    ///   - opacity: the opacity of the page, if it fades.
    private func under(_ page: [Layer], _ layers: [Layer], away: Double, opacity: Double) -> [Layer] {
        guard isWhole, page.contains(where: \.isClip) else { return layers }
        if fades { return layers.map { $0.darkened(by: opacity) } }
        let width = away * Canvas.bounds.width
        let seen = Rect(x: side > 0 ? 0 : Canvas.bounds.maxX - width, y: 0, width: width, height: Canvas.bounds.height)
        return layers.compactMap { layer in
            guard let window = (layer.window ?? Canvas.bounds).intersection(seen) else { return nil }
            var layer = layer
            layer.window = window
            return layer
        }
    }

    private func moved(_ layer: Layer, away: Double, opacity: Double) -> Layer {
        var layer = layer
        if fades {
            layer.placement.opacity *= opacity
        } else {
            let shift = side * away * Canvas.bounds.width
            // Anything beyond the screen's own edge stays hidden.
            if layer.place.x < 0 || layer.place.maxX > Canvas.bounds.maxX || layer.window != nil {
                var window = layer.window?.intersection(Canvas.bounds) ?? Canvas.bounds
                window.x += shift
                layer.window = window
            }
            layer.place.x += shift
            if let anchor = layer.transform.anchor { layer.transform.anchor = Point(anchor.x + shift, anchor.y) }
        }
        return layer
    }
}

extension Layer {
    /// True if it lies on its page like a sheet of paper, which no display plane can show.
    fileprivate var isClip: Bool { placement.border != nil }

    fileprivate func faded(by opacity: Double) -> Layer {
        var layer = self
        layer.placement.opacity *= opacity
        return layer
    }

    /// - Parameter share: 0…1.
    fileprivate func darkened(by share: Double) -> Layer {
        var layer = self
        layer.placement.shade = 1 - (1 - placement.shade) * (1 - share)
        return layer
    }
}

extension ScreenKind {
    /// The place that fills the TV under it: Live under the menu and the dialog.
    var ground: ScreenKind { showsLive ? .live : self }
    /// True if it has a ground of its own, and no moving picture.
    fileprivate var isPage: Bool { !showsLive && !isReplay }
    fileprivate var isReplay: Bool { self == .replay || self == .autoReplay }
}
