// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A tile of the menu's first page: a topic, and its current state.
enum MenuTile: Hashable, Sendable, CaseIterable {
    /// Goes on with a session that was left. It is there only if there is such a session.
    case goOn
    /// The shooting line's clock. It is there only if its setting is on, or while it runs.
    case lineClock
    case archer, target, sessions, review, delay, picture, sound, more, box

    /// The tiles that are always there.
    static let allCases: [MenuTile] = [.archer, .target, .sessions, .review, .delay, .picture, .sound, .more, .box]

    /// Returns the tiles in their order.
    static func tiles(in context: Context) -> [MenuTile] {
        (context.goOnOffer == nil ? [] : [.goOn]) + allCases + (context.hasLineClock ? [.lineClock] : [])
    }

    /// The page that it opens; `nil` for a tile that opens something else.
    var page: MenuPage? {
        switch self {
        case .goOn, .archer, .sessions, .box, .lineClock: nil
        case .review: .review
        case .target: .target
        case .delay: .delay
        case .picture: .picture
        case .sound: .sound
        case .more: .more
        }
    }

    var title: String {
        switch self {
        case .goOn: Strings.goOn
        case .lineClock: Strings.lineClock
        case .archer: Strings.archerTile
        case .sessions: Strings.sessionsTile
        case .delay: Strings.delayTile
        case .box: Strings.boxTile
        case .target, .review, .picture, .sound, .more: page.map(Strings.title) ?? ""
        }
    }

    func value(in context: Context, at now: Timestamp) -> String {
        let settings = context.settings
        switch self {
        case .goOn: return context.goOnOffer?.name ?? ""
        case .lineClock: return Strings.endTimer(settings.endTimerSeconds)
        case .archer: return settings.shooter?.name ?? Strings.nobody
        case .target: return settings.scores ? settings.chosenRound?.name ?? settings.targetFace.name : Strings.notScoring
        case .sessions:
            let open = context.sessions.openCount
            return open > 0 ? Strings.openSessions(open) : Strings.onTheCard
        case .review: return Strings.shownAfterStop(settings.afterStop)
        case .delay: return Strings.value(of: .delay, in: settings)
        case .picture:
            if settings.isSplit { return Strings.splitView }
            if settings.rotation != 0 { return Strings.rotation(settings.rotation) }
            return settings.isFlipped ? Strings.mirrored : Strings.asFilmed
        case .sound: return settings.recordsSound ? Strings.soundInClips : settings.hasTones ? Strings.tonesOn : Strings.noSound
        case .more: return Strings.cardAndBox
        case .box:
            let wrong = context.chips(at: now).count { $0.weight != .word }
            return wrong == 0 ? Strings.boxIsWell : Strings.boxFaults(wrong)
        }
    }

    /// Returns the picture on the tile, in a square.
    func picture(in rect: Rect, _ color: Color) -> [DrawingCommand] {
        let pen = ToolPen(rect, color)
        switch self {
        case .goOn: return [pen.ring(0, 0, 15), pen.outline((-5, -8), (9, 0), (-5, 8))]
        case .lineClock: return [pen.frame(-8, -16, 16, 32), pen.ring(0, -9, 3.5), pen.ring(0, 0, 3.5), pen.disc(0, 9, 3.5)]
        case .archer:
            return [pen.ring(0, -7, 6.5), pen.arc(0, 14, 12, from: 180, to: 360), pen.line((-12, 14), (12, 14))]
        case .target:
            let rings: [(radius: Double, color: FaceColor)] = [(15, .white), (11.5, .black), (8.5, .lightBlue), (5.5, .red), (2.5, .yellow)]
            return rings.map { .disc(center: rect.center, radius: $0.radius * rect.width / 36, Color(hex: $0.color.hex)) }
        case .sessions: return [-14.0, -4, 6].map { pen.frame(-13, $0, 26, 8) }
        case .review: return [pen.frame(-14, -13, 28, 18), pen.line((-10, 9), (10, 9)), pen.line((-6, 14), (6, 14))]
        case .delay: return [pen.ring(0, 2, 13), pen.line((0, -6), (0, 2), (6, 6)), pen.line((-4, -16), (4, -16))]
        case .picture:
            return [pen.frame(-15, -11, 30, 23), pen.line((-14, 8), (-6, -1), (1, 7), (5, 3), (14, 11)), pen.disc(7, -4.5, 2.6)]
        case .sound:
            return [
                pen.outline((-14, -4.5), (-8.5, -4.5), (-1, -11), (-1, 11), (-8.5, 4.5), (-14, 4.5)), pen.arc(1, 0, 6, from: -50, to: 50),
                pen.arc(1, 0, 12.5, from: -50, to: 50),
            ]
        case .more: return [-11.0, 0, 11].map { pen.disc($0, 0, 2.6) }
        case .box: return [pen.frame(-15, -9, 30, 18), pen.ring(-5, 0, 4.5), pen.disc(9, -3, 1.8), pen.disc(9, 4, 1.8)]
        }
    }
}

extension Settings {
    /// True if the buzzer signals some of the actions.
    fileprivate var hasTones: Bool { self.hasReviewTones || self.scores && self.hasScoreTones }
}

extension Sessions {
    /// The number of sessions of this run that go on when their archer shoots again.
    fileprivate var openCount: Int { (session.hasBegun ? 1 : 0) + rested.count { $0.over == nil } }
}
