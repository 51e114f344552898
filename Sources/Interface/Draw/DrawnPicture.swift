// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture on a screen that may have drawings: where it lies, and of what it is at this instant.
struct DrawnPicture: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case clip(ClipKey)
        /// The delay line, live or delayed.
        case line
    }

    var subject: Subject
    /// Where its moving picture comes from; `nil` for one that isn't a layer's own.
    var video: VideoSource?
    var map: PictureMap
    /// Only what lies in here is seen of it.
    var area: Rect
    /// The picture's time: after the clip's first one, or in the line on the common clock. `nil`: it has no drawings but those that stay.
    var seconds: Double?
    var isLeftHanded: Bool

    /// - Parameters:
    ///   - layer: the video's own, with its place and crop.
    ///   - size: of the recorded picture.
    init(
        _ subject: Subject, _ layer: Layer, orientation: PictureOrientation, size: VideoSize, seconds: Double?, isLeftHanded: Bool, area: Rect? = nil
    ) {
        self.subject = subject
        if case .video(let source) = layer.content { video = source }
        map = PictureMap(within: layer.place, crop: layer.crop, orientation: orientation, size: size)
        self.area = area ?? layer.place
        self.seconds = seconds
        self.isLeftHanded = isLeftHanded
    }

    /// What is drawn on it: its own, and what stays on every picture.
    func annotations(in context: Context) -> [Annotation] {
        own(in: context) + (context.lines.isOn ? context.lines.lines(isLeftHanded: isLeftHanded, map.orientation) : [])
    }

    /// What was drawn on this footage.
    func own(in context: Context) -> [Annotation] {
        switch subject {
        case .clip(let key): context.desk.clip(key)?.judgement.annotations ?? []
        // What is live or delayed has none of its own: nobody drew on it yet.
        case .line: seconds == nil ? [] : context.lineDrawings.seen
        }
    }

    /// It is of a clip of the session that is looked at.
    func isOwn(in context: Context) -> Bool { if case .clip(let key) = subject { context.desk.owns(key) } else { false } }

    /// What lies on it: what moves, and above that what is drawn.
    /// - Parameter hidden: this one is being changed, and is drawn by whoever does.
    func layers(in context: Context, hiding hidden: Int? = nil) -> [Layer] {
        [movement(in: context).flatMap { layer(of: MovementCells(map).groups($0)) }, drawings(in: context, hiding: hidden)].compactMap { $0 }
    }

    private func drawings(in context: Context, hiding hidden: Int?) -> Layer? {
        let painting = AnnotationPainting(map)
        let seen = annotations(in: context).filter { $0.id != hidden && (seconds != nil || $0.span == nil) }
        return layer(of: seen.map { painting.commands([$0], at: seconds) })
    }

    /// - Parameter groups: each is painted anew when something of it changes, and no other then.
    private func layer(of groups: [[DrawingCommand]]) -> Layer? {
        groups.contains { !$0.isEmpty } ? Layer(.drawing(Drawing(groups.map { .clipped(area, cornerRadius: 0, $0) }))) : nil
    }
}

extension DrawnPicture {
    /// One of its drawings comes or goes just now, or is about to.
    func isFading(in context: Context) -> Bool {
        guard let seconds else { return false }
        return own(in: context).contains { annotation in
            guard let span = annotation.span else { return false }
            let away = max(span.lowerBound - seconds, seconds - span.upperBound)
            return away > 0 && away < 2 * Annotation.fade
        }
    }
}

extension Context {
    /// Whether who shoots now is left-handed.
    var isShooterLeftHanded: Bool { settings.isLeftHanded(settings.shooter?.name) }
    /// Whether the archer of the book on the desk is.
    var isBookLeftHanded: Bool { settings.isLeftHanded(desk.book?.archer) }

    /// The lines that stay as a tool, in Live and in replays.
    var linesOffer: ToolOffer { ToolOffer(.lines, state: lines.isOn ? Strings.onOff(true) : nil) }

    /// Shows the lines that stay, or hides them. Where there are none yet, the box has some.
    mutating func toggleLines(at now: Timestamp) -> [ScreenOutcome] {
        lines.isOn.toggle()
        if lines.isOn, lines.lines.isEmpty { lines.lines = StandingLines.templates }
        say(Strings.standingLines(lines.isOn), at: now)
        return [.effect(keepLines())]
    }

    /// What was changed of the lines that stay goes to the card.
    mutating func keepLines() -> Effect {
        defer { knownLines = lines }
        return .card(.keepLines(lines, changedFrom: knownLines))
    }
}
