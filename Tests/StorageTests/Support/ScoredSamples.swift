// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension Samples {
    /// A club's own face, with labels that can't be file names.
    static let customFace = Face(
        id: "club_3d", name: "Club <3D> \"deer\"",
        rings: [
            Ring("X/?", points: 11, diameter: Length(millimetres: 50), color: .red),
            Ring("8", points: 8, diameter: Length(millimetres: 150), color: .white, line: .black),
        ], spots: [FacePoint(-120, 30), FacePoint(120, -30)], twoInASpot: .bothCount)

    /// Returns an end whose arrows are this far out to the right, in millimetres, each linked to the clip of its number; `nil` is a miss.
    static func end(_ number: Int = 1, _ places: [Double?], clips: [Int], face: Face = FaceCatalog.all[0], isDone: Bool = true) -> EndRecord {
        let arrows = places.enumerated().map { index, place in
            PlacedArrow(
                number: index + 1, spot: index % face.spots.count, place: place.map { FacePoint($0, 0) },
                clip: index < clips.count ? clips[index] : nil)
        }
        return EndRecord(number: number, face: face, shaft: Length(millimetres: 5.5), clips: clips, arrows: arrows, isDone: isDone)
    }

    /// Returns a session on a card of this disk with three clips and a shot end: an X, a 10 and a miss.
    static func scoredSession(
        on disk: CrashDisk, _ places: [Double?] = [0, 61, nil], isDone: Bool = true,
        face: Face = FaceCatalog.all[0]
    ) throws -> SessionFolder {
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(header())
        for number in 1...3 {
            try session.append(.marked(mark(number)))
            try session.writeClip(number)
        }
        try session.append(.end(end(1, places, clips: [1, 2, 3], face: face, isDone: isDone)))
        return session
    }
}
