// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// Core uses no C library, so here its angles are compared with one.
@Suite struct AngleTests {
    private static let every = Array(stride(from: 0.0, to: 360, by: 0.25))

    @Test func aDirectionLiesWhereTheCLibraryPutsIt() {
        for degrees in Self.every {
            let angle = Angle(degrees: degrees)
            #expect(abs(angle.right - sin(degrees * .pi / 180)) < 1e-14, "\(degrees)°")
            #expect(abs(angle.up - cos(degrees * .pi / 180)) < 1e-14, "\(degrees)°")
        }
    }

    @Test func aPointLiesInTheDirectionThatTheCLibraryNames() {
        for degrees in Self.every {
            let x = 37 * sin(degrees * .pi / 180)
            let y = 37 * cos(degrees * .pi / 180)
            let expected = atan2(x, y) * 180 / .pi
            let apart = Angle(towardsX: x, y: y).degrees - (expected < 0 ? expected + 360 : expected)
            #expect(min(abs(apart), abs(abs(apart) - 360)) < 1e-11, "\(degrees)°")
        }
    }

    @Test func theQuartersAreExact() {
        #expect([0.0, 90, 180, 270].map { Angle(degrees: $0).right } == [0, 1, 0, -1])
        #expect([0.0, 90, 180, 270].map { Angle(degrees: $0).up } == [1, 0, -1, 0])
        #expect(Angle(towardsX: 1, y: 0).degrees == 90 && Angle(towardsX: 0, y: -1).degrees == 180)
        #expect(Angle(towardsX: -1, y: 0).degrees == 270 && Angle(towardsX: 0, y: 1).degrees == 0)
    }

    @Test func anyNumberOfTurnsEndsWithinOne() {
        #expect(Angle(degrees: 725).degrees == 5 && Angle(degrees: -30).degrees == 330)
        #expect((Angle(degrees: 350) + 20).degrees == 10)
        #expect(Angle(degrees: -1e-300).degrees == 0)
        for odd in [Double.nan, .infinity, -.infinity] { #expect(Angle(degrees: odd) == .twelve) }
    }

    @Test func anHourIsTheNearestOne() {
        #expect([0.0, 14.9, 15.1, 90, 210, 345.1].map { Angle(degrees: $0).hour } == [12, 12, 1, 3, 7, 12])
    }

    @Test func theCentreLiesAtTwelve() {
        #expect(FacePoint.centre.direction == .twelve && FacePoint.centre.distance.micrometres == 0)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func aPlaceIsFoundAgainByItsDistanceAndDirection(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let place = FacePoint(Double.random(in: -800...800, using: &random), Double.random(in: -800...800, using: &random))
            let again = FacePoint(distance: place.distance, towards: place.direction)
            #expect(abs(again.x.micrometres - place.x.micrometres) <= 1)
            #expect(abs(again.y.micrometres - place.y.micrometres) <= 1)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func aPlaceSeenFromASpotAndBackIsTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            func any() -> FacePoint { FacePoint(Double.random(in: -800...800, using: &random), Double.random(in: -800...800, using: &random)) }
            let (place, spot) = (any(), any())
            #expect(place.relative(to: spot).absolute(from: spot) == place)
        }
    }
}
