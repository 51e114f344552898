// SPDX-License-Identifier: GPL-3.0-or-later

/// A row of the settings sheet: a setting, or something that is done or opened there.
package enum SettingRow: Hashable, Sendable {
    case setting(SettingKey)
    case sessions
    case learnKey, forgetKeys
    case about, switchOff

    /// From top to bottom.
    package static let all: [SettingRow] = SheetPlace.Section.allCases.flatMap { section in
        let settings = Setting.all.filter { $0.place?.section == section }.sorted { ($0.place?.number ?? 0) < ($1.place?.number ?? 0) }
        return settings.map { .setting($0.key) } + section.actions
    }

    /// Where the parts of the sheet begin, as indices of `all`.
    package static let starts: [Int] = SheetPlace.Section.allCases.reduce(into: (starts: [Int](), next: 0)) { result, section in
        let count = Setting.all.count { $0.place?.section == section } + section.actions.count
        if count > 0 { result.starts.append(result.next) }
        result.next += count
    }.starts

    /// Two states: a push throws it.
    package var isSwitch: Bool { setting?.isSwitch ?? false }

    /// Something that the knob, held, changes; the others are done or opened by a push.
    package var hasValue: Bool { setting != nil || self == .learnKey }

    /// A push opens something of its own.
    package var opens: Bool { self == .about || self == .sessions }

    /// The settings with this row's value moved by so many steps; it stops at the ends, and a switch is thrown by any step.
    package func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        setting?.adjusted(settings, by: steps) ?? settings
    }

    /// The setting's row of the table; `nil` for what is done or opened.
    var setting: Setting? {
        if case .setting(let key) = self { Setting.named(key.rawValue) } else { nil }
    }
}

/// Where a setting lies on the sheet: in which part of it, and there in the order of the numbers.
struct SheetPlace: Hashable, Sendable {
    enum Section: Sendable, CaseIterable {
        case picture, clips, scoring, stream, tv, look

        /// What lies behind the settings of the section.
        var actions: [SettingRow] {
            switch self {
            case .clips: [.sessions]
            case .stream: [.learnKey, .forgetKeys]
            case .look: [.about, .switchOff]
            case .picture, .scoring, .tv: []
            }
        }
    }

    var section: Section
    var number: Int

    static func picture(_ number: Int) -> SheetPlace { SheetPlace(section: .picture, number: number) }
    static func clips(_ number: Int) -> SheetPlace { SheetPlace(section: .clips, number: number) }
    static func scoring(_ number: Int) -> SheetPlace { SheetPlace(section: .scoring, number: number) }
    static func stream(_ number: Int) -> SheetPlace { SheetPlace(section: .stream, number: number) }
    static func tv(_ number: Int) -> SheetPlace { SheetPlace(section: .tv, number: number) }
    static func look(_ number: Int) -> SheetPlace { SheetPlace(section: .look, number: number) }
}
