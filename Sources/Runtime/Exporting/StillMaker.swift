// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface
import Media

/// Makes pictures of clips to take home, with what was drawn on them: PNG, with every pixel that was recorded.
enum StillMaker {
    /// Returns the first picture that isn't before a position, turned as it is shown: a drawing that begins there is first seen on this
    /// picture.
    /// - Parameter place: in seconds after the clip's first picture.
    static func still(of clip: FilmClip, at place: Double) throws(ClipError) -> [UInt8] {
        let pictures = try FootageFrames(clip.path)
        let orientation = clip.orientation ?? pictures.orientation
        let canvas = FilmCanvas(size: orientation.size(of: pictures.size))
        let spot = FilmSpot(pictures.size, orientation, in: canvas.bounds, of: canvas.size)
        try pictures.go(to: .seconds(place) - FreezeRule.slack)
        var frame = try pictures.next()
        while let next = frame, next.stamp.timestamp < .zero + .seconds(place) - FreezeRule.slack, let later = try pictures.next() { frame = later }
        guard let frame else { throw .unreadable(clip: clip.path, operation: "decode", reason: .noPicture) }
        try canvas.draw(frame, at: spot)
        let seen = max(place, Timestamp.zero.duration(to: frame.stamp.timestamp).inSeconds)
        return try canvas.png(with: AnnotationPainting(spot.map).commands(clip.drawings(spot.map.orientation), at: seen))
    }

    /// Returns eight pictures in a row, each with its time from the moment.
    /// - Parameter center: the point that stays in the middle of each, 0…1 of the width; `nil`: where the person is.
    static func strip(of clip: FilmClip, step: Double, center: Double?, session: String, goesOn: () -> Bool) throws(ClipError) -> [UInt8] {
        let pictures = try FootageFrames(clip.path)
        let orientation = clip.orientation ?? pictures.orientation
        let last = max(.zero, pictures.duration - pictures.rate.interval / 2)
        let moment = min(Duration.seconds(clip.place), last)
        let step = Duration.seconds(step.clamped(to: 0.001...StripRow.longestStep))
        let row = StripRow(around: moment, step: step, within: .zero...last)
        let layout = StripTiles(seen: orientation.size(of: pictures.size))
        var frames: [VideoFrame?] = []
        for offset in row.offsets {
            guard goesOn() else { throw .output(Message.clipGivenUp.description) }
            guard let place = row.place(offset) else {
                frames.append(nil)
                continue
            }
            frames.append(try picture(of: pictures, at: place.inSeconds, clip))
        }
        let middle: Double = if let center { center } else if layout.share < 1 { try clip.person(goesOn: goesOn)?.x ?? 0.5 } else { 0.5 }
        let canvas = FilmCanvas(size: layout.size)
        let mapping = CanvasMapping(size: layout.size, canvas: .wide)
        let pixel = 1 / mapping.scale
        let bounds = canvas.bounds
        var commands: [DrawingCommand] = [
            .fill(bounds, cornerRadius: 0, Palette.page),
            text(clip.name, at: Point(bounds.x + 32 * pixel, bounds.y + 20 * pixel), size: 40 * pixel, weight: .semibold, Palette.text),
            text(
                session, at: Point(bounds.maxX - 32 * pixel, bounds.y + 26 * pixel), size: 28 * pixel, alignment: .trailing, Palette.caption),
        ]
        canvas.paint(commands)
        commands = Array(commands.dropFirst())
        for (offset, (place, frame)) in zip(row.offsets, zip(layout.tiles, frames)) {
            let tile = mapping.canvas(place)
            if let frame, let seconds = row.place(offset)?.inSeconds {
                let spot = FilmSpot(pictures.size, orientation, in: tile, crop: Zoom(around: middle).crop(width: layout.share), of: layout.size)
                try canvas.draw(frame, at: spot)
                let drawn = AnnotationPainting(spot.map).commands(clip.drawings(spot.map.orientation), at: seconds)
                if !drawn.isEmpty { commands.append(.clipped(tile, cornerRadius: 0, drawn)) }
            } else {
                commands.append(text("–", at: Point(tile.center.x, tile.center.y - 24 * pixel), size: 48 * pixel, alignment: .center, Palette.text))
            }
            let isMoment = offset == 0
            if isMoment { commands.append(.stroke(tile.inset(by: 2.5 * pixel), cornerRadius: 0, width: 5 * pixel, Palette.text)) }
            commands.append(
                text(
                    isMoment ? Strings.clockMilliseconds(0) : Strings.offsetMilliseconds((step * offset).inSeconds),
                    at: Point(tile.center.x, tile.maxY + 10 * pixel), size: 32 * pixel, weight: isMoment ? .semibold : .regular, alignment: .center,
                    isMoment ? Palette.text : Palette.caption))
        }
        return try canvas.png(with: commands)
    }

    private static func text(
        _ words: String, at origin: Point, size: Double, weight: TextRun.Weight = .regular, alignment: TextRun.Alignment = .leading, _ color: Color
    ) -> DrawingCommand {
        .text(TextRun(words, at: origin, size: size, weight: weight, alignment: alignment, color: color))
    }

    /// Returns the picture at a time of the clip. Each call must be for a later time than the one before.
    private static func picture(of pictures: FootageFrames, at seconds: Double, _ clip: FilmClip) throws(ClipError) -> VideoFrame {
        // The times of drawings are whole milliseconds.
        let place = Duration.seconds(seconds) + FreezeRule.slack
        if pictures.isAtBeginning { try pictures.go(to: place) }
        guard let frame = try pictures.picture(at: place) else {
            throw .unreadable(clip: clip.path, operation: "decode", reason: .noPicture)
        }
        return frame
    }
}
