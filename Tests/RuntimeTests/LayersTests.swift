// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The allowed dependencies between targets, checked by the `import` lines: on a warm build the package manager lets an undeclared import
/// through.
@Suite struct LayersTests {
    static let allowed: [String: Set<String>] = [
        "Core": ["DequeModule", "RealModule", "Synchronization"],
        "Interface": ["Core", "RealModule"],
        "ShootingRange": ["Core", "Glibc"],
        "Media": ["Core", "CLibAV", "Glibc", "Synchronization"],
        "Graphics": ["Core", "CCairo", "CGLES", "CGBM", "Glibc", "Synchronization"],
        "Devices": [
            "Core", "ShootingRange", "CLibAV", "CSDL", "CALSA", "CDRM", "CGPIO", "CInput", "CCamera", "CTerminal", "CCEC", "CLinux",
            "CVideo", "CVoice", "Glibc", "Synchronization",
        ],
        "Storage": ["Core", "CLinux", "CVersion", "GRDB", "Mustache", "Foundation", "Glibc", "Synchronization"],
        "Runtime": [
            "Core", "Interface", "Media", "Graphics", "Devices", "Storage", "Logging", "DequeModule", "CLinux", "CAllocations", "Foundation",
            "Glibc", "Synchronization",
        ],
        "Bench": ["Core", "Media", "Graphics", "Devices", "Storage", "Runtime", "CAllocations", "Foundation", "Glibc"],
        "vir": ["Runtime", "Bench", "ArgumentParser", "Glibc"],
    ]

    static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    @Test(arguments: allowed.keys.sorted())
    func arrowsGoOneWayOnly(target: String) throws {
        let permitted = try #require(Self.allowed[target])
        let folder = Self.sources.appendingPathComponent(target)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index <= 1, words.count > index + 1 else { continue }
                guard index == 0 || words[0].hasPrefix("@") || words[0] == "public" else { continue }
                let module = String(words[index + 1].split(separator: ".")[0])
                #expect(permitted.contains(module), "\(target)/\(file.lastPathComponent) imports \(module)")
            }
        }
        #expect(count > 0, "\(target) has no sources: is the path right?")
    }

    /// Core and the interface get the time as an argument and read no clock themselves.
    @Test(arguments: ["Core", "Interface"])
    func readsNoClock(target: String) throws {
        let folder = Self.sources.appendingPathComponent(target)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in [/ContinuousClock/, /SuspendingClock/, /\bDate\(/, /clock_gettime/] {
                #expect(text.firstMatch(of: word) == nil, "\(file.lastPathComponent) reads a clock")
            }
        }
    }

    /// A device's abilities beyond its protocol are values that it provides (`CameraAbilities`, `DisplayAbilities`), and never found by a
    /// cast.
    @Test(arguments: ["Core", "Interface", "ShootingRange", "Media", "Graphics", "Devices", "Storage", "Runtime", "Bench", "vir"])
    func noAbilityIsFoundByACast(target: String) throws {
        let folder = Self.sources.appendingPathComponent(target)
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for cast in ["as? any ", " as! ", "is any Pluggable", "is any Camera", "is any Display", "is any Panel"] {
                #expect(!text.contains(cast), "\(target)/\(file.lastPathComponent) has '\(cast)'")
            }
        }
    }

    /// Merged concepts stay merged: footage is played by one `Player`, a change of delay is another timeline, and only `Path` knows which
    /// screen is up.
    @Test(arguments: ["Core", "Interface", "ShootingRange", "Media", "Graphics", "Devices", "Storage", "Runtime", "Bench", "vir"])
    func whatWasMadeOneStaysOne(target: String) throws {
        for (name, text) in try Self.files(of: target) {
            for word in ["Playout", "playout", "ClipWindow", "Glide", "glide", "switch page", "switch path.place"] {
                #expect(!text.contains(word), "\(target)/\(name) has '\(word)'")
            }
        }
    }

    /// A control's action stands in its row of the screen's table (`Bindings`), and so it has a label and a page in the manual. The row of
    /// tools isn't a screen; the screens that play footage are still to come.
    @Test func noScreenTakesAControlsInputApart() throws {
        let screens = Self.sources.appendingPathComponent("Interface/Screens")
        let others = ["Tools"]
        let paths = try #require(FileManager.default.subpaths(atPath: screens.path)).filter { $0.hasSuffix(".swift") }
        for path in paths where !others.contains(where: { path.hasPrefix($0 + "/") }) {
            let text = try String(contentsOf: screens.appendingPathComponent(path), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains(/(case|==) \.(pressed|tapped|repeated|letGo|turned)\(/) {
                // On the score, a hand on the knob stops the clock, whatever the push does.
                let isKnown = path == "Scoring/ScoreScreen.swift" && line.contains("case .pressed(.knob), .held(.knob)")
                #expect(isKnown, "\(path) handles a control outside of its table: \(line)")
            }
        }
    }

    /// Only `SessionState` numbers sessions; everybody else is told the session.
    @Test(arguments: ["Interface", "ShootingRange", "Media", "Graphics", "Devices", "Storage", "Runtime", "Bench", "vir"])
    func onlyCoreCountsSessions(target: String) throws {
        for (name, text) in try Self.files(of: target) {
            for line in text.split(separator: "\n") {
                let isMade = line.contains(/(SessionRef|[\s(,:=\[])\.run\(/) && !line.contains("case .run(")
                #expect(!isMade, "\(target)/\(name) numbers a session: \(line)")
                // The check of a card counts the sessions that it found.
                guard target == "Interface" || target == "Runtime" else { continue }
                #expect(!line.contains(/(?i)session\w*(\.number)?\s*[+&]?\+=/), "\(target)/\(name) counts sessions: \(line)")
            }
        }
    }

    private static func files(of target: String) throws -> [(name: String, text: String)] {
        let files = try #require(FileManager.default.enumerator(at: sources.appendingPathComponent(target), includingPropertiesForKeys: nil))
        var found: [(String, String)] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            found.append((file.lastPathComponent, try String(contentsOf: file, encoding: .utf8)))
        }
        #expect(!found.isEmpty)
        return found
    }

    /// The files that are longer than 300 lines, with the lines that they may have. The list only shrinks.
    static let longFiles: [String: Int] = [
        "Interface/Model/Sessions/Sessions.swift": 342,
        "Runtime/Card/CardWriter.swift": 315,
        "Runtime/Card/SessionFiling.swift": 330,
        "Runtime/Exporting/ExportService.swift": 323,
        "Runtime/Pipeline/CameraSupervisor.swift": 314,
        "Runtime/Plan/RunPlan.swift": 303,
        "Runtime/Run/Run.swift": 318,
    ]

    /// Files that are made by a test, and that nobody reads from end to end; they may have any length.
    static let madeFiles: Set<String> = ["Core/Words/Generated/Phrases.swift"]

    /// Folders stay small enough to survey, and a file holds one idea.
    @Test(arguments: ["Core", "Interface", "ShootingRange", "Media", "Graphics", "Devices", "Storage", "Runtime", "Bench", "vir"])
    func foldersAndFilesStaySmall(target: String) throws {
        let files = try #require(FileManager.default.enumerator(at: Self.sources.appendingPathComponent(target), includingPropertiesForKeys: nil))
        var folders: [String: Int] = [:]
        var long = Self.longFiles.filter { $0.key.hasPrefix(target + "/") }
        for case let file as URL in files where file.pathExtension == "swift" {
            folders[file.deletingLastPathComponent().path, default: 0] += 1
            let name = String(file.standardizedFileURL.path.dropFirst(Self.sources.standardizedFileURL.path.count + 1))
            if Self.madeFiles.contains(name) { continue }
            let lines = try String(contentsOf: file, encoding: .utf8).count { $0 == "\n" }
            #expect(lines <= long[name] ?? 300, "\(name) has \(lines) lines: split it")
            if lines > 300 { long[name] = nil }
        }
        #expect(long.isEmpty, "these are no longer than 300 lines now, or gone: take them off the list")
        for (folder, count) in folders { #expect(count <= 22, "\(folder) has \(count) files") }
    }
}
