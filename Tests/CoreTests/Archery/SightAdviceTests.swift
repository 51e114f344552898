// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The advice for the sight that a group gives: it follows the arrows, and needs enough of them.
@Suite struct SightAdviceTests {
    private func arrows(_ places: [(Double, Double)?]) -> [PlacedArrow] {
        places.enumerated().map { PlacedArrow(number: $0 + 1, place: $1.map { FacePoint($0.0, $0.1) }) }
    }

    private func words(_ places: [(Double, Double)?], on face: String = "wa_122") throws -> String? {
        SightAdvice(arrows(places), on: try #require(FaceCatalog.face(face))).words
    }

    @Test(arguments: [
        (0.0, 130.0, "13 cm high: move the sight up"), (0, -48, "5 cm low: move the sight down"), (25, 0, "25 mm right: move the sight right"),
        (-60, 10, "6 cm left: move the sight left"), (50, 80, "8 cm high, 5 cm right: sight up and right"),
        (-50, -80, "8 cm low, 5 cm left: sight down and left"), (14, 14, "Centred"), (15, 15, "15 mm high: move the sight up"),
    ])
    func theSightFollowsTheArrows(x: Double, y: Double, said: String) throws {
        #expect(try words([(x - 30, y), (x + 30, y), (x, y - 30), (x, y + 30)]) == said)
    }

    /// Two arrows with a position, or any number without one, give no advice.
    @Test func tooFewPlacesSayNothing() throws {
        #expect(try words([(0, 200), (0, 210), nil, nil]) == nil)
        #expect(try words([(0, 200), (0, 210), (0, 220)]) == "21 cm high: move the sight up")
    }

    /// On a small face a smaller error already gives advice: a 40 cm face has a third of a 122 cm face's tolerance.
    @Test func aSmallFaceWantsMore() throws {
        #expect(try words([(0, 10), (0, 10), (0, 10)], on: "wa_40") == "10 mm high: move the sight up")
        #expect(try words([(0, 10), (0, 10), (0, 10)], on: "wa_122") == "Centred")
    }

    /// Following the advice brings the group nearer to the centre, to within 20 mm.
    @Test(arguments: UInt64(1)...200) func followingItBringsTheGroupNearer(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let placed = arrows((0..<Int.random(in: 3...12, using: &random)).map { _ in (random.seconds(-400...400), random.seconds(-400...400)) })
        let group = try #require(ArrowGroup(placed))
        guard case .off(let right, let up) = SightAdvice(placed, on: FaceCatalog.all[0]) else {
            #expect(group.offset <= 20)
            return
        }
        let rest = ((group.centreX - right) * (group.centreX - right) + (group.centreY - up) * (group.centreY - up)).squareRoot()
        #expect(rest < group.offset && rest <= 20 && (right, up) != (0, 0))
    }
}
