// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Makes the films, stills and strips of an export. Each picture is decoded, composed and encoded in the calling thread, without the
/// hardware that the stream needs.
///
/// Thread-bound.
struct FilmMaker {
    /// The most lines that a comparison has.
    private static let mostLines = 1080

    /// Asked before each picture, and may take its time; once it returns false, the file is given up.
    let goesOn: () -> Bool
    /// Receives how much of the file is made, 0…1.
    let progress: (Double) -> Void

    /// - Parameter tags: the file's metadata, by the names that libavformat knows.
    /// - Throws: the error of a clip or of the output; also `ClipError.output` if the file was given up.
    func make(_ work: ExportWork, title: String, tags: [String: String], to output: any ClipOutput) throws(ClipError) {
        guard case .clips(let form, let clips, let place) = work else { return }
        guard let clip = clips.first, let last = clips.last else { throw .noFootage }
        switch form {
        case .file, .anybody, .slow, .bestOf: try row(clips.map(\.bare), slowness: form.row.slowness, tags, to: output)
        case .drawings(let freeze):
            let pictures = try FootageFrames(clip.path)
            let canvas = FilmCanvas(size: (clip.orientation ?? pictures.orientation).size(of: pictures.size))
            let scene = DrawnScene(clip, pictures, freeze: freeze, on: canvas)
            try film([.open(scene)], frames: scene.frames, of: [clip], pictures.rate, on: canvas, tags, to: output)
        case .titledBestOf: try row(clips, hasCards: true, tags, to: output)
        case .compare(let shift, let view):
            let (first, second) = (try FootageFrames(clip.path), try FootageFrames(last.path))
            let lines = min(Self.mostLines, (clip.orientation ?? first.orientation).size(of: first.size).height)
            let canvas = FilmCanvas(size: VideoSize(width: lines * 16 / 9, height: lines))
            let scene = try CompareScene((clip, first), (last, second), shift: .seconds(shift), view, on: canvas, goesOn: goesOn)
            let rate = first.rate.hertz >= second.rate.hertz ? first.rate : second.rate
            try film([.open(scene)], frames: scene.frames, of: [clip], rate, on: canvas, tags, to: output)
        case .still: try put(try StillMaker.still(of: clip, at: place ?? clip.place), tags, to: output)
        case .strip(let step, let center, let place):
            var clip = clip
            clip.moment = clip.moment ?? place
            try put(try StillMaker.strip(of: clip, step: step, center: center, session: title, goesOn: goesOn), tags, to: output)
        }
    }

    /// Makes a film of clips one after the other.
    /// - Parameters:
    ///   - hasCards: true to show each clip's name for a second before it.
    ///   - slowness: the film lasts this many times as long.
    private func row(
        _ clips: [FilmClip], hasCards: Bool = false, slowness: Int = 1, _ tags: [String: String], to output: any ClipOutput
    ) throws(ClipError) {
        guard let head = clips.first else { throw .noFootage }
        let first = try FootageFrames(head.path)
        let canvas = FilmCanvas(size: (head.orientation ?? first.orientation).size(of: first.size))
        var scenes: [Scene] = []
        var frames = 0
        for clip in clips {
            for scene in (hasCards ? [Scene.card(clip.name, first.rate)] : []) + [Scene.clip(clip)] {
                frames += try scene.opened(on: canvas).frames
                scenes.append(scene)
            }
        }
        try film(scenes, frames: frames, of: clips, first.rate, slowness: slowness, on: canvas, tags, to: output)
    }

    /// A part of a film, opened when its turn comes: each decoder that is open has pictures in memory.
    private enum Scene {
        case open(any FilmScene)
        case card(String, FrameRate)
        case clip(FilmClip)

        func opened(on canvas: FilmCanvas) throws(ClipError) -> any FilmScene {
            switch self {
            case .open(let scene): scene
            case .card(let words, let rate): CardScene(words, at: rate)
            case .clip(let clip): DrawnScene(clip, try FootageFrames(clip.path), freeze: 0, on: canvas)
            }
        }
    }

    /// - Parameters:
    ///   - frames: the most pictures that there can be.
    ///   - slowness: the film lasts this many times as long, with its sound stretched.
    private func film(
        _ scenes: [Scene], frames: Int, of clips: [FilmClip], _ rate: FrameRate, slowness: Int = 1, on canvas: FilmCanvas,
        _ tags: [String: String],
        to output: any ClipOutput
    ) throws(ClipError) {
        let slowness = max(1, slowness)
        let sound = try FilmSound(of: clips.map(\.path), slowness: slowness)
        let rate = FrameRate(rate.numerator, rate.denominator * Int64(slowness))
        var tags = tags
        tags["creation_time"] = clips.first.flatMap { ClipRemuxer.creationTime(of: $0.path) }.map { CivilTime(seconds: $0).creationTime }
        let writer = try FilmWriter(
            StreamParameters(size: canvas.size, rate: rate), frames: frames, sound: sound, metadata: tags, to: output)
        var (made, begin) = (0, Duration.zero)
        for plan in scenes {
            let scene = try plan.opened(on: canvas)
            while true {
                guard goesOn() else { throw .output(Message.clipGivenUp.description) }
                guard let step = try scene.next(on: canvas) else { break }
                for cue in step.cues { try sound?.cue(cue.clip, from: cue.place, at: (begin + cue.time) * slowness) }
                try writer.add(canvas.picture, at: (begin + step.time) * slowness)
                made += 1
                progress(min(1, Double(made) / Double(max(1, frames))))
            }
            begin += scene.length
        }
        _ = try writer.finish()
    }

    /// The keywords of a PNG file, by the names that libavformat knows.
    private static let keywords = ["title": "Title", "artist": "Author", "album": "Source", "description": "Description", "comment": "Comment"]

    private func put(_ picture: [UInt8], _ tags: [String: String], to output: any ClipOutput) throws(ClipError) {
        guard goesOn() else { throw .output(Message.clipGivenUp.description) }
        let texts = tags.compactMap { key, text in Self.keywords[key].map { ($0, text) } }
        let bytes = PNG.bytes(of: picture, saying: Dictionary(texts) { $1 })
        do {
            try bytes.withUnsafeBytes { try output.write($0, at: 0) }
        } catch {
            throw .output("\(error)")
        }
    }
}
