// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// From a time of a scene on a clip is heard.
struct FilmCue: Hashable {
    /// A whole path; `nil`: nothing is heard.
    var clip: String?
    /// In the clip.
    var place: Duration = .zero
    /// In the scene.
    var time: Duration
}

/// A part of a film that is made, picture by picture.
protocol FilmScene: AnyObject {
    /// How many pictures it has at the most.
    var frames: Int { get }
    /// How long it lasts, as far as it has come.
    var length: Duration { get }
    /// Puts the next picture on the canvas.
    /// - Returns: when it is shown, since the scene began, and what is heard from then on; `nil`: it is over.
    func next(on canvas: FilmCanvas) throws(ClipError) -> (time: Duration, cues: [FilmCue])?
}

/// A clip with what was drawn on it, standing still where a drawing begins.
final class DrawnScene: FilmScene {
    /// A clip in which two pictures lie further apart is damaged: for the time between them silence would be made without end.
    private static let longestGap = Duration.seconds(600)

    let frames: Int
    private(set) var length = Duration.zero
    private let clip: FilmClip
    private let pictures: FootageFrames
    private let spot: FilmSpot
    private let painting: AnnotationPainting
    private let isWhole: Bool
    /// How many pictures more one stands for.
    private let freeze: Int
    private var beginnings: [Duration]
    /// The clip's first picture, and the newest.
    private var origin: Duration?
    private var newest: VideoFrame?
    /// By how much the film is behind the clip.
    private var shift = Duration.zero
    /// While it stands still: since when, and how many pictures of that are through.
    private var frozen: (since: Duration, count: Int)?

    /// - Parameter freeze: in seconds.
    init(_ clip: FilmClip, _ pictures: FootageFrames, freeze: Double, on canvas: FilmCanvas) {
        (self.clip, self.pictures) = (clip, pictures)
        spot = FilmSpot(pictures.size, clip.orientation ?? pictures.orientation, in: PixelRect(canvas.size), of: canvas.size)
        painting = AnnotationPainting(spot.map)
        isWhole = spot.place == PixelRect(canvas.size)
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

    /// What begins only after the last picture did is seen on that.
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

    /// All that lies over the clip's picture at an instant of it.
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

    /// The next of the pictures that stand still.
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

/// A second of words.
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
                .fill(bounds, cornerRadius: 0, FilmLook.ground),
                .text(
                    TextRun(
                        words, at: Point(bounds.center.x, bounds.center.y - size * TextMetrics.lineHeight / 2), size: size, weight: .semibold,
                        alignment: .center, color: FilmLook.text)),
            ])
        }
        shown += 1
        return (rate.offset(of: Int64(shown - 1)), shown == 1 ? [FilmCue(time: .zero)] : [])
    }
}

/// What is written on films and stills.
enum FilmLook {
    static let ground = Color(hex: 0x101014)
    static let text = Color(hex: 0xFFFFFF)
    static let caption = Color(hex: 0xC7C7CC)
    static let scrim = Color(hex: 0x000000).opacity(0.72)
}
