// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Two clips side by side on one clock, so that their moments are seen at the same instant, with the drawings of both.
final class CompareScene: FilmScene {
    /// The time that is shown around the moments, as far as both clips have it; the same as on the TV.
    static let around = Duration.seconds(-2)...Duration.seconds(1)
    static var longest: Double { (around.upperBound - around.lowerBound).inSeconds }
    /// The gap between the two pictures, as a share of the width.
    private static let gap = 8.0 / 1920

    private struct Side {
        let clip: FilmClip
        let pictures: FootageFrames
        let spot: FilmSpot
        /// The position in the clip at which the common clock is zero.
        let zero: Duration
        let letter: String

        /// The part of the common clock's time that the clip covers.
        var span: ClosedRange<Duration> { .zero - zero...max(.zero - zero, pictures.duration - pictures.rate.interval - zero) }
    }

    let frames: Int
    private let sides: [Side]
    private let span: ClosedRange<Duration>
    private let rate: FrameRate
    private var shown = 0

    /// - Parameters:
    ///   - shift: how much earlier than its moment says the second clip is aligned.
    ///   - center: the point that stays in the middle of both pictures, 0…1 of the width; `nil`: the point around which most moves.
    init(
        _ one: (FilmClip, FootageFrames), _ other: (FilmClip, FootageFrames), shift: Duration, center: Double?, on canvas: FilmCanvas,
        goesOn: () -> Bool
    ) throws(ClipError) {
        let size = canvas.size
        let half = Int(Double(size.width) * (1 - Self.gap) / 2) & ~1
        let areas = [
            PixelRect(left: 0, top: 0, right: half, bottom: size.height),
            PixelRect(left: size.width - half, top: 0, right: size.width, bottom: size.height),
        ]
        let share = [one, other].map { clip, pictures in
            let seen = (clip.orientation ?? pictures.orientation).size(of: pictures.size)
            return Double(half) / Double(size.height) / (Double(max(1, seen.width)) / Double(max(1, seen.height)))
        }.reduce(1, min)
        let middle: Double = if let center { center } else { try [one.0, other.0].center(share: share, goesOn: goesOn) }
        sides = zip([(one, Duration.zero, "A"), (other, shift, "B")], areas).map { side, area in
            let ((clip, pictures), shift, letter) = side
            return Side(
                clip: clip, pictures: pictures,
                spot: FilmSpot(pictures.size, clip.orientation ?? pictures.orientation, in: area, center: middle, of: size),
                zero: .seconds(clip.place) + shift, letter: letter)
        }
        // A step is one picture of the clip with the higher rate.
        rate = one.1.rate.hertz >= other.1.rate.hertz ? one.1.rate : other.1.rate
        let from = max(sides[0].span.lowerBound, sides[1].span.lowerBound, Self.around.lowerBound)
        let through = min(sides[0].span.upperBound, sides[1].span.upperBound, Self.around.upperBound)
        guard from <= through else { throw .unreadable(clip: other.0.path, operation: "compare", reason: .nothingInCommon) }
        span = from...through
        frames = Int(rate.count(within: through - from + .microseconds(20)))
        for side in sides { try side.pictures.go(to: from + side.zero) }
    }

    var length: Duration { rate.offset(of: Int64(shown)) }

    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])? {
        guard shown < frames else { return nil }
        let time = rate.offset(of: Int64(shown))
        let clock = span.lowerBound + time
        if shown == 0 { canvas.clear() }
        var commands: [DrawingCommand] = []
        for side in sides {
            let place = clock + side.zero
            guard let frame = try side.pictures.picture(at: place) else { continue }
            try canvas.draw(frame, at: side.spot)
            let area = side.spot.map.place
            let drawn = AnnotationPainting(side.spot.map).commands(side.clip.drawings(side.spot.map.orientation), at: place.inSeconds)
            if !drawn.isEmpty { commands.append(.clipped(area, cornerRadius: 0, drawn)) }
            commands += Self.tag(side.letter, side.clip.name, at: Point(area.x + 24, area.y + 24))
        }
        canvas.paint(commands)
        shown += 1
        let sound = FilmCue(clip: sides[0].clip.path, place: span.lowerBound + sides[0].zero, time: .zero)
        return (time, shown == 1 ? [sound] : [])
    }

    private static func tag(_ letter: String, _ name: String, at corner: Point) -> [DrawingCommand] {
        let (size, height) = (36.0, 64.0)
        let width = 16 + 40 + 16 + TextMetrics.width(name, size: size) + 20
        func line(_ y: Double, _ size: Double) -> Double { y - size * TextMetrics.lineHeight / 2 }
        let middle = corner.y + height / 2
        return [
            .fill(Rect(x: corner.x, y: corner.y, width: width, height: height), cornerRadius: 16, FilmLook.scrim),
            .fill(Rect(x: corner.x + 14, y: middle - 20, width: 40, height: 40), cornerRadius: 10, FilmLook.text),
            .text(
                TextRun(
                    letter, at: Point(corner.x + 34, line(middle, 28)), size: 28, weight: .bold, alignment: .center, color: Color(hex: 0x000000))),
            .text(TextRun(name, at: Point(corner.x + 70, line(middle, size)), size: size, weight: .semibold, color: FilmLook.text)),
        ]
    }
}
