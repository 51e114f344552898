// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

extension AutoChoice {
    /// Returns the choice on this machine as it is now.
    static func display() -> (kind: Display, reason: String) {
        display(cards: Survey.DisplayCard.found().map(Card.init), hasDesktop: WindowDisplay.isDesktopThere())
    }

    /// Returns the choice on this machine as it is now.
    static func camera(isBox: Bool) -> (kind: RunPlan.CameraChoice, reason: String) {
        let objection = CameraObject.fault?.description
        return camera(
            cameras: Survey.Camera.found().map(\.model), usb: objection == nil ? [] : Survey.Camera.foundOnUSB().map(\.model),
            hasModule: USBCamera.isBesideCameraModule, objection: objection, isBox: isBox)
    }
}

extension AutoChoice.Card {
    init(_ card: Survey.DisplayCard) {
        self.init(
            name: "\(card.path) (\(card.driver))", objection: card.objection,
            hasTV: card.connectors.contains { $0.monitor != nil })
    }
}

extension Survey.Choices {
    /// Makes the choices that `auto` takes if this was found.
    init(
        cameras: [Survey.Camera], usbCameras: [Survey.Camera] = [], hasCameraModule: Bool = false,
        libcamera: Survey.CameraLibrary = Survey.CameraLibrary(), displays: [Survey.DisplayCard], hasDesktop: Bool, chips: [Survey.Chip]
    ) {
        let (display, displayReason) = AutoChoice.display(cards: displays.map(AutoChoice.Card.init), hasDesktop: hasDesktop)
        let (camera, cameraReason) = AutoChoice.camera(
            cameras: cameras.map(\.model), usb: usbCameras.map(\.model), hasModule: hasCameraModule, objection: libcamera.objection,
            isBox: display == .kms)
        let cameraWord =
            switch camera {
            case .usb: "usb"
            case .synthetic: "synthetic"
            case .automatic, .file, .libcamera: "libcamera"
            }
        let buttonsObjection = chips.contains(where: \.isChosen) ? nil : "no GPIO chip has the panel's lines"
        let (panels, panelReason) = AutoChoice.panel(buttonsObjection: buttonsObjection, display: display)
        let panelWord = panels.contains(.buttons) ? "gpio" : panels.isEmpty ? "none" : "keys"
        self.init(
            camera: Survey.Choice(word: cameraWord, reason: cameraReason),
            display: Survey.Choice(word: display.rawValue, reason: displayReason),
            panel: Survey.Choice(word: panelWord, reason: panelReason))
    }
}
