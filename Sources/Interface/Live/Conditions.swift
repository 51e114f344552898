// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is wrong, or was: each is on the screen with what a person can do about it.
struct Conditions: Hashable, Sendable {
    var isCameraLost = false
    /// In words.
    var encoderFailure: String?
    var isDisplayLost = false
    /// The picture is that of the safe profile.
    var isSafeMode = false
    var card = CardCondition.ready(freeBytes: 0)
    var settingsProblems: [SettingsFault] = []
    private(set) var notices: [Notice] = []
    private(set) var power = PowerState()
    private(set) var weakPower = LastingSign()
    private(set) var heat = LastingSign()
    /// What the system around the program tells.
    var boxNotices: [BoxNotice] = []

    private static let mostNotices = 4
    private static let mostProblems = 16

    mutating func note(_ notice: Notice) {
        notices.removeAll { $0.kind == notice.kind && $0.title == notice.title }
        notices.append(notice)
        if notices.count > Self.mostNotices { notices.removeFirst() }
    }

    mutating func note(_ problem: SettingsFault) {
        guard !settingsProblems.contains(problem), settingsProblems.count < Self.mostProblems else { return }
        settingsProblems.append(problem)
    }

    mutating func note(_ state: PowerState, at now: Timestamp) {
        power = state
        weakPower.note(state.isWeak, at: now)
        heat.note(state.isSlowedByHeat, at: now)
    }

    mutating func forgetNotices(before now: Timestamp) {
        notices.removeAll { $0.span.end <= now }
    }
}

/// Something that happened and is worth a few seconds of a person's attention.
struct Notice: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case notice
        case cutShort(Int)
        case lost(Int)
    }

    var kind: Kind
    var title: String
    var detail: String?
    var span: Stretch

    init(kind: Kind, title: String, detail: String?, since now: Timestamp) {
        self.kind = kind
        self.title = title
        self.detail = detail
        span = Stretch(now, for: Motion.notice)
    }

    /// A clip that begins later than it should.
    init(cutShort number: Int, since now: Timestamp) {
        self.init(kind: .cutShort(number), title: Strings.cutShort(number), detail: Strings.cutShortAdvice, since: now)
    }
}
