// SPDX-License-Identifier: GPL-3.0-or-later

/// All built-in rounds: World Archery's, Vegas, the NFAA's indoor rounds, and Archery GB's.
///
/// Arrows, distances and faces are from the federations' books (World Archery Book 2, 4.5; Archery GB's shooting administrative procedures)
/// and from Vegas's and the NFAA's own pages.
public enum RoundCatalog {
    public static let all: [Round] = groups.flatMap(\.rounds)

    /// The rounds in groups, as a list shows them.
    package static let groups: [(group: RoundGroup, rounds: [Round])] = [(.worldArchery, worldArchery), (.american, american), (.british, british)]

    public static func round(_ id: String) -> Round? { all.first { $0.id == id } }

    private static let worldArchery: [Round] = [
        Round(id: "wa_70", name: "WA 70 m", stages: [dozens(6, .metres(70), "wa_122")]),
        Round(id: "wa_60", name: "WA 60 m", stages: [dozens(6, .metres(60), "wa_122")]),
        Round(id: "wa_50_compound", name: "WA 50 m, compound", stages: [dozens(6, .metres(50), "wa_80_6ring")]),
        Round(id: "wa_50_barebow", name: "WA 50 m, barebow", stages: [dozens(6, .metres(50), "wa_122")]),
        Round(id: "wa_1440_90", name: "WA 1440, 90 to 30 m", stages: metric([90, 70, 50, 30])),
        Round(id: "wa_1440_70", name: "WA 1440, 70 to 30 m", stages: metric([70, 60, 50, 30])),
        Round(id: "wa_18", name: "WA 18 m", stages: [threes(60, .metres(18), "wa_40")]),
        Round(id: "wa_18_triple", name: "WA 18 m, triple face", stages: [threes(60, .metres(18), "wa_40_triple_vert")]),
        Round(id: "wa_18_compound", name: "WA 18 m, compound", stages: [threes(60, .metres(18), "wa_40_triple_vert_compound")]),
        Round(id: "wa_25", name: "WA 25 m", stages: [threes(60, .metres(25), "wa_60")]),
    ]

    private static let american: [Round] = [
        Round(id: "vegas_300", name: "Vegas 300", stages: [threes(30, .yards(20), "vegas_3spot_40")]),
        Round(id: "nfaa_300", name: "NFAA 300", stages: [Round.Stage(.yards(20), face: "nfaa_indoor_40", ends: 12, arrowsPerEnd: 5)]),
        Round(
            id: "nfaa_300_5spot", name: "NFAA 300, 5-spot",
            stages: [Round.Stage(.yards(20), face: "nfaa_indoor_5spot", ends: 12, arrowsPerEnd: 5)]),
        Round(id: "lancaster", name: "Lancaster", stages: [threes(60, .yards(20), "lancaster_3spot_40")]),
    ]

    private static let british: [Round] = [
        Round(id: "portsmouth", name: "Portsmouth", stages: [threes(60, .yards(20), "wa_60")]),
        Round(id: "bray_1", name: "Bray I", stages: [threes(30, .yards(20), "wa_40")]),
        Round(id: "bray_2", name: "Bray II", stages: [threes(30, .yards(25), "wa_60")]),
        Round(
            id: "worcester", name: "Worcester",
            stages: [Round.Stage(.yards(20), face: "agb_worcester_16in", ends: 12, arrowsPerEnd: 5)]),
        Round(id: "york", name: "York", stages: imperial([(6, 100), (4, 80), (2, 60)])),
        Round(id: "hereford", name: "Hereford", stages: imperial([(6, 80), (4, 60), (2, 50)])),
        Round(id: "st_george", name: "St George", stages: imperial([(3, 100), (3, 80), (3, 60)])),
        Round(id: "albion", name: "Albion", stages: imperial([(3, 80), (3, 60), (3, 50)])),
        Round(id: "windsor", name: "Windsor", stages: imperial([(3, 60), (3, 50), (3, 40)])),
        Round(id: "western", name: "Western", stages: imperial([(4, 60), (4, 50)])),
        Round(id: "national", name: "National", stages: imperial([(4, 60), (2, 50)])),
        Round(id: "warwick", name: "Warwick", stages: imperial([(2, 60), (2, 50)])),
    ]

    /// Returns a stage with ends of six arrows.
    private static func dozens(_ dozens: Int, _ distance: Round.Distance, _ face: String) -> Round.Stage {
        Round.Stage(distance, face: face, ends: dozens * 2, arrowsPerEnd: 6)
    }

    /// Returns a stage with ends of three arrows.
    private static func threes(_ arrows: Int, _ distance: Round.Distance, _ face: String) -> Round.Stage {
        Round.Stage(distance, face: face, ends: arrows / 3, arrowsPerEnd: 3)
    }

    /// Returns three dozen arrows at each distance: the first two at 122 cm in ends of six, the others at 80 cm in ends of three.
    private static func metric(_ distances: [Int]) -> [Round.Stage] {
        distances.enumerated().map { index, metres in
            index < 2 ? dozens(3, .metres(metres), "wa_122") : threes(36, .metres(metres), "wa_80")
        }
    }

    private static func imperial(_ stages: [(dozens: Int, yards: Int)]) -> [Round.Stage] {
        stages.map { dozens($0.dozens, .yards($0.yards), "agb_122_5zone") }
    }
}

/// The federation of a round.
package enum RoundGroup: Hashable, Sendable {
    /// No round.
    case practice
    case worldArchery, american, british
}
