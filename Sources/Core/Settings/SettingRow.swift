// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the menu's pages: a setting, or something to do or to open.
package enum SettingRow: Hashable, Sendable {
    case setting(SettingKey)
    case learnKey, forgetKeys
    case reviewUnjudged
    case about, switchOff

    /// All rows, page by page, from top to bottom.
    package static let all: [SettingRow] = MenuPage.allCases.flatMap(\.rows)

    /// Returns true if the row is shown: width and height only with a custom size, and rows about scoring only while arrows are scored.
    package func isShown(in settings: Settings) -> Bool {
        if self == .width || self == .height { return settings.sizeChoice == .own }
        return settings.scores || setting?.isAboutScoring != true
    }

    /// True if the row has two states: a push toggles it.
    package var isSwitch: Bool { setting?.isSwitch ?? false }

    /// True if the row has a value, which the held knob changes or which is chosen from a list. A push does or opens the other rows.
    package var hasValue: Bool { setting != nil || self == .learnKey }

    /// True if a push opens a screen or a list.
    package var opens: Bool { self == .about || self == .reviewUnjudged || isChosenFromAList }

    /// True if the row has too many values to choose from without pictures: a push opens a list on the whole screen.
    package var isChosenFromAList: Bool { self == .face || self == .round }

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
    package static let arrow = SettingRow.setting(SettingKey(unchecked: "arrow"))
    package static let width = SettingRow.setting(SettingKey(unchecked: "width"))
    package static let height = SettingRow.setting(SettingKey(unchecked: "height"))
    package static let camera = SettingRow.setting(SettingKey(unchecked: "camera"))
    package static let delay = SettingRow.setting(SettingKey(unchecked: "delay"))
    package static let sound = SettingRow.setting(SettingKey(unchecked: "sound"))
}

/// A page of the menu: the rows about one topic.
package enum MenuPage: Hashable, Sendable, CaseIterable {
    case target, review, delay, picture, sound, more

    package var rows: [SettingRow] { Self.table[self] ?? [] }

    private static let table: [MenuPage: [SettingRow]] = Dictionary(
        uniqueKeysWithValues: allCases.map { page in
            let settings = Setting.all.filter { $0.place?.page == page }.sorted { ($0.place?.number ?? 0) < ($1.place?.number ?? 0) }
            let rows = settings.map { SettingRow.setting($0.key) }
            return (page, page == .review ? page.actions + rows : rows + page.actions)
        })

    /// The rows to do or to open. They come after the settings, except on the review page, where they are what a person came for.
    private var actions: [SettingRow] {
        switch self {
        case .review: [.reviewUnjudged]
        case .more: [.learnKey, .forgetKeys, .about, .switchOff]
        case .target, .delay, .picture, .sound: []
        }
    }
}

/// A setting's position in the menu: its page, and its number in the page's order.
struct MenuPlace: Hashable, Sendable {
    var page: MenuPage
    var number: Int

    static func target(_ number: Int) -> MenuPlace { MenuPlace(page: .target, number: number) }
    static func review(_ number: Int) -> MenuPlace { MenuPlace(page: .review, number: number) }
    static func delay(_ number: Int) -> MenuPlace { MenuPlace(page: .delay, number: number) }
    static func picture(_ number: Int) -> MenuPlace { MenuPlace(page: .picture, number: number) }
    static func sound(_ number: Int) -> MenuPlace { MenuPlace(page: .sound, number: number) }
    static func more(_ number: Int) -> MenuPlace { MenuPlace(page: .more, number: number) }
}
