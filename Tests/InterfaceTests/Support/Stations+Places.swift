// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Interface

extension Station {
    /// Returns a station on a screen, so that no screen escapes the laws over all stations: the compiler asks for a new screen's.
    static func on(_ place: ScreenKind) -> Station {
        switch place {
        case .live: .live
        case .dialog: .saving
        case .menu: .menu
        case .score: .score
        case .review: .review
        case .summary: .summary
        case .roundResult: .roundResult
        case .history: .sessions
        case .replay: .clip
        case .autoReplay: .byItself
        case .trim: .trimming
        case .draw: .drawing
        case .stopwatch: .timing
        case .trail: .trail
        case .strip: .strip
        case .compare: .compare
        case .carousel: .carousel
        case .clipChoice: .otherClips
        case .export: .export
        case .choice: .faces
        case .box: .box
        case .hearing: .hearing
        case .region: .region
        case .clock: .clock
        }
    }
}
