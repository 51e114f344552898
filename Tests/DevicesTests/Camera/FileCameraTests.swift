// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Foundation
import ShootingRange
import TestSupport
import Testing

@testable import Devices

@Suite struct FileCameraTests {
    init() {
        // libav's messages about damaged files are expected here.
        av_log_set_level(AV_LOG_QUIET)
    }

    /// Returns the numbers in the strips of the next frames.
    private func numbers(_ path: String, _ request: CameraRequest = CameraRequest(), count: Int) throws -> [UInt32?] {
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: path, timebase: timebase)
        let strip = FrameStrip(size: try camera.start(request).size)
        return try (0..<count).map { _ in
            strip.read(try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(2)))).buffer)
        }
    }

    private func expected(_ count: Int, _ rule: (Int) -> Int) -> [UInt32?] {
        (0..<count).map { UInt32(rule($0)) }
    }

    private func refusal(_ path: String) -> CameraError? {
        #expect(throws: CameraError.self) { _ = try FileCamera(path: path, timebase: SteppingTimebase()) }
    }

    @Test func theSizeAndTheRateAreTheFiles() throws {
        let camera = try FileCamera(path: try TestVideo.plain.get(), timebase: SteppingTimebase())
        #expect(camera.sourceSize == TestVideo.size && camera.sourceRate == FrameRate(30))
        #expect(try camera.start(CameraRequest()) == StreamParameters(size: TestVideo.size, rate: FrameRate(30)))
    }

    @Test func everyPictureIsShownOnceAndTheLoopHasNoSeam() throws {
        #expect(try numbers(try TestVideo.plain.get(), count: 130) == expected(130) { $0 % 40 })
    }

    @Test(arguments: ["30000/1001", "60000/1001", "25", "50"])
    func timeStampsInMillisecondsStillGiveEveryPictureOnce(rate: String) throws {
        let path = try TestVideo.make("rounded-\(rate.prefix(5)).mkv", pictures: 31, rate: rate)
        #expect(try numbers(path, count: 200) == expected(200) { $0 % 31 })
        let parts = rate.split(separator: "/").compactMap { Int64($0) }
        #expect(try FileCamera(path: path, timebase: SteppingTimebase()).sourceRate == FrameRate(parts[0], parts.count > 1 ? parts[1] : 1))
    }

    @Test(arguments: ["ts", "avi", "h264", "mov", "webm"])
    func anyContainerLoops(container: String) throws {
        let coding = container == "webm" ? ["-c:v", "libvpx", "-b:v", "1M"] : ["-c:v", "libx264", "-bf", "0", "-g", "10"]
        let path = try TestVideo.make("loop.\(container)", pictures: 25, rate: "25", coding: coding)
        #expect(try numbers(path, count: 80) == expected(80) { $0 % 25 })
    }

    @Test func aFileThatIsAwayAtItsEndIsPlayedOnceItIsBack() throws {
        let path = try TestVideo.make("away.h264", pictures: 25, coding: ["-c:v", "libx264", "-bf", "0", "-g", "10"])
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: path, timebase: timebase)
        let strip = FrameStrip(size: try camera.start(CameraRequest()).size)
        func number() throws -> UInt32? {
            strip.read(try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(2)))).buffer)
        }
        for _ in 0..<10 { _ = try number() }
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        #expect(throws: CameraError.gone(path)) { for _ in 0..<40 { _ = try number() } }
        camera.stop()
        for _ in 0..<3 { #expect(throws: CameraError.gone(path)) { try camera.start(CameraRequest()) } }
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        _ = try camera.start(CameraRequest())
        let shown = try (0..<60).map { _ in try number() }
        #expect(Set(shown).count == 25, "it plays on and loops: \(shown)")
    }

    @Test func aStreamThatWasCutIntoHasItsSizeFromItsFirstKeyframe() throws {
        let coding = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "300", "-keyint_min", "300", "-sc_threshold", "0"]
        let whole = try Data(contentsOf: URL(fileURLWithPath: try TestVideo.make("whole.ts", pictures: 320, coding: coding)))
        // Without its first keyframe, ten seconds of the stream don't tell the size; libavformat gives up earlier.
        let path = try TestVideo.write(whole.dropFirst(whole.count / 188 / 10 * 188), "cut-into.ts")
        let camera = try FileCamera(path: path, timebase: SteppingTimebase())
        #expect(camera.sourceSize == TestVideo.size)
        #expect(try numbers(path, count: 20) == expected(20) { 300 + $0 })
    }

    @Test func twiceTheRateShowsEachPictureTwiceAndHalfOfItEveryOther() throws {
        let path = try TestVideo.plain.get()
        #expect(try numbers(path, CameraRequest(rate: FrameRate(60)), count: 100) == expected(100) { $0 / 2 % 40 })
        #expect(try numbers(path, CameraRequest(rate: FrameRate(15)), count: 60) == expected(60) { $0 * 2 % 40 })
    }

    @Test func anotherRateShowsThePictureThatIsNewestAtEachInstant() throws {
        let shown = try numbers(try TestVideo.plain.get(), CameraRequest(rate: FrameRate(50)), count: 60)
        #expect(shown == expected(60) { $0 * 30 / 50 })
    }

    @Test func aVariableRateKeepsItsTimes() throws {
        // Pictures 0, 5, 10, … at 30 a second during the first second, then all of them.
        let path = try TestVideo.make(
            "variable.mkv", pictures: 60,
            coding: ["-vf", "select=not(mod(n\\,5))+gte(n\\,30)", "-vsync", "vfr", "-c:v", "libx264", "-bf", "0"])
        let shown = try numbers(path, CameraRequest(rate: FrameRate(30)), count: 60)
        #expect(shown == expected(60) { $0 < 30 ? $0 / 5 * 5 : $0 })
    }

    /// The display matrices of a track in 16.16, and where the strip's first and last cells then appear.
    @Test(arguments: [
        ([0, 1, -1, 0], VideoSize(width: 240, height: 320), Point(43, 36), Point(43, 284)),
        ([-1, 0, 0, -1], VideoSize(width: 320, height: 240), Point(284, 43), Point(36, 43)),
        ([0, -1, 1, 0], VideoSize(width: 240, height: 320), Point(196, 284), Point(196, 36)),
    ])
    func whatATelephoneFilmedSidewaysStandsUpright(matrix: [Int32], size: VideoSize, first: Point, last: Point) throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: try TestVideo.plain.get()))
        let header = try #require(bytes.range(of: Data("tkhd".utf8)))
        for (index, place) in [0, 1, 3, 4].enumerated() {
            let value = UInt32(bitPattern: matrix[index] << 16)
            for byte in 0..<4 { bytes[header.upperBound + 40 + place * 4 + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte)) }
        }
        let path = try TestVideo.write(bytes, "turned-\(matrix[0])-\(matrix[1]).mp4")
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: path, timebase: timebase)
        #expect(try camera.start(CameraRequest()).size == size)
        for picture in 0..<3 {
            let frame = try #require(try camera.nextFrame(until: Timestamp(seconds: 9)))
            #expect(frame.buffer.luma(Int(first.x), Int(first.y)) < 40)
            #expect((frame.buffer.luma(Int(last.x), Int(last.y)) > 190) == (picture == 1))
        }
    }

    @Test func aPictureOfAnotherShapeStandsBetweenBlackBars() throws {
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: try TestVideo.plain.get(), timebase: timebase)
        _ = try camera.start(CameraRequest(size: VideoSize(width: 640, height: 240)))
        for _ in 0..<3 {
            let frame = try #require(try camera.nextFrame(until: Timestamp(seconds: 9)))
            for y in stride(from: 0, to: 240, by: 7) {
                #expect((0..<160).allSatisfy { frame.buffer.luma($0, y) == 16 })
                #expect((480..<640).allSatisfy { frame.buffer.luma($0, y) == 16 })
                #expect(y >= 190 || frame.buffer.luma(320, y) > 40)
            }
        }
    }

    @Test(arguments: [
        (VideoSize(width: 3840, height: 2160), 1920, 1080), (VideoSize(width: 1919, height: 1079), 1920, 1080),
        (VideoSize(width: 641, height: 361), 640, 360), (VideoSize(width: 80, height: 60), 214, 160),
        (VideoSize(width: 1080, height: 1920), 1080, 1920), (VideoSize(width: 5000, height: 100), 2048, 160),
    ])
    func theFilesOwnSizeIsMadeOneThatCanBeRecorded(size: VideoSize, width: Int, height: Int) {
        let result = FileCamera.recordableSize(for: size)
        #expect(VideoLimits.objection(to: result) == nil)
        #expect(abs(result.width - width) <= 8 && abs(result.height - height) <= 6, "\(result)")
    }

    @Test(arguments: UInt64(1)...4)
    func everySizeBecomesOneThatCanBeRecorded(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let size = VideoSize(width: Int.random(in: 1...9000, using: &numbers), height: Int.random(in: 1...9000, using: &numbers))
            #expect(VideoLimits.objection(to: FileCamera.recordableSize(for: size)) == nil, "\(size)")
        }
    }

    @Test func aStillPictureLastsForEver() throws {
        let path = try TestVideo.make("still.png", pictures: 1, coding: [])
        #expect(try numbers(path, count: 70) == Array(repeating: 0, count: 70))
    }

    @Test func whatIsNoVideoIsRefusedWithItsReason() throws {
        #expect(refusal("/nowhere/at/all.mp4") == .notFound("/nowhere/at/all.mp4"))
        #expect(refusal(TestVideo.folder.path)?.description.contains("is a folder") == true)
        #expect(refusal(try TestVideo.write(Data(), "empty.mp4"))?.description.contains("is empty") == true)
        #expect(refusal("/dev/zero")?.description.contains("not an ordinary file") == true)
        let prose = Data(String(repeating: "An archer stands at the line.\n", count: 400).utf8)
        for name in ["prose.txt", "prose.mp4", "prose.ans"] {
            let path = try TestVideo.write(prose, name)
            #expect(refusal(path)?.description.hasPrefix("\(path): it is ") == true)
        }
        let sound = TestVideo.path("sound.m4a")
        try TestVideo.run(["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", sound])
        #expect(refusal(sound) == .unreadable(sound, reason: "it has sound but no video"))
    }

    @Test func aFileWithoutItsIndexIsRefused() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: try TestVideo.plain.get()))
        let path = try TestVideo.write(whole.prefix(whole.count / 2), "headless.mp4")
        #expect(refusal(path)?.description.contains("is the file whole?") == true)
    }

    @Test func aFileCutOffInTheMiddlePlaysWhatItHasAndSaysSo() throws {
        let path = try TestVideo.make("front.mp4", pictures: 60, coding: ["-c:v", "libx264", "-bf", "0", "-g", "10", "-movflags", "+faststart"])
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let cut = try TestVideo.write(whole.prefix(whole.count * 6 / 10), "cut.mp4")
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: cut, timebase: timebase)
        let strip = FrameStrip(size: try camera.start(CameraRequest()).size)
        #expect(camera.remark == nil)
        var shown: [UInt32] = []
        for _ in 0..<150 {
            let frame = try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(1))))
            if let number = strip.read(frame.buffer) { shown.append(number) }
        }
        #expect(camera.remark?.hasPrefix("\(cut): ") == true)
        #expect(Array(shown.prefix(12)) == Array(0..<12))
        #expect(shown.count { $0 == 0 } > 1, "it loops")
        #expect(shown.allSatisfy { $0 < 55 })
    }

    /// Returns the byte range of each unit in a file that begins with these bytes.
    private func units(_ bytes: [UInt8], startingWith mark: [UInt8]) -> [Range<Int>] {
        let starts = bytes.indices.filter { bytes[$0...].starts(with: mark) }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
    }

    /// Returns the pictures that are shown of a film, and the camera's remark afterwards.
    private func shown(_ path: String, count: Int) throws -> (numbers: [UInt32?], remark: String?) {
        let timebase = SteppingTimebase()
        let camera = try FileCamera(path: path, timebase: timebase)
        let strip = FrameStrip(size: try camera.start(CameraRequest()).size)
        let numbers = try (0..<count).map { _ in
            strip.read(try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(2)))).buffer)
        }
        return (numbers, camera.remark)
    }

    @Test func aJPEGThatIsCutOffIsLeftOutAndCounted() throws {
        let whole = try TestVideo.make("whole.mjpeg", pictures: 30, rate: "25", coding: ["-c:v", "mjpeg", "-q:v", "2", "-f", "mjpeg"])
        var bytes: [UInt8] = []
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole)))
        for (number, unit) in units(file, startingWith: [0xFF, 0xD8, 0xFF]).enumerated() {
            switch number {
            case 10: bytes += file[unit].prefix(unit.count / 2)
            case 20: bytes += file[unit].prefix(unit.count / 3)
            // Without its end marker only.
            case 25: bytes += file[unit].dropLast(2)
            default: bytes += file[unit]
            }
        }
        let (numbers, remark) = try shown(try TestVideo.write(Data(bytes), "cut.mjpeg"), count: 30)
        #expect(numbers == expected(30) { $0 == 10 || $0 == 20 ? $0 - 1 : $0 })
        #expect(remark?.hasSuffix("2 pictures are left out") == true, "\(remark ?? "")")
    }

    /// Pictures that depend on a damaged picture are damaged too. Such a file has no timestamps, so skipped pictures take no time.
    @Test func afterADamagedPictureTheNextKeyframeIsShownNext() throws {
        let coding = ["-c:v", "libx264", "-bf", "0", "-g", "10", "-keyint_min", "10", "-sc_threshold", "0", "-aud", "1"]
        let whole = try TestVideo.make("whole.h264", pictures: 30, rate: "25", coding: coding)
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: whole)))
        var bytes: [UInt8] = []
        for (number, unit) in units(file, startingWith: [0, 0, 0, 1, 9]).enumerated() {
            bytes += number == 13 ? file[unit].prefix(unit.count * 2 / 3) : file[unit]
        }
        let (numbers, remark) = try shown(try TestVideo.write(Data(bytes), "cut.h264"), count: 23)
        #expect(numbers == expected(23) { $0 < 13 ? $0 : $0 + 7 })
        #expect(remark?.hasSuffix("7 pictures are left out") == true, "\(remark ?? "")")
    }

    @Test(arguments: UInt64(1)...24)
    func damagedBytesNeverDoMoreThanEndTheStream(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: try TestVideo.plain.get()))
        for _ in 0..<Int.random(in: 1...60, using: &numbers) {
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
            case 2: bytes[place] = 0xFF
            default: if bytes.count > 5000 { bytes.removeSubrange(place..<min(place + 40, bytes.count)) }
            }
        }
        let path = try TestVideo.write(bytes, "fuzzed-\(seed).mp4")
        let timebase = SteppingTimebase()
        do {
            let camera = try FileCamera(path: path, timebase: timebase)
            _ = try camera.start(CameraRequest(size: TestVideo.size, rate: FrameRate(30)))
            var newest: FrameStamp?
            for _ in 0..<120 {
                let frame = try #require(try camera.nextFrame(until: timebase.now().advanced(by: .seconds(1))))
                #expect(newest.map { $0.timestamp < frame.stamp.timestamp } ?? true)
                newest = frame.stamp
            }
        } catch let error as CameraError {
            #expect(!error.description.contains("\n"))
        }
    }
}

@Suite struct PictureTimelineTests {
    @Test(arguments: UInt64(1)...30)
    func timeOnlyRisesWhateverTheFileSays(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var timeline = PictureTimeline(rate: FrameRate(30), tick: .milliseconds(1))
        var newest: Duration?
        for _ in 0..<500 {
            let stamp: Int64? =
                switch Int.random(in: 0..<5, using: &numbers) {
                case 0: nil
                case 1: Int64.random(in: .min ... .max, using: &numbers)
                case 2: .max
                case 3: 0
                default: Int64.random(in: 0...10_000_000_000, using: &numbers)
                }
            let time = timeline.place(stamp)
            #expect(newest.map { $0 < time } ?? (time == .zero))
            newest = time
            if Int.random(in: 0..<20, using: &numbers) == 0 { timeline.endPass() }
        }
    }

    @Test func roundedTimeStampsMakePassesOfExactlyTheirPictures() {
        let rate = FrameRate(30000, 1001)
        var timeline = PictureTimeline(rate: rate, tick: .milliseconds(1))
        for pass in Int64(0)..<500 {
            for picture in Int64(0)..<30 {
                let time = timeline.place((rate.offset(of: picture).nanoseconds + 500_000) / 1_000_000 * 1_000_000)
                let exact = rate.offset(of: pass * 30 + picture)
                #expect(abs((time - exact).nanoseconds) <= 501_000)
            }
            timeline.endPass()
        }
    }
}
