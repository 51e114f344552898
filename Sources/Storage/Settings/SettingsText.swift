// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The text of a `settings.toml`. It is edited value by value, so that what a person wrote stays.
///
/// Settings stand before the first table (`[…]`); what is in a table belongs to somebody else.
struct SettingsText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: Reading

    /// The settings it makes, and what is wrong with it. With a line that isn't TOML it makes none.
    /// - Parameters:
    ///   - origin: whose text it is; a card's doesn't choose every value.
    ///   - known: the settings that it may have.
    func settings(
        lastGood: Settings, from origin: SettingOrigin = .card,
        known: [SettingKey] = SettingKey.allCases
    ) -> (Settings, [SettingsProblem]) {
        let outline = SettingsOutline(bytes)
        if var fault = firstUnreadableLine ?? outline.fault {
            fault.isOfTheWholeFile = true
            return (lastGood, [fault])
        }
        var settings = lastGood
        var problems: [SettingsProblem] = []
        var seen: Set<String> = []
        for statement in Setting.Turn.allCases.flatMap({ turn in outline.statements.filter { $0.turn == turn } }) {
            let name = statement.key
            let reading = TOMLWord.read(bytes[statement.value])
            if case .wrong(let reason) = reading {
                return (lastGood, [SettingsProblem(line: statement.line, message: .of(setting: name, reason), isOfTheWholeFile: true)])
            }
            do throws(SettingRefusal) {
                guard seen.insert(name).inserted else { throw SettingRefusal(.setTwice) }
                try Self.apply(reading, named: name, to: &settings, from: origin, known: known)
            } catch {
                problems.append(SettingsProblem(line: statement.line, message: error.message(for: name)))
            }
        }
        for (name, line) in outline.otherLines {
            problems.append(SettingsProblem(line: line, message: .of(setting: name, .unknownSetting)))
        }
        return (settings, problems.sorted { ($0.line, $0.message.description) < ($1.line, $1.message.description) })
    }

    /// Why one statement isn't taken, while the others are.
    private struct SettingRefusal: Error {
        var reason: Message

        init(_ reason: Message) {
            self.reason = reason
        }

        func message(for name: String) -> Message { .of(setting: name, reason) }
    }

    private static func apply(
        _ reading: TOMLWord.Reading, named name: String, to settings: inout Settings, from origin: SettingOrigin,
        known: [SettingKey]
    ) throws(SettingRefusal) {
        guard let key = SettingKey(rawValue: name) else { throw SettingRefusal(.unknownSetting) }
        guard known.contains(key) else { throw SettingRefusal(.belongsOnTheCard) }
        guard case .value(let value) = reading else { throw SettingRefusal(.noSingleValue) }
        do {
            try SettingKey.apply(value, for: key, to: &settings, from: origin)
        } catch {
            throw SettingRefusal(error.reason)
        }
    }

    /// It can be read as text; `false` for one that an editor saved as UTF-16.
    var isPlain: Bool { firstUnreadableLine == nil }

    private var firstUnreadableLine: SettingsProblem? {
        if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil { return nil }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let index = lines.firstIndex { $0.contains(0) || String(validating: $0, as: UTF8.self) == nil }
        return SettingsProblem(line: (index ?? 0) + 1, message: .noPlainText)
    }

    /// The setting of a text of one line; `nil` for a comment.
    var onlyKey: SettingKey? { SettingsOutline(bytes).statements.first.flatMap { SettingKey(rawValue: $0.key) } }

    // MARK: Writing

    /// Sets what differs. A value that isn't taken stays for the person to put right, unless the box has another
    /// value than the default for it.
    mutating func set(_ settings: Settings, keys: some Sequence<SettingKey>) {
        for key in keys {
            let wanted = SettingKey.value(of: key, in: settings)
            let isDefault = wanted == SettingKey.value(of: key, in: Settings())
            let outline = SettingsOutline(bytes)
            if let statement = outline.statements.first(where: { $0.key == key.rawValue }) {
                let written = effect(of: statement, key: key, beside: settings)
                if written == wanted || (written == nil && isDefault) { continue }
                bytes.replaceSubrange(statement.value, with: TOMLWord.text(of: wanted).utf8)
            } else if !isDefault {
                insert(
                    "\(key.rawValue) = \(TOMLWord.text(of: wanted))",
                    at: outline.placesAfterComments[key.rawValue] ?? outline.end)
            }
        }
    }

    /// The value that a statement gives its key beside these other settings, as the box would write it; `nil` when it isn't taken.
    private func effect(of statement: SettingsOutline.Statement, key: SettingKey, beside others: Settings) -> SettingValue? {
        var settings = others
        guard case .value(let value) = TOMLWord.read(bytes[statement.value]),
            (try? SettingKey.apply(value, for: key, to: &settings)) != nil
        else { return nil }
        return SettingKey.value(of: key, in: settings)
    }

    private mutating func insert(_ line: String, at place: Int) {
        let newline = UInt8(ascii: "\n")
        let needsBreak = place > 0 && bytes[place - 1] != newline
        bytes.insert(contentsOf: (needsBreak ? [newline] : []) + Array(line.utf8) + [newline], at: place)
    }
}

extension SettingsOutline.Statement {
    /// When it is read; what isn't a setting comes last.
    fileprivate var turn: Setting.Turn { SettingKey(rawValue: key)?.turn ?? .last }
}
