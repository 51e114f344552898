// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawings on a clip that lies at rest among others. They are painted for that one position and hidden while anything moves, so
/// nothing is painted for moving clips.
struct RestingDrawings {
    private let key: ClipKey
    private let layer: Layer
    private let orientation: PictureOrientation
    private let size: VideoSize
    private let place: Duration
    private let archer: String?

    /// - Parameters:
    ///   - layer: the clip's film, in its position.
    ///   - orientation: the film's orientation.
    ///   - size: of the recorded picture.
    ///   - place: the current position in the clip.
    ///   - archer: who shot.
    init(of key: ClipKey, on layer: Layer, orientation: PictureOrientation, size: VideoSize, at place: Duration, archer: String?) {
        (self.key, self.layer, self.orientation, self.size, self.place, self.archer) = (key, layer, orientation, size, place, archer)
    }

    /// Returns one layer at most. The clip's own drawings are known if its session is the one on the desk.
    func layers(in context: Context) -> [Layer] {
        var context = context
        // Movement is shown in a replay only.
        context.movement.isOn = false
        let picture = DrawnPicture(
            .clip(key), layer, orientation: orientation, size: size, seconds: place.inSeconds,
            isLeftHanded: context.settings.isLeftHanded(archer))
        return picture.layers(in: context).map { joined($0, picture, context) }
    }

    /// Joins the drawings into one quad; drawings that lie apart would be a quad each. The space between them is empty but counts as
    /// painted.
    private func joined(_ layer: Layer, _ picture: DrawnPicture, _ context: Context) -> Layer {
        guard case .drawing(let drawing) = layer.content, drawing.commands.count > 1 else { return layer }
        let places = picture.annotations(in: context).flatMap { $0.points.map(picture.map.canvas) }
            .map { Rect(x: $0.x - 8, y: $0.y - 8, width: 16, height: 16) }
        guard let first = places.first, let around = places.reduce(first, { $0.union($1) }).intersection(picture.area) else { return layer }
        var joined = layer
        joined.content = .drawing(Drawing([.fill(around, cornerRadius: 0, Palette.ink.opacity(0))] + drawing.commands))
        return joined
    }

    /// Returns the next instant after `seen` at which a drawing may come or go by time alone, or `nil` if none does.
    /// - Parameter place: the position in the clip at `seen`; the clip plays.
    static func nextChange(of annotations: [Annotation], at place: Duration, after seen: Timestamp) -> Timestamp? {
        let spans = annotations.compactMap(\.span)
        guard !spans.isEmpty else { return nil }
        let seconds = place.inSeconds
        let fades = spans.contains { span in
            let away = max(span.lowerBound - seconds, seconds - span.upperBound)
            return away > -Annotation.fade && away < 2 * Annotation.fade
        }
        return seen + (fades ? Motion.step : .milliseconds(50))
    }
}
