// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

extension FigureSketch {
    /// Draws a recurve bow, its limbs bent as far as the string is drawn.
    func bow(_ pose: ArcherPose) {
        func spot(_ x: Double, _ y: Double) -> Spot { pose.grip + Spot(x, y).rotated(by: pose.bowTilt) }
        let tip = BowShape(stringOffset: pose.stringOffset).tip
        for side in [1.0, -1.0] {
            // The limb bends back and its end curls towards the target.
            curve(
                spot(0.016, side * 0.118), spot(0.045, side * 0.26), spot(tip.x - 0.052, side * (tip.y - 0.085)),
                spot(tip.x + 0.006, side * (tip.y + 0.004)), width: 0.0225, to: 0.0085, ArcherColors.limbEdge)
            curve(
                spot(0.016, side * 0.118), spot(0.045, side * 0.26), spot(tip.x - 0.052, side * (tip.y - 0.085)),
                spot(tip.x + 0.003, side * tip.y), width: 0.0165, to: 0.0045, ArcherColors.limb)
            line(spot(tip.x, side * tip.y), pose.stringNock, width: 0.0034, ArcherColors.string)
            curve(
                spot(0.002, side * 0.012), spot(-0.012, side * 0.055), spot(0.026, side * 0.085),
                spot(0.018, side * 0.152), width: 0.032, to: 0.023, ArcherColors.riserEdge)
            curve(
                spot(0.002, side * 0.012), spot(-0.012, side * 0.055), spot(0.026, side * 0.085),
                spot(0.018, side * 0.146), width: 0.023, to: 0.015, ArcherColors.riser)
        }
        limb(spot(-0.004, 0.02), 0.015, spot(-0.004, -0.045), 0.013, ArcherColors.bowGrip)
        // Sight, and a long rod with its weight.
        line(spot(0.014, 0.062), spot(0.082, 0.062), width: 0.006, ArcherColors.metal)
        limb(spot(0.08, 0.052), 0.0055, spot(0.08, 0.082), 0.0055, ArcherColors.metal)
        line(spot(0.012, -0.05), spot(0.262, -0.062), width: 0.0075, ArcherColors.metal)
        limb(spot(0.252, -0.0615), 0.0095, spot(0.272, -0.0625), 0.0095, ArcherColors.limbEdge)
    }

    /// Draws an arrow from its nock, flying or held. `size` shrinks it with distance.
    func arrow(nock: Spot, angle: Double, size: Double = 1) {
        let ahead = Spot(cos(angle), sin(angle)) * size
        let across = Spot(-ahead.y, ahead.x)
        let length = ArcherPose.arrowLength
        line(nock, nock + ahead * (length - 0.012), width: 0.0066 * size, ArcherColors.shaft)
        line(nock + ahead * (length - 0.02), nock + ahead * length, width: 0.0078 * size, ArcherColors.point)
        for side in [1.0, -1.0] {
            polygon(
                [
                    nock + ahead * 0.014, nock + ahead * 0.010 + across * (0.0155 * side),
                    nock + ahead * 0.030 + across * (0.0165 * side), nock + ahead * 0.068,
                ], ArcherColors.vane)
        }
        line(nock - ahead * 0.004, nock + ahead * 0.008, width: 0.0085 * size, ArcherColors.nock)
    }
}

/// The tips of the limbs, in the bow's own axes: x towards the target, y up, from the grip.
///
/// The string doesn't stretch: the farther it is drawn, the more the tips come back and together.
struct BowShape {
    static let halfString = 0.46

    let tip: Spot

    init(stringOffset: Double) {
        let range = ArcherPose.fullDrawOffset - ArcherPose.braceOffset
        let bend = (stringOffset - ArcherPose.braceOffset) / range
        let x = -0.085 - 0.08 * bend
        let back = stringOffset + x
        tip = Spot(x, (Self.halfString * Self.halfString - back * back).squareRoot())
    }
}
