// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The choice of shots and of their impacts among onsets (docs/hearing.md, rules 3 and 4).
@Suite struct ShotPickerTests {
    private static let shape = ShotShape(cells: (0..<ShotShape.count).map { -Float($0 % 9) * 3 })
    private static let strange = ShotShape(cells: (0..<ShotShape.count).map { -Float(8 - $0 % 9) * 5 })

    private static func onset(_ seconds: Double, level: Double = -20, shape: ShotShape = shape) -> SoundOnset {
        SoundOnset(place: .seconds(seconds), level: level, shape: shape)
    }

    private static func learned() throws -> LearnedShot { try #require(LearnedShot((0..<9).map { onset(Double($0) * 10) })) }

    /// Returns the verdicts in short: "+" a shot, "!" one instead, "i" an impact, "." nothing.
    private func verdicts(_ onsets: [SoundOnset]) throws -> (short: String, last: HeardShot?) {
        var picker = ShotPicker()
        let learned = try Self.learned()
        var last: HeardShot?
        let short = onsets.map { onset in
            switch picker.take(onset, learned) {
            case .shot(let shot):
                last = shot
                return "+"
            case .instead(let shot):
                last = shot
                return "!"
            case .impact(let shot):
                last = shot
                return "i"
            case nil: return "."
            }
        }
        return (short.joined(), last)
    }

    @Test("X-03 one shot a second: a later one counts only if it is 6 dB louder, and then instead")
    func oneASecond() throws {
        #expect(try verdicts([Self.onset(5), Self.onset(6.001), Self.onset(7.002)]).short == "+++")
        #expect(try verdicts([Self.onset(5), Self.onset(5.1), Self.onset(5.99)]).short == "+..")
        let louder = try verdicts([Self.onset(5), Self.onset(5.5, level: -14.1), Self.onset(5.7, level: -14)])
        #expect(louder.short == "+.!" && louder.last?.place == .seconds(5.7) && louder.last?.flight == nil)
        #expect(try verdicts([Self.onset(5), Self.onset(5.5, level: -10), Self.onset(6.2)]).short == "+!i")
    }

    @Test("X-03 a quieter onset 0.15 to 2.5 s after the shot is its impact, and the loudest of them counts")
    func impact() throws {
        let strange = Self.strange
        func flights(_ onsets: [(Double, Double)]) throws -> Duration? {
            try verdicts([Self.onset(5)] + onsets.map { Self.onset($0.0, level: $0.1, shape: strange) }).last?.flight
        }
        #expect(try flights([(5.14, -30)]) == nil)
        #expect(try flights([(5.16, -30)]).map { abs(($0 - .seconds(0.16)).inSeconds) < 1e-6 } == true)
        #expect(try flights([(7.51, -30)]) == nil)
        #expect(try flights([(5.4, -19)]) == nil)
        #expect(try flights([(5.4, -34), (5.6, -30), (5.9, -32)]).map { abs(($0 - .seconds(0.6)).inSeconds) < 1e-6 } == true)
    }

    @Test("X-03 a shot is louder than the usual level less 6 dB, and sounds like the taught ones")
    func shot() throws {
        #expect(try verdicts([Self.onset(5, level: -25.9)]).short == "+")
        #expect(try verdicts([Self.onset(5, level: -26)]).short == ".")
        #expect(try verdicts([Self.onset(5, shape: Self.strange)]).short == ".")
        #expect(try verdicts([Self.onset(5, level: 20)]).short == "+")
    }

    @Test("X-03 three alike teach, two don't; one 7 dB louder isn't learned from")
    func learning() throws {
        #expect(LearnedShot([Self.onset(1), Self.onset(2)]) == nil)
        #expect(LearnedShot([]) == nil)
        let three = try #require(LearnedShot([Self.onset(1), Self.onset(2), Self.onset(3)]))
        #expect(three.level == -20 && three.limit == 1.6 && three.distance(of: Self.shape) == 0)
        #expect(LearnedShot([Self.onset(1), Self.onset(2), Self.onset(3, level: -13)]) == nil)
        let four = [Self.onset(1), Self.onset(2), Self.onset(3), Self.onset(4, level: -13, shape: Self.strange)]
        #expect(try #require(LearnedShot(four)).distance(of: Self.shape) == 0)
    }

    @Test("X-03 a cell counts by its spread, 5 dB at least, and no more than four spreads")
    func distance() throws {
        let learned = try Self.learned()
        func moved(_ decibels: Float, cells: Int) -> ShotShape {
            ShotShape(cells: Self.shape.cells.enumerated().map { $0.offset < cells ? $0.element + decibels : $0.element })
        }
        #expect(abs(learned.distance(of: moved(5, cells: 54)) - 1) < 1e-5)
        #expect(abs(learned.distance(of: moved(7.9, cells: 54)) - 1.58) < 1e-4)
        #expect(abs(learned.distance(of: moved(1000, cells: 54)) - 4) < 1e-5)
        #expect(abs(learned.distance(of: moved(20, cells: 6)) - 4 / 3) < 1e-5)
        #expect(learned.isShot(Self.onset(0, shape: moved(7.9, cells: 54))) && !learned.isShot(Self.onset(0, shape: moved(8.1, cells: 54))))
    }

    @Test("X-03 taught onsets that differ widen the spread, and those that are far widen the limit")
    func limit() throws {
        func learned(_ offsets: [Float]) throws -> LearnedShot {
            let taught = offsets.enumerated().map { number, offset in
                Self.onset(Double(number), shape: ShotShape(cells: Self.shape.cells.map { $0 + offset }))
            }
            return try #require(LearnedShot(taught))
        }
        func moved(_ decibels: Float) -> ShotShape { ShotShape(cells: Self.shape.cells.map { $0 + decibels }) }
        // The median deviation is 8 dB, so a spread is 12.
        let wide = try learned([-16, -12, -8, -4, 0, 4, 8, 12, 16])
        #expect(abs(wide.distance(of: moved(24)) - 2) < 1e-5 && wide.limit == 1.6)
        // Six are alike and three are 10 dB off, two spreads. Of nine, the seventh nearest is that of 80 %.
        #expect(abs(try learned([0, 0, 0, 0, 0, 0, 10, 10, 10]).limit - 2.5) < 1e-5)
    }
}
