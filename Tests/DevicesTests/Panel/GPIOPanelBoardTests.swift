// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

@Suite struct GPIOPanelBoardTests {
    private static func at(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

    // MARK: Patterns

    @Test(arguments: [PanelSignal.marked, .saved, .refused, .placed, .undone, .liked, .deleted, .ending])
    func aPatternGoesOnAndOffAndEnds(signal: PanelSignal) {
        for pattern in [SignalPattern.lamp(signal), .buzzer(signal)] {
            #expect(!pattern.isOn(at: .milliseconds(-1)))
            var time = Duration.zero
            var turns = 0
            while let next = pattern.nextChange(after: time) {
                #expect(pattern.isOn(at: time) == turns.isMultiple(of: 2))
                #expect(pattern.isOn(at: time) == pattern.isOn(at: next - .nanoseconds(1)))
                #expect(next > time)
                time = next
                turns += 1
            }
            #expect(!pattern.isOn(at: time), "it ends dark")
            #expect(time <= .milliseconds(600), "short: people are shooting")
            #expect(turns % 2 == 1)
        }
    }

    /// The number of beats distinguishes the signals, so nobody has to judge lengths. Of the three flashes of "refused" the last is the
    /// longest.
    @Test func eachSignalHasARhythmOfItsOwn() {
        for pattern in [SignalPattern.lamp, SignalPattern.buzzer] {
            #expect([PanelSignal.marked, .saved, .refused, .ending].map { pattern($0).beats.count } == [1, 3, 5, 7])
            let refused = pattern(.refused).beats
            #expect(refused[0] == refused[2] && refused[4] > refused[0] * 3)
        }
    }

    /// The decision about a clip can be heard without a look at the TV: by the number of beats, and by whether the last beat is long.
    @Test("R-25 like, delete, skip, take back and refuse each have a rhythm of their own") func aReviewIsHeard() {
        for pattern in [SignalPattern.lamp, SignalPattern.buzzer] {
            let heard = [PanelSignal.liked, .deleted, .placed, .undone, .refused, .saved].map { signal -> [Int] in
                let beats = pattern(signal).beats
                let (first, last) = (beats.first ?? .zero, beats.last ?? .zero)
                let isLong = beats.count == 1 ? last >= .milliseconds(150) : last >= max(.milliseconds(75), first * 2)
                return [(beats.count + 1) / 2, isLong ? 1 : 0]
            }
            #expect(Set(heard).count == heard.count, "\(heard)")
        }
    }

    // MARK: The board

    @Test func eachSignalShowsOnBothIndicatorsAndTheNewestWins() {
        var board = PanelBoard()
        board.signal(.refused, at: Self.at(0))
        #expect(board.indicators(at: Self.at(0)) == .init(lamp: true, buzzer: true))
        board.signal(.marked, at: Self.at(50))
        #expect(board.indicators(at: Self.at(60)) == .init(lamp: true, buzzer: true))
        #expect(board.indicators(at: Self.at(95)) == .init(lamp: true, buzzer: false))
        #expect(board.indicators(at: Self.at(1000)) == .init())
        #expect(board.nextChange(after: Self.at(1000)) == nil)
    }

    /// People shoot while a horn sounds, and their marks must not cut it short.
    @Test func onlyAHornCutsOffAHorn() {
        let (three, five) = (HornSound(count: 3, seconds: 0.5), HornSound(count: 5, seconds: 0.5))
        var (alone, marked) = (PanelBoard(), PanelBoard())
        alone.signal(.horn(three), at: .zero)
        marked.signal(.horn(three), at: .zero)
        marked.signal(.refused, at: Self.at(600))
        let spoken = (0...2500).map { marked.indicators(at: Self.at($0)).buzzer }
        #expect(spoken == (0...2500).map { alone.indicators(at: Self.at($0)).buzzer })
        #expect(spoken.count { $0 } == 1500)
        marked.signal(.horn(five), at: Self.at(700))
        #expect((700...5000).count { marked.indicators(at: Self.at($0)).buzzer } == 2500)
        marked.signal(.marked, at: Self.at(5000))
        #expect(marked.indicators(at: Self.at(5010)).buzzer, "after the horn all is as before")
    }

    /// The recording light answers too: a signal that is a flash in the dark is a gap in the light.
    @Test func aLightThatIsOnGoesOutForASignal() {
        var board = PanelBoard()
        board.isLit = true
        #expect(board.indicators(at: Self.at(0)) == .init(lamp: true, buzzer: false))
        board.signal(.marked, at: Self.at(10))
        #expect(board.indicators(at: Self.at(20)) == .init(lamp: false, buzzer: true))
        #expect(board.indicators(at: Self.at(300)) == .init(lamp: true, buzzer: false))
        board.isLit = false
        #expect(board.indicators(at: Self.at(300)) == .init())
    }

    /// A thread that sleeps until `nextChange` sees every change of the indicators.
    @Test(arguments: [PanelSignal.marked, .saved, .refused])
    func nothingChangesBeforeTheNextChange(signal: PanelSignal) {
        var board = PanelBoard()
        board.signal(signal, at: .zero)
        var now = Timestamp.zero
        var sleeps: [Timestamp] = []
        while let next = board.nextChange(after: now) {
            sleeps.append(next)
            now = next
        }
        let changes = (1...1000).filter { board.indicators(at: Self.at($0)) != board.indicators(at: Self.at($0 - 1)) }.map(Self.at)
        #expect(sleeps == changes)
    }

    @Test func markLightsTheLampByItselfAndOnlyTheLamp() {
        var board = PanelBoard()
        for control in Control.allCases where control != .mark { board.button(control, isDown: true, at: .zero) { _ in } }
        #expect(board.indicators(at: .zero) == .init())
        board.button(.mark, isDown: true, at: .zero) { _ in }
        #expect(board.indicators(at: .zero) == .init(lamp: true, buzzer: false))
        board.button(.mark, isDown: false, at: Self.at(500)) { _ in }
        #expect(board.indicators(at: Self.at(500)) == .init())
    }

    @Test func buttonsDoNotDisturbEachOther() {
        var board = PanelBoard()
        var said: [PanelEvent.Action] = []
        for control in Control.allCases { board.button(control, isDown: true, at: .zero) { said.append($0.action) } }
        #expect(said == Control.allCases.map { .pressed($0) })
        board.button(.stop, isDown: false, at: Self.at(5)) { said.append($0.action) }
        #expect(board.nextChange(after: Self.at(400)) == Self.at(5) + ButtonFilter.quietTime)
        board.settle(at: Self.at(100)) { said.append($0.action) }
        #expect(said.dropFirst(7) == [.released(.stop)])
        board.release(at: Self.at(200)) { said.append($0.action) }
        #expect(Set(said.dropFirst(8)) == Set(Control.allCases.filter { $0 != .stop }.map { .released($0) }))
    }

    // MARK: The group

    private final class OnePanel: Panel {
        let name: String
        private let did: @Sendable (String) -> Void

        init(_ name: String, did: @escaping @Sendable (String) -> Void) {
            self.name = name
            self.did = did
        }

        func start(_ sink: @escaping @Sendable (PanelInput) -> Void) {
            did("\(name) starts")
            sink(.event(PanelEvent(.pressed(.mark), at: .zero, source: name == "keys" ? .keyboard : .gpio)))
        }
        func signal(_ signal: PanelSignal) { did("\(name) \(signal)") }
        func stop() { did("\(name) stops") }
    }

    @Test func aGroupIsAllItsPanels() async {
        let (words, word) = AsyncStream.makeStream(of: String.self)
        let group = PanelGroup([OnePanel("lines") { word.yield($0) }, OnePanel("keys") { word.yield($0) }])
        #expect(group.name == "lines + keys")
        group.start { if case .event(let event) = $0 { word.yield("\(event.source)") } }
        group.signal(.saved)
        group.stop()
        word.finish()
        var heard: [String] = []
        for await word in words { heard.append(word) }
        #expect(heard == ["lines starts", "gpio", "keys starts", "keyboard", "lines saved", "keys saved", "keys stops", "lines stops"])
    }
}
