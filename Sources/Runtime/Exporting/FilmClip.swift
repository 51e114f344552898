// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A clip as a film, a still or a strip of it needs to know it.
struct FilmClip: Hashable, Sendable {
    /// A whole path.
    var path: String
    var number: Int
    /// "Clip 3".
    var title: String
    /// What its arrow scored: `X`, `10` … or `M`; `nil` where none is linked.
    var score: String?
    /// How long it plays, in seconds.
    var seconds: Double
    /// What it is about, in seconds after its first picture; `nil` where nobody knows.
    var moment: Double?
    /// How it is turned and mirrored to be looked at; `nil`: as its file says.
    var orientation: PictureOrientation?
    /// What was drawn on it.
    var annotations: [Annotation] = []
    /// What stays on every picture of its archer, as it lies on the upright picture.
    var standing: [Annotation] = []
    var phases: [PhaseMark] = []

    /// Without what is drawn on it.
    var bare: FilmClip {
        var clip = self
        (clip.annotations, clip.standing, clip.phases) = ([], [], [])
        return clip
    }
    /// What a picture of it is about.
    var place: Double { (moment ?? seconds / 2).clamped(to: 0...max(0, seconds)) }
    /// "Clip 3 · X".
    var name: String { [title, score].compactMap(\.self).joined(separator: " · ") }
    /// All that is drawn on its pictures.
    func drawings(_ orientation: PictureOrientation) -> [Annotation] { annotations + standing.map { $0.standing(on: orientation) } }
    /// When what was drawn on it begins to be seen whole.
    var beginnings: [Duration] { FreezeRule.beginnings(of: annotations) }
}

/// How a file of an export comes about.
enum ExportWork: Hashable, Sendable {
    /// As it is, byte by byte.
    case copy
    /// A whole session's record, or a page of it.
    case page
    /// The page that leads to the sessions which were exported whole.
    case index
    /// One after the other, lasting so many times as long: by stream copy, but where a clip is mirrored, which no file is.
    case join([FilmClip], slowness: Int)
    /// With what was drawn, and standing still for so many seconds where a drawing begins.
    case drawn(FilmClip, freeze: Double)
    /// One after the other, each with its name before it.
    case titled([FilmClip])
    /// Side by side, laid on each other at their moments; the second one comes so many seconds before its moment says.
    case compared(FilmClip, FilmClip, shift: Double, center: Double?)
    /// One picture, in seconds after the clip's first.
    case still(FilmClip, at: Double)
    /// Eight pictures round the moment, so many seconds from one to the next.
    case strip(FilmClip, step: Double, center: Double?)

    /// Pictures are decoded for it.
    var isMadeAnew: Bool {
        switch self {
        case .copy, .page, .index: false
        case .join(let clips, _): clips.contains { $0.orientation?.isMirrored ?? false }
        case .drawn, .titled, .compared, .still, .strip: true
        }
    }
}

/// Where a film with drawings stands still.
enum FreezeRule {
    /// A file has the times of drawings in whole milliseconds.
    static let slack = Duration.milliseconds(1)

    /// When drawings begin to be seen whole, earliest first. Those that come while an earlier one fades in belong to that.
    static func beginnings(of annotations: [Annotation]) -> [Duration] {
        var found: [Double] = []
        for begin in annotations.compactMap(\.span?.lowerBound).sorted() {
            if let last = found.last, begin - last <= Annotation.fade { found[found.count - 1] = begin } else { found.append(begin) }
        }
        return found.map { .seconds($0) }
    }

    /// How many pictures more a picture stands for.
    static func frames(_ seconds: Double, at rate: FrameRate) -> Int {
        Int((seconds.clamped(to: 0...10) * rate.hertz).rounded())
    }
}
