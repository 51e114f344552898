// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A range to shoot on, as it sounds: one scene, with its bars. All levels are in dB beside the archer's own release at its
/// peak; those of other bows and of clickers are compared between 2 and 10 kHz, where all detectors listen.
struct HearingScene {
    /// Other sounds of a scene.
    struct Layer {
        enum Pattern {
            /// One recording after another without a pause, from the first second to the last.
            case constant
            /// One recording after another, with pauses of this many seconds.
            case every(ClosedRange<Double>)
        }

        var kinds: [String]
        var level: ClosedRange<Double>
        var pattern: Pattern
    }

    /// The strength of a room's answer.
    struct Room {
        /// The seconds until an echo is 60 dB down, and its level beside the direct sound of the archer and of all others, in dB.
        var (decay, near, far): (Double, Double, Double)

        static let outdoors = Room(decay: 0.15, near: -30, far: -22)
        static let lane = Room(decay: 0.4, near: -20, far: -12)
        static let hall = Room(decay: 1.2, near: -8, far: -4)
        static let gym = Room(decay: 1.8, near: -6, far: -2)
    }

    enum Microphone {
        case good
        /// 44.1 kHz, a gain that follows the loudness, and clipping.
        case cheap
        /// The archer's release is 10 dB over full scale.
        case hot
    }

    var name: String
    /// The least recall and the most false marks in ten minutes.
    var (recall, wrong): (Double, Double)
    /// The seconds from shot to shot: quicker than at any range, so that five minutes hold enough of them.
    var pause = 9.0...14.0
    var room = Room.lane
    /// The noise of the range and the microphone.
    var noise = -52.0
    var layers: [Layer] = []
    /// A clicker and the noise of drawing before each shot.
    var hasClicker = false
    /// A second witness decides: it sees 97 % of the archer's shots and 6 % of other moments (docs/hearing.md, the second witness).
    var hasWitness = false
    var microphone = Microphone.good

    private static func talk(_ level: Double) -> Layer { Layer(kinds: ["talk"], level: level - 6...level, pattern: .every(0.5...5)) }
    private static func neighbours(_ level: Double) -> Layer {
        Layer(kinds: ["neighbour", "release"], level: level - 4...level + 2, pattern: .every(4...11))
    }
    private static func things(_ level: Double) -> Layer {
        Layer(kinds: ["drop", "door", "step"], level: level - 8...level + 4, pattern: .every(1...6))
    }

    static let all: [HearingScene] = [
        HearingScene(name: "quiet lane", recall: 0.95, wrong: 1),
        HearingScene(
            name: "outdoors, birds", recall: 0.95, wrong: 1, room: .outdoors,
            layers: [Layer(kinds: ["birds"], level: -16 ... -12, pattern: .constant)]),
        HearingScene(name: "coach talks, −6 dB", recall: 0.95, wrong: 1, layers: [talk(-6)]),
        HearingScene(name: "coach talks loudly, +3 dB", recall: 0.82, wrong: 8, layers: [talk(3)]),
        HearingScene(name: "neighbours shoot, −14 dB", recall: 0.95, wrong: 2, layers: [neighbours(-14)]),
        HearingScene(name: "neighbours shoot, −6 dB", recall: 0.90, wrong: 20, layers: [neighbours(-6)]),
        HearingScene(name: "the same, with a witness", recall: 0.85, wrong: 4, layers: [neighbours(-6)], hasWitness: true),
        HearingScene(name: "clicker and draw before the shot", recall: 0.95, wrong: 2, hasClicker: true),
        HearingScene(name: "dropped arrows, doors, steps", recall: 0.90, wrong: 8, layers: [things(-4)]),
        HearingScene(
            name: "claps, cheers, dogs", recall: 0.90, wrong: 3,
            layers: [Layer(kinds: ["clap", "applause", "cheer", "dog", "sneeze"], level: -9...3, pattern: .every(2...8))]),
        HearingScene(
            name: "noisy hall, microphone at 5 m", recall: 0.92, wrong: 18, room: .hall, noise: -34,
            layers: [talk(-6), things(-6), neighbours(-10)]),
        HearingScene(
            name: "microphone at 9 m, a gym", recall: 0.92, wrong: 2, room: .gym, noise: -34,
            layers: [Layer(kinds: ["talk", "step"], level: -22 ... -14, pattern: .every(1...6))]),
        HearingScene(
            name: "rain", recall: 0.90, wrong: 2, room: .outdoors, layers: [Layer(kinds: ["rain"], level: -20 ... -14, pattern: .constant)]),
        HearingScene(
            name: "wind on the microphone", recall: 0.93, wrong: 2, room: .outdoors,
            layers: [Layer(kinds: ["wind"], level: -8 ... -2, pattern: .constant)]),
        HearingScene(name: "music", recall: 0.87, wrong: 2, layers: [Layer(kinds: ["music"], level: -2...2, pattern: .constant)]),
        HearingScene(
            name: "cheap microphone: 44.1 kHz, gain that follows, clipping", recall: 0.82, wrong: 4, layers: [talk(-9), things(-12)],
            microphone: .cheap),
        HearingScene(
            name: "hot microphone that clips", recall: 0.92, wrong: 4, layers: [talk(-8)], hasClicker: true, microphone: .hot),
    ]
}
