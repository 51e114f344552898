// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Testing

@testable import Devices

/// TVs and cards that are connected and removed, on the kernel's own display.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct DisplayComingAndGoingTests {
    private let clock = MonotonicClock()
    private let said = DisplayLog()

    private func open() throws -> KMSDisplay {
        try KMSDisplay(card: "vkms@1280x720", cameraRate: nil, timebase: clock) { [said] in said.put($0) }
    }

    private let picture = [
        PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1)),
        DisplayPictures.drawing([PixelRect(left: 40, top: 30, right: 400, bottom: 90)]),
    ]

    private var descriptorCount: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    private var mappingCount: Int {
        get throws { try VirtualTV.read("/proc/self/maps").components(separatedBy: "/dev/dri/card").count - 1 }
    }

    /// Runs the display as the box does until a condition holds.
    /// - Returns: the time that took, or `nil` if it didn't hold within two seconds.
    private func run(_ display: KMSDisplay, until holds: () throws -> Bool) throws -> Duration? {
        let began = clock.now()
        while clock.now() < began.advanced(by: .seconds(2)) {
            if display.mode != nil { try? display.commit(picture) }
            _ = try display.waitForVblank(until: clock.now().advanced(by: .milliseconds(100)))
            if try holds() { return began.duration(to: clock.now()) }
        }
        return nil
    }

    @Test func withoutATVTheVblanksGoOnAndThePictureComesWithIt() throws {
        let tv = try VirtualTV("late", isPlugged: false)
        let display = try open()
        defer { display.close() }
        #expect(display.mode == nil && !display.accepts(picture))
        #expect(throws: DisplayError.gone(display.name)) { try display.commit(picture) }
        let first = try #require(try display.waitForVblank(until: clock.now().advanced(by: .seconds(1))))
        for index in Int64(1)...5 {
            let vblank = try #require(try display.waitForVblank(until: clock.now().advanced(by: .seconds(1))))
            #expect(vblank.sequence >= first.sequence + index)
        }
        try tv.plug()
        let time = try #require(try run(display) { !display.onScreen.isEmpty })
        #expect(Guest.isInTime(time, .seconds(1)))
        #expect(try tv.formats == ["NV12", "AR24"])
    }

    @Test func aTVPulledTwentyTimesIsBackEachTimeAndNothingIsLeft() throws {
        let tv = try VirtualTV("plug")
        let display = try open()
        defer { display.close() }
        var facts: [[Int]] = []
        var last = try #require(try display.waitForVblank(until: clock.now().advanced(by: .seconds(1))))
        for _ in 0..<20 {
            #expect(try run(display) { !display.onScreen.isEmpty } != nil)
            try tv.unplug()
            #expect(try run(display) { display.mode == nil } != nil)
            #expect(display.onScreen.isEmpty)
            #expect(try tv.framebufferCount == 0)
            let vblank = try #require(try display.waitForVblank(until: clock.now().advanced(by: .seconds(1))))
            #expect(vblank.sequence > last.sequence && vblank.timestamp > last.timestamp)
            last = vblank
            try tv.plug()
            let time = try #require(try run(display) { !display.onScreen.isEmpty })
            #expect(Guest.isInTime(time, .seconds(1)))
            facts.append([try descriptorCount, try tv.framebufferCount, try mappingCount])
        }
        print("descriptors, framebuffers, mappings: first \(facts[0]), last \(facts[19])")
        #expect(facts.allSatisfy { zip($0, facts[0]).allSatisfy { $0 <= $1 } })
        #expect(said.count("TV lost") == 20 && said.count("TV: Virtual-") == 21)
    }

    @Test func aCardThatGoesIsBackWithItsTV() throws {
        let tv = try VirtualTV("card")
        let display = try open()
        defer { display.close() }
        var descriptors: [Int] = []
        for _ in 0..<5 {
            #expect(try run(display) { !display.onScreen.isEmpty } != nil)
            try tv.disappear()
            #expect(try run(display) { display.mode == nil } != nil)
            descriptors.append(try descriptorCount)
            try tv.appear()
            let time = try #require(try run(display) { !display.onScreen.isEmpty })
            #expect(Guest.isInTime(time, .seconds(1)))
        }
        #expect(Set(descriptors).count == 1)
        #expect(said.count("the display's card is gone") == 5 && said.count("the display's card is back") == 5)
    }

    @Test func anotherProgramMayHaveTheDisplayForAWhile() throws {
        let tv = try VirtualTV("master")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        #expect(try run(display) { !display.onScreen.isEmpty } != nil)
        #expect(throws: DisplayError.self) { try open() }
        let path = display.path
        display.device?.dropMaster()
        let other = try DRMDevice(path: path)
        #expect(other.becomeMaster())
        #expect(try run(display) { display.mode == nil } != nil)
        other.dropMaster()
        let time = try #require(try run(display) { !display.onScreen.isEmpty })
        #expect(Guest.isInTime(time, .seconds(1)))
        #expect(said.count("another program has the display") == 1 && said.count("has the display again") == 1)
    }

    /// A text console that a test switches.
    private final class Console: ConsoleSwitching {
        var next: ConsoleSwitch?
        var log: [String] = []

        func nextSwitch() -> ConsoleSwitch? {
            defer { next = nil }
            return next
        }

        func letGo() { log.append("let go") }
        func welcomeBack() { log.append("welcome back") }
    }

    @Test func whileAnotherConsoleIsShownTheDisplayIsLeftToIt() throws {
        let tv = try VirtualTV("console")
        defer { withExtendedLifetime(tv) {} }
        let console = Console()
        let display = try KMSDisplay(card: "vkms@1280x720", cameraRate: nil, console: console, timebase: clock) { [said] in said.put($0) }
        defer { display.close() }
        #expect(try run(display) { !display.onScreen.isEmpty } != nil)
        console.next = .away
        #expect(try run(display) { display.mode == nil } != nil)
        #expect(console.log == ["let go"])
        do {
            let other = try DRMDevice(path: display.path)
            #expect(other.becomeMaster(), "whoever has the other console can have the display")
        }
        let later = clock.now().advanced(by: .milliseconds(600))
        #expect(try run(display) { clock.now() > later } != nil)
        #expect(display.mode == nil)
        console.next = .back
        let time = try #require(try run(display) { !display.onScreen.isEmpty })
        #expect(Guest.isInTime(time, .seconds(1)) && console.log == ["let go", "welcome back"])
    }

    @Test func aFlipThatNeverComesIsMadeUpFor() throws {
        let tv = try VirtualTV("flip")
        let display = try open()
        defer { display.close() }
        #expect(try run(display) { !display.onScreen.isEmpty } != nil)
        let other = [picture[0]]
        try display.commit(other)
        // Reads the event before the display can.
        let descriptor = try #require(display.device).descriptor
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&waiting, 1, 1000) == 1)
        var event = [UInt8](repeating: 0, count: 1024)
        #expect(read(descriptor, &event, event.count) > 0)
        let began = clock.now()
        while display.onScreen.count != 1, clock.now() < began.advanced(by: .seconds(2)) {
            _ = try display.waitForVblank(until: clock.now().advanced(by: .milliseconds(100)))
        }
        #expect(display.onScreen.count == 1 && said.count("the mode is set anew") == 1)
        #expect(try tv.formats == ["NV12"])
        #expect(try run(display) { display.onScreen.count == 2 } != nil, "and it goes on")
    }

    @Test func busyHardwareGetsThePictureAtTheNextVblank() throws {
        let tv = try VirtualTV("busy")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        #expect(try run(display) { !display.onScreen.isEmpty } != nil)
        let lit = try #require(display.tv)
        let hidden = try #require(try lit.frame(for: [picture[0]]))
        var wasBusy = false
        // On a slow machine a vblank may pass between the two commits: then it is tried again.
        for _ in 0..<100 where !wasBusy {
            // A commit that the display doesn't know of keeps the hardware busy until the next vblank.
            try? lit.output.commit(hidden, readsBack: false)
            try display.commit([picture[1]])
            wasBusy = display.scanout.queued == nil && display.scanout.pending != nil
            let began = clock.now()
            while display.onScreen.count != 1, clock.now() < began.advanced(by: .seconds(1)) {
                _ = try display.waitForVblank(until: clock.now().advanced(by: .milliseconds(100)))
            }
            #expect(display.onScreen.first?.buffer === picture[1].buffer)
            #expect(try run(display) { display.onScreen.count == 2 } != nil)
        }
        #expect(wasBusy)
        withExtendedLifetime(hidden) {}
    }

    @Test func aThousandCommitsLeaveNothing() throws {
        let tv = try VirtualTV("steady")
        let display = try open()
        defer { display.close() }
        let video = (0..<4).map { PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: $0)) }
        func commit(_ index: Int) throws {
            try display.commit([video[index % 4], picture[1]])
            _ = try display.waitForVblank(until: clock.now().advanced(by: .seconds(2)))
        }
        for index in 0..<50 { try commit(index) }
        let before = try descriptorCount
        let tests = display.tv?.testCount
        for index in 0..<1000 { try commit(index) }
        print(
            "descriptors: before \(before), after \(try descriptorCount); framebuffers \(try tv.framebufferCount); "
                + "mappings \(try mappingCount); test-only commits \(tests ?? -1)")
        // Descriptors of an earlier test may be closed meanwhile.
        #expect(try descriptorCount <= before)
        // At most three videos (waiting, queued, on the TV), the drawing, and black.
        #expect(try tv.framebufferCount <= 5 && mappingCount <= 5 && mappingCount > 0)
        #expect(!Guest.keepsUp || display.tv?.testCount == tests, "what the hardware takes is asked once")
    }
}
