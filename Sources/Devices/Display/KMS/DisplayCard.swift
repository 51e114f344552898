// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A card that a TV may be plugged into, as a survey of the machine finds it.
public struct DisplayCard: Hashable, Sendable {
    /// A socket, and the TV in it.
    public struct Connector: Hashable, Sendable {
        /// The kernel's name of the socket, such as "HDMI-A-1".
        public var name: String
        public var isConnected: Bool
        /// The TV's own name; `nil` if there is no TV, or if it gives no name.
        public var monitor: String?
        /// The modes that the TV claims to take, in its order.
        public var modes: [DisplayMode]
        /// The mode that would be tried first; `nil` if there is no TV.
        public var chosen: DisplayMode?
    }

    /// Planes with the same abilities.
    public struct Planes: Hashable, Sendable {
        public var count: Int
        /// The kind of the planes: "primary", "overlay" or "cursor".
        public var kind: String
        /// The four-character codes of the planes' formats, as far as VIR has pictures in them.
        public var formats: [String]
        /// True if pictures upside down or mirrored need no composing.
        public var turns: Bool
        /// True if the order of the planes can be set.
        public var hasDepth: Bool
        public var hasAlpha: Bool
        /// True if BT.709 and limited range can be set.
        public var knowsColour: Bool
    }

    public var path: String
    /// The kernel driver's name; empty if the card can't be opened.
    public var driver: String
    /// The reason that the card can't be used; `nil` if it can.
    public var objection: String?
    public var connectors: [Connector]
    public var planes: [Planes]
    /// True if the card can write what the TV shows to memory.
    public var hasWriteback: Bool
}

extension KMSDisplay {
    /// Returns the cards of this machine. A card in use is asked, too, and isn't disturbed. Reentrant.
    ///
    /// - Parameter cameraRate: the rate of which the refresh should be a multiple.
    public static func cards(cameraRate: FrameRate? = nil) -> [DisplayCard] {
        CardChoice.paths().map { DisplayCard(path: $0, modes: ModeChoice(cameraRate: cameraRate)) }
    }
}

extension DisplayCard {
    fileprivate init(path: String, modes: ModeChoice) {
        self.init(path: path, driver: "", objection: nil, connectors: [], planes: [], hasWriteback: false)
        do throws(DisplayError) {
            let device = try DRMDevice(path: path)
            driver = device.driver
            if !device.becomeMaster() { objection = "another program has the display" }
            // Opening the card made this program its master if no other was: the next program shall have it.
            device.dropMaster()
            try describe(device, modes: modes)
        } catch {
            objection = error.reason
        }
    }

    private mutating func describe(_ device: DRMDevice, modes: ModeChoice) throws(DisplayError) {
        do throws(DRMFault) {
            let sockets = try KMSConnector.all(on: device, probe: true)
            hasWriteback = sockets.contains(where: \.isWriteback)
            connectors = sockets.filter { !$0.isWriteback }.map { Connector($0, modes: modes) }
            for plane in try KMSPlane.all(on: device).map(Planes.init) {
                if let index = planes.firstIndex(where: { $0.isLike(plane) }) {
                    planes[index].count += 1
                } else {
                    planes.append(plane)
                }
            }
        } catch {
            throw .notThere(path, reason: error.description)
        }
        if connectors.isEmpty { objection = objection ?? "it has no socket for a TV" }
    }
}

extension DisplayCard.Connector {
    fileprivate init(_ socket: KMSConnector, modes: ModeChoice) {
        self.init(
            name: socket.name, isConnected: socket.isConnected, monitor: socket.monitor,
            modes: socket.modes.compactMap { KMSMode($0)?.mode },
            chosen: socket.isConnected ? modes.ranked(socket.modes, hasEDID: !socket.edid.isEmpty).first?.mode : nil)
    }
}

extension DisplayCard.Planes {
    fileprivate init(_ plane: KMSPlane) {
        let interesting = [FourCC.nv12, FourCC.yuv420, FourCC.argb8888, FourCC.xrgb8888]
        let traits = plane.traits
        let hasDepth = if case .settable = traits.depth { true } else { false }
        self.init(
            count: 1, kind: traits.kind.rawValue,
            formats: interesting.filter(traits.formats.contains).map(FourCC.text),
            turns: PlaneTurn.bits(flipsX: true, flipsY: true, of: traits.turns) != nil
                && PlaneTurn.bits(flipsX: true, flipsY: false, of: traits.turns) != nil,
            hasDepth: hasDepth, hasAlpha: plane.hasAlpha, knowsColour: plane.knowsColour)
    }

    fileprivate func isLike(_ other: Self) -> Bool {
        var same = other
        same.count = count
        return self == same
    }
}

extension DisplayError {
    fileprivate var reason: String {
        if case .notThere(_, let reason) = self { reason } else { description }
    }
}
