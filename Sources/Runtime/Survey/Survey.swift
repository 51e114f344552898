// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a machine offers the box, and what `auto` takes of it, with the reason: the values behind `vir devices`, which
/// prints them as a table or as JSON.
public struct Survey: Encodable, Sendable {
    /// One of libcamera's cameras.
    struct Camera: Encodable, Sendable {
        var id: String
        var model: String
        /// Such as `front`, `external`; empty where it isn't known.
        var location: String
        /// Sizes with the rates they go at, as `1920x1080 at 30`.
        var modes: [String]
    }

    /// An encoder or a decoder, tried with one picture.
    struct Codec: Encodable, Sendable {
        var name: String
        var works: Bool
        var detail: String
        var isChosen: Bool
    }

    /// What the board promises of H.264, and which codecs a stream gets by that.
    struct Video: Encodable, Sendable {
        /// The board's own name; `nil` where there is none.
        var model: String?
        var board: Board
        /// Streams that hold on it, as `1920x1080 at 30 fps`; empty where that isn't known.
        var profiles: [String]
        /// What 1080p30 gets, and why.
        var encoder: CodecPlan.Side
        var decoder: CodecPlan.Side
        var reason: String
    }

    /// A display card.
    struct DisplayCard: Encodable, Sendable {
        struct Connector: Encodable, Sendable {
            var name: String
            /// The TV's own name, or that there is none.
            var monitor: String?
            /// The mode that would be set.
            var mode: String?
            var modes: Int
        }

        var path: String
        var driver: String
        /// Why it can't be used; `nil` when it can.
        var objection: String?
        var connectors: [Connector]
        /// Each kind of plane once, as `2 × overlay: NV12 YU12 AR24`.
        var planes: [String]
    }

    /// What is drawn with.
    struct Drawing: Encodable, Sendable {
        /// What composes what planes can't show; `nil` where nothing does.
        var renderer: String?
        var rendererProblem: String?
        var hasInter: Bool
        var hasDesktop: Bool
    }

    /// A GPIO chip, and the panel's lines on it.
    struct Chip: Encodable, Sendable {
        struct Line: Encodable, Sendable {
            var number: Int
            var name: String?
            /// What of the panel it is wired to.
            var part: String
            /// Who has it now; `nil` when it is free.
            var user: String?
        }

        var path: String
        var label: String
        var lineCount: Int
        /// The panel's lines are on this one.
        var isChosen: Bool
        var lines: [Line]
    }

    /// A keyboard, a pedal, a mouse, a remote.
    struct Input: Encodable, Sendable {
        var name: String
        var path: String
        var kinds: [String]
        var isReadable: Bool
    }

    struct Sound: Encodable, Sendable {
        var microphones: [String]
        var speakers: [String]
    }

    /// A wire to the TV's remote control.
    struct CEC: Encodable, Sendable {
        var path: String
        var isUsable: Bool
    }

    struct Machine: Encodable, Sendable {
        var processors: Int
        var memoryBytes: Int
        var availableBytes: Int
        /// What the delay line would take, and how much time that holds.
        var lineBytes: Int
        var lineMinutes: Double
        var mayRunInRealTime: Bool
    }

    /// What a choice of `auto` is, as the word that would ask for it by name, and why.
    struct Choice: Encodable, Sendable {
        var word: String
        var reason: String
    }

    struct Choices: Encodable, Sendable {
        var camera: Choice
        var display: Choice
        var panel: Choice
    }

    var cameras: [Camera]
    var encoders: [Codec]
    var decoders: [Codec]
    var video: Video
    var displays: [DisplayCard]
    var drawing: Drawing
    var chips: [Chip]
    var inputs: [Input]
    var sound: Sound
    var cec: [CEC]
    var machine: Machine
    var card: CardTrial
    var auto: Choices
}
