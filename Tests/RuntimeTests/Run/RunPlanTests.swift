// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

@Suite struct RunPlanTests {
    private func plan(_ change: (inout RunArguments) -> Void) throws -> RunPlan {
        var words = RunArguments(["display": "headless"], card: "/nonexistent-card", clock: "virtual", duration: "10")
        change(&words)
        return try RunPlan(words)
    }

    @Test func whatIsSaidOnTheCommandLineHolds() throws {
        let plan = try plan {
            $0.chosen["delay"] = "7.5"
            $0.chosen["size"] = "1280x720"
            $0.chosen["fps"] = "60"
            $0.chosen["camera"] = "file:/films/shot.mp4"
            $0.chosen["display"] = "headless:1280x720@59.94"
            $0.chosen["scoring"] = "false"
            $0.chosen["face"] = "wa_40"
            $0.chosen["round"] = "vegas_300"
            $0.chosen["arrow"] = "10.7"
        }
        #expect(plan.settings.delaySeconds == 7.5)
        #expect(plan.settings.size == .hd720)
        #expect(plan.settings.framesPerSecond == 60)
        #expect(plan.camera == .file("/films/shot.mp4"))
        #expect(plan.display.headlessMode.refresh == FrameRate(60_000, 1001))
        #expect(plan.duration == .seconds(10))
        #expect(!plan.settings.scores)
        #expect(plan.settings.face == "wa_40" && plan.settings.round == "vegas_300" && plan.settings.arrow == Length(millimetres: 10.7))
    }

    @Test func theCommandLineHasTheSettingsThatTheTableSays() {
        #expect(
            RunArguments.settingOptions.map(\.name).sorted()
                == ["archer", "arrow", "camera", "delay", "display", "face", "fps", "height", "panel", "round", "scoring", "size", "width"])
        #expect(RunArguments.settingOptions.allSatisfy { $0.help.hasSuffix(".") && !$0.valueName.isEmpty })
    }

    @Test(arguments: ["-1", "0", "0.99", "61", "NaN", "inf", "-inf", "five", "", "1e400"])
    func aDelayOutsideOneToSixtyIsBadUsage(delay: String) {
        #expect(throws: Failure.self) { try plan { $0.chosen["delay"] = delay } }
    }

    @Test(arguments: ["0x0", "100000x100000", "641x480", "-640x-480", "640", "x", "640x480x2", "2050x16"])
    func aSizeTheEncoderCannotTakeIsBadUsage(size: String) {
        do {
            _ = try plan { $0.chosen["size"] = size }
            Issue.record("\(size) was taken")
        } catch let failure as Failure {
            #expect(failure.status == .usage)
            #expect(!failure.description.contains("\n"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func aVirtualRunNeedsAnEndAndNoRealDevice() {
        for change: (inout RunArguments) -> Void in [
            { $0.duration = nil }, { $0.chosen["display"] = "window" }, { $0.chosen["camera"] = "libcamera" }, { $0.chosen["panel"] = "keys" },
        ] {
            #expect(throws: Failure.self) { try plan(change) }
        }
    }

    /// On the command line a wrong word is a usage error; in the file it is a wrong line, and the default holds.
    @Test func aWordThatIsNoDisplayInTheFileIsReportedAndLeftOut() throws {
        #expect(throws: Failure.self) { try self.plan { $0.chosen["display"] = "headless:foo" } }
        let folder = try TemporaryFolder()
        let file = try folder.file("settings.toml", "delay = 7\ndisplay = \"headless:foo\"\n")
        let plan = try self.plan {
            $0.settings = file
            $0.chosen["display"] = nil
        }
        #expect(plan.settingsProblems.map(\.line) == [2])
        #expect(plan.settingsProblems.first?.message.description.contains("headless:foo") == true)
        #expect(plan.settings.display == "auto" && plan.settings.delaySeconds == 7)
    }

    private func card(settings: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        _ = try folder.file("settings.toml", settings)
        return folder
    }

    private static let devicesOfACard = "camera = \"file:/etc/passwd\"\ndisplay = \"headless\"\npanel = \"script:/media/VIR/x\"\ndelay = 7\n"

    @Test func aCardsFileChoosesNoFileNoScriptAndNoDarkTV() throws {
        let card = try card(settings: Self.devicesOfACard)
        let plan = try RunPlan(RunArguments(card: card.path))
        #expect(plan.settingsProblems.map(\.line) == [1, 2, 3])
        #expect(plan.camera == .automatic && plan.display == .automatic && plan.panel == .automatic)
        #expect(plan.settings.delaySeconds == 7)
    }

    /// A person who names a file on the command line has read it, so it may choose devices.
    @Test func aFileThatIsNamedOnTheCommandLineChoosesAll() throws {
        let card = try card(settings: Self.devicesOfACard)
        let plan = try RunPlan(RunArguments(card: "/nonexistent-card", settings: "\(card.path)/settings.toml"))
        #expect(plan.settingsProblems.isEmpty)
        #expect(plan.camera == .file("/etc/passwd") && plan.panel == .script("/media/VIR/x"))
    }

    @Test func optionsWinOverTheCardAndTheCommandLineOverOptions() throws {
        let card = try card(settings: "camera = \"libcamera\"\npanel = \"gpio\"\ndisplay = \"kms\"\n")
        let options = try card.file("options", "camera = \"file:/film.mp4\"\npanel = \"keys\"\nmirror = true\n")
        let plan = try RunPlan(RunArguments(["panel": "script:/x"], card: card.path, options: options))
        #expect(plan.camera == .file("/film.mp4") && plan.panel == .script("/x") && plan.display == .kms(nil))
        #expect(plan.settingsProblems.map(\.description) == ["options line 3: mirror: there is no such setting"])
        // Neither a card that comes late nor another card changes that.
        var other = Settings()
        other.camera = "libcamera:else"
        other.delaySeconds = 9
        #expect(plan.late(other).camera == "file:/film.mp4")
        #expect(plan.late(other).panel == "script:/x" && plan.late(other).delaySeconds == 9)
        #expect(plan.again(other, after: plan.settings).camera == "file:/film.mp4")
        #expect(plan.again(other, after: plan.settings).delaySeconds == 9)
    }

    /// A film that doesn't exist would keep the TV dark for good.
    @Test func theSafeProfileLeavesOptionsOut() throws {
        let card = try card(settings: "")
        let options = try card.file("options", "camera = \"file:/no/such/film.mp4\"\n")
        #expect(try RunPlan(RunArguments(card: card.path, options: options), isSafe: true).camera == .automatic)
    }

    @Test func aSnapshotIsNamedByItsVblank() {
        #expect(Snapshots.name(for: .zero) == "tv-0000.000.png")
        #expect(Snapshots.name(for: .milliseconds(12_500)) == "tv-0012.500.png")
        #expect(Snapshots.name(for: FrameRate(60).offset(of: 1)) == "tv-0000.017.png")
        #expect(Snapshots.name(for: .seconds(12_345)) == "tv-12345.000.png")
    }

    /// A name that no font can draw is reported, with its letters and its archer.
    @Test func aNameThatNoFontCanWriteIsSaid() {
        let problems = RunPlan.unwritableNames([Archer(name: "Ana"), Archer(name: "김우진"), Archer(name: "Ben \u{10FFFD}")])
        #expect(problems.map(\.line) == [0])
        #expect(problems.first?.description.contains("“\u{10FFFD}”, which is in “Ben \u{10FFFD}”") == true)
    }
}

@Suite struct ShownHistoryTests {
    private func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: Timestamp(nanoseconds: frame * 16_666_667))
    }

    @Test func aPressIsAboutThePictureThatWasThereThen() {
        let history = ShownHistory()
        for vblank in Int64(0)..<600 { history.note(stamp(vblank), at: Timestamp(nanoseconds: vblank * 16_666_667)) }
        #expect(history.shown(at: Timestamp(nanoseconds: 599 * 16_666_667)) == stamp(599))
        #expect(history.shown(at: Timestamp(nanoseconds: 599 * 16_666_667 - 1)) == stamp(598))
        #expect(history.shown(at: Timestamp(seconds: 100)) == stamp(599))
        // An instant before the whole history is answered with the oldest picture.
        #expect(history.shown(at: .zero) == stamp(600 - 256))
    }

    @Test func whileNothingDelayedIsShownNothingIs() {
        let history = ShownHistory()
        #expect(history.shown(at: .zero) == nil)
        history.note(nil, at: .zero)
        #expect(history.shown(at: Timestamp(seconds: 1)) == nil)
    }
}
