// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@Suite struct FaceCatalogTests {
    /// The ids by which scorecards, files and scripts name the faces. They never change.
    static let fixed = """
        wa_122 wa_80 wa_80_6ring wa_60 wa_40 wa_60_compound wa_40_compound wa_40_triple_vert wa_40_triple_vert_compound \
        wa_40_triple_tri wa_60_triple_tri vegas_3spot_40 lancaster_40 lancaster_3spot_40 wa_122_x11 wa_80_6ring_x11 \
        agb_122_5zone agb_worcester_16in wa_field_80 wa_field_60 wa_field_40 wa_field_20 nfaa_field_65 nfaa_field_50 \
        nfaa_field_35 nfaa_field_20 nfaa_field_65_expert nfaa_indoor_40 nfaa_indoor_5spot
        """.split(separator: " ").map(String.init)

    @Test(arguments: fixed)
    func aFaceOnceNamedIsThere(id: String) throws {
        #expect(try #require(FaceCatalog.face(id)).id == id)
    }

    @Test func noTwoFacesHaveOneName() {
        #expect(Set(FaceCatalog.all.map(\.id)).count == FaceCatalog.all.count)
        #expect(Set(FaceCatalog.all.map(\.name)).count == FaceCatalog.all.count)
    }

    /// Diameters in millimetres from the centre out, as the rulebooks print them.
    @Test(
        arguments: [
            ("wa_122", ["X": 61, "10": 122, "9": 244, "8": 366, "7": 488, "6": 610, "5": 732, "4": 854, "3": 976, "2": 1098, "1": 1220]),
            ("wa_80_6ring", ["X": 40, "10": 80, "9": 160, "8": 240, "7": 320, "6": 400, "5": 480]),
            ("wa_40_compound", ["10": 20, "9": 80, "8": 120, "7": 160, "6": 200, "5": 240, "4": 280, "3": 320, "2": 360, "1": 400]),
            ("wa_40_triple_vert", ["10": 40, "9": 80, "8": 120, "7": 160, "6": 200]),
            ("wa_60_triple_tri", ["10": 60, "9": 120, "8": 180, "7": 240, "6": 300]),
            ("vegas_3spot_40", ["X": 20, "10": 40, "9": 80, "8": 120, "7": 160, "6": 200]),
            ("wa_field_60", ["6": 60, "5": 120, "4": 240, "3": 360, "2": 480, "1": 600]),
            ("nfaa_indoor_5spot", ["X": 40, "5": 80, "4": 160]),
            ("nfaa_indoor_40", ["X": 40, "5": 80, "4": 160, "3": 240, "2": 320, "1": 400]),
            ("nfaa_field_65", ["X": 65, "5": 130, "4": 390, "3": 650]),
            ("nfaa_field_65_expert", ["X": 65, "5": 130, "4": 260, "3": 390, "2": 520, "1": 650]),
            ("agb_122_5zone", ["9": 244, "7": 488, "5": 732, "3": 976, "1": 1220]),
            ("agb_worcester_16in", ["5": 81.28, "4": 162.56, "3": 243.84, "2": 325.12, "1": 406.4]),
        ] as [(String, [String: Double])])
    func theRingsAreAsTheRulebookHasThem(id: String, rings: [String: Double]) throws {
        let face = try #require(FaceCatalog.face(id))
        #expect(Dictionary(uniqueKeysWithValues: face.rings.map { ($0.label, $0.diameter.millimetres) }) == rings)
    }

    /// Lancaster's scorecards have an 11 and no X (Lancaster Archery Classic, details); the trial of 2025 scores its X as eleven.
    @Test(arguments: [
        ("wa_122", "X", 10), ("nfaa_indoor_40", "X", 5), ("vegas_40", "X", 10), ("wa_122_x11", "X", 11), ("wa_80_6ring_x11", "X", 11),
        ("lancaster_40", "11", 11), ("lancaster_3spot_40", "11", 11),
    ])
    func theInnerRingHasItsOwnNameAndPoints(id: String, label: String, points: Int) throws {
        let face = try #require(FaceCatalog.face(id))
        let inner = face.rings[0]
        #expect(inner.label == label && inner.points == points && inner.code == 11 && inner.isInner && face.innerLabel == label)
    }

    @Test func whatIsCountedInInnerRingsIsCalledAsTheFacesCallIt() throws {
        let faces = try ["wa_122", "lancaster_40", "vegas_40", "wa_40_compound"].map { try #require(FaceCatalog.face($0)) }
        #expect(faces.innerLabel == "X, 11" && faces.dropFirst(3).innerLabel == nil && [faces[1]].innerLabel == "11")
    }

    @Test func theSpotsAreCountedAsTheyAreShot() throws {
        let column = try #require(FaceCatalog.face("wa_40_triple_vert")).spots
        #expect(column == [FacePoint(0, 220), .centre, FacePoint(0, -220)])
        let triangle = try #require(FaceCatalog.face("vegas_3spot_40")).spots
        #expect(triangle == [FacePoint(-110, -95.263), FacePoint(0, 95.263), FacePoint(110, -95.263)])
        let five = try #require(FaceCatalog.face("nfaa_indoor_5spot")).spots
        #expect(five == [FacePoint(-120, 120), FacePoint(120, 120), .centre, FacePoint(-120, -120), FacePoint(120, -120)])
    }
}
