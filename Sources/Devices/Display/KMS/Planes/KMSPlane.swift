// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core

/// A plane of the card: its abilities, and its properties by number.
struct KMSPlane {
    let id: UInt32
    let traits: PlaneTraits
    /// The CRTCs that it can belong to, as bits by their index.
    let possibleCRTCs: UInt32
    /// The CRTC that it was on when it was read; 0 for none.
    let currentCRTC: UInt32
    private let framebuffer, crtc: UInt32
    private let sourceX, sourceY, sourceWidth, sourceHeight: UInt32
    private let x, y, width, height: UInt32
    private let turn: UInt32?
    private let depth: UInt32?
    /// The settings that every picture on it needs: opaque, premultiplied.
    private let constants: [PropertyValue]
    /// The settings that a YUV picture needs: BT.709, limited range.
    private let colour: [PropertyValue]

    init(_ id: UInt32, on device: DRMDevice) throws(DRMFault) {
        guard let plane = drmModeGetPlane(device.descriptor, id) else { throw .last("reading a plane") }
        defer { drmModeFreePlane(plane) }
        let properties = try DRMProperties(of: id, type: UInt32(DRM_MODE_OBJECT_PLANE), on: device)
        self.id = id
        possibleCRTCs = plane.pointee.possible_crtcs
        currentCRTC = plane.pointee.crtc_id
        let formats = UnsafeBufferPointer(start: plane.pointee.formats, count: Int(plane.pointee.count_formats))
        traits = PlaneTraits(
            kind: Self.kind(properties), formats: Set(formats), turns: Self.turns(properties),
            depth: Self.depth(properties))
        framebuffer = try properties.required("FB_ID")
        crtc = try properties.required("CRTC_ID")
        sourceX = try properties.required("SRC_X")
        sourceY = try properties.required("SRC_Y")
        sourceWidth = try properties.required("SRC_W")
        sourceHeight = try properties.required("SRC_H")
        x = try properties.required("CRTC_X")
        y = try properties.required("CRTC_Y")
        width = try properties.required("CRTC_W")
        height = try properties.required("CRTC_H")
        turn = properties["rotation"]?.id
        depth = if case .settable = traits.depth { properties["zpos"]?.id } else { nil }
        let opaque = properties["alpha"].flatMap { alpha in
            alpha.isImmutable ? nil : alpha.range.map { PropertyValue(id: alpha.id, value: $0.upperBound) }
        }
        hasAlpha = opaque != nil
        constants = [opaque, properties.choice("pixel blend mode", "Pre-multiplied")].compactMap { $0 }
        colour = [
            properties.choice("COLOR_ENCODING", "ITU-R BT.709 YCbCr"),
            properties.choice("COLOR_RANGE", "YCbCr limited range"),
        ].compactMap { $0 }
    }

    /// True if colour encodings can be set: YUV pictures then have the camera's own colours.
    var knowsColour: Bool { colour.count == 2 }
    let hasAlpha: Bool

    func show(_ use: PlaneUse, framebuffer number: UInt32, isYUV: Bool, on output: UInt32, in request: AtomicRequest) {
        request.set(id, framebuffer, UInt64(number))
        request.set(id, crtc, UInt64(output))
        request.set(id, sourceX, UInt64(use.source.x))
        request.set(id, sourceY, UInt64(use.source.y))
        request.set(id, sourceWidth, UInt64(use.source.width))
        request.set(id, sourceHeight, UInt64(use.source.height))
        request.set(id, x, UInt64(use.destination.left))
        request.set(id, y, UInt64(use.destination.top))
        request.set(id, width, UInt64(use.destination.size.width))
        request.set(id, height, UInt64(use.destination.size.height))
        if let turn { request.set(id, turn, use.turn.rawValue) }
        if let depth, let wanted = use.depth { request.set(id, depth, wanted) }
        for value in constants { request.set(id, value.id, value.value) }
        if isYUV {
            for value in colour { request.set(id, value.id, value.value) }
        }
    }

    func hide(in request: AtomicRequest) {
        request.set(id, framebuffer, 0)
        request.set(id, crtc, 0)
    }

    /// Returns every plane of the card, in the card's order.
    static func all(on device: DRMDevice) throws(DRMFault) -> [KMSPlane] {
        guard let list = drmModeGetPlaneResources(device.descriptor) else { throw .last("reading the card's planes") }
        defer { drmModeFreePlaneResources(list) }
        let ids = UnsafeBufferPointer(start: list.pointee.planes, count: Int(list.pointee.count_planes))
        // A plane that can't be read can't be used; the others can.
        return ids.compactMap { try? KMSPlane($0, on: device) }
    }

    private static func kind(_ properties: DRMProperties) -> PlaneTraits.Kind {
        guard let type = properties["type"] else { return .overlay }
        return switch type.words.first(where: { $0.value == type.value })?.key {
        case "Primary": .primary
        case "Cursor": .cursor
        default: .overlay
        }
    }

    private static func turns(_ properties: DRMProperties) -> PlaneTurn.Set {
        guard let rotation = properties["rotation"], !rotation.isImmutable else { return .upright }
        return PlaneTurn.Set(rawValue: rotation.words.values.reduce(0, |)).union(.upright)
    }

    private static func depth(_ properties: DRMProperties) -> PlaneTraits.Depth {
        guard let depth = properties["zpos"] else { return .listed }
        guard !depth.isImmutable, let range = depth.range, range.lowerBound < range.upperBound else {
            return .fixed(depth.value)
        }
        return .settable(range)
    }
}
