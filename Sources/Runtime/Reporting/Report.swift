// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Interface

/// The report of a run, in the JSON that other tools rely on. Times are seconds of the run.
struct Report: Codable, Equatable {
    struct Camera: Codable, Equatable {
        var name: String
        var width: Int
        var height: Int
        var fps: Double
        /// `null` if no frame ever came.
        var firstFrameSeconds: Double?
        var captured: Int64
        var lost: Int64
    }

    struct Encoder: Codable, Equatable {
        var name: String
        var `in`: Int64
        var out: Int64
        var bytes: Int64
    }

    struct Decoder: Codable, Equatable {
        var name: String
        /// Access units that it couldn't decode.
        var failed: Int64
    }

    struct Display: Codable, Equatable {
        var name: String
        /// Vblanks at which pictures went straight onto planes, and at which they were composed.
        var direct: Int64
        var composed: Int64
    }

    /// The composed pictures: for the TV if planes couldn't show the scene, and for snapshots.
    struct Composed: Codable, Equatable {
        /// The most of each that one picture took.
        struct Most: Codable, Equatable {
            var quads: Int
            var texels: Int
            var uploads: Int
        }

        var frames: Int64
        var quads: Int64
        var texels: Int64
        var uploads: Int64
        var most: Most

        init(_ tally: ComposedTally) {
            (frames, quads, texels, uploads) = (tally.frames, tally.quads, tally.texels, tally.uploads)
            most = Most(quads: tally.most.quads, texels: tally.most.texels, uploads: tally.most.uploads)
        }
    }

    /// Every frame that was lost between the camera and the TV, once.
    struct Losses: Codable, Equatable {
        /// Frames that are missing by the camera's numbers.
        var camera: Int64
        /// Frames that went into the encoder and never came out.
        var encoder: Int64
        /// Frames that couldn't be stored in the delay line.
        var line: Int64
        /// Frames that were due at a vblank and never on the TV.
        var tv: Int64
    }

    struct Quantiles: Codable, Equatable {
        var p50: Double
        var p99: Double
        var p999: Double?
        var max: Double
    }

    /// The counts of the pictures of everything that played, the delayed picture and clips.
    struct Player: Codable, Equatable {
        /// Pictures that came out of the decoders.
        var decoded: Int64
        /// Different pictures that came on the TV.
        var shown: Int64
        /// Vblanks at which an older picture stayed although another one was due; 0 in a virtual run.
        var late: Int64
        /// Vblanks at which a scene waited for its first pictures; 0 in a virtual run.
        var waits: Int64
    }

    struct Delay: Codable, Equatable {
        var seconds: Double
        var shown: Int64
        var repeated: Int64
        var skipped: Int64
        var errorMs: Quantiles
    }

    struct Buffer: Codable, Equatable {
        var capacityBytes: Int
        var usedBytes: Int
        var pinnedBytes: Int
        var seconds: Double
    }

    struct Mark: Codable, Equatable {
        /// The marked picture's sensor time.
        var seconds: Double
        var frame: Int64
        var source: String
    }

    /// A shot that the box noticed by itself.
    struct Detection: Codable, Equatable {
        var seconds: Double
        var source: String
        /// True if a mark is about it.
        var taken: Bool
    }

    /// Words that the voice said.
    struct Spoken: Codable, Equatable {
        /// The time at which they began.
        var seconds: Double
        var text: String
    }

    struct Clip: Codable, Equatable {
        /// The file's path, relative to the card.
        var file: String
        var firstFrame: Int64
        var lastFrame: Int64
        /// The playing time.
        var seconds: Double
    }

    struct Timings: Codable, Equatable {
        var startToFirstFrameMs: Double?
        var markToFeedbackMs: Quantiles
        var stopToClipsMs: Double?
    }

    struct Memory: Codable, Equatable {
        var peakRSSBytes: Int64
    }

    struct Event: Codable, Equatable {
        var seconds: Double
        var what: String
    }

    var camera: Camera
    var encoder: Encoder
    var decoder: Decoder
    var display: Display
    var composed: Composed
    var delay: Delay
    var player: Player
    var losses: Losses
    var buffer: Buffer
    var marks: [Mark]
    /// Left out if nothing was detected.
    var detections: [Detection]?
    /// Left out if the voice was off for the whole run.
    var spoken: [Spoken]?
    var clips: [Clip]
    var timings: Timings
    var memory: Memory
    var events: [Event]

    /// Pretty, with sorted keys, so that equal reports are equal files.
    func json() throws -> Data { Data(try JSONText.of(self).utf8) + Data("\n".utf8) }
}
