// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface
import Media

/// A time in a scene from which on a clip is heard.
struct FilmCue: Hashable {
    /// The full path of the clip; `nil` for silence.
    var clip: String?
    /// The position in the clip.
    var place: Duration = .zero
    /// The time in the scene.
    var time: Duration
}

/// A part of a film that is being made, picture by picture.
protocol FilmScene: AnyObject {
    /// The most pictures that it can have.
    var frames: Int { get }
    /// The length of what was made so far.
    var length: Duration { get }
    /// Puts the next picture on the canvas.
    /// - Returns: when the picture is shown, since the scene began, and what is heard from then on; `nil` if the scene is over.
    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])?
}

/// A clip with its drawings, which stands still when a drawing begins.
final class DrawnScene: FilmScene {
    /// The longest time between two pictures. A clip with a longer gap is damaged, and the silence that fills the gap would have no end.
    private static let longestGap = Duration.seconds(600)

    let frames: Int
    private(set) var length = Duration.zero
    private let clip: FilmClip
    private let pictures: FootageFrames
    private let spot: FilmSpot
    private let painting: AnnotationPainting
    private let isWhole: Bool
    /// The number of additional pictures for which it stands still.
    private let freeze: Int
    private var beginnings: [Duration]
    /// The position of the clip's first picture, and below it the newest picture.
    private var origin: Duration?
    private var newest: VideoFrame?
    /// The time by which the film is behind the clip.
    private var shift = Duration.zero
    /// Set while the film stands still: since when, and the number of still pictures that were made.
    private var frozen: (since: Duration, count: Int)?

    /// - Parameter freeze: in seconds.
    init(_ clip: FilmClip, _ pictures: FootageFrames, freeze: Double, on canvas: FilmCanvas) {
        (self.clip, self.pictures) = (clip, pictures)
        spot = FilmSpot(pictures.size, clip.orientation ?? pictures.orientation, in: canvas.bounds, of: canvas.size)
        painting = AnnotationPainting(spot.map)
        isWhole = spot.visible == PixelRect(canvas.size)
        self.freeze = FreezeRule.frames(freeze, at: pictures.rate)
        beginnings = self.freeze > 0 ? clip.beginnings : []
        frames = Int(pictures.duration.inSeconds.clamped(to: 0...1e5) * pictures.rate.hertz) + beginnings.count * self.freeze + 64
    }

    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])? {
        if let frozen { return (goOn(frozen), []) }
        guard let frame = try pictures.next() else { return try freezeLast(on: canvas) }
        if let newest, newest.stamp.timestamp.duration(to: frame.stamp.timestamp) > Self.longestGap {
            throw .unreadable(clip: clip.path, operation: "decode", reason: .noPicture)
        }
        newest = frame
        let place = Timestamp.zero.duration(to: frame.stamp.timestamp)
        var cues: [FilmCue] = []
        if origin == nil {
            origin = place
            cues = [FilmCue(clip: clip.path, place: place, time: .zero)]
        }
        let time = place - (origin ?? .zero) + shift
        let due = beginnings.prefix { $0 <= place + FreezeRule.slack }
        try show(frame, at: max(place, due.last ?? place), on: canvas)
        length = time + pictures.rate.interval
        if !due.isEmpty {
            beginnings.removeFirst(due.count)
            cues += stand(since: time, at: place)
        }
        return (time, cues)
    }

    /// Shows the drawings that begin only after the last picture on that picture.
    private func freezeLast(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])? {
        guard let last = beginnings.last, let newest else { return nil }
        beginnings = []
        try show(newest, at: last, on: canvas)
        let place = Timestamp.zero.duration(to: newest.stamp.timestamp)
        let cues = stand(since: length - pictures.rate.interval, at: place)
        return frozen.map { (goOn($0), cues) }
    }

    private func show(_ frame: VideoFrame, at place: Duration, on canvas: FilmCanvas) throws(ClipError) {
        if !isWhole { canvas.clear() }
        try canvas.draw(frame, at: spot)
        canvas.paint(commands(at: place.inSeconds))
    }

    /// Returns everything that lies over the clip's picture at this time of the clip.
    private func commands(at seconds: Double) -> [DrawingCommand] {
        painting.commands(clip.drawings(spot.map.orientation), at: seconds) + PhasePainting(spot.map).commands(clip.phases, at: seconds)
    }

    private func stand(since time: Duration, at place: Duration) -> [FilmCue] {
        frozen = (time, 0)
        let interval = pictures.rate.interval
        return [
            FilmCue(time: time + interval),
            FilmCue(clip: clip.path, place: place + interval, time: time + interval + pictures.rate.offset(of: Int64(freeze))),
        ]
    }

    /// Returns the time of the next still picture.
    private func goOn(_ frozen: (since: Duration, count: Int)) -> Duration {
        let count = frozen.count + 1
        let time = frozen.since + pictures.rate.offset(of: Int64(count))
        length = time + pictures.rate.interval
        if count == freeze {
            shift += pictures.rate.offset(of: Int64(freeze))
            self.frozen = nil
        } else {
            self.frozen = (frozen.since, count)
        }
        return time
    }
}

/// A title card of one second.
final class CardScene: FilmScene {
    let frames: Int
    private let rate: FrameRate
    private let words: String
    private var shown = 0

    init(_ words: String, at rate: FrameRate) {
        (self.words, self.rate) = (words, rate)
        frames = max(1, Int(rate.hertz.rounded()))
    }

    var length: Duration { rate.offset(of: Int64(shown)) }

    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])? {
        guard shown < frames else { return nil }
        if shown == 0 {
            let bounds = canvas.bounds
            let size = 96 * min(1, bounds.width * 0.9 / max(1, TextMetrics.width(words, size: 96)))
            canvas.clear()
            canvas.paint([
                .fill(bounds, cornerRadius: 0, Palette.page),
                .text(
                    TextRun(
                        words, at: Point(bounds.center.x, bounds.center.y - size * TextMetrics.lineHeight / 2), size: size, weight: .semibold,
                        alignment: .center, color: Palette.text)),
            ])
        }
        shown += 1
        return (rate.offset(of: Int64(shown - 1)), shown == 1 ? [FilmCue(time: .zero)] : [])
    }
}
