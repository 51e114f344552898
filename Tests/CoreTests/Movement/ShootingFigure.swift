// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// An archer in space, in body heights: x towards the target, y upwards, z towards whoever looks at the chest. The arrow leaves at 0 s.
struct ShootingFigure {
    struct Joint {
        var x: Double
        var y: Double
        var z: Double

        init(_ x: Double, _ y: Double, _ z: Double) { (self.x, self.y, self.z) = (x, y, z) }

        func moved(_ share: Double, to other: Joint) -> Joint {
            Joint(x + (other.x - x) * share, y + (other.y - y) * share, z + (other.z - z) * share)
        }
    }

    /// A part of the body: thick in the middle of the line between its ends, and of one brightness.
    struct Limb {
        var from: Joint
        var to: Joint
        var width: Double
        var level: Double
    }

    let head: Joint
    let grip: Joint
    let drawHand: Joint
    /// The tips of the bow's limbs.
    let tips: [Joint]
    let limbs: [Limb]

    private static let headRadius = 0.065
    private static let handRadius = 0.03

    private static let grips: [(Double, Joint)] = [
        (-4, Joint(0.285, 0.56, 0.09)), (-3.3, Joint(0.305, 0.615, 0.09)), (-2.5, Joint(0.436, 0.868, 0.05)), (-1.8, Joint(0.438, 0.822, 0.05)),
        (0, Joint(0.44, 0.818, 0.05)), (0.12, Joint(0.45, 0.816, 0.04)), (0.5, Joint(0.436, 0.806, 0.05)), (1.2, Joint(0.434, 0.8, 0.05)),
        (2.2, Joint(0.285, 0.55, 0.09)),
    ]
    private static let hands: [(Double, Joint)] = [
        (-4, Joint(0.17, 0.6, 0.1)), (-3.3, Joint(0.2, 0.62, 0.1)), (-2.5, Joint(0.33, 0.86, 0.08)), (-1.5, Joint(0.045, 0.82, 0.06)),
        (0, Joint(0.04, 0.822, 0.06)), (0.12, Joint(-0.055, 0.838, 0.05)), (0.4, Joint(-0.088, 0.842, 0.03)), (1.2, Joint(-0.085, 0.835, 0.03)),
        (2.1, Joint(-0.15, 0.505, 0.06)),
    ]
    private static let elbows: [(Double, Joint)] = [
        (-4, Joint(-0.03, 0.66, 0.06)), (-2.5, Joint(0.055, 0.85, 0.04)), (-1.9, Joint(-0.085, 0.905, -0.06)), (-1.5, Joint(-0.165, 0.865, -0.1)),
        (0, Joint(-0.175, 0.855, -0.1)), (0.15, Joint(-0.225, 0.835, -0.09)), (1.2, Joint(-0.24, 0.775, -0.06)), (2.1, Joint(-0.195, 0.655, 0)),
    ]
    private static let tilts: [(Double, Joint)] = [
        (-4, Joint(-0.3, 0, 0)), (-3.3, Joint(-0.28, 0, 0)), (-2.5, Joint(0.02, 0, 0)), (0.03, Joint(0, 0, 0)), (0.55, Joint(-1.32, 0, 0)),
        (1.3, Joint(-1.28, 0, 0)), (2.2, Joint(-0.45, 0, 0)),
    ]

    init(at seconds: Double) {
        head = Joint(0, 0.93, 0.02)
        grip = Self.value(of: Self.grips, at: seconds)
        drawHand = Self.value(of: Self.hands, at: seconds)
        let elbow = Self.value(of: Self.elbows, at: seconds)
        let tilt = Self.value(of: Self.tilts, at: seconds).x
        let grip = grip
        tips = [-1.0, 1].map { side in
            let (x, y) = (-0.085, 0.45 * side)
            return Joint(grip.x + x * cos(tilt) - y * sin(tilt), grip.y + x * sin(tilt) + y * cos(tilt), grip.z)
        }
        let (bowShoulder, drawShoulder) = (Joint(0.092, 0.798, 0), Joint(-0.092, 0.798, 0))
        var limbs = [-1.0, 1].map { Limb(from: Joint(0.108 * $0, 0.02, 0), to: Joint(0.045 * $0, 0.475, 0), width: 0.1, level: 52) }
        limbs += [
            Limb(from: Joint(0, 0.47, 0), to: Joint(0, 0.75, 0), width: 0.2, level: 196),
            Limb(from: head, to: head, width: 2 * Self.headRadius, level: 150),
            Limb(from: bowShoulder, to: grip, width: 0.06, level: 182), Limb(from: drawShoulder, to: elbow, width: 0.065, level: 196),
            Limb(from: elbow, to: drawHand, width: 0.05, level: 150),
        ]
        limbs += tips.map { Limb(from: grip, to: $0, width: 0.022, level: 34) }
        self.limbs = limbs
    }

    /// The points that have to be seen, each with its radius: the head, both hands, and the bow from tip to tip.
    var needed: [(joint: Joint, radius: Double)] {
        [(head, Self.headRadius), (grip, Self.handRadius), (drawHand, Self.handRadius)] + tips.map { ($0, 0.01) }
    }

    /// A person who walks by, with swinging legs.
    static func walking(at seconds: Double) -> [Limb] {
        let swing = 0.14 * sin(seconds * 6)
        return [-1.0, 1].map { Limb(from: Joint(swing * $0, 0.02, 0), to: Joint(0, 0.475, 0), width: 0.09, level: 60) } + [
            Limb(from: Joint(0, 0.47, 0), to: Joint(0, 0.76, 0), width: 0.2, level: 210),
            Limb(from: Joint(0, 0.93, 0), to: Joint(0, 0.93, 0), width: 0.13, level: 148),
            Limb(from: Joint(0, 0.78, 0), to: Joint(-swing, 0.48, 0), width: 0.06, level: 200),
        ]
    }

    private static func value(of keys: [(Double, Joint)], at time: Double) -> Joint {
        guard let next = keys.firstIndex(where: { $0.0 > time }) else { return keys[keys.count - 1].1 }
        guard next > 0 else { return keys[0].1 }
        let part = (time - keys[next - 1].0) / (keys[next].0 - keys[next - 1].0)
        return keys[next - 1].1.moved(part * part * (3 - 2 * part), to: keys[next].1)
    }
}
