// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Devices

@Suite struct ScanoutTests {
    @Test func aPictureGoesFromWaitingToTheTV() {
        var scanout = Scanout<Int>()
        #expect(scanout.beginCommit() == nil)
        scanout.submit(1)
        #expect(scanout.beginCommit() == 1)
        scanout.committed()
        #expect(scanout.queued == 1 && scanout.pending == nil && scanout.active == nil)
        scanout.flipped()
        #expect(scanout.active == 1 && scanout.queued == nil)
    }

    @Test func oneIsCommittedAtATimeAndTheNewestIsNext() {
        var scanout = Scanout<Int>()
        scanout.submit(1)
        scanout.committed()
        scanout.submit(2)
        scanout.submit(3)
        #expect(scanout.beginCommit() == nil)
        scanout.flipped()
        #expect(scanout.beginCommit() == 3)
    }

    @Test func busyHardwareIsAskedAgainAndARefusalIsForgotten() {
        var scanout = Scanout<Int>()
        scanout.submit(1)
        scanout.commitRefused(keep: true)
        #expect(scanout.beginCommit() == 1)
        scanout.commitRefused(keep: false)
        #expect(scanout.beginCommit() == nil)
    }

    @Test func aFlipNobodyWaitsForChangesNothing() {
        var scanout = Scanout<Int>()
        scanout.flipped()
        #expect(scanout.active == nil)
        scanout.submit(1)
        scanout.committed()
        scanout.flipped()
        scanout.submit(2)
        scanout.flipped()
        #expect(scanout.active == 1 && scanout.pending == 2)
    }

    @Test func withTheTVEverythingIsGone() {
        var scanout = Scanout<Int>()
        scanout.submit(1)
        scanout.committed()
        scanout.flipped()
        scanout.submit(2)
        scanout.committed()
        scanout.submit(3)
        scanout.lost()
        #expect(scanout.pending == nil && scanout.queued == nil && scanout.active == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theTVNeverGoesBackInTime(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scanout = Scanout<Int>()
        var newest = 0
        var seen = 0
        for _ in 0..<1000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                newest += 1
                scanout.submit(newest)
            case 1 where scanout.beginCommit() != nil:
                if random.chance(0.7) { scanout.committed() } else { scanout.commitRefused(keep: random.chance(0.5)) }
            case 2:
                scanout.flipped()
            default:
                if random.chance(0.05) { scanout.lost() }
            }
            if let active = scanout.active {
                #expect(active >= seen)
                seen = active
            }
            if let queued = scanout.queued { #expect(queued > (scanout.active ?? 0)) }
            if let pending = scanout.pending { #expect(pending > (scanout.queued ?? 0)) }
        }
    }
}
