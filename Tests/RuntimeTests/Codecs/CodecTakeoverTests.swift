// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Synchronization
import Testing

@testable import Runtime

@Suite struct CodecWatchTests {
    private static let rate = FrameRate(30)
    private static let limits = CodecLimits(call: .seconds(1), opening: .seconds(1), inside: 8, age: .milliseconds(500))

    private static func stamp(_ frame: Int64, _ rate: FrameRate = rate) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + rate.offset(of: frame))
    }

    @Test(arguments: [0, 1, 4, 8] as [Int64])
    func aCodecThatHoldsSomePicturesIsWell(_ latency: Int64) {
        var watch = CodecWatch(Self.limits)
        for frame in 0..<200 as Range<Int64> {
            watch.noteIn(Self.stamp(frame))
            if frame >= latency { #expect(watch.noteOut(Self.stamp(frame - latency)) == 0) }
            #expect(watch.verdict == nil)
        }
        #expect(watch.inside == latency)
    }

    @Test func picturesThatGoInWhileNoneComesOutAreACodecThatIsStuck() {
        var watch = CodecWatch(Self.limits)
        for frame in 0..<40 as Range<Int64> {
            watch.noteIn(Self.stamp(frame))
            if frame < 10 { _ = watch.noteOut(Self.stamp(frame)) }
            // Stuck from frame 10 on: 25 is the first frame that is half a second younger than the oldest inside.
            #expect(watch.verdict == (frame < 25 ? nil : .stuck(Int(frame) - 9)))
        }
    }

    /// At a high rate half a second is many pictures, at a low rate few: neither the number nor the time alone is a fault.
    @Test(arguments: [(Int64(10), Int64(8)), (60, 30), (240, 120)])
    func bothANumberOfPicturesAndTheirAgeMakeAFault(_ rate: Int64, _ first: Int64) {
        var watch = CodecWatch(Self.limits)
        for frame in 0..<first { watch.noteIn(Self.stamp(frame, FrameRate(rate))) }
        #expect(watch.verdict == nil)
        watch.noteIn(Self.stamp(first, FrameRate(rate)))
        #expect(watch.verdict != nil)
    }

    @Test func aCodecThatGivesOnePictureForTwoIsTooSlow() {
        var watch = CodecWatch(Self.limits)
        var verdict: CodecWatch.Verdict?
        var out: Int64 = 0
        for frame in 0..<60 as Range<Int64> where verdict == nil {
            watch.noteIn(Self.stamp(frame))
            if frame % 2 == 1 {
                _ = watch.noteOut(Self.stamp(out))
                out += 1
            }
            verdict = watch.verdict
        }
        #expect(verdict == .tooSlow(16))
    }

    @Test func picturesThatAreLeftOutAreCountedOnceAndGapsOfTheCameraAreNone() {
        var watch = CodecWatch(Self.limits)
        for frame in [0, 1, 2, 7, 8, 9] as [Int64] { watch.noteIn(Self.stamp(frame)) }
        #expect(watch.noteOut(Self.stamp(0)) == 0)
        #expect(watch.noteOut(Self.stamp(2)) == 1)
        #expect(watch.noteOut(Self.stamp(7)) == 0)
        #expect(watch.noteOut(Self.stamp(9)) == 1)
        #expect(watch.inside == 0)
    }

    @Test func whatIsNeverAnsweredForTakesNoMemoryForEver() {
        var watch = CodecWatch(Self.limits)
        for frame in 0..<10_000 as Range<Int64> { watch.noteIn(Self.stamp(frame)) }
        #expect(watch.inside <= 512)
    }
}

@Suite struct CodecTakeoverTests {
    private static let rate = FrameRate(30)
    static let limits = CodecLimits(call: .seconds(30), opening: .seconds(30), inside: 8, age: .milliseconds(500))

    private static func frame(_ number: Int64) -> VideoFrame {
        VideoFrame(
            buffer: NumberedPicture(number, isDecoded: false),
            stamp: FrameStamp(frame: number, timestamp: .zero + rate.offset(of: number)))
    }

    private struct Result {
        var out: [Int64] = []
        var keyframes: [Int64] = []
        var news: [TakeoverEncoder.News] = []
    }

    private func encode(_ count: Int64, fault: CodecFault, latency: Int = 3) throws -> Result {
        let heard = Mutex<[TakeoverEncoder.News]>([])
        let hardware = LaggingEncoder(latency: latency, fault: fault)
        let encoder = TakeoverEncoder(hardware, limits: Self.limits) { () throws(CodecError) in
            NumberEncoder(framesPerGOP: 15)
        } tell: { news in
            heard.withLock { $0.append(news) }
        }
        var result = Result()
        func keep(_ unit: AccessUnit) {
            result.out.append(unit.stamp.frame)
            if unit.isKeyframe { result.keyframes.append(unit.stamp.frame) }
        }
        for number in 0..<count { try encoder.encode(Self.frame(number), forcingKeyframe: false, output: keep) }
        try encoder.drain(output: keep)
        result.news = heard.withLock { $0 }
        return result
    }

    @Test func anEncoderThatIsWellIsLeftAlone() throws {
        let result = try encode(100, fault: .none)
        #expect(result.out == Array(0..<100))
        #expect(result.news == [])
    }

    /// Three pictures were inside. The failed picture is the first of the software encoder, and a keyframe.
    @Test func afterAnErrorSoftwareGoesOnWithTheVeryPicture() throws {
        let result = try encode(100, fault: .fails(at: 50))
        #expect(result.out == Array(0..<47) + Array(50..<100))
        #expect(result.keyframes.contains(50))
        #expect(result.news == [.tookOver(from: "hardware", to: "numbers", reason: "encode: Input/output error", lost: 3)])
    }

    /// From 50 on nothing comes out. The oldest inside is 47; 62 is half a second younger.
    @Test func anEncoderThatSwallowsPicturesIsGivenUpAfterHalfASecond() throws {
        let result = try encode(100, fault: .swallows(from: 50))
        #expect(result.out == Array(0..<47) + Array(63..<100))
        #expect(result.keyframes.contains(63))
        #expect(result.news == [.tookOver(from: "hardware", to: "numbers", reason: "encode: 16 pictures went in and none came out", lost: 16)])
    }

    /// An encoder that is only slow still delivers its pictures, so nothing is lost.
    @Test func anEncoderThatIsTooSlowIsEmptiedFirst() throws {
        let result = try encode(100, fault: .slow)
        #expect(result.out == Array(0..<100))
        guard case .tookOver(_, _, let reason, let lost)? = result.news.first, result.news.count == 1 else {
            Issue.record("\(result.news)")
            return
        }
        #expect(reason.hasPrefix("encode: too slow") && lost == 0)
    }

    @Test func aPictureThatIsLeftOutIsToldAndNothingElseHappens() throws {
        let result = try encode(100, fault: .drops(40))
        #expect(result.out == Array(0..<40) + Array(41..<100))
        #expect(result.news == [.dropped(codec: "hardware", count: 1)])
    }

    /// Without a spare encoder the error is passed on, and the camera starts again later.
    @Test func withoutASpareTheErrorGoesOn() throws {
        let encoder = TakeoverEncoder(LaggingEncoder(fault: .fails(at: 0)), limits: Self.limits) { () throws(CodecError) in
            throw CodecError(codec: "numbers", operation: "open", reason: "as the test wants it")
        } tell: { _ in
        }
        #expect(throws: CodecError.self) { try encoder.encode(Self.frame(0), forcingKeyframe: false) { _ in } }
    }

    @Test func aDriverThatNeverAnswersIsLeftBehind() throws {
        let release = Doorbell()
        defer { release.ring() }
        let guarded = GuardedEncoder(LaggingEncoder(latency: 0, fault: .hangs(at: 3), release: release), limit: .seconds(1))
        var out: [Int64] = []
        for number in 0..<3 as Range<Int64> {
            try guarded.encode(Self.frame(number), forcingKeyframe: false) { out.append($0.stamp.frame) }
        }
        #expect(out == [0, 1, 2])
        for number in 3..<6 as Range<Int64> {
            #expect(throws: CodecError(codec: "hardware", operation: "encode", reason: "no answer within 1000 ms")) {
                try guarded.encode(Self.frame(number), forcingKeyframe: false) { out.append($0.stamp.frame) }
            }
        }
        #expect(out == [0, 1, 2])
    }

    // MARK: Decoders

    private func units(_ count: Int64) throws -> [(stamp: FrameStamp, isKeyframe: Bool, bytes: [UInt8])] {
        let encoder = NumberEncoder(framesPerGOP: 15)
        var units: [(stamp: FrameStamp, isKeyframe: Bool, bytes: [UInt8])] = []
        for number in 0..<count {
            try encoder.encode(Self.frame(number), forcingKeyframe: false) { units.append(($0.stamp, $0.isKeyframe, Array($0.bytes))) }
        }
        return units
    }

    private func decode(
        _ range: Range<Int>, of units: [(stamp: FrameStamp, isKeyframe: Bool, bytes: [UInt8])],
        by decoder: any Decoder
    ) throws -> [Int64] {
        var out: [Int64] = []
        for unit in units[range] {
            let frame = try unit.bytes.withUnsafeBytes {
                try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
            }
            if let frame { out.append(frame.stamp.frame) }
            while let frame = try decoder.next() { out.append(frame.stamp.frame) }
        }
        return out
    }

    /// Wherever in a GOP the hardware fails, no picture is missing, doubled or out of order.
    @Test(arguments: [20, 29, 30, 31, 32, 33, 44] as [Int64], [0, 3, 7])
    func softwareDecodesAgainWhatTheHardwareKept(_ at: Int64, _ latency: Int) throws {
        for fault in [CodecFault.fails(at: at), .swallows(from: at), .drops(at)] {
            let heard = Mutex<[TakeoverDecoder.News]>([])
            let decoder = TakeoverDecoder(LaggingDecoder(latency: latency, fault: fault), limits: Self.limits) { () throws(CodecError) in
                NumberDecoder()
            } tell: { news in
                heard.withLock { $0.append(news) }
            }
            let out = try decode(0..<90, of: try units(90), by: decoder)
            #expect(out == Array(0..<90), "\(fault)")
            #expect(heard.withLock { $0.count } == 1)
            #expect(decoder.name == "hardware, then numbers")
        }
    }

    @Test func aDecoderThatIsWellIsLeftAloneAlsoAfterAFlush() throws {
        let decoder = TakeoverDecoder(LaggingDecoder(latency: 4), limits: Self.limits) { () throws(CodecError) in
            NumberDecoder()
        } tell: { _ in
        }
        let units = try units(90)
        #expect(try decode(0..<40, of: units, by: decoder) == Array(0..<36))
        decoder.flush()
        #expect(try decode(15..<90, of: units, by: decoder) == Array(15..<86))
        #expect(decoder.name == "hardware")
    }

    @Test func aDecoderThatHangsIsLeftBehindAndNoPictureIsMissing() throws {
        let release = Doorbell()
        defer { release.ring() }
        let guarded = GuardedDecoder(LaggingDecoder(latency: 3, fault: .hangs(at: 40), release: release), limit: .milliseconds(50))
        let decoder = TakeoverDecoder(guarded, limits: Self.limits) { () throws(CodecError) in
            NumberDecoder()
        } tell: { _ in
        }
        #expect(try decode(0..<90, of: try units(90), by: decoder) == Array(0..<90))
    }

    // MARK: The pool

    private static let stream = StreamParameters(size: .hd1080, rate: FrameRate(30))
    private static let device = CodecDevice(path: "/dev/video11", driver: "bcm2835-codec")

    private func pool(
        _ board: Board, hasDevice: Bool = true, opens: Bool = true, fault: CodecFault = .none,
        tell: @escaping @Sendable (CodecNews) -> Void
    ) -> CodecPool {
        let refusal = CodecError(codec: "hardware", operation: "open", reason: "Device or resource busy")
        return CodecPool(
            board: board, isVirtual: true,
            makers: CodecPool.Makers(
                device: { _ in hasDevice ? Self.device : nil },
                hardwareEncoder: { _ throws(CodecError) in
                    guard opens else { throw refusal }
                    return LaggingEncoder(fault: fault)
                },
                softwareEncoder: { _ throws(CodecError) in NumberEncoder(framesPerGOP: 15) },
                hardwareDecoder: { _ throws(CodecError) in
                    guard opens else { throw refusal }
                    return LaggingDecoder(fault: fault)
                },
                softwareDecoder: { _ throws(CodecError) in NumberDecoder() }), tell: tell)
    }

    private final class Ear: Sendable {
        private let heard = Mutex<[CodecNews]>([])
        var all: [CodecNews] { heard.withLock { $0 } }
        func hear(_ news: CodecNews) { heard.withLock { $0.append(news) } }
    }

    @Test(arguments: [(Board.pi4, "hardware"), (.pi5, "numbers"), (.zero2W, "hardware"), (.other, "hardware")])
    func thePoolFollowsTheBoardsPlan(_ board: Board, _ name: String) throws {
        #expect(try pool(board, tell: { _ in }).encoder(for: Self.stream).name == name)
        let decoderName = try pool(board, tell: { _ in }).decoder(for: Self.stream).name
        #expect(decoderName == (board == .zero2W ? "numbers" : name))
    }

    @Test func aMachineWithNoDeviceSaysNothingOfIt() throws {
        let ear = Ear()
        #expect(try pool(.other, hasDevice: false, tell: ear.hear).encoder(for: Self.stream).name == "numbers")
        #expect(ear.all == [])
    }

    @Test func aDeviceThatIsBusyIsToldWithItsReason() throws {
        let ear = Ear()
        let pool = pool(.pi4, opens: false, tell: ear.hear)
        #expect(try pool.encoder(for: Self.stream).name == "numbers")
        #expect(try pool.decoder(for: Self.stream).name == "numbers")
        #expect(
            ear.all.map(\.description) == [
                "encoder: software, since bcm2835-codec at /dev/video11 can't be used: hardware: open: Device or resource busy",
                "decoder: software, since bcm2835-codec at /dev/video11 can't be used: hardware: open: Device or resource busy",
            ])
    }

    @Test func aStreamThatTheBoardIsNotKnownToHoldIsToldWithOneThatIs() throws {
        let ear = Ear()
        _ = try pool(.pi4, tell: ear.hear).encoder(for: StreamParameters(size: .hd1080, rate: FrameRate(60)))
        #expect(
            ear.all.map(\.description) == [
                "1920x1080 at 60 fps is more than this board is known to hold: 1920x1080 at 30 fps or 1280x720 at 60 fps would hold"
            ])
    }

    @Test func hardwareThatFailsTwiceInMidStreamIsNotTriedAThirdTime() throws {
        let ear = Ear()
        let pool = pool(.pi4, fault: .fails(at: 5), tell: ear.hear)
        var names: [String] = []
        for _ in 0..<4 {
            let encoder = try pool.encoder(for: Self.stream)
            names.append(encoder.name)
            for number in 0..<10 as Range<Int64> { try encoder.encode(Self.frame(number), forcingKeyframe: false) { _ in } }
        }
        #expect(names == ["hardware", "hardware", "numbers", "numbers"])
        #expect(ear.all.count == 2)
    }
}
