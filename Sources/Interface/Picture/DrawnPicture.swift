// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture on a screen that may have drawings: its place on the canvas, and what it shows at this instant.
struct DrawnPicture: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case clip(ClipKey)
        /// The delay line, live or delayed.
        case line
    }

    var subject: Subject
    /// The source of its moving picture; `nil` if its layer shows no video.
    var video: VideoSource?
    var map: PictureMap
    /// The area in which the picture is visible.
    var area: Rect
    /// The picture's time in seconds: after the clip's first picture, or, in the line, on the common clock. `nil` if it has only standing
    /// lines.
    var seconds: Double?
    var isLeftHanded: Bool

    /// - Parameters:
    ///   - layer: the video's layer, with its place and crop.
    ///   - size: the size of the recorded picture.
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

    /// Returns the drawings on it: its own, and the standing lines.
    func annotations(in context: Context) -> [Annotation] {
        own(in: context) + (context.lines.isOn ? context.lines.lines(isLeftHanded: isLeftHanded, map.orientation) : [])
    }

    /// Returns the drawings that were made on this footage.
    func own(in context: Context) -> [Annotation] {
        switch subject {
        case .clip(let key): context.desk.clip(key)?.judgement.annotations ?? []
        // The live and the delayed picture have no drawings of their own: nobody drew on them yet.
        case .line: seconds == nil ? [] : context.lineEdits.seen
        }
    }

    /// Returns true if it shows a clip of the session on the desk.
    func isOwn(in context: Context) -> Bool { if case .clip(let key) = subject { context.desk.owns(key) } else { false } }

    /// Returns the layers on it: what moves, and above that the drawings.
    /// - Parameter hidden: the id of a drawing that is being changed, and is drawn elsewhere.
    func layers(in context: Context, hiding hidden: Int? = nil) -> [Layer] {
        [movement(in: context).flatMap { layer(of: MovementCells(map).groups($0)) }, drawings(in: context, hiding: hidden)].compactMap { $0 }
    }

    private func drawings(in context: Context, hiding hidden: Int?) -> Layer? {
        let painting = AnnotationPainting(map)
        let seen = annotations(in: context).filter { $0.id != hidden && (seconds != nil || $0.span == nil) }
        return layer(of: seen.map { painting.commands([$0], at: seconds) })
    }

    /// - Parameter groups: the commands, in groups. A change in a group repaints only that group.
    private func layer(of groups: [[DrawingCommand]]) -> Layer? {
        groups.contains { !$0.isEmpty } ? Layer(.drawing(Drawing(groups.map { .clipped(area, cornerRadius: 0, $0) }))) : nil
    }
}

extension DrawnPicture {
    /// Returns true if one of its drawings is fading in or out, or is about to.
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
    /// True if the current shooter is left-handed.
    var isShooterLeftHanded: Bool { settings.isLeftHanded(settings.shooter?.name) }
    /// True if the archer of the book on the desk is left-handed.
    var isBookLeftHanded: Bool { settings.isLeftHanded(desk.book?.archer) }

    /// The standing lines as a tool, in Live and in replays.
    var linesOffer: ToolOffer { ToolOffer(.lines, state: lines.isOn ? Strings.onOff(true) : nil) }

    /// Shows or hides the standing lines. If there aren't any yet, the box's own are taken.
    mutating func toggleLines(at now: Timestamp) -> [ScreenOutcome] {
        lines.isOn.toggle()
        if lines.isOn, lines.lines.isEmpty { lines.lines = StandingLines.templates }
        say(Strings.standingLines(lines.isOn), at: now)
        return [.effect(keepLines())]
    }

    /// Returns the effect that stores changed standing lines on the card.
    mutating func keepLines() -> Effect {
        defer { knownLines = lines }
        return .card(.keepLines(lines, changedFrom: knownLines))
    }
}
