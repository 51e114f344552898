// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface
import Media

/// Two clips on one clock, so that their moments are seen at the same instant, with the drawings of both: as they are compared on the TV.
final class CompareScene: FilmScene {
    private struct Side {
        let clip: FilmClip
        let pictures: FootageFrames
        let spot: FilmSpot
        /// The area in which the picture and its drawings are visible, in canvas units.
        let area: Rect
        /// The position in the clip at which the common clock is zero.
        let zero: Duration

        /// The part of the common clock's time that the clip covers.
        var span: ClosedRange<Duration> { .zero - zero...max(.zero - zero, pictures.duration - pictures.rate.interval - zero) }
    }

    let frames: Int
    /// A, and over it B.
    private let sides: [Side]
    private let span: ClosedRange<Duration>
    private let rate: FrameRate
    private let view: ComparisonView
    private let names: (ComparisonOverlay.Name, ComparisonOverlay.Name)
    private var shown = 0

    /// - Parameters:
    ///   - shift: the time by which the second clip is aligned earlier than its moment says.
    ///   - goesOn: asked before each picture that is searched for motion.
    init(
        _ one: (clip: FilmClip, pictures: FootageFrames), _ other: (clip: FilmClip, pictures: FootageFrames), shift: Duration,
        _ view: ComparisonView, on canvas: FilmCanvas, goesOn: () -> Bool
    ) throws(ClipError) {
        let orientations = [one, other].map { $0.clip.orientation ?? $0.pictures.orientation }
        let aspects = zip([one, other], orientations).map { side, orientation in
            let seen = orientation.size(of: side.pictures.size)
            return Double(max(1, seen.width)) / Double(max(1, seen.height))
        }
        let shares = zip([false, true], aspects).map { view.picture(isOther: $0, aspect: $1).crop.width }
        var view = view
        if view.zoom == nil || view.otherZoom == nil {
            let isWhole = shares.allSatisfy { $0 >= 1 }
            let persons = isWhole ? (nil, nil) : PersonFinder.shared(try one.clip.person(goesOn: goesOn), try other.clip.person(goesOn: goesOn))
            view = view.around(persons.0?.x ?? 0.5, persons.1?.x ?? 0.5)
        }
        self.view = view
        sides = zip([(one, Duration.zero), (other, shift)], [false, true]).map { given, isOther in
            let index = isOther ? 1 : 0
            let ((clip, pictures), shift) = given
            let picture = view.picture(isOther: isOther, aspect: aspects[index])
            return Side(
                clip: clip, pictures: pictures, spot: FilmSpot(pictures.size, orientations[index], as: picture, of: canvas.size),
                area: picture.area, zero: .seconds(clip.place) + shift)
        }
        names = (ComparisonOverlay.Name(one.clip.title, one.clip.score), ComparisonOverlay.Name(other.clip.title, other.clip.score))
        // A step is one picture of the clip with the higher rate.
        rate = one.pictures.rate.hertz >= other.pictures.rate.hertz ? one.pictures.rate : other.pictures.rate
        guard sides[0].span.overlaps(sides[1].span) else {
            throw .unreadable(clip: other.clip.path, operation: "compare", reason: .nothingInCommon)
        }
        span = ComparisonView.common(sides[0].span, sides[1].span)
        frames = Int(rate.count(within: span.upperBound - span.lowerBound + .microseconds(20)))
        for side in sides { try side.pictures.go(to: span.lowerBound + side.zero) }
    }

    var length: Duration { rate.offset(of: Int64(shown)) }

    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])? {
        guard shown < frames else { return nil }
        let time = rate.offset(of: Int64(shown))
        let clock = span.lowerBound + time
        // A picture that is laid over another one, or doesn't fill its area, must not show the picture before it.
        canvas.clear()
        var commands: [DrawingCommand] = []
        for side in sides {
            let place = clock + side.zero
            guard let frame = try side.pictures.picture(at: place) else { continue }
            try canvas.draw(frame, at: side.spot)
            let drawn = AnnotationPainting(side.spot.map).commands(side.clip.drawings(side.spot.map.orientation), at: place.inSeconds)
            if !drawn.isEmpty { commands.append(.clipped(side.area, cornerRadius: 0, drawn)) }
        }
        canvas.paint(commands + ComparisonOverlay.commands(view, names, at: clock))
        shown += 1
        let sound = FilmCue(clip: sides[0].clip.path, place: span.lowerBound + sides[0].zero, time: .zero)
        return (time, shown == 1 ? [sound] : [])
    }
}
