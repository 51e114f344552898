// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is wrong, or was: each is on the screen with what a person can do about it.
struct Conditions: Hashable, Sendable {
    var isCameraLost = false
    /// Why nothing is recorded.
    var encoderFailure: Message?
    var isDisplayLost = false
    /// The picture is that of the safe profile.
    var isSafeMode = false
    var card = CardCondition.ready(freeBytes: 0)
    var settingsProblems: [SettingsFault] = []
    private(set) var notices: [Notice] = []
    var rescue = Rescue()
    private(set) var power = PowerState()
    private(set) var weakPower = LastingSign()
    private(set) var heat = LastingSign()
    /// What the system around the program tells.
    var boxNotices: [BoxNotice] = []

    private static let mostNotices = 4
    private static let mostProblems = 100

    mutating func note(_ notice: Notice) {
        notices.removeAll { $0.kind == notice.kind && $0.title == notice.title }
        notices.append(notice)
        if notices.count > Self.mostNotices { notices.removeFirst() }
    }

    mutating func note(_ problem: SettingsFault) {
        guard !problem.isTaken else { return note(Notice(kind: .word, title: Strings.settingsTaken, detail: Strings.wrongSetting(problem))) }
        guard !settingsProblems.contains(problem), settingsProblems.count < Self.mostProblems else { return }
        settingsProblems.append(problem)
    }

    mutating func note(_ state: PowerState, at now: Timestamp) {
        power = state
        weakPower.note(state.isWeak, at: now)
        heat.note(state.isSlowedByHeat, at: now)
    }

    /// Notices that were read go.
    mutating func forgetNotices(where wasRead: (Notice) -> Bool) { notices.removeAll(where: wasRead) }
}

/// Something that happened and is worth a few seconds of a person's attention.
struct Notice: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Something couldn't be done.
        case trouble
        /// Nothing is wrong.
        case word
        /// What waited for a card is on it.
        case saved
        case cutShort(Int)
        /// A session was deleted to make room, by its folder.
        case deleted(String)
        case lost(Int)
    }

    var kind: Kind
    var title: String
    var detail: String?

    init(kind: Kind, title: String, detail: String?) {
        self.kind = kind
        self.title = title
        self.detail = detail
    }

    /// A session that was deleted to make room.
    /// - Parameter free: what is free now, in bytes.
    init(deleted session: SessionSummary, free: Int64) {
        self.init(kind: .deleted(session.name), title: Strings.roomMade, detail: Strings.roomMade(session, free: free))
    }

    /// A clip that begins later than it should.
    init(cutShort number: Int) {
        self.init(kind: .cutShort(number), title: Strings.cutShort(number), detail: Strings.cutShortAdvice)
    }
}

/// The clips that waited for a card, from the moment it is back until all of them are on it.
struct Rescue: Hashable, Sendable {
    private var waiting = 0
    private var saved = 0

    /// - Parameter clips: how many wait.
    mutating func begin(_ clips: Int) { self = Rescue(waiting: clips, saved: 0) }

    /// One clip more was written, or is lost.
    /// - Returns: how many were saved, once none waits any more.
    mutating func noteSettled(isSaved: Bool) -> Int? {
        guard waiting > 0 else { return nil }
        waiting -= 1
        saved += isSaved ? 1 : 0
        return waiting == 0 && saved > 0 ? saved : nil
    }
}
