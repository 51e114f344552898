// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Interface

/// A clip, with what a film, a still or a strip of it needs to know.
struct FilmClip: Hashable, Sendable {
    /// The full path of its file.
    var path: String
    var number: Int
    /// The title, such as "Clip 3".
    var title: String
    /// The score of its arrow; `nil` if no arrow is linked.
    var score: ScoreChip?
    /// The playing time, in seconds.
    var seconds: Double
    /// The moment that it is about, in seconds after its first picture; `nil` if that is unknown.
    var moment: Double?
    /// The way in which it is turned and mirrored to be shown; `nil`: as its file says.
    var orientation: PictureOrientation?
    /// The drawings on it.
    var annotations: [Annotation] = []
    /// The lines that stay on every picture of its archer, as they lie on the upright picture.
    var standing: [Annotation] = []
    var phases: [PhaseMark] = []

    /// The same clip without its drawings.
    var bare: FilmClip {
        var clip = self
        (clip.annotations, clip.standing, clip.phases) = ([], [], [])
        return clip
    }
    /// The position that a picture of it shows, in seconds: its moment, or else its middle.
    var place: Double { (moment ?? seconds / 2).clamped(to: 0...max(0, seconds)) }
    /// The title with the score, such as "Clip 3 · X".
    var name: String { [title, score?.label].compactMap(\.self).joined(separator: " · ") }
    /// Returns all that is drawn on its pictures.
    func drawings(_ orientation: PictureOrientation) -> [Annotation] { annotations + standing.map { $0.standing(on: orientation) } }
    /// The times at which its drawings begin to be fully visible.
    var beginnings: [Duration] { FreezeRule.beginnings(of: annotations) }
}

/// The way in which a file of an export is made.
enum ExportWork: Hashable, Sendable {
    /// A copy as it is, byte by byte.
    case copy
    /// A whole session's record, or a page of the session.
    case page
    /// The page that leads to the sessions which were exported whole.
    case index
    /// Clips in a form. A still shows the position `at`, in seconds after the clip's first picture.
    case clips(ExportForm, [FilmClip], at: Double? = nil)

    /// True if pictures are decoded to make the file.
    var isMadeAnew: Bool {
        switch self {
        case .copy, .page, .index: false
        // No file is mirrored, so a mirrored clip can't be copied stream by stream.
        case .clips(let form, let clips, _): form.row.isMadeAnew || clips.contains { $0.orientation?.isMirrored ?? false }
        }
    }
}

/// Decides when a film with drawings stands still.
enum FreezeRule {
    /// The tolerance of a drawing's time, which a file has in whole milliseconds.
    static let slack = Duration.milliseconds(1)

    /// Returns the times at which drawings begin to be fully visible, earliest first. Drawings that begin while an earlier one fades in
    /// share one time with it.
    static func beginnings(of annotations: [Annotation]) -> [Duration] {
        var found: [Double] = []
        for begin in annotations.compactMap(\.span?.lowerBound).sorted() {
            if let last = found.last, begin - last <= Annotation.fade { found[found.count - 1] = begin } else { found.append(begin) }
        }
        return found.map { .seconds($0) }
    }

    /// Returns the number of additional pictures for which a film stands still this many seconds.
    static func frames(_ seconds: Double, at rate: FrameRate) -> Int {
        Int((seconds.clamped(to: 0...10) * rate.hertz).rounded())
    }
}
