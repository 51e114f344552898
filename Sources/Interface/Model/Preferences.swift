// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The settings in force, those that the stream runs with, and those to be saved.
struct Preferences: Hashable, Sendable {
    private(set) var settings: Settings
    /// The instant of the last change of settings; `nil` if everything is saved.
    private(set) var unsavedSince: Timestamp?
    /// The settings before the changes that aren't saved yet.
    private var saved: Settings
    /// The settings with which the stream was started.
    private var runningStream: StreamChoice

    init(_ settings: Settings) {
        self.settings = settings
        saved = settings
        runningStream = StreamChoice(settings)
    }

    /// Takes over a person's change.
    mutating func change(to changed: Settings, at now: Timestamp) -> [Effect] {
        defer { (settings, unsavedSince) = (changed, now) }
        return delayChange(to: changed)
    }

    /// Takes over the settings from the file. Changes made meanwhile are kept, and still have to be saved.
    mutating func load(_ loaded: Settings) -> [Effect] {
        var kept = unsavedSince == nil ? loaded : loaded.withChanges(from: saved, to: settings)
        if holdsForThisStart { kept.keep = .nothing }
        kept.suitableTextScale = settings.suitableTextScale
        defer { (settings, saved) = (kept, loaded) }
        return delayChange(to: kept)
    }

    /// Takes in the diagonal of the TV that is there now, in inches; `nil` if the TV doesn't tell. That is no change by a person.
    mutating func suitText(toInches diagonal: Double?) { settings.suitText(toInches: diagonal) }

    private func delayChange(to new: Settings) -> [Effect] {
        new.delaySeconds == settings.delaySeconds ? [] : [.stream(.setDelay(.seconds(new.delaySeconds)))]
    }

    /// Returns true if the stream has to start anew, once for each change.
    mutating func takeStreamChange() -> Bool {
        let wanted = StreamChoice(settings)
        defer { runningStream = wanted }
        return wanted != runningStream
    }

    /// The instant at which the last change is to be saved.
    var saveTime: Timestamp? { unsavedSince.map { $0 + Motion.settle } }

    mutating func flush() -> [Effect] {
        guard unsavedSince != nil else { return [] }
        var wanted = settings
        if holdsForThisStart { wanted.keep = saved.keep }
        defer { (saved, unsavedSince) = (wanted, nil) }
        return [.card(.save(wanted, changedFrom: saved))]
    }

    /// True if somebody chose on the TV that nothing is kept. That isn't saved, and no file that is read takes it back: it holds until somebody
    /// chooses otherwise, or the box is switched off.
    private var holdsForThisStart: Bool { settings.keep == .nothing && saved.keep != .nothing }
}

/// The settings with which the stream is started. A change of any of them starts the stream anew.
struct StreamChoice: Hashable, Sendable {
    private var values: [SettingValue]

    init(_ settings: Settings) {
        // A clip that is kept shall not reach back to footage that wasn't to be kept.
        values = settings.values(for: .stream) + [.bool(settings.keepsNothing)]
    }
}

extension Context {
    /// Takes over new settings.
    /// - Parameter isChoosing: true if the person isn't done yet; then the stream doesn't start anew.
    mutating func change(to changed: Settings, isChoosing: Bool = false, at now: Timestamp) -> [Effect] {
        guard changed != settings else { return [] }
        let effects = preferences.change(to: changed, at: now)
        return isChoosing ? effects : effects + restartStreamIfChanged(at: now)
    }

    /// Takes over the present content of `settings.toml`.
    mutating func load(_ loaded: Settings, _ faults: [SettingsFault], at now: Timestamp) -> [Effect] {
        conditions.settingsProblems.removeAll { $0.file == SettingsFault.cardsFile }
        let effects = preferences.load(loaded) + restartStreamIfChanged(at: now)
        faults.forEach { conditions.note($0) }
        return effects
    }

    mutating func restartStreamIfChanged(at now: Timestamp) -> [Effect] {
        preferences.takeStreamChange() ? restartStream(at: now) : []
    }

    /// Lets camera and delay line begin anew.
    mutating func restartStream(at now: Timestamp) -> [Effect] {
        // The marks belong to the stream that ends. Their clips are written with the footage that there is.
        var cuts = sessions.takeRest(endingAt: now, settings: settings)
        if sessions.keepsNothing, !settings.keepsNothing { cuts += sessions.releaseHeldClips() }
        // An import that runs writes clips, too.
        let look: [Effect] = sessions.keepsNothing == settings.keepsNothing ? [] : [.films(.look(keepsNothing: settings.keepsNothing))]
        let stop: [Effect] = settings.keepsNothing && exporting.isFetching ? [.export(.stopFetching)] : []
        sessions.keepsNothing = settings.keepsNothing
        line = nil
        overload.withdraw()
        overload.rule.beginStream(at: now)
        return cuts + look + stop + [.stream(.restart(settings))]
    }
}
