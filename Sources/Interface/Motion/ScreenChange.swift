// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One screen goes and another comes: one of the two slides over the other, which stays where it is.
///
/// The screen that is left is kept as it was drawn last, so nothing is painted for it. A page slides rather than a moving picture,
/// which display planes show in its own place. Where both show the face of the same end, the face moves from its place on the one to its
/// place on the other, and the rest fades over. With reduced motion the one above fades, and nothing moves.
///
/// What display planes can't show is composed, and of that each pixel counts: of what a page of clips hides, nothing is composed.
struct ScreenChange: Hashable, Sendable {
    /// Which screen is above and moves.
    private enum Above: Hashable {
        case coming, leaving
        /// The face moves above both.
        case face(from: FaceSight, to: FaceSight)
        /// The screen that is left goes out in a way of its own, above what comes.
        case exit(ScreenExit)
    }

    private let left: [Layer]
    /// What plays on the screen that is left; it goes on until that is gone.
    let tracks: [Track]
    let span: Stretch
    private let above: Above
    /// To the right is 1, to the left −1.
    private let side: Double
    private let fades: Bool
    /// What moves is a whole page, and no sheet.
    private let isWhole: Bool

    static let slide: Duration = .milliseconds(250)

    /// - Returns: `nil` where nothing changes but what lies on Live, which moves by itself.
    /// - Parameters:
    ///   - face: the face of the end that both screens show, on the one that is left and on the one that comes.
    ///   - exit: how the screen that is left goes out, if it goes in a way of its own.
    init?(
        from before: Path, to after: Path, left: [Layer], tracks: [Track], face: (from: FaceSight, to: FaceSight)?, exit: ScreenExit? = nil,
        hasReducedMotion: Bool, at now: Timestamp
    ) {
        let (old, new) = (before.ground, after.ground)
        // A sheet comes in by itself.
        guard after.place != .export, old != new || before.place == .export else { return nil }
        self.left = left
        self.tracks = tracks
        fades = hasReducedMotion
        isWhole = before.place != .export
        let exit = hasReducedMotion ? nil : exit
        span = exit?.span ?? Stretch(now, for: hasReducedMotion ? Motion.crossFade : Self.slide)
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
        let isForward = after.stack.count > before.stack.count || (after.stack.count == before.stack.count && new != .live)
        if isForward {
            above = new.isPage ? .coming : .leaving
            side = new.isPage ? 1 : -1
        } else {
            above = old.isPage || !new.isPage ? .leaving : .coming
            side = above == .leaving ? 1 : -1
        }
    }

    /// - Parameter coming: the layers of the screen that comes, at rest.
    func layers(_ coming: [Layer], at now: Timestamp) -> [Layer] {
        let progress = span.progress(at: now)
        guard progress < 1 else { return coming }
        let rest = (1 - progress) * (1 - progress) * (1 - progress)
        switch above {
        case .coming: return under(coming, left, away: rest, opacity: progress) + coming.map { moved($0, away: rest, opacity: progress) }
        case .leaving:
            return under(left, coming, away: 1 - rest, opacity: 1 - progress) + left.map { moved($0, away: 1 - rest, opacity: 1 - progress) }
        case .face(let from, let to):
            let faded = coming.map { layer in
                var layer = layer
                layer.placement.opacity *= progress
                return layer
            }
            return left + faded + [Layer(.drawing(from.moved(1 - rest, to: to).picture))]
        case .exit(let exit): return coming.map { $0.darkened(by: exit.shade(at: now)) } + exit.layers(at: now)
        }
    }

    /// What lies under a page. Under one of clips, which has no ground: as much of it as the page doesn't hide, and the darker the more that has faded in.
    /// - Parameters:
    ///   - away: how far the page is moved out, 0…1.
    ///   - opacity: of the page, if it fades.
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
            // What lies beyond the screen's own edge stays unseen.
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
    /// It lies on its page like a sheet of paper, as no display plane shows it.
    fileprivate var isClip: Bool { placement.border != nil }

    /// - Parameter share: 0…1.
    fileprivate func darkened(by share: Double) -> Layer {
        var layer = self
        layer.placement.shade = 1 - (1 - placement.shade) * (1 - share)
        return layer
    }
}

extension Place {
    /// What fills the TV under it: of the menu and the dialog, Live.
    var ground: Place { showsLive ? .live : self }
    /// It has a ground of its own, and no moving picture.
    fileprivate var isPage: Bool { !showsLive && self != .replay }
}
