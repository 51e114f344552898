// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A survey of what a machine offers the box and what `auto` takes of it, with the reason: the values behind `vir devices`, which
/// prints them as a table or as JSON.
public struct Survey: Encodable, Sendable {
    /// One of libcamera's cameras, or a USB camera without libcamera.
    struct Camera: Encodable, Sendable {
        var id: String
        var model: String
        /// For example `front` or `external`; empty if it isn't known.
        var location: String
        /// Sizes with their rates, such as `1920x1080 at 30`.
        var modes: [String]
    }

    /// The libcamera through which they are reached.
    struct CameraLibrary: Encodable, Sendable {
        /// Such as `v0.3.2`; `nil` if it can't be reached.
        var version: String?
        /// Why it can't be reached; `nil` if it can.
        var objection: String?
    }

    /// An encoder or a decoder, tried with one picture.
    struct Codec: Encodable, Sendable {
        var name: String
        var works: Bool
        var detail: String
        var isChosen: Bool
    }

    /// The board's H.264 hardware, as published, and the codecs that a stream gets by that.
    struct Video: Encodable, Sendable {
        /// The board's own name; `nil` if it has no name.
        var model: String?
        var board: Board
        /// Streams that the board can hold, such as `1920x1080 at 30 fps`; empty if that isn't known.
        var profiles: [String]
        /// The encoder that 1080p30 gets, and below it the decoder and the reason.
        var encoder: CodecPlan.Side
        var decoder: CodecPlan.Side
        var reason: String
    }

    /// A display card.
    struct DisplayCard: Encodable, Sendable {
        struct Connector: Encodable, Sendable {
            var name: String
            /// The TV's own name, or words for a TV without a name; `nil` if nothing is plugged in.
            var monitor: String?
            /// The mode that would be set.
            var mode: String?
            var modes: Int
        }

        var path: String
        var driver: String
        /// Why it can't be used; `nil` if it can.
        var objection: String?
        var connectors: [Connector]
        /// One entry for each kind of plane, such as `2 × overlay: NV12 YU12 AR24`.
        var planes: [String]
    }

    /// The means of drawing.
    struct Drawing: Encodable, Sendable {
        /// The renderer that composes what planes can't show; `nil` if there isn't any.
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
            /// The part of the panel that it is wired to.
            var part: String
            /// The program or driver that has it now; `nil` if it is free.
            var user: String?
        }

        var path: String
        var label: String
        var lineCount: Int
        /// True if the panel's lines are on this chip.
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
        /// The bytes that the delay line would take, and below it the time that they hold.
        var lineBytes: Int
        var lineMinutes: Double
        var mayRunInRealTime: Bool
    }

    /// A choice of `auto`, as the word that would ask for it by name, and the reason.
    struct Choice: Encodable, Sendable {
        var word: String
        var reason: String
    }

    struct Choices: Encodable, Sendable {
        var camera: Choice
        var display: Choice
        var panel: Choice
    }

    /// The version of the program that looked.
    var version = ProgramVersion.text
    var cameras: [Camera]
    /// The USB cameras that can be read although libcamera can't be reached.
    var usbCameras: [Camera] = []
    var libcamera = CameraLibrary()
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
