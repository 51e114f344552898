// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the menu's pages: a setting, or something to do or to open.
package enum SettingRow: Hashable, Sendable {
    case setting(SettingKey)
    case learnKey, forgetKeys
    /// Empties the delay line.
    case forgetFootage
    case reviewUnjudged
    case hearing
    /// The page on which the clock is set.
    case clock
    case about, switchOff
    /// Opens the list of all settings of the page.
    case allSettings

    /// All rows, page by page, from top to bottom.
    package static let all: [SettingRow] = MenuPage.allCases.flatMap(\.allRows)

    /// Returns true if the row is shown: width and height only with a custom size, and rows about scoring only while arrows are scored.
    package func isShown(in settings: Settings) -> Bool {
        if self == .width || self == .height { return settings.sizeChoice == .own }
        return settings.scores || setting?.isAboutScoring != true
    }

    /// Returns true if the row does something now. A setting on which nothing depends now is grey, and can be changed all the same.
    package func matters(in settings: Settings) -> Bool { setting?.matters(settings) ?? true }

    /// True if the row has two states: a push toggles it.
    package var isSwitch: Bool { setting?.isSwitch ?? false }

    /// True if the row has a value, which the held knob changes or which is chosen from a list. A push does or opens the other rows.
    package var hasValue: Bool { setting != nil || self == .learnKey }

    /// True if the row is no setting: it is to do or to open. Forgetting belongs to the settings, since it takes something back, and so does
    /// the clock.
    package var isDeed: Bool { setting == nil && !isAmongSettings }
    fileprivate var isAmongSettings: Bool { [.forgetKeys, .forgetFootage, .clock].contains(self) }

    /// True if a push opens a screen or a list.
    package var opens: Bool { [.about, .hearing, .clock, .reviewUnjudged, .allSettings].contains(self) || isChosenFromAList }

    /// True if the row's value can't be chosen without pictures: a push opens a page for it.
    package var isChosenFromAList: Bool { self == .face || self == .round || self == .region }

    /// Returns the settings with this row's value moved by a number of steps. It stops at the ends, and any step toggles a switch.
    package func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        guard let adjusted = setting?.adjusted(settings, by: steps) else { return settings }
        return self == .arrow && steps != 0 ? settings.taking(shaft: adjusted.arrow) : adjusted
    }

    /// The setting's row of the table; `nil` for a row to do or to open.
    var setting: Setting? {
        if case .setting(let key) = self { Setting.named(key.rawValue) } else { nil }
    }

    // The rows that the menu asks for by name.

    package static let face = SettingRow.setting(SettingKey(unchecked: "face"))
    package static let round = SettingRow.setting(SettingKey(unchecked: "round"))
    package static let region = SettingRow.setting(SettingKey(unchecked: "region"))
    package static let voice = SettingRow.setting(SettingKey(unchecked: "voice"))
    package static let arrow = SettingRow.setting(SettingKey(unchecked: "arrow"))
    package static let width = SettingRow.setting(SettingKey(unchecked: "width"))
    package static let height = SettingRow.setting(SettingKey(unchecked: "height"))
    package static let camera = SettingRow.setting(SettingKey(unchecked: "camera"))
    package static let delay = SettingRow.setting(SettingKey(unchecked: "delay"))
    package static let endTimer = SettingRow.setting(SettingKey(unchecked: "end-timer"))
    package static let endTimerGroups = SettingRow.setting(SettingKey(unchecked: "end-timer-groups"))
    package static let horn = SettingRow.setting(SettingKey(unchecked: "horn"))
    package static let autoReplay = SettingRow.setting(SettingKey(unchecked: "auto-replay"))
    package static let sound = SettingRow.setting(SettingKey(unchecked: "sound"))
}

/// A page of the menu: the rows about one topic.
package enum MenuPage: Hashable, Sendable, CaseIterable {
    case target, review, delay, picture, sound, more

    /// The greatest number of rows on a page's first sheet.
    package static let mostRows = 6

    /// The rows of the page's first sheet: the settings that people change, what there is to do, and the way to all the others.
    package var rows: [SettingRow] { Self.first[self] ?? [] }

    /// All rows of the page but the way to them.
    package var allRows: [SettingRow] { Self.all[self] ?? [] }

    private static let first: [MenuPage: [SettingRow]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in
            let rows = page.rows(page.settings.filter { $0.place?.isBehind == false }, page.actions.filter { !$0.isAmongSettings })
            return (page, rows.count == page.allRows.count ? rows : rows + [.allSettings])
        })

    private static let all: [MenuPage: [SettingRow]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in (page, page.rows(page.settings, page.actions)) })

    /// The page's settings, from top to bottom.
    private var settings: [Setting] {
        Setting.all.filter { $0.place?.page == self }.sorted { ($0.place?.number ?? 0) < ($1.place?.number ?? 0) }
    }

    private func rows(_ settings: [Setting], _ actions: [SettingRow]) -> [SettingRow] {
        let rows = settings.map { SettingRow.setting($0.key) }
        return self == .review ? actions + rows : rows + actions
    }

    /// The rows to do or to open. They come after the settings, except on the review page, where they are what a person came for.
    private var actions: [SettingRow] {
        switch self {
        case .review: [.reviewUnjudged]
        case .more: [.clock, .learnKey, .forgetKeys, .about, .switchOff]
        case .sound: [.hearing]
        case .delay: [.forgetFootage]
        case .target, .picture: []
        }
    }
}

/// A setting's position in the menu: its page, and its number in the page's order.
struct MenuPlace: Hashable, Sendable {
    var page: MenuPage
    var number: Int
    /// True if the setting is only in the list of all settings of the page.
    private(set) var isBehind = false

    /// The position, behind "All settings".
    var behind: MenuPlace {
        var place = self
        place.isBehind = true
        return place
    }

    static func target(_ number: Int) -> MenuPlace { MenuPlace(page: .target, number: number) }
    static func review(_ number: Int) -> MenuPlace { MenuPlace(page: .review, number: number) }
    static func delay(_ number: Int) -> MenuPlace { MenuPlace(page: .delay, number: number) }
    static func picture(_ number: Int) -> MenuPlace { MenuPlace(page: .picture, number: number) }
    static func sound(_ number: Int) -> MenuPlace { MenuPlace(page: .sound, number: number) }
    static func more(_ number: Int) -> MenuPlace { MenuPlace(page: .more, number: number) }
}
