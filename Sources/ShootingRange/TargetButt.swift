// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The target with its arrows, seen half from the side. Positions on it are in face radii from its centre, y up.
struct TargetButt {
    let painter: PolygonPainter
    let layout: RangeLayout

    /// The factor by which the face looks narrower from the side.
    private static let squeeze = 0.46
    /// The number of arrows that are shot before they are collected.
    private static let arrowsInEnd: Int64 = 6
    /// The factor by which the distance shrinks an arrow.
    private static let distantSize = 0.56

    /// The rings from the outside in, as on a World Archery face: white, black, blue, red, gold.
    private static let rings: [(radius: Double, paint: Paint)] = [
        (1.0, Paint(0xF4F4F2)), (0.8, Paint(0x23262B)), (0.6, Paint(0x2FA3DD)), (0.4, Paint(0xE5333C)), (0.2, Paint(0xFFD83A)),
    ]

    private func pixel(_ x: Double, _ y: Double) -> Pixel {
        // The right edge is nearer to the camera, so it is taller.
        layout.targetCenter + Pixel(x * Self.squeeze, -y * (1 + 0.07 * x)) * layout.targetRadius
    }

    /// Draws the stand, the boss and the face: everything that doesn't move.
    func drawButt() {
        let foot = layout.targetFoot
        let unit = layout.targetRadius
        for step in 0..<5 {
            let part = Double(step) / 4
            painter.fill(
                oval(Pixel(layout.targetCenter.x + 0.25 * unit, foot), Pixel(1.15 - 0.5 * part, 0.13 - 0.06 * part) * unit),
                ArcherColors.shadow, opacity: 0.12)
        }
        for (top, bottom) in [(-0.7, -1.0), (0.75, 1.15), (1.55, 1.95)] {
            let head = pixel(top, -0.2)
            let end = Pixel(layout.targetCenter.x + bottom * Self.squeeze * unit, foot)
            let half = Pixel(0.045 * unit, 0)
            painter.fill([head - half, head + half, end + half, end - half], Paint(0x7A5430))
        }
        let depth = Pixel(0.34, -0.05) * unit
        painter.fill([pixel(1.22, 1.22), pixel(1.22, 1.22) + depth, pixel(1.22, -1.22) + depth * 0.9, pixel(1.22, -1.22)], Paint(0x9C7B45))
        painter.fill([pixel(-1.22, 1.22), pixel(-1.22, 1.22) + depth, pixel(1.22, 1.22) + depth, pixel(1.22, 1.22)], Paint(0xE3C88E))
        painter.fill([pixel(-1.22, 1.22), pixel(1.22, 1.22), pixel(1.22, -1.22), pixel(-1.22, -1.22)], Paint(0xCDAA6A))
        for band in 1..<10 {
            let y = 1.22 - 0.244 * Double(band)
            painter.fill([pixel(-1.22, y), pixel(1.22, y), pixel(1.22, y - 0.025), pixel(-1.22, y - 0.025)], Paint(0xA8864C), opacity: 0.6)
        }
        for ring in Self.rings {
            painter.fill(face(ring.radius), ring.paint)
            guard ring.radius > 0.2 else { continue }
            // The line between the two rings of a colour.
            painter.fill(face(ring.radius - 0.097), ring.radius == 0.8 ? Paint(0xD8D8D8) : Paint(0x30333A), opacity: 0.55)
            painter.fill(face(ring.radius - 0.103), ring.paint)
        }
        painter.fill(face(0.1), Paint(0x8A7420), opacity: 0.5)
        painter.fill(face(0.092), Paint(0xFFD83A))
    }

    private func face(_ radius: Double) -> [Pixel] {
        (0..<48).map { corner in
            let turn = 2 * Double.pi * Double(corner) / 48
            return pixel(radius * cos(turn), radius * sin(turn))
        }
    }

    private func oval(_ center: Pixel, _ radii: Pixel) -> [Pixel] {
        (0..<32).map { corner in
            let turn = 2 * Double.pi * Double(corner) / 32
            return center + Pixel(radii.x * cos(turn), radii.y * sin(turn))
        }
    }

    /// Returns the point that a shot hits: a good archer's group, with an occasional stray.
    private func hit(of shot: Int64) -> Pixel {
        let noise = GridNoise(seed: 77)
        let number = Int(truncatingIfNeeded: shot)
        let radius = 0.42 * pow(noise.value(number, 1), 1.3)
        let turn = 2 * Double.pi * noise.value(number, 2)
        return pixel(radius * cos(turn), radius * sin(turn))
    }

    /// Draws the arrows of this end that are in the target.
    func drawArrows(shot: Int64, at time: Duration) {
        for earlier in (shot - shot % Self.arrowsInEnd)..<shot { drawStuck(earlier, shaking: 0) }
        let since = (time - ShotCycle.release - ShotCycle.flight).inSeconds
        if since >= 0 { drawStuck(shot, shaking: 0.09 * exp(-since / 0.12) * sin(since * 2 * .pi * 13)) }
    }

    private var stuckLength: Double { ArcherPose.arrowLength * Self.distantSize * 0.80 * layout.figureHeight }

    private func nock(of shot: Int64, shaking: Double) -> Pixel {
        let noise = GridNoise(seed: 78)
        let slope = -0.03 + 0.06 * noise.value(Int(truncatingIfNeeded: shot), 1) + shaking
        return hit(of: shot) + Pixel(-cos(slope), -0.06 + sin(slope)) * stuckLength
    }

    private func drawStuck(_ shot: Int64, shaking: Double) {
        let point = hit(of: shot)
        let nock = nock(of: shot, shaking: shaking)
        let along = (point - nock) / max((point - nock).length, 1e-6)
        let across = Pixel(-along.y, along.x)
        let half = max(0.0022 * layout.figureHeight, 0.55)
        painter.fill([nock + across * half, point + across * half, point - across * half, nock - across * half], ArcherColors.shaft)
        let vane = 0.0085 * layout.figureHeight
        let length = 0.040 * layout.figureHeight
        for side in [1.0, -1.0] {
            painter.fill(
                [
                    nock + along * (length * 0.2), nock + along * (length * 0.12) + across * (vane * side),
                    nock + along * (length * 0.5) + across * (vane * side), nock + along * length,
                ], ArcherColors.vane)
        }
    }

    /// Draws the arrow on its way, with the streak that a real shutter leaves.
    func drawFlight(shot: Int64, at time: Duration, from sketch: FigureSketch) {
        let since = time - ShotCycle.release
        guard since >= .zero, since < ShotCycle.flight else { return }
        let part = since.inSeconds / ShotCycle.flight.inSeconds
        func place(_ part: Double) -> Spot {
            let start = ArcherPose(at: ShotCycle.release - .nanoseconds(1)).stringNock
            let end = self.nock(of: shot, shaking: 0)
            let goal = Spot((end.x - sketch.origin.x) / sketch.scale, (sketch.origin.y - end.y) / sketch.scale)
            return start.mixed(with: goal, part) + Spot(0, 0.10 * part * (1 - part))
        }
        let tail = place(part)
        let ahead = place(part + 0.02) - tail
        let size = 1 + (Self.distantSize - 1) * part
        for step in 1...4 where part > 0 {
            sketch.line(place(max(0, part - 0.045 * Double(step))), tail, width: 0.010 * size, ArcherColors.trim, opacity: 0.13)
        }
        sketch.arrow(nock: tail, angle: atan2(ahead.y, ahead.x), size: size)
    }
}
