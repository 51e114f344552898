// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is set, what of it runs, and what is to be saved.
struct Preferences: Hashable, Sendable {
    private(set) var settings: Settings
    /// Settings were changed at this instant and aren't saved yet.
    private(set) var unsavedSince: Timestamp?
    /// As they were before what isn't saved yet.
    private var saved: Settings
    /// What the stream was started with.
    private var runningStream: StreamChoice

    init(_ settings: Settings) {
        self.settings = settings
        saved = settings
        runningStream = StreamChoice(settings)
    }

    /// A person changed something.
    mutating func change(to changed: Settings, at now: Timestamp) -> [Effect] {
        defer { (settings, unsavedSince) = (changed, now) }
        return delayChange(to: changed)
    }

    /// The file says this now. What was changed meanwhile still is to be saved.
    mutating func load(_ loaded: Settings) -> [Effect] {
        let kept = unsavedSince == nil ? loaded : loaded.withChanges(from: saved, to: settings)
        defer { (settings, saved) = (kept, loaded) }
        return delayChange(to: kept)
    }

    private func delayChange(to new: Settings) -> [Effect] {
        new.delaySeconds == settings.delaySeconds ? [] : [.stream(.setDelay(.seconds(new.delaySeconds)))]
    }

    /// Whether the stream has to start anew; it is told once.
    mutating func takeStreamChange() -> Bool {
        let wanted = StreamChoice(settings)
        defer { runningStream = wanted }
        return wanted != runningStream
    }

    /// When the last change is to be saved.
    var saveTime: Timestamp? { unsavedSince.map { $0 + Motion.settle } }

    mutating func flush() -> [Effect] {
        guard unsavedSince != nil else { return [] }
        defer { (saved, unsavedSince) = (settings, nil) }
        return [.card(.save(settings, changedFrom: saved))]
    }
}

/// The settings that the stream is started with: a change of one starts it anew.
struct StreamChoice: Hashable, Sendable {
    private var values: [SettingValue]

    init(_ settings: Settings) {
        values = settings.values(for: .stream)
    }
}

extension Context {
    /// Takes new settings over.
    /// - Parameter isChoosing: the person isn't done: what the stream is started with waits.
    mutating func change(to changed: Settings, isChoosing: Bool = false, at now: Timestamp) -> [Effect] {
        guard changed != settings else { return [] }
        let effects = preferences.change(to: changed, at: now)
        return isChoosing ? effects : effects + restartStreamIfChanged(at: now)
    }

    /// Takes over what `settings.toml` says now.
    mutating func load(_ loaded: Settings, _ faults: [SettingsFault], at now: Timestamp) -> [Effect] {
        conditions.settingsProblems.removeAll { $0.file == SettingsFault.cardsFile }
        let effects = preferences.load(loaded) + restartStreamIfChanged(at: now)
        faults.forEach { conditions.note($0) }
        return effects
    }

    mutating func restartStreamIfChanged(at now: Timestamp) -> [Effect] {
        guard preferences.takeStreamChange() else { return [] }
        // What is marked belongs to the stream that ends: its clips are written with what there is of them.
        let cuts = sessions.takeRest(endingAt: now, settings: settings)
        line = nil
        overload.withdraw()
        overload.rule.beginStream(at: now)
        return cuts + [.stream(.restart(settings))]
    }
}
