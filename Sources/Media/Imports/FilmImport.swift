// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes a clip of the box's own form out of a film from elsewhere: H.264 without B-frames, in closed GOPs of half a second, with the index
/// in front, and AAC.
///
/// Each picture keeps its own time. A grid of times would show some pictures twice and others never, which is the very thing that a
/// comparison looks for. Every film is encoded anew, even if it would fit: then all that the box plays was written by its own encoder.
/// Thread-bound.
public struct FilmImport {
    /// The clip that was made.
    public struct Result: Hashable, Sendable {
        public var frames: Int
        public var seconds: Double
        public var bytes: Int64
        /// The size of the pictures, before they are turned.
        public var size: VideoSize
        /// The orientation for viewing if the file can't say it, because it is mirrored; otherwise `nil`.
        public var recorded: PictureOrientation?
        /// True if the film ended before its index said so.
        public var isCutShort: Bool
        /// One line for each thing that isn't as in the film.
        public var remarks: [String]
    }

    private let film: ForeignFilm

    public init(_ film: ForeignFilm) {
        self.film = film
    }

    /// The name of the encoder that makes the clip.
    public static var encoderName: String { EncoderChoice.software }

    /// The size of the clip's pictures, before they are turned.
    public var size: VideoSize { film.size }

    /// Reads the film to its end and writes the clip.
    /// - Parameters:
    ///   - metadata: the tags of the clip's file, by the names that libavformat knows.
    ///   - progress: called after each picture with the part that is done, 0…1.
    /// - Throws: the film's refusal, or `notEncoded` if `output` takes no more; then nothing whole was written.
    public func write(
        metadata: [String: String], to output: any ClipOutput, progress: (Double) -> Void = { _ in }
    ) throws(FilmRefusal) -> Result {
        guard var picture = try film.next() else { throw .hasNoGoodPicture }
        let sound = film.sound()
        let (facts, size) = (film.facts, film.size)
        let writer = try encoding { () throws(ClipError) in
            try FilmWriter(
                StreamParameters(size: size, rate: facts.rate), frames: film.mostPictures, sound: sound, metadata: metadata,
                orientation: facts.orientation.unmirrored, to: output)
        }
        var frames = 0
        while true {
            frames += 1
            guard frames <= film.mostPictures else { throw .hasTooManyPictures }
            try encoding { () throws(ClipError) in try writer.add(picture.buffer, at: picture.time) }
            progress(facts.duration > .zero ? min(1, picture.time.inSeconds / facts.duration.inSeconds) : 0)
            guard let next = try film.next() else { break }
            picture = next
        }
        let written = try encoding { () throws(ClipError) in try writer.finish() }
        return Result(
            frames: written.frames, seconds: written.seconds, bytes: written.bytes, size: size,
            recorded: facts.orientation.isMirrored ? facts.orientation : nil, isCutShort: film.isCutOff,
            remarks: remarks(hasSound: sound != nil))
    }

    private func encoding<Made>(_ body: () throws(ClipError) -> Made) throws(FilmRefusal) -> Made {
        do throws(ClipError) {
            return try body()
        } catch {
            throw .notEncoded(error.description)
        }
    }

    private func remarks(hasSound: Bool) -> [String] {
        let facts = film.facts
        var remarks: [String] = []
        if film.size.width < facts.size.width - 1 || film.size.height < facts.size.height - 1 {
            remarks.append("\(facts.size) at \(Int(facts.rate.hertz.rounded())) pictures a second became \(film.size), which every box plays in time")
        }
        if film.isCutOff { remarks.append("it was cut off: the rest of its \(Int(facts.duration.inSeconds.rounded())) s isn't there") }
        if film.damaged > 0 { remarks.append("\(film.damaged) of its pictures couldn't be decoded, or came twice at one time") }
        if film.hasSound, !hasSound { remarks.append("its sound isn't AAC and was left out") }
        return remarks
    }
}
