// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

extension FigureSketch {
    /// Draws the archer with bow and arrow, back to front.
    func archer(_ pose: ArcherPose) {
        legs()
        quiver()
        torso()
        head(tilt: pose.headTilt)
        bow(pose)
        if let arrow = pose.arrow { self.arrow(nock: arrow.nock, angle: arrow.angle) }
        bowArm(pose)
        drawArm(pose)
    }

    /// Draws the figure's shadow on the ground; it belongs to the background.
    func shadow() {
        for step in 0..<6 {
            let part = Double(step) / 5
            ellipse(Spot(0.05, 0.004), Spot(0.34 - 0.16 * part, 0.030 - 0.014 * part), ArcherColors.shadow, opacity: 0.10)
        }
    }

    private func legs() {
        for side in [-1.0, 1.0] {
            let hip = Spot(side * 0.043, 0.475)
            let knee = Spot(side * 0.082, 0.268)
            let ankle = Spot(side * 0.108, 0.052)
            limb(ankle + Spot(-0.006, -0.020), 0.027, ankle + Spot(0.042, -0.027), 0.021, ArcherColors.sole)
            limb(ankle + Spot(-0.006, -0.012), 0.026, ankle + Spot(0.040, -0.020), 0.019, ArcherColors.shoe)
            limb(hip, 0.069, knee, 0.047, ArcherColors.trousersShade)
            limb(knee, 0.047, ankle, 0.034, ArcherColors.trousersShade)
            limb(hip + Spot(0.006, 0), 0.059, knee + Spot(0.006, 0), 0.038, ArcherColors.trousers)
            limb(knee + Spot(0.006, 0), 0.038, ankle + Spot(0.005, 0), 0.026, ArcherColors.trousers)
            limb(hip + Spot(0.022, -0.03), 0.016, knee + Spot(0.018, 0.01), 0.010, ArcherColors.trousersLight, opacity: 0.6)
            limb(knee + Spot(0.014, -0.01), 0.010, ankle + Spot(0.010, 0.02), 0.006, ArcherColors.trousersLight, opacity: 0.5)
        }
    }

    private func quiver() {
        for index in 0..<3 {
            let nock = Spot(-0.118 - 0.017 * Double(index), 0.566 - 0.012 * Double(index))
            line(Spot(-0.10, 0.42), nock, width: 0.006, ArcherColors.shaft)
            polygon(
                [nock + Spot(0.010, -0.004), nock + Spot(-0.012, -0.010), nock + Spot(0.004, -0.062), nock + Spot(0.018, -0.052)],
                ArcherColors.vane)
        }
        polygon([Spot(-0.155, 0.505), Spot(-0.085, 0.525), Spot(-0.060, 0.275), Spot(-0.110, 0.262)], ArcherColors.leather)
        polygon(
            [Spot(-0.142, 0.497), Spot(-0.118, 0.506), Spot(-0.088, 0.285), Spot(-0.102, 0.281)], ArcherColors.leatherLight,
            opacity: 0.8)
    }

    private func torso() {
        polygon(
            [
                Spot(-0.104, 0.835), Spot(-0.052, 0.858), Spot(0.052, 0.858), Spot(0.104, 0.835), Spot(0.118, 0.79),
                Spot(0.098, 0.68), Spot(0.088, 0.58), Spot(0.100, 0.470), Spot(-0.100, 0.470), Spot(-0.088, 0.58),
                Spot(-0.098, 0.68), Spot(-0.118, 0.79),
            ], ArcherColors.shirtShade)
        polygon(
            [
                Spot(-0.080, 0.838), Spot(-0.040, 0.852), Spot(0.054, 0.852), Spot(0.100, 0.830), Spot(0.110, 0.79),
                Spot(0.092, 0.68), Spot(0.081, 0.58), Spot(0.092, 0.478), Spot(-0.062, 0.478), Spot(-0.056, 0.58),
                Spot(-0.066, 0.68), Spot(-0.086, 0.79),
            ], ArcherColors.shirt)
        polygon(
            [Spot(0.052, 0.835), Spot(0.092, 0.815), Spot(0.092, 0.76), Spot(0.070, 0.62), Spot(0.058, 0.62), Spot(0.056, 0.74)],
            ArcherColors.shirtLight, opacity: 0.55)
        // The club's band across the chest, and the belt.
        polygon([Spot(-0.108, 0.725), Spot(0.105, 0.725), Spot(0.103, 0.700), Spot(-0.104, 0.700)], ArcherColors.trim, opacity: 0.92)
        polygon([Spot(-0.100, 0.500), Spot(0.100, 0.500), Spot(0.102, 0.472), Spot(-0.102, 0.472)], ArcherColors.leather)
        limb(Spot(0.004, 0.486), 0.013, Spot(0.020, 0.486), 0.013, ArcherColors.point)
    }

    /// Draws the head in profile, looking at the target.
    private func head(tilt: Double) {
        let neck = Spot(0.0, 0.842)
        limb(Spot(0.0, 0.832), 0.034, Spot(0.010, 0.892), 0.032, ArcherColors.skinShade)
        limb(Spot(0.008, 0.840), 0.025, Spot(0.018, 0.890), 0.022, ArcherColors.skin)
        func at(_ x: Double, _ y: Double) -> Spot { neck + Spot(x, y).rotated(by: tilt) }
        // A pony tail that hangs whatever the head does.
        curve(at(-0.050, 0.092), at(-0.092, 0.100), Spot(-0.096, 0.87), Spot(-0.078, 0.80), width: 0.040, to: 0.012, ArcherColors.hair)
        ellipse(at(-0.004, 0.084), Spot(0.064, 0.070), ArcherColors.hair)
        polygon(
            [
                at(0.000, 0.125), at(0.048, 0.120), at(0.058, 0.095), at(0.060, 0.083), at(0.074, 0.064), at(0.072, 0.058),
                at(0.060, 0.056), at(0.063, 0.046), at(0.058, 0.041), at(0.061, 0.032), at(0.054, 0.016), at(0.038, 0.008),
                at(0.008, 0.024), at(-0.014, 0.052), at(-0.016, 0.09),
            ], ArcherColors.skin)
        polygon(
            [at(0.030, 0.010), at(0.008, 0.024), at(-0.014, 0.052), at(-0.016, 0.09), at(-0.002, 0.09), at(0.004, 0.054), at(0.022, 0.026)],
            ArcherColors.skinShade, opacity: 0.55)
        ellipse(at(-0.012, 0.070), Spot(0.010, 0.015), ArcherColors.skinShade)
        ellipse(at(0.046, 0.086), Spot(0.0055, 0.0065), ArcherColors.hair)
        line(at(0.036, 0.099), at(0.056, 0.098), width: 0.005, ArcherColors.hair)
        line(at(0.048, 0.040), at(0.060, 0.041), width: 0.0035, ArcherColors.skinShade)
        // The cap: crown, band of light, visor.
        polygon(
            [
                at(0.056, 0.106), at(0.056, 0.128), at(0.042, 0.150), at(0.012, 0.163), at(-0.026, 0.158), at(-0.056, 0.134),
                at(-0.068, 0.098), at(-0.030, 0.104),
            ], ArcherColors.cap)
        polygon([at(0.036, 0.146), at(0.012, 0.156), at(-0.022, 0.151), at(-0.010, 0.142), at(0.016, 0.142)], ArcherColors.capLight, opacity: 0.8)
        limb(at(0.040, 0.110), 0.0085, at(0.100, 0.103), 0.0045, ArcherColors.cap)
    }

    private func bowArm(_ pose: ArcherPose) {
        let shoulder = ArcherPose.shoulderOfBowArm
        let wrist = pose.grip + Spot(-0.022, -0.004)
        let elbow = Self.elbow(from: shoulder, to: wrist, upper: 0.172, lower: 0.166)
        arm(shoulder: shoulder, elbow: elbow, hand: wrist)
        // Arm guard on the inside of the forearm.
        let forearm = wrist - elbow
        limb(elbow + forearm * 0.28 + Spot(0, 0.006), 0.019, elbow + forearm * 0.78 + Spot(0, 0.006), 0.015, ArcherColors.leather)
        // The hand round the grip.
        limb(wrist, 0.019, pose.grip + Spot(0.008, 0.004), 0.017, ArcherColors.skinShade)
        limb(wrist + Spot(0.002, 0.004), 0.015, pose.grip + Spot(0.007, 0.008), 0.013, ArcherColors.skin)
    }

    private func drawArm(_ pose: ArcherPose) {
        let wrist = pose.drawHand + (pose.drawElbow - pose.drawHand) * (0.042 / max((pose.drawElbow - pose.drawHand).length, 0.05))
        arm(shoulder: ArcherPose.shoulderOfDrawArm, elbow: pose.drawElbow, hand: wrist)
        // Fist with a finger tab.
        limb(wrist, 0.018, pose.drawHand + Spot(-0.006, -0.002), 0.017, ArcherColors.skinShade)
        limb(wrist + Spot(0, 0.004), 0.014, pose.drawHand + Spot(-0.007, 0.002), 0.013, ArcherColors.skin)
        limb(pose.drawHand + Spot(0.002, -0.012), 0.007, pose.drawHand + Spot(0.003, 0.010), 0.007, ArcherColors.leather)
    }

    private func arm(shoulder: Spot, elbow: Spot, hand: Spot) {
        limb(elbow, 0.028, hand, 0.020, ArcherColors.skinShade)
        limb(elbow + Spot(0.002, 0.005), 0.021, hand + Spot(0, 0.004), 0.014, ArcherColors.skin)
        limb(elbow + Spot(0.002, 0.013), 0.006, hand + Spot(0, 0.009), 0.004, ArcherColors.skinLight, opacity: 0.7)
        let cuff = shoulder + (elbow - shoulder) * 0.72
        limb(shoulder + (elbow - shoulder) * 0.5, 0.030, elbow, 0.028, ArcherColors.skinShade)
        limb(shoulder + (elbow - shoulder) * 0.5 + Spot(0.002, 0.004), 0.024, elbow + Spot(0.002, 0.005), 0.021, ArcherColors.skin)
        limb(shoulder, 0.046, cuff, 0.037, ArcherColors.shirtShade)
        limb(shoulder + Spot(0.002, 0.006), 0.038, cuff + Spot(0.002, 0.005), 0.030, ArcherColors.shirt)
        limb(shoulder + Spot(0.006, 0.022), 0.012, cuff + Spot(0.006, 0.018), 0.008, ArcherColors.shirtLight, opacity: 0.6)
    }

    /// Returns the elbow of an arm of two bones, on the lower side; an arm that can't reach is straight.
    static func elbow(from shoulder: Spot, to hand: Spot, upper: Double, lower: Double) -> Spot {
        let reach = hand - shoulder
        let distance = max(reach.length, 1e-6)
        let along = reach / distance
        let near = (upper * upper - lower * lower + distance * distance) / (2 * distance)
        guard distance < upper + lower, near * near < upper * upper else {
            return shoulder + reach * (upper / (upper + lower))
        }
        let aside = (upper * upper - near * near).squareRoot()
        return shoulder + along * near + Spot(along.y, -along.x) * aside
    }
}
