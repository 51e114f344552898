// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The faults of the box, both those that last and those that are over but still shown. The TV shows each, and what a person can do about it.
struct Conditions: Hashable, Sendable {
    var isCameraLost = false
    /// The trouble while the camera is lost, by which the advice is chosen.
    var cameraTrouble = CameraTrouble.silent
    /// The reason why nothing is recorded; `nil` if there is no fault.
    var encoderFailure: Message?
    var isDisplayLost = false
    /// True while the trigger's line is closed for longer than any trigger closes it.
    var isTriggerHeld = false
    /// True if sound was wanted in this run and no microphone gave any.
    var isSoundMissing = false
    /// True if a device that could record sound is plugged in, whether or not sound is wanted.
    var isMicrophoneThere = false
    /// True if the picture is that of the safe profile.
    var isSafeMode = false
    var card = CardCondition.ready(freeBytes: 0)
    var settingsProblems: [SettingsFault] = []
    private(set) var notices: [Notice] = []
    var rescue = Rescue()
    private(set) var power = PowerState()
    private(set) var weakPower = LatchedCondition()
    private(set) var heat = LatchedCondition()
    /// The notices of the system around the program.
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

    /// Drops the notices that were read.
    mutating func forgetNotices(where wasRead: (Notice) -> Bool) { notices.removeAll(where: wasRead) }
}

/// Something that happened and is worth a few seconds of a person's attention.
struct Notice: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Something couldn't be done.
        case trouble
        /// News, with nothing wrong.
        case word
        /// Something was saved, such as the clips that waited for a card.
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

    /// Creates the notice that a session was deleted to make room.
    /// - Parameter free: the space that is free now, in bytes.
    init(deleted session: SessionSummary, free: Int64) {
        self.init(kind: .deleted(session.name), title: Strings.roomMade, detail: Strings.roomMade(session, free: free))
    }

    /// Creates the notice that a clip begins later than it should.
    init(cutShort number: Int) {
        self.init(kind: .cutShort(number), title: Strings.cutShort(number), detail: Strings.cutShortAdvice)
    }
}

/// The count of the clips that waited for a card, from the moment a card is back until all of them are on it.
struct Rescue: Hashable, Sendable {
    private var waiting = 0
    private var saved = 0

    /// - Parameter clips: the number of waiting clips.
    mutating func begin(_ clips: Int) { self = Rescue(waiting: clips, saved: 0) }

    /// Notes that one more clip was written, or is lost.
    /// - Returns: the number of saved clips, once no clip waits any more.
    mutating func noteSettled(isSaved: Bool) -> Int? {
        guard waiting > 0 else { return nil }
        waiting -= 1
        saved += isSaved ? 1 : 0
        return waiting == 0 && saved > 0 ? saved : nil
    }
}
