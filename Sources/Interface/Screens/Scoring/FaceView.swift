// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The view of a face through a square window: the point of the sheet in the window's middle, and the distance to the window's edge.
struct FaceView: Hashable, Sendable {
    /// The point in the window's middle, in millimetres from the sheet's centre, x to the right, y up.
    var x: Double
    var y: Double
    /// Half of the visible width, in millimetres.
    var reach: Double

    /// The factor for the space round the rings that have to be visible.
    private static let margin = 1.1
    /// The factor for one spot among several, which nearly fills the window.
    private static let spotMargin = 1.09

    /// Shows what matters while an end is scored. Of a face with several spots: the active spot. Of any other: one ring more than the
    /// outermost of these arrows, and at least the reds.
    /// - Parameter held: the ring of the arrow that is scored now.
    init(_ end: EndRecord, spot: Int, held: Int?) {
        let face = end.face
        let centre = face.spots[spot]
        (x, y) = (centre.x.millimetres, centre.y.millimetres)
        let last = face.rings.count - 1
        guard face.spots.count == 1 else {
            reach = face.scoringDiameter.millimetres / 2 * Self.spotMargin
            return
        }
        let outermost = (end.arrows.filter(\.isHit).map(end.ring) + [held].compactMap { $0 }).max() ?? 0
        let shown = max(face.ringOfReds, min(outermost + 1, last))
        reach = face.rings[shown].diameter.millimetres / 2 * Self.margin
        // An arrow beside the face has to be visible too.
        if outermost > last { reach = max(reach, end.reach.millimetres * 1.02) }
    }

    /// Shows the whole sheet.
    init(sheetOf face: Face) {
        let sheet = FaceDrawing.sheet(of: face)
        (x, y) = (sheet.center.x, -sheet.center.y)
        reach = max(sheet.width, sheet.height) / 2 * 1.03
    }

    private init(x: Double, y: Double, reach: Double) {
        (self.x, self.y, self.reach) = (x, y, reach)
    }

    func drawing(of face: Face, in window: Rect) -> FaceDrawing {
        let scale = min(window.width, window.height) / 2 / reach
        return FaceDrawing(face, centre: Point(window.center.x - x * scale, window.center.y + y * scale), scale: scale)
    }

    /// Returns a view on the way from this one to another.
    func moved(_ share: Double, to other: FaceView) -> FaceView {
        FaceView(x: x + (other.x - x) * share, y: y + (other.y - y) * share, reach: reach + (other.reach - reach) * share)
    }
}

/// The view of the face on its way from one view to the next.
struct FaceZoom: Hashable, Sendable {
    private var from: FaceView
    private(set) var target: FaceView
    private(set) var span: TimeSpan

    static let time: Duration = .milliseconds(250)

    /// Rests at a view.
    init(at view: FaceView, since now: Timestamp) {
        (from, target, span) = (view, view, TimeSpan(now, for: .zero))
    }

    mutating func go(to view: FaceView, isReduced: Bool, at now: Timestamp) {
        guard view != target else { return }
        from = self.view(at: now)
        target = view
        span = TimeSpan(now, for: isReduced ? .zero : Self.time)
    }

    /// Returns the view at an instant. It sets off at once and comes to rest gently.
    func view(at now: Timestamp) -> FaceView {
        guard now < span.end else { return target }
        let left = 1 - span.progress(at: now)
        return from.moved(1 - left * left * left, to: target)
    }
}

extension Face {
    /// The outermost red ring; on faces without red, the first ring whose diameter is at least two fifths of the face's.
    fileprivate var ringOfReds: Int {
        rings.lastIndex { $0.color == .red } ?? rings.firstIndex { $0.diameter.micrometres * 5 >= scoringDiameter.micrometres * 2 } ?? 0
    }
}

extension FaceView {
    /// Returns the spot of the face that it shows.
    func spot(of face: Face) -> Int { face.nearestSpot(to: FacePoint(x, y)) }
}
