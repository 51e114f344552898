import Core
import TOMLKit

/// The text of a `settings.toml`. It is edited value by value, so that what a person wrote stays.
struct SettingsText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: Reading

    /// The settings it makes, and what is wrong with it.
    func settings(lastGood: Settings) -> (Settings, [SettingsProblem]) {
        let table: TOMLTable
        switch parsed() {
        case .success(let parsed): table = parsed
        case .failure(let unparsed): return (lastGood, [unparsed.problem])
        }
        let outline = SettingsOutline(bytes)
        var settings = lastGood
        var problems: [SettingsProblem] = []
        for (name, node) in table {
            let line = outline.statements.first { $0.key == name }?.line ?? outline.otherLines[name] ?? 1
            guard let key = SettingKey(rawValue: name) else {
                problems.append(SettingsProblem(line: line, message: "\(name): there is no such setting"))
                continue
            }
            guard let value = TOMLWord.value(of: node) else {
                problems.append(SettingsProblem(line: line, message: "\(name): it takes one word, number, true or false"))
                continue
            }
            do {
                try SettingKey.apply(value, for: key, to: &settings)
            } catch {
                problems.append(SettingsProblem(line: line, message: "\(error)"))
            }
        }
        return (settings, problems.sorted { ($0.line, $0.message) < ($1.line, $1.message) })
    }

    private struct Unparsed: Error {
        var problem: SettingsProblem
    }

    private func parsed() -> Result<TOMLTable, Unparsed> {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            return .failure(Unparsed(problem: SettingsProblem(line: lineOfFirstBadByte, message: "it is no plain text")))
        }
        do {
            return .success(try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            return .failure(Unparsed(problem: SettingsProblem(line: error.source.begin.line, message: error.description)))
        } catch {
            return .failure(Unparsed(problem: SettingsProblem(line: 1, message: "\(error)")))
        }
    }

    private var lineOfFirstBadByte: Int {
        var line = 1
        for text in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if text.contains(0) || String(validating: text, as: UTF8.self) == nil { return line }
            line += 1
        }
        return line
    }

    // MARK: Writing

    /// Sets what differs. A value that isn't taken stays for the person to put right, unless the box has another
    /// value than the default for it.
    mutating func set(_ settings: Settings, keys: some Sequence<SettingKey>) {
        for key in keys {
            let wanted = SettingKey.value(of: key, in: settings)
            let isDefault = wanted == SettingKey.value(of: key, in: Settings())
            let outline = SettingsOutline(bytes)
            if let statement = outline.statements.last(where: { $0.key == key.rawValue }) {
                let written = effect(of: statement, key: key)
                if written == wanted || (written == nil && isDefault) { continue }
                bytes.replaceSubrange(statement.value, with: TOMLWord.text(of: wanted).utf8)
            } else if !isDefault {
                insert("\(key.rawValue) = \(TOMLWord.text(of: wanted))",
                       at: outline.placesAfterComments[key.rawValue] ?? outline.end)
            }
        }
    }

    /// The value that a statement gives its key, as the box would write it; `nil` when it isn't taken.
    private func effect(of statement: SettingsOutline.Statement, key: SettingKey) -> SettingValue? {
        let text = String(decoding: bytes[statement.value], as: UTF8.self)
        var settings = Settings()
        guard let node = (try? TOMLTable(string: "value = \(text)"))?["value"], let value = TOMLWord.value(of: node),
              (try? SettingKey.apply(value, for: key, to: &settings)) != nil else { return nil }
        return SettingKey.value(of: key, in: settings)
    }

    private mutating func insert(_ line: String, at place: Int) {
        let newline = UInt8(ascii: "\n")
        let needsBreak = place > 0 && bytes[place - 1] != newline
        bytes.insert(contentsOf: (needsBreak ? [newline] : []) + Array(line.utf8) + [newline], at: place)
    }
}
