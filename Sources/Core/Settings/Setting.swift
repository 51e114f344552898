// SPDX-License-Identifier: GPL-3.0-or-later

/// One setting: everything that the box, its menu, `settings.toml` and the command line know about it.
///
/// A setting is one stored property and one row of the table in a file of `Table/`, and a line for its title and its help in each language.
/// The menu, the file, its comments, the command line and its help come from the row.
public struct Setting: Sendable {
    public let key: SettingKey
    /// The comment above the setting in a new `settings.toml`.
    public let comment: String
    /// The option of `vir run`; `nil` if the command line doesn't have the setting.
    public let option: Option?
    /// The part of the box that has to follow a change while the box runs.
    public let follower: Follower
    /// The turn in which the setting is read from a file with other settings.
    public let turn: Turn
    /// The words, alone or followed by a colon and more, that only the owner may choose (`SettingOrigin`).
    let ownersForms: [String]
    /// The setting's position in the menu; `nil` if it isn't in the menu.
    let place: MenuPlace?
    /// Returns true if the setting has an effect now, with the other settings as they are. Otherwise its row in the menu is grey.
    let matters: @Sendable (Settings) -> Bool
    /// True if the setting has two states: a push toggles it.
    let isSwitch: Bool
    /// True if the setting matters only while arrows are scored.
    var isAboutScoring: Bool {
        place?.page == .target && key.rawValue != "scoring" || key.rawValue == "score-tones"
    }

    private let reading: @Sendable (SettingValue, inout Settings) throws(SettingProblem) -> Void
    private let salvaging: @Sendable (SettingValue, inout Settings) -> Bool
    private let writing: @Sendable (Settings) -> SettingValue
    private let moving: @Sendable (inout Settings, Int) -> Void
    private let showing: @Sendable (Settings) -> String

    /// A setting's option on the command line.
    public struct Option: Sendable {
        /// The placeholder for the value in the help, such as `seconds`.
        public let valueName: String
        public let help: String

        init(_ valueName: String, _ help: String) {
            self.valueName = valueName
            self.help = help
        }
    }

    /// The part of the box that has to follow a change of a setting while the box runs.
    public enum Follower: Sendable, CaseIterable {
        /// The interface, which reads the settings in each of its steps, and tells the other followers about a change.
        case interface
        /// Camera, encoder and delay line: they restart.
        case stream
        /// The camera, while it runs.
        case camera
        /// The lines of the buttons, the knob, the LED and the buzzer.
        case panel
        /// The TV: its power, and how it hangs.
        case tv
        /// The output for the sound of clips, and the voice.
        case speaker
        /// The ear, which hears shots.
        case ear
        /// The date.
        case clock
        /// The threads that write pages and films, in the language that is set.
        case words
    }

    /// The pass over the settings in which a setting is read. Some settings decide which values others may have, so they are read in an
    /// earlier pass. In a file, settings may stand in any order.
    public enum Turn: Int, Sendable, CaseIterable {
        /// The custom faces.
        case first
        /// The face, the round and the archers: they may use a custom face, and decide which arrows are allowed.
        case second
        /// All the others.
        case last
    }

    /// - Parameters:
    ///   - name: the setting's name in `settings.toml` and on the command line.
    ///   - path: the key path of the stored value.
    ///   - form: the functions that read, write, move and show the value.
    ///   - place: its position in the menu.
    ///   - matters: the condition of the other settings under which this one has an effect.
    init<Group: SettingGroup, Value>(
        _ name: String, _ path: WritableKeyPath<Group, Value> & Sendable, _ form: SettingForm<Value>,
        at place: MenuPlace? = nil, when matters: @escaping @Sendable (Settings) -> Bool = { _ in true }, for follower: Follower = .interface,
        turn: Turn = .last,
        ownersForms: [String] = [], option: Option? = nil, _ comment: String
    ) {
        let key = SettingKey(unchecked: name)
        let group = Group.path
        self.key = key
        self.comment = comment
        self.option = option
        self.follower = follower
        self.turn = turn
        self.ownersForms = ownersForms
        self.place = place
        self.matters = matters
        isSwitch = form.isSwitch
        reading = { value, settings throws(SettingProblem) in
            settings[keyPath: group][keyPath: path] = try form.read(value, key, settings)
        }
        salvaging = { value, settings in
            guard let rest = form.rest(value, settings) else { return false }
            settings[keyPath: group][keyPath: path] = rest
            return true
        }
        writing = { form.write($0[keyPath: group][keyPath: path]) }
        moving = { settings, steps in
            settings[keyPath: group][keyPath: path] = form.move(settings[keyPath: group][keyPath: path], steps, settings)
        }
        showing = { form.show($0[keyPath: group][keyPath: path], $0) }
    }

    /// Sets the value. If it isn't taken, `settings` stays as it was. Reentrant.
    public func apply(_ value: SettingValue, to settings: inout Settings, from origin: SettingOrigin = .owner) throws(SettingProblem) {
        try check(value, from: origin)
        try reading(value, &settings)
    }

    /// Sets the valid entries of a list that isn't taken as a whole, so that one wrong entry doesn't cost the others. Reentrant.
    /// - Returns: `false` if no entry is valid; `settings` then stays as it was.
    func applyRest(of value: SettingValue, to settings: inout Settings) -> Bool { salvaging(value, &settings) }

    /// Returns the value as `settings.toml` has it. Reading it back gives the value that was written.
    public func value(in settings: Settings) -> SettingValue { writing(settings) }

    /// Returns the settings with the value moved by a number of knob steps. It stops at the ends, and any step toggles a switch.
    func adjusted(_ settings: Settings, by steps: Int) -> Settings {
        guard steps != 0 else { return settings }
        var result = settings
        moving(&result, steps)
        return result
    }

    /// Returns the value as the menu shows it.
    func shown(_ settings: Settings) -> String { showing(settings) }
}

/// The stored values of the settings that belong together, with their defaults, and their rows of the table.
protocol SettingGroup: Hashable, Sendable {
    static var path: WritableKeyPath<Settings, Self> & Sendable { get }
    static var table: [Setting] { get }
}

extension Setting {
    /// Every setting, in the order of a new `settings.toml`.
    public static let all: [Setting] = Settings.groups.flatMap { $0.table }

    private static let byName = Dictionary(all.map { ($0.key.rawValue, $0) }) { first, _ in first }

    static func named(_ name: String) -> Setting? { byName[name] }

    /// The settings in the order in which they are read.
    public static let inTurn: [Setting] = Turn.allCases.flatMap { turn in all.filter { $0.turn == turn } }
}

extension Settings {
    /// Returns the values that a follower has to follow, as they are written. If they are equal before and after a change, the follower has
    /// nothing to do.
    package func values(for follower: Setting.Follower) -> [SettingValue] {
        Setting.all.filter { $0.follower == follower }.map { $0.value(in: self) }
    }
}
