// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage

/// `vir faces`: the faces with their rings, to read or as JSON.
public enum FaceList {
    private struct Entry: Encodable {
        struct Ring: Encodable {
            var label: String
            var points: Int
            var ring: Int
            var diameterMillimetres: Double
            var color: String
        }

        struct Spot: Encodable {
            var number: Int
            var xMillimetres: Double
            var yMillimetres: Double
        }

        var id: String
        var name: String
        var rings: [Ring]
        var spots: [Spot]
        var twoInASpot: String
        var shaftMillimetres: [Double]

        init(_ face: Face) {
            id = face.id
            name = face.name
            rings = face.rings.map {
                Ring(
                    label: $0.label, points: $0.points, ring: $0.code, diameterMillimetres: $0.diameter.millimetres,
                    color: $0.color.rawValue)
            }
            spots = face.spots.enumerated().map {
                Spot(number: $0.offset + 1, xMillimetres: $0.element.x.millimetres, yMillimetres: $0.element.y.millimetres)
            }
            twoInASpot = face.twoInASpot.rawValue
            shaftMillimetres = [face.shafts.lowerBound.millimetres, face.shafts.upperBound.millimetres]
        }
    }

    /// Lists the faces, one line each: the id, the name, and the rings from the middle out with their diameters.
    /// - Parameter settings: a settings file whose custom faces are listed too.
    public static func text(settings: String? = nil) throws(Failure) -> String {
        let faces = try faces(settings)
        let width = faces.map(\.id.count).max() ?? 0
        let nameWidth = faces.map(\.name.count).max() ?? 0
        return faces.map { face in
            let rings = face.rings.map { "\($0.label) \(number($0.diameter))" }.joined(separator: ", ")
            let spots = face.spots.count > 1 ? "  (\(face.spots.count) spots)" : ""
            return face.id.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                + face.name.padding(toLength: nameWidth + 2, withPad: " ", startingAt: 0) + rings + " mm" + spots
        }.joined(separator: "\n")
    }

    /// Returns the list as JSON.
    /// - Parameter settings: a settings file whose custom faces are listed too.
    public static func json(settings: String? = nil) throws -> String { try JSONText.of(try faces(settings).map(Entry.init)) }

    /// Returns the faces of the catalogue and the custom faces of a settings file.
    /// - Throws: `Failure` if the file can't be read or one of its faces is wrong.
    static func faces(_ settings: String?) throws(Failure) -> [Face] {
        guard let settings else { return FaceCatalog.all }
        try InputFile.check(settings, option: "--settings")
        do {
            let (read, problems) = try SettingsFile.read(settings)
            // A problem without a setting's name may be about a face too.
            if let problem = problems.first(where: { !$0.isTaken && $0.setting?.hasPrefix("custom-face") != false }) {
                throw Failure(.usage, "--settings \(settings), line \(problem.line): \(problem.message)")
            }
            return read.faces
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.noInput, "\(error)")
        }
    }

    private static func number(_ length: Length) -> String {
        let value = length.millimetres
        return value == value.rounded() ? String(Int(value)) : String(value)
    }
}
