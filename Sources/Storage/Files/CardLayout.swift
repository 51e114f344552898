// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The names of everything on the card. No name has a character that exFAT or Windows refuses, and no two names differ by upper and lower
/// case alone.
enum CardLayout {
    static let journal = "journal.jsonl"
    static let record = "session.json"
    static let clips = "clips"
    static let stills = "thumbs"
    static let pictures = "pictures"
    static let index = "vir.sqlite"
    /// The identity of the card.
    static let identity = "card.json"
    static let settings = "settings.toml"
    /// The last valid settings (`LastGoodSettings`).
    static let lastSettings = "settings.last"
    /// The lines that stay drawn on every picture.
    static let lines = "lines.json"
    static let log = "vir-log.txt"
    /// The card's own page, and each session's.
    static let page = "index.html"
    /// The folder that people fill with films from elsewhere. None of them is ever changed.
    static let films = "IMPORT"
    /// The notes of a box on those films, in that folder.
    static let filmNotes = "vir-films.json"
    /// A film that is being copied into that folder, until it is whole.
    static let filmPart = ".vir-film.part"
    /// The note in a session's folder about a film that is being filed (`UnfiledFilm`).
    static let filmNote = ".vir-film.json"
    /// The folder of the archers' pages.
    static let archers = "archers"
    static let help = "help.html"
    static let readMe = "READ ME.txt"
    static let scores = "scores.csv"
    static let phases = "phases.csv"
    static let angles = "angles.csv"
    static let target = "target.svg"
    /// The files beside a session's page, each as long as the session has content for it.
    static let besideThePage = [scores, phases, angles, target]
    /// The longest file that is read whole, in bytes, and so the longest that is written.
    static let longestFile = 16 << 20
    /// The suffix of a file that is being written, until it is whole.
    static let partSuffix = ".part"
    /// The suffix of a thing that was found broken under its final name.
    static let damagedSuffix = ".damaged"
    /// The suffix of a session's folder, or of a clip's file, that is being removed.
    static let deletedSuffix = ".deleted"

    /// Returns the name of a session's folder, `2026-11-20_1403_S07`: it sorts by time, and the number tells sessions of one minute apart;
    /// `undated_S07` if no date was known when the session began.
    static func sessionName(_ header: SessionHeader) -> String {
        let date = header.firstLabel.utf8.prefix(10)
        let time = header.firstLabel.utf8.dropFirst(11).prefix(5)
        let isDated = matches(date, "dddd-dd-dd") && matches(time, "dd:dd")
        let label = isDated ? "\(text(date))_\(text(time.filter { $0 != UInt8(ascii: ":") }))" : "undated"
        return "\(label)_S\(padded(header.number))"
    }

    /// The highest number in the name of a session's folder.
    static let highestNumber = 999_999_999

    /// True if a folder of this name may be a session: as part of a path the name leads nowhere else, and nothing in it speaks against a
    /// session.
    static func mayBeSession(_ name: String) -> Bool {
        // A Mac leaves `._NAME` beside files that it has opened.
        !name.isEmpty && name.utf8.first != UInt8(ascii: ".") && name.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "/") }
            && !name.hasSuffix(deletedSuffix) && !isAside(name)
    }

    /// Returns the number in a session folder's name; `nil` if it is no session's name, or would lead elsewhere as part of a path.
    static func sessionNumber(inName name: String) -> Int? {
        guard mayBeSession(name),
            let mark = name.utf8.lastIndex(where: { $0 == UInt8(ascii: "S") || $0 == UInt8(ascii: "s") }),
            name.utf8[..<mark].last == UInt8(ascii: "_")
        else { return nil }
        return number(name.utf8[mark...].dropFirst())
    }

    /// Returns the name of a session's folder while it is removed. A name that a person gave the folder couldn't be recognized later.
    static func doomedName(_ name: String) -> String { (sessionNumber(inName: name) == nil ? "renamed_S01" : name) + deletedSuffix }

    /// Returns a clip's path in its session's folder: `clips/07.mp4`; `clips/07_X.mp4` for a clip whose arrow is scored,
    /// `clips/detected_01.mp4` for a clip that the box marked by itself, `clips/unmarked_01.mp4` for footage that nobody marked,
    /// `clips/buffer_01.mp4` for a buffer that was saved by hand, `clips/part_01.mp4` for a part that was cut out of a clip, and
    /// `clips/film_01.mp4` for a film that was imported.
    static func clipFile(number: Int, kind: ClipPlan.Kind, label: String? = nil) -> String {
        "\(clips)/\(ClipName.prefix(number, kind))\(padded(kind.shown(number)))\(label.map { "_\(word($0))" } ?? "").mp4"
    }

    /// Reads a name in `clips/`; `nil` if it isn't a finished clip's name.
    static func clip(named name: String) -> ClipName? {
        guard name.hasSuffix(".mp4") else { return nil }
        let kind = [ClipPlan.Kind.detected, .tail, .buffer, .part, .film].first { name.hasPrefix(ClipName.prefix($0)) } ?? .mark
        let rest = name.utf8.dropLast(4).dropFirst(ClipName.prefix(kind).utf8.count)
        let digits = rest.prefix { $0 != UInt8(ascii: "_") }
        guard rest.count == digits.count || rest.count > digits.count + 1 else { return nil }
        return number(digits).map { ClipName(kind: kind, digits: $0) }
    }

    /// True if this is a clip's path in a session's folder, and no way out of the folder.
    static func isClipFile(_ file: String) -> Bool {
        file.hasPrefix("\(clips)/") && !file.dropFirst(clips.count + 1).contains("/") && clip(named: String(file.dropFirst(clips.count + 1))) != nil
    }

    /// Returns a ring's label as part of a file's name: capitals and digits of ASCII, a few of them. A custom face may give its rings any
    /// label.
    static func word(_ label: String) -> String {
        let letters = label.utf8.prefix(12).map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"): byte
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            default: UInt8(ascii: "-")
            }
        }
        return letters.isEmpty ? "-" : text(letters)
    }

    static func stillFile(number: Int) -> String { "\(stills)/\(padded(number)).jpg" }

    /// Returns the path of a mirrored clip's still as the camera saw it, which its page shows before the film plays.
    static func unmirroredStillFile(number: Int) -> String { "\(stills)/\(padded(number))\(unmirroredStillSuffix)" }

    private static let unmirroredStillSuffix = "_unmirrored.jpg"

    /// Returns the path of a kept picture of the TV.
    static func pictureFile(number: Int) -> String { "\(pictures)/\(picturePrefixes[0])\(padded(number)).jpg" }

    /// The second prefix is from the time when only comparisons could be kept.
    private static let picturePrefixes = ["picture_", "compare_"]

    /// Returns the number of a file in the pictures' folder; `nil` if VIR didn't make it.
    static func pictureNumber(_ name: String) -> Int? {
        guard name.hasSuffix(".jpg"), let prefix = picturePrefixes.first(where: { name.hasPrefix($0) }) else { return nil }
        return number(name.utf8.dropFirst(prefix.utf8.count).dropLast(4))
    }

    /// Returns the number of the clip that a file in the stills' folder belongs to.
    static func stillNumber(_ name: String) -> Int? { name.hasSuffix(".jpg") ? number(name.utf8.dropLast(4)) : nil }

    /// Returns the number of the mirrored clip that a file in the stills' folder shows as the camera saw it.
    static func unmirroredStillNumber(_ name: String) -> Int? {
        name.hasSuffix(unmirroredStillSuffix) ? number(name.utf8.dropLast(unmirroredStillSuffix.utf8.count)) : nil
    }

    /// True if a name in the card's own folder is a file that VIR was writing when it was cut off.
    static func isCardPart(_ name: String) -> Bool {
        guard let whole = unfinished(name) else { return false }
        return [page, help, readMe, settings, lastSettings, lines, log, identity, scores].contains(whole)
            || whole.hasPrefix(trialPrefix) && number(whole.utf8.dropFirst(trialPrefix.utf8.count), digits: 1...9) != nil
    }

    /// True for the same in a session's folder.
    static func isSessionPart(_ name: String) -> Bool {
        unfinished(name).map { ([journal, record, page, filmNote] + besideThePage).contains($0) } ?? false
    }

    /// True for the same in the folder of its clips.
    static func isClipPart(_ name: String) -> Bool { unfinished(name).map { clip(named: $0) != nil } ?? false }

    /// True for the same in the folder of its stills.
    static func isStillPart(_ name: String) -> Bool { unfinished(name).map { stillNumber($0) != nil || unmirroredStillNumber($0) != nil } ?? false }

    /// True for the same in the folder of its pictures.
    static func isPicturePart(_ name: String) -> Bool { unfinished(name).map { pictureNumber($0) != nil } ?? false }

    /// True if a name in the folder of its clips is that of a clip that is being removed.
    static func isDoomedClip(_ name: String) -> Bool {
        name.hasSuffix(deletedSuffix) && clip(named: String(name.dropLast(deletedSuffix.count))) != nil
    }

    private static func unfinished(_ name: String) -> String? {
        name.hasSuffix(partSuffix) ? String(name.dropLast(partSuffix.count)) : nil
    }

    /// True if a name says that something was moved aside.
    static func isAside(_ name: String) -> Bool {
        if name.hasSuffix(damagedSuffix) { return true }
        let digits = name.utf8.reversed().prefix { isDigit($0) }
        return !digits.isEmpty && name.dropLast(digits.count).hasSuffix(damagedSuffix + "-")
    }

    /// The beginning of the name of the file with which `vir check` tests a card's speed; the number of its process follows.
    static let trialPrefix = ".vir-trial-"

    /// Returns the folder in which a path's last part lies.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func number(_ digits: some Collection<UInt8>, digits count: ClosedRange<Int> = 2...9) -> Int? {
        guard count.contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func matches(_ bytes: some Collection<UInt8>, _ pattern: StaticString) -> Bool {
        let pattern = UnsafeBufferPointer(start: pattern.utf8Start, count: pattern.utf8CodeUnitCount)
        return bytes.count == pattern.count
            && zip(bytes, pattern).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d") ? isDigit(byte) : byte == wanted
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
