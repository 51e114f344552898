// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

extension Survey.Camera {
    /// Returns libcamera's cameras in the order in which they are taken: the board's own before those on a cable.
    /// - Parameter withRates: true to ask each camera for its rates too, which takes some tenths of a second.
    static func found(withRates: Bool = false) -> [Survey.Camera] {
        let cameras = LibCamera.list(withRates: withRates)
        return (cameras.filter { $0.location != .external } + cameras.filter { $0.location == .external }).map(Survey.Camera.init)
    }

    /// Returns the USB cameras that can be read without libcamera.
    static func foundOnUSB(withRates: Bool = false) -> [Survey.Camera] { USBCamera.list(withRates: withRates).map(Survey.Camera.init) }

    init(_ camera: CameraDescription) {
        self.init(id: camera.id, model: camera.name, location: camera.location.rawValue, modes: camera.modes.map(\.description))
    }
}

extension Survey.CameraLibrary {
    static func found() -> Survey.CameraLibrary {
        Survey.CameraLibrary(version: CameraObject.libcameraVersion, objection: CameraObject.fault?.description)
    }
}

extension Survey.DisplayCard {
    static func found() -> [Survey.DisplayCard] { KMSDisplay.cards().map(Survey.DisplayCard.init) }

    init(_ card: Devices.DisplayCard) {
        self.init(
            path: card.path, driver: card.driver, objection: card.objection, connectors: card.connectors.map(Connector.init),
            planes: card.planes.map(Self.words))
    }

    /// Describes planes of one kind in a few words: what VIR can do with them.
    private static func words(_ planes: Devices.DisplayCard.Planes) -> String {
        let abilities = [(planes.turns, "turns"), (planes.hasDepth, "depth"), (planes.hasAlpha, "alpha"), (planes.knowsColour, "BT.709")]
            .filter(\.0).map(\.1)
        return (["\(planes.count) × \(planes.kind):"] + planes.formats + (abilities.isEmpty ? [] : ["with"] + abilities)).joined(separator: " ")
    }
}

extension Survey.DisplayCard.Connector {
    init(_ connector: Devices.DisplayCard.Connector) {
        self.init(
            name: connector.name, monitor: connector.isConnected ? connector.monitor ?? "a TV without a name" : nil,
            mode: connector.chosen.map { "\($0.size) at \(decimals($0.refresh.hertz)) Hz" }, modes: connector.modes.count)
    }
}
