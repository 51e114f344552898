// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The reason why a film can't be imported, in one line: what is wrong, and what to do.
public enum FilmRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A folder, a pipe or a device.
    case isNoFile
    case isLink
    /// The system doesn't give the file's bytes: its reason.
    case unreadable(String)
    case isTooLarge(bytes: Int64)
    case isNoFilm
    /// The index is missing, which a phone writes last.
    case isCutOff
    /// The index claims what can't be: its part, and the reason.
    case hasBadIndex(String)
    /// The pictures lie in another file, which is never opened.
    case isElsewhere
    case hasNoPictures
    /// The pictures are coded in a way that VIR doesn't read: libavcodec's name of it.
    case hasOtherCoding(String)
    case isTooLong
    case hasTooManyPictures
    case hasTooLargePictures(VideoSize)
    /// Nothing that the decoder returned is a picture.
    case hasNoGoodPicture
    /// It has pictures that can't be encoded again: the encoder's reason.
    case notEncoded(String)
    /// No picture came for a long time.
    case isTooSlow
    /// It is a good film that a box can't decode in time, and why.
    case isForLaptop(String)
    /// The card would be too full with it.
    case hasNoRoom
    /// The box keeps nothing, because somebody set it so.
    case isNotKept
    /// The box was switched off, or somebody stopped the command.
    case wasStopped

    /// One line, `FilmVerdict.longestReason` characters at most: some of the reasons come from libav or from the film itself.
    public var description: String { words.onOneLine.shortened(to: FilmVerdict.longestReason) }

    private var words: String {
        switch self {
        case .isNoFile: "it is no file; name the film itself"
        case .isLink: "it is a link; name the film itself"
        case .unreadable(let reason): "it can't be read: \(reason)"
        case .isTooLarge(let bytes):
            "it has \(bytes >> 20) MB, and \(ImportedFilm.mostBytes >> 20) are the most; cut it on the phone first"
        case .isNoFilm: "it is no film in MP4 or MOV; export it from the phone as one"
        case .isCutOff: "its index is missing, which a phone writes last: it was cut off, or copied in part; copy it again"
        case .hasBadIndex(let reason): "its index can't be right: \(reason); copy it again"
        case .isElsewhere: "its pictures are in another file; export it as one film"
        case .hasNoPictures: "it has no pictures"
        case .hasOtherCoding(let name): "its pictures are coded as \(name), and VIR reads H.264 and HEVC; export it as H.264"
        case .isTooLong: "it is longer than \(FilmLimits.mostMinutes) minutes; cut it on the phone first"
        case .hasTooManyPictures: "it has more than \(FilmLimits.mostPictures) pictures; cut it on the phone first"
        case .hasTooLargePictures(let size): "its pictures are \(size), and 4096x4096 is the most; export it in 4K or less"
        case .hasNoGoodPicture: "not one of its pictures can be decoded; copy it again"
        case .notEncoded(let reason): "it can't be encoded: \(reason)"
        case .isTooSlow: "no picture came out of it for a minute; copy it again, or export it anew"
        case .isForLaptop(let reason): "\(reason); import it with vir card import on a laptop"
        case .hasNoRoom: "the card is nearly full; make room on it"
        case .isNotKept: "nothing is kept; choose another \"keep\""
        case .wasStopped: "it was stopped before its end"
        }
    }
}

extension FilmRefusal {
    /// The thing that a person can do about it, as the TV says it.
    public var advice: FilmAdvice {
        switch self {
        case .isForLaptop: .laptop
        case .isTooLarge, .isTooLong, .hasTooManyPictures, .hasTooLargePictures: .shorter
        case .hasOtherCoding: .recode
        case .hasNoRoom: .room
        case .isNotKept: .keep
        case .isNoFile, .isLink, .unreadable, .isNoFilm, .isCutOff, .hasBadIndex, .isElsewhere, .hasNoPictures, .hasNoGoodPicture, .notEncoded,
            .isTooSlow, .wasStopped:
            .again
        }
    }

    /// True if the same bytes will be refused again.
    public var lasts: Bool {
        switch self {
        case .unreadable, .hasNoRoom, .isNotKept, .wasStopped: false
        default: true
        }
    }
}

/// The bounds of what is imported. They are far above any film of a shot, and keep a hostile file from taking the machine.
enum FilmLimits {
    static let mostMinutes = 20
    static var longest: Duration { .seconds(mostMinutes * 60) }
    /// The longest film that a box imports by itself: its processor encodes a few pictures a second beside the line's.
    static let mostMinutesOnBox = 5
    /// 20 minutes at 240 pictures a second, and some more.
    static let mostPictures = 300_000
    /// The most samples of all streams together: pictures, sound, and what a phone writes beside them.
    static let mostSamples = 1_000_000
    /// The longest index: a picture takes less than 40 bytes of it.
    static let longestIndex: Int64 = 64 << 20
    static let mostBoxes = 100_000
    static let deepestBox = 16
    static let mostStreams = 32
    /// The most entries of an edit list: libavformat goes through all pictures for each of them.
    static let mostEdits = 64
}
