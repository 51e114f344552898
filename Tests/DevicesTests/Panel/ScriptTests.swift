// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Devices

@Suite struct ScriptTests {
    private func inputs(_ text: String) throws -> [TimedInput] { try Script(text: text, path: "a.script").inputs }

    private func fault(_ text: String) -> String {
        let error = #expect(throws: ScriptError.self) { _ = try Script(text: text, path: "a.script") }
        return error?.description ?? ""
    }

    private func action(_ milliseconds: Int, _ action: PanelEvent.Action) -> TimedInput {
        TimedInput(time: .milliseconds(milliseconds), content: .action(action))
    }

    @Test func everyActionIsRead() throws {
        let script = try inputs(
            """
            # an end of one arrow
            1 mark tap      # at the shot

            2.5 stop hold 1.25
            5 knob turn -3
            6 knob push
            7 touch down 960 540.5
            7.1 touch move 0 1080
            7.2 touch up
            8 camera unplug
            9 tv plug
            10 microphone late 0.2
            11 microphone unplug
            """)
        #expect(
            script == [
                action(1000, .pressed(.mark)), action(1080, .released(.mark)),
                action(2500, .pressed(.stop)), action(3750, .released(.stop)),
                action(5000, .turned(-3)),
                action(6000, .pressed(.knob)), action(6080, .released(.knob)),
                action(7000, .touchDown(Point(960, 540.5))), action(7100, .touchMoved(Point(0, 1080))), action(7200, .touchUp),
                TimedInput(time: .seconds(8), content: .plug(.camera, isPlugged: false)),
                TimedInput(time: .seconds(9), content: .plug(.tv, isPlugged: true)),
                TimedInput(time: .seconds(10), content: .lateSound(.milliseconds(200))),
                TimedInput(time: .seconds(11), content: .plug(.microphone, isPlugged: false)),
            ])
    }

    @Test(arguments: Control.allCases)
    func everyControlCanBeTapped(control: Control) throws {
        #expect(try inputs("0 \(control.rawValue) tap").map(\.content) == [.action(.pressed(control)), .action(.released(control))])
    }

    @Test(arguments: SimulatedPlug.allCases)
    func everyPlugCanBePulled(plug: SimulatedPlug) throws {
        #expect(
            try inputs("3 \(plug.rawValue) unplug\n4 \(plug.rawValue) plug").map(\.content)
                == [.plug(plug, isPlugged: false), .plug(plug, isPlugged: true)])
    }

    @Test func aTriggerIsWhatThePanelWouldReportOfIt() throws {
        let script = try inputs("1 trigger tap\n1.5 trigger tap\n3 trigger hold 7\n4 mark tap\n12 trigger hold 4")
        #expect(
            script == [
                TimedInput(time: .seconds(1), content: .detected), TimedInput(time: .seconds(3), content: .detected),
                action(4000, .pressed(.mark)), action(4080, .released(.mark)),
                TimedInput(time: .seconds(8), content: .triggerHeld(true)), TimedInput(time: .milliseconds(10_020), content: .triggerHeld(false)),
                TimedInput(time: .seconds(12), content: .detected),
            ])
        #expect(script[0].input(inRunFrom: Timestamp(seconds: 5)) == .detected(Detection(at: Timestamp(seconds: 6), source: .trigger)))
        var lines = PanelLines()
        lines.triggerLockoutSeconds = 0.2
        let quick = try Script(text: "1 trigger tap\n1.5 trigger tap", path: "a.script", lines: lines)
        #expect(quick.inputs.map(\.content) == [.detected, .detected])
    }

    @Test func inputsComeInOrderOfTimeAndEqualOnesInOrderOfLines() throws {
        let script = try inputs("2 up tap\n1 left hold 5\n2 down tap\n0.5 knob turn +1")
        #expect(
            script == [
                action(500, .turned(1)), action(1000, .pressed(.left)), action(2000, .pressed(.up)), action(2000, .pressed(.down)),
                action(2080, .released(.up)), action(2080, .released(.down)), action(6000, .released(.left)),
            ])
    }

    @Test func anEmptyScriptDoesNothing() throws {
        for text in ["", "\n\n", "# nothing", "   # nothing\r\n\r\n", "\u{FEFF}# nothing"] { #expect(try inputs(text).isEmpty) }
    }

    @Test func linesMayEndAsWindowsEndsThem() throws {
        #expect(try inputs("1 mark tap\r\n2 stop tap\r\n").count == 4)
        #expect(fault("1 mark tap\r\n2 mark tip\r\n").hasPrefix("a.script:2: 'tip'"))
    }

    @Test(arguments: [
        ("x mark tap", "'x'"), ("nan mark tap", "'nan'"), ("-1 mark tap", "'-1'"), ("inf mark tap", "'inf'"), ("1e3 mark tap", "'1e3'"),
        ("0x10 mark tap", "'0x10'"), ("99999999999 mark tap", "'99999999999'"), ("1", "'1'"), ("1 bell tap", "'bell'"), ("1 mark", "'mark'"),
        ("1 mark push", "'push'"), ("1 mark turn 3", "'turn'"), ("1 mark tap twice", "'twice'"), ("1 mark hold", "'hold'"),
        ("1 mark hold nan", "'nan'"), ("1 mark hold -2", "'-2'"), ("1 knob turn", "'turn'"), ("1 knob turn 0", "'0'"), ("1 knob turn 1.5", "'1.5'"),
        ("1 knob turn 99999999999999999999", "'99999999999999999999'"), ("1 knob turn -9223372036854775808", "'-9223372036854775808'"),
        ("1 touch tap", "'tap'"), ("1 touch down 5", "'down'"), ("1 touch down 1 2000", "'2000'"), ("1 touch move nan 2", "'nan'"),
        ("1 touch up 4 5", "'4'"), ("1 touch", "'touch'"), ("1 camera", "'camera'"), ("1 tv tap", "'tap'"), ("1 card plug in", "'in'"),
        ("MARK 1 tap", "'MARK'"), ("1 trigger", "'trigger'"), ("1 trigger turn 3", "'turn'"), ("1 trigger hold", "'hold'"),
        ("1 microphone", "'microphone'"), ("1 microphone late", "'late'"), ("1 microphone late -1", "'-1'"), ("1 tv late 2", "'late'"),
    ])
    func aWrongLineIsNamedWithItsWord(line: String, word: String) {
        let description = fault("# first\n\n\(line)\n")
        #expect(description.hasPrefix("a.script:3: "))
        #expect(description.contains(word) && description.contains("expected"))
    }

    @Test func anErrorStaysOnOneLine() {
        let description = fault("1 \(String(repeating: "k", count: 5000)) tap")
        #expect(description.utf8.count < 250)
        #expect(fault("1 a\u{1B}[2J\u{7}b tap").unicodeScalars.allSatisfy { $0.value >= 32 })
    }

    @Test func aFileIsReadAndAMissingOneIsNamed() throws {
        let path = try TestVideo.write(Data("1 mark tap\n".utf8), "one.script")
        #expect(try Script(path: path).inputs.count == 2)
        let missing = #expect(throws: ScriptError.self) { _ = try Script(path: "/nowhere/a.script") }
        #expect(missing?.description == "/nowhere/a.script: No such file or directory")
        let folder = #expect(throws: ScriptError.self) { _ = try Script(path: TestVideo.folder.path) }
        #expect(folder?.description.contains("\n") == false)
    }

    @Test(arguments: UInt64(1)...60)
    func anyTextIsAScriptOrAnError(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let words = [
            "1", "2.5", "-1", "nan", "1e400", "mark", "stop", "knob", "touch", "camera", "tap", "hold", "turn", "push", "down", "up",
            "+3", "-0", "plug", "#", "\u{FEFF}", "é", "👩‍🚀", "\0", "'", "960", "..", "+", "-", "\u{2028}",
        ]
        for _ in 0..<200 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &numbers) {
                if Int.random(in: 0..<8, using: &numbers) == 0 {
                    text += String(decoding: (0..<4).map { _ in UInt8.random(in: 0...255, using: &numbers) }, as: UTF8.self)
                } else {
                    text += words.randomElement(using: &numbers) ?? ""
                }
                text += [" ", " ", " ", "\n", "\t", "\r\n"].randomElement(using: &numbers) ?? ""
            }
            do {
                let script = try Script(text: text, path: "a.script")
                #expect(zip(script.inputs, script.inputs.dropFirst()).allSatisfy { $0.time <= $1.time })
            } catch {
                #expect(error.description.hasPrefix("a.script:") && !error.description.contains("\n"))
            }
        }
    }
}
