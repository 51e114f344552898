// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The result of reading a `settings.toml`. Each line is read by itself, so a wrong line affects no other line.
struct SettingsReading {
    private(set) var settings: Settings
    private(set) var problems: [SettingsProblem] = []

    /// The values of the settings whose lines are refused.
    private let lastGood: Settings
    private let origin: SettingOrigin
    private let known: Set<SettingKey>

    /// The most wrong lines that are named each; of the rest, only the number is given.
    private static let mostNamed = 64

    /// - Parameters:
    ///   - unset: the values of the settings that the file doesn't have.
    ///   - origin: the author of the text; a card's text doesn't choose every value.
    ///   - known: the settings that the text may have.
    init(unset: Settings, lastGood: Settings, from origin: SettingOrigin, known: [SettingKey]) {
        settings = unset
        self.lastGood = lastGood
        self.origin = origin
        self.known = Set(known)
    }

    mutating func read(_ outline: SettingsOutline, in bytes: [UInt8]) {
        let names = Set(outline.statements.map(\.key))
        var lines: [Line] = []
        for statement in outline.statements { lines.append(Line(statement, names: names)) }
        for fault in outline.faults {
            note(fault.line, fault.message, of: fault.key)
            // A setting that has another line gets the value of that line.
            if let key = fault.key, !names.contains(key) { lines.append(Line(lostSetting: SettingKey(rawValue: key))) }
        }
        var seen: Set<String> = []
        for turn in Setting.Turn.allCases {
            for line in lines where line.turn == turn {
                guard let statement = line.statement else {
                    hold(line.setting)
                    continue
                }
                if seen.insert(statement.key).inserted {
                    take(statement, as: line.setting, bytes[statement.value])
                } else {
                    note(statement.line, .setTwice, of: statement.key)
                }
            }
        }
        for (name, line) in outline.otherLines {
            // Lines below the first table aren't read, and that is reported once.
            guard let table = outline.firstTable, line >= table else {
                note(line, .unknownSetting, of: name)
                continue
            }
            if line == table { note(line, .belowTable, of: name) }
        }
        problems.sort { ($0.line, $0.message.description) < ($1.line, $1.message.description) }
        quote(bytes)
        let rest = problems.dropFirst(Self.mostNamed)
        if let next = rest.first {
            problems.removeLast(rest.count)
            problems.append(SettingsProblem(line: next.line, message: .moreLines(rest.count)))
        }
    }

    /// A line, its setting, and its turn to be read: some settings decide what others may be.
    private struct Line {
        var statement: SettingsOutline.Statement?
        /// The setting that is set, or was meant; `nil` if nobody knows.
        var setting: SettingKey?
        var turn: Setting.Turn { setting?.turn ?? .last }

        /// - Parameter names: the names on the file's lines.
        init(_ statement: SettingsOutline.Statement, names: Set<String>) {
            self.statement = statement
            let meant = SettingKey.meant(by: statement.key)
            setting = SettingKey(rawValue: statement.key) ?? (meant.map { names.contains($0.rawValue) } == true ? nil : meant)
        }

        init(lostSetting: SettingKey?) {
            setting = lostSetting
        }
    }

    /// Notes with each problem the line as it stands in the file.
    private mutating func quote(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for index in problems.indices where lines.indices.contains(problems[index].line - 1) {
            let words = String(decoding: lines[problems[index].line - 1].prefix(4 * Self.longestQuote), as: UTF8.self)
            let text = String(words.split(whereSeparator: \.isWhitespace).joined(separator: " ").onOneLine.prefix(Self.longestQuote))
            problems[index].text = text.isEmpty ? nil : text
        }
    }

    /// The most characters of a line that are quoted.
    private static let longestQuote = 60

    private mutating func note(_ line: Int, _ message: Message, of setting: String?, isTaken: Bool = false) {
        problems.append(SettingsProblem(line: line, message: message, setting: setting, isTaken: isTaken))
    }

    private mutating func take(_ statement: SettingsOutline.Statement, as meant: SettingKey?, _ bytes: ArraySlice<UInt8>) {
        let name = statement.key
        func refuse(_ reason: Message) {
            note(statement.line, reason, of: name)
            hold(meant)
        }
        guard let key = SettingKey(rawValue: name) else { return refuse(meant.map { .unknownSetting(meant: $0) } ?? .unknownSetting) }
        guard known.contains(key) else { return refuse(.belongsOnTheCard) }
        let value: SettingValue
        var word: Message?
        switch TOMLWord.read(bytes) {
        case .meant(let meant, let given):
            value = meant
            word = .takenAs(given, TOMLWord.text(of: meant))
        case _ where statement.fault != nil: return refuse(statement.fault ?? .noValue)
        case .value(let read): value = read
        case .other: return refuse(.noSingleValue)
        case .wrong(let reason): return refuse(reason)
        }
        do throws(SettingProblem) {
            try SettingKey.apply(value, for: key, to: &settings, from: origin)
            if let word { note(statement.line, word, of: name, isTaken: true) }
        } catch {
            note(statement.line, error.reason, of: name)
            if !SettingKey.applyRest(of: value, for: key, to: &settings) { hold(key) }
        }
    }

    /// Gives the setting its last valid value.
    private mutating func hold(_ key: SettingKey?) {
        guard let key, known.contains(key) else { return }
        // The value was accepted once. If a setting that it depends on has changed since, the default holds.
        try? SettingKey.apply(SettingKey.value(of: key, in: lastGood), for: key, to: &settings)
    }
}
