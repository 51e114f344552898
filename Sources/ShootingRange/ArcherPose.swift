// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The archer's pose at an instant of a shot: the hands, the bow and the arrow.
///
/// All positions are in figure units. The archer faces the camera and shoots to the right.
struct ArcherPose {
    /// The point at which the bow is held.
    var grip: Spot
    /// The tilt of the bow counter-clockwise from upright, in radians.
    var bowTilt: Double
    /// The distance from the grip back to the string at the nocking point, along the arrow.
    var stringOffset: Double
    var drawHand: Spot
    var drawElbow: Spot
    /// The tilt of the head, in radians; positive looks up.
    var headTilt: Double
    /// The arrow in the hand or on the string; `nil` once it has left.
    var arrow: Arrow?

    struct Arrow {
        var nock: Spot
        /// The direction in radians; 0 points at the target.
        var angle: Double
    }

    static let shoulderOfBowArm = Spot(0.092, 0.798)
    static let shoulderOfDrawArm = Spot(-0.092, 0.798)
    /// The distance from the grip back to the string with the bow at rest, and at full draw.
    static let braceOffset = 0.095
    static let fullDrawOffset = 0.398
    static let arrowLength = 0.43

    /// The nocking point of the string.
    var stringNock: Spot { grip - Spot(stringOffset, 0).rotated(by: bowTilt) }

    /// Makes the pose at this time since the shot began.
    init(at time: Duration) {
        let t = time.inSeconds
        let breath = 0.0025 * sin(t * 2 * .pi / 4)
        grip = Self.gripTrack.value(at: t) + Spot(0, breath)
        bowTilt = Self.tiltTrack.value(at: t).x
        headTilt = Self.headTrack.value(at: t).x
        let elbow = Self.elbowTrack.value(at: t) + Spot(0, breath)
        let hand = Self.handTrack.value(at: t) + Spot(0, breath)
        stringOffset = Self.stringOffset(at: t)
        drawHand = hand
        drawElbow = elbow
        // From the hook to the release the hand follows the string.
        let atString = Self.hookTrack.value(at: t).x
        if atString > 0, t < Self.releaseSeconds { drawHand = hand.mixed(with: stringNock, atString) }
        arrow = heldArrow(at: t, atString: atString)
    }

    private static let releaseSeconds = ShotCycle.release.inSeconds
    private static let grabSeconds = 0.45
    private static let hookedSeconds = 1.15

    private func heldArrow(at t: Double, atString: Double) -> Arrow? {
        guard t >= Self.grabSeconds, t < Self.releaseSeconds else { return nil }
        guard t < Self.hookedSeconds else { return Arrow(nock: stringNock, angle: bowTilt) }
        // Out of the quiver the arrow points down, then it turns onto the string.
        let turn = smooth((t - Self.grabSeconds) / (Self.hookedSeconds - Self.grabSeconds))
        return Arrow(nock: drawHand, angle: -1.45 + (bowTilt + 1.45) * turn)
    }

    private static func stringOffset(at t: Double) -> Double {
        let pull = drawTrack.value(at: t).x
        guard t >= releaseSeconds else { return braceOffset + (fullDrawOffset - braceOffset) * pull }
        // The string is forward within 16 ms, and vibrates for a moment.
        let since = t - releaseSeconds
        let rush = fullDrawOffset + (braceOffset - fullDrawOffset) * min(since / 0.016, 1)
        guard since > 0.016 else { return rush }
        return braceOffset + 0.012 * exp(-since / 0.09) * sin(since * 2 * .pi * 17)
    }

    private static let gripTrack = JointTrack([
        (0, Spot(0.285, 0.545)), (0.45, Spot(0.285, 0.560)), (1.15, Spot(0.300, 0.610)), (1.75, Spot(0.305, 0.615)),
        (2.5, Spot(0.436, 0.868)), (3.2, Spot(0.438, 0.822)), (3.7, Spot(0.438, 0.818)), (5, Spot(0.440, 0.818)),
        (5.12, Spot(0.450, 0.816)), (5.5, Spot(0.436, 0.806)), (6.2, Spot(0.434, 0.800)), (7.2, Spot(0.285, 0.550)),
        (8, Spot(0.285, 0.545)),
    ])
    private static let tiltTrack = JointTrack([
        (0, Spot(-0.42, 0)), (0.45, Spot(-0.40, 0)), (1.15, Spot(-0.30, 0)), (1.75, Spot(-0.28, 0)), (2.5, Spot(0.02, 0)),
        (3.2, .zero), (5.03, .zero), (5.55, Spot(-1.32, 0)), (6.3, Spot(-1.28, 0)), (7.2, Spot(-0.45, 0)), (8, Spot(-0.42, 0)),
    ])
    /// The draw of the string: 0 at brace height, 1 at the anchor; the last part of it is the expansion.
    private static let drawTrack = JointTrack([
        (2.45, .zero), (3.5, Spot(0.975, 0)), (3.9, Spot(0.98, 0)), (4.95, Spot(1, 0)),
    ])
    /// The degree to which the drawing hand follows the string, 0…1.
    private static let hookTrack = JointTrack([(0.75, .zero), (1.15, Spot(1, 0))])
    private static let handTrack = JointTrack([
        (0, Spot(-0.150, 0.500)), (0.45, Spot(-0.160, 0.545)), (0.75, Spot(-0.06, 0.66)), (1.15, Spot(0.19, 0.63)),
        (4.95, Spot(0.04, 0.822)), (5, Spot(0.04, 0.822)), (5.12, Spot(-0.055, 0.838)), (5.4, Spot(-0.088, 0.842)),
        (6.2, Spot(-0.085, 0.835)), (7.1, Spot(-0.150, 0.505)), (8, Spot(-0.150, 0.500)),
    ])
    private static let elbowTrack = JointTrack([
        (0, Spot(-0.190, 0.650)), (0.45, Spot(-0.235, 0.680)), (0.8, Spot(-0.185, 0.680)), (1.15, Spot(-0.035, 0.655)),
        (1.75, Spot(-0.030, 0.660)), (2.5, Spot(0.055, 0.850)), (3.05, Spot(-0.085, 0.905)), (3.5, Spot(-0.165, 0.865)),
        (5, Spot(-0.175, 0.855)), (5.15, Spot(-0.225, 0.835)), (5.5, Spot(-0.245, 0.785)), (6.2, Spot(-0.240, 0.775)),
        (7.1, Spot(-0.195, 0.655)), (8, Spot(-0.190, 0.650)),
    ])
    private static let headTrack = JointTrack([
        (0, Spot(-0.10, 0)), (0.3, Spot(-0.28, 0)), (1.2, Spot(-0.25, 0)), (1.8, .zero), (5.3, .zero), (6.4, Spot(0.03, 0)),
        (8, Spot(-0.10, 0)),
    ])
}

/// Goes from 0 to 1 without a jerk at either end.
func smooth(_ part: Double) -> Double {
    let t = min(max(part, 0), 1)
    return t * t * t * (t * (6 * t - 15) + 10)
}

/// A value that moves smoothly between keys and rests before the first and after the last.
struct JointTrack {
    private let keys: [(time: Double, value: Spot)]

    /// - Precondition: at least one key, in order of time.
    init(_ keys: [(time: Double, value: Spot)]) {
        precondition(!keys.isEmpty, "a track has a key")
        self.keys = keys
    }

    func value(at time: Double) -> Spot {
        var previous = keys[0]
        guard time > previous.time else { return previous.value }
        for key in keys.dropFirst() {
            if time < key.time {
                return previous.value.mixed(with: key.value, smooth((time - previous.time) / (key.time - previous.time)))
            }
            previous = key
        }
        return previous.value
    }
}
