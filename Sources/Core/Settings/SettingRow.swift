// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the menu's pages: a setting, or something that is done or opened there.
package enum SettingRow: Hashable, Sendable {
    case setting(SettingKey)
    case learnKey, forgetKeys
    case reviewUnjudged
    case about, switchOff

    /// Page by page, from top to bottom.
    package static let all: [SettingRow] = MenuPage.allCases.flatMap(\.rows)

    /// Width and height have a row only where the size is an own one, and what is about scoring only where something is scored.
    package func isShown(in settings: Settings) -> Bool {
        if self == .width || self == .height { return settings.sizeChoice == .own }
        return settings.scores || setting?.isAboutScoring != true
    }

    /// Two states: a push throws it.
    package var isSwitch: Bool { setting?.isSwitch ?? false }

    /// Something that the knob, held, changes or that is chosen from a list; the others are done or opened by a push.
    package var hasValue: Bool { setting != nil || self == .learnKey }

    /// A push opens something of its own.
    package var opens: Bool { self == .about || self == .reviewUnjudged || isChosenFromAList }

    /// It has so many values that each needs a picture: a push opens a list that has the whole screen.
    package var isChosenFromAList: Bool { self == .face || self == .round }

    /// The settings with this row's value moved by so many steps; it stops at the ends, and a switch is thrown by any step.
    package func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        guard let adjusted = setting?.adjusted(settings, by: steps) else { return settings }
        return self == .arrow && steps != 0 ? settings.taking(shaft: adjusted.arrow) : adjusted
    }

    /// The setting's row of the table; `nil` for what is done or opened.
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

    /// What is done or opened there: behind the settings, but where it is what one came for.
    private var actions: [SettingRow] {
        switch self {
        case .review: [.reviewUnjudged]
        case .more: [.learnKey, .forgetKeys, .about, .switchOff]
        case .target, .delay, .picture, .sound: []
        }
    }
}

/// Where a setting lies in the menu: on which page, and there in the order of the numbers.
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
