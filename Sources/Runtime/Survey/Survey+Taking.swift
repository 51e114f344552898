// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Media

extension Survey {
    /// Examines everything that this machine has, which takes seconds, and tries the card. Nothing is taken from whoever uses it.
    /// - Parameter cardFolder: as for `vir run`; `nil` is the same folder that a run without the option would take.
    public static func take(cardFolder: String?) -> Survey {
        LibAVLog.quiet()
        let stream = StreamParameters(size: .hd1080, rate: FrameRate(30))
        let cameras = Camera.found(withRates: true)
        let libcamera = CameraLibrary.found()
        // If libcamera is reached, they are among its cameras.
        let usbCameras = libcamera.objection == nil ? [] : Camera.foundOnUSB(withRates: true)
        let displays = DisplayCard.found()
        let drawing = Drawing.found()
        let chips = GPIOPanel.survey().map(Chip.init)
        return Survey(
            cameras: cameras, usbCameras: usbCameras, libcamera: libcamera,
            encoders: Codec.tried(
                [EncoderChoice.hardware, EncoderChoice.software].map { name in
                    Codec.probe(name) { EncoderChoice.probe(name, size: stream.size) }
                }),
            decoders: Codec.tried(
                [DecoderChoice.hardware, DecoderChoice.software].map { name in
                    Codec.probe(name) { DecoderChoice.probe(name, size: stream.size) }
                }),
            video: Video.found(stream: stream),
            displays: displays, drawing: drawing, chips: chips, inputs: Input.found(),
            sound: Sound(microphones: ALSAMicrophone.list(), speakers: ALSASpeaker.list()),
            cec: CEC.found(), machine: Machine.found(stream: stream),
            card: CardTrial(folder: cardFolder ?? RunPlan.cardFolder, stream: stream, timebase: MonotonicClock()),
            auto: Choices(
                cameras: cameras, usbCameras: usbCameras, hasCameraModule: USBCamera.isBesideCameraModule, libcamera: libcamera,
                displays: displays, hasDesktop: drawing.hasDesktop, chips: chips))
    }

    /// The survey as a table, for a person.
    public var text: String { SurveyText(self).lines.joined(separator: "\n") }

    /// Returns the survey for a program: one JSON object.
    public func json() throws -> String { try JSONText.of(self) }
}
