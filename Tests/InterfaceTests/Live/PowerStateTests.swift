// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct PowerStateTests {
    private func state(_ throttled: String? = nil, alarm: String? = nil, temp: String? = nil, zone: String? = "cpu-thermal\n") -> PowerState {
        PowerState(throttled: throttled, alarm: alarm, millidegrees: temp, zone: zone)
    }

    @Test func nothingToldIsNothingKnown() {
        #expect(state() == PowerState())
        #expect(state("", alarm: "", temp: "", zone: "") == PowerState())
    }

    @Test(arguments: [
        ("0\n", false, false), ("1", true, false), ("50005\n", true, false), ("50000", false, false),
        // Capped or throttled at sufficient voltage means heat.
        ("2", false, true), ("4", false, true), ("6\n", false, true), ("8", false, true), ("9", true, true),
        ("0x80008", false, true), ("E000E", false, true), ("5", true, false),
    ])
    func theFirmwaresBitsSayIt(text: String, isWeak: Bool, isSlowed: Bool) {
        #expect(state(text).isWeak == isWeak && state(text).isSlowedByHeat == isSlowed)
    }

    @Test func whatHasBeenIsKeptApart() {
        #expect(state("50000").hasBeenWeak && !state("50000").hasBeenSlowed)
        #expect(!state("80000").hasBeenWeak && state("80000").hasBeenSlowed)
        #expect(!state("5").hasBeenWeak)
    }

    @Test func theKernelsAlarmSaysItWhereTheBitsDont() {
        #expect(state(alarm: "1\n").isWeak == true && state(alarm: "0\n").isWeak == false)
        #expect(state("0", alarm: "1").isWeak == true)
        #expect(state(alarm: "1").isSlowedByHeat == nil)
    }

    @Test func withoutBitsABoardsOwnHeatSaysIt() {
        #expect(state(temp: "79400\n").isSlowedByHeat == false && state(temp: "79400").celsius == 79)
        #expect(state(temp: "80000").isSlowedByHeat == true)
        // A Pi's firmware doesn't slow down a laptop at 90 °C.
        #expect(state(temp: "90000", zone: "x86_pkg_temp").isSlowedByHeat == nil)
        #expect(state(temp: "90000", zone: "acpitz").celsius == 90)
        // The bits are more reliable than a guess from the temperature.
        #expect(state("0", temp: "84000").isSlowedByHeat == false)
        #expect(state("5", temp: "84000").isSlowedByHeat == true)
    }

    @Test(arguments: ["-1", "g", "100000000", "1 2", "+5", "0x", "0x1g", "５", "throttled=0x5", "\u{0}1"])
    func whatIsNoNumberIsNotTold(text: String) {
        let isNumber = text == "1 2"
        #expect((state(text).isWeak == nil) == !isNumber)
        #expect(text == "1 2" || state(alarm: text).isWeak == nil)
    }

    @Test(arguments: ["273150000", "-273150", "999999999999999999999", "hot", ""])
    func whatIsNoTemperatureIsNone(text: String) {
        #expect(state(temp: text).celsius == nil && state(temp: text).isSlowedByHeat == nil)
    }

    @Test(arguments: UInt64(1)...200)
    func whateverTheFilesHoldItIsTaken(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func noise() -> String? {
            if random.chance(0.2) { return nil }
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                random.chance(0.5) ? UInt8.random(in: 0...255, using: &random) : UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let state = PowerState(throttled: noise(), alarm: noise(), millidegrees: noise(), zone: noise())
        #expect(state.celsius.map { (-40...150).contains($0) } ?? true)
    }

    @Test func aSignStaysHalfAMinuteAndWhatFlickersIsOne() {
        var sign = LatchedCondition()
        sign.note(false, at: .zero)
        #expect(!sign.isUp(at: .zero) && sign.end == nil)
        sign.note(true, at: Timestamp(seconds: 1))
        #expect(sign.isUp(at: Timestamp(seconds: 1000)) && sign.end == nil)
        sign.note(false, at: Timestamp(seconds: 10))
        sign.note(false, at: Timestamp(seconds: 20))
        #expect(sign.isUp(at: Timestamp(seconds: 39.9)) && !sign.isUp(at: Timestamp(seconds: 40)))
        sign.note(true, at: Timestamp(seconds: 30))
        #expect(sign.end == nil)
        sign.note(nil, at: Timestamp(seconds: 35))
        #expect(sign.isUp(at: Timestamp(seconds: 64.9)) && !sign.isUp(at: Timestamp(seconds: 65)))
    }
}

/// The power state's messages on the TV.
@Suite struct ToldTests {
    @Test func weakPowerIsSaidWhileItLastsAndHalfAMinuteAfter() {
        var box = Rehearsal()
        box.run(to: 10)
        box.send(.box(.power(PowerState(isWeak: true, celsius: 50))))
        #expect(box.texts.contains(Strings.weakPower) && box.texts.contains(Strings.weakPowerAdvice))
        box.run(to: 100)
        #expect(box.chip?.chip.kind == .weakPower)
        box.send(.box(.power(PowerState(isWeak: false))))
        box.run(to: 129.9)
        #expect(box.chip?.chip.kind == .weakPower)
        // Only the clock ends the message, so that change must be announced.
        #expect(box.appliance.nextChange(after: box.now).map { $0 <= Timestamp(seconds: 130) } == true)
        box.run(to: 130)
        #expect(box.chip == nil)
    }

    @Test func heatIsSaidAndBothAreAmongTheMeasurements() {
        var box = Rehearsal { $0.showsDiagnostics = true }
        box.run(to: 10)
        #expect(box.texts.contains(Strings.power))
        box.send(.box(.power(PowerState(isWeak: false, isSlowedByHeat: true, celsius: 84))))
        #expect(box.texts.contains(Strings.tooHot) && !box.texts.contains(Strings.weakPower))
        #expect(box.texts.contains("good, 84 °C, slowed down"))
    }

    @Test func whatNobodyTellsIsNoMessage() {
        var box = Rehearsal()
        box.run(to: 10)
        let before = box.texts
        box.send(.box(.power(PowerState())))
        #expect(box.texts == before)
    }

    @Test func aNoticeOfWhatGoesOnStandsWithItsWordsUntilItIsTakenBack() {
        var box = Rehearsal()
        box.run(to: 10)
        box.send(.box(.notices([BoxNotice("The card is being made ready", detail: "Leave it in.", percent: 40)])))
        box.run(to: 500)
        #expect(box.texts.contains("The card is being made ready") && box.texts.contains("Leave it in."))
        box.send(.box(.notices([])))
        #expect(!box.texts.contains("The card is being made ready"))
    }

    @Test func aNoticesBarIsAsLongAsItIsFar() {
        func bar(_ percent: Int) -> Double {
            var box = Rehearsal()
            box.run(to: 10)
            box.send(.box(.notices([BoxNotice("x", percent: percent)])))
            let widths = box.scene.layers.flatMap { layer -> [Double] in
                guard case .drawing(let drawing) = layer.content else { return [] }
                return drawing.commands.compactMap { if case .fill(let rect, 4, Palette.text) = $0 { rect.width } else { nil } }
            }
            return widths.first ?? 0
        }
        #expect(bar(0) == 0 && bar(100) > 0)
        #expect(abs(bar(50) * 2 - bar(100)) < 1e-6)
    }

    @Test func fourNoticesAreShownAndNoMore() {
        var box = Rehearsal()
        box.run(to: 10)
        box.send(.box(.notices((1...9).map { BoxNotice("Notice \($0)") })))
        #expect(box.appliance.conditions.boxNotices.count == 4)
    }
}

@Suite struct BoxNoticeTests {
    private func notice(_ text: String) -> BoxNotice? { BoxNotice(bytes: Array(text.utf8)) }

    @Test func theLinesAreTitleDetailAndProgress() {
        #expect(
            notice("The card is being made ready\nLeave it in.\nprogress 40\n")
                == BoxNotice("The card is being made ready", detail: "Leave it in.", percent: 40))
        #expect(notice("Title") == BoxNotice("Title"))
        #expect(notice("Title\nprogress 7") == BoxNotice("Title", percent: 7))
        #expect(notice("Title\r\nDetail\r\n") == BoxNotice("Title", detail: "Detail"))
        #expect(notice("Title\n\nprogress 100\n") == BoxNotice("Title", percent: 100))
        // A sentence that begins with the word "progress" stays a sentence.
        #expect(notice("Title\nprogress is slow") == BoxNotice("Title", detail: "progress is slow"))
        #expect(notice("Title\nprogress 900")?.percent == 100 && notice("Title\nprogress -3")?.percent == 0)
    }

    @Test(arguments: ["", "\n", "\n\nx", "   \nDetail", "\u{1}\u{7}\n"])
    func withoutATitleItIsNone(text: String) {
        #expect(notice(text) == nil)
    }

    @Test func whatWouldMoveTheTextAboutIsDropped() {
        #expect(notice("A\u{1B}[31m\tB\u{202E}C\u{0}\u{2028}D")?.title == "A[31m BC")
        #expect(notice("A\u{1B}[31m\tB\u{202E}C\u{0}")?.title == "A[31m BC")
    }

    @Test func whatIsTooLongIsCut() {
        let long = notice(String(repeating: "a", count: 500) + "\n" + String(repeating: "b", count: 500))
        #expect(long?.title.description.count == 80 && long?.title.description.hasSuffix("a…") == true && long?.detail?.description.count == 160)
        #expect(notice(String(repeating: "a", count: 80))?.title.description == String(repeating: "a", count: 80))
    }

    @Test func whatAScriptWritesAsKeysIsShownInTheLanguageThatHolds() {
        let text = "title box.update-refused\ndetail box.refused-older\nname x.update\nversion 1.2\nown 1.3\nprogress 40\n"
        let found = notice(text)
        #expect(found?.title == "Update refused: x.update" && found?.percent == 40)
        #expect(found?.detail == "Its version 1.2 is older than 1.3, which is running: for that, make the card anew")
        Language.$current.withValue(Language("box.update-refused = {name}: nein")) { #expect(found?.title.text == "x.update: nein") }
        #expect(notice("title box.no-such\n")?.title == "title box.no-such", "words that this program lacks are shown as they stand")
        #expect(notice("title live.mark\n")?.title == "title live.mark", "no other words are anybody's to show")
        let long = notice("title box.update-refused\nname \(String(repeating: "a", count: 500))\n")?.title.description
        #expect((long?.count ?? 0) < 120)
    }

    @Test func onlyTheFirstFourThousandBytesAreRead() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: BoxNotice.mostBytes) + Array("\nDetail".utf8)
        #expect(BoxNotice(bytes: bytes)?.detail == nil)
    }

    @Test(arguments: UInt64(1)...300)
    func whateverTheBytesItIsShortAndClean(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet: [[UInt8]] = ["\n", "progress ", "7", "\u{301}", "e", "🏹", "\u{200D}", "\u{202E}", " "].map { Array($0.utf8) }
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...2000, using: &random) {
            if random.chance(0.3) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            } else {
                bytes += alphabet.randomElement(using: &random) ?? []
            }
        }
        guard let notice = BoxNotice(bytes: bytes) else { return }
        let (title, detail) = (notice.title.description, notice.detail?.description ?? "")
        #expect(!title.isEmpty && title.count <= 80 && title.unicodeScalars.count <= 4 * 80 + 1)
        #expect(detail.count <= 160)
        #expect((0...100).contains(notice.percent ?? 0))
        for scalar in (title + detail).unicodeScalars { #expect(scalar.properties.generalCategory != .control) }
    }
}
