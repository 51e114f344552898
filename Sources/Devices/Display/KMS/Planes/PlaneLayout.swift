// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The properties of a picture that matter to planes.
struct PictureTraits: Hashable, Sendable {
    var fourcc: UInt32
    var modifier: UInt64 = 0
    /// True if the display reads it in place; otherwise it is copied first.
    var isImported: Bool
    var size: VideoSize
    var place: Rect
    var crop: Rect = .unit
    var placement: Placement
    var used: [PixelRect]?

    /// Returns its geometry on a TV; `nil` for a placement that no plane can show.
    func geometry(on screen: VideoSize) -> PlaneGeometry? {
        PlaneGeometry(size: size, place: place, crop: crop, placement: placement, screen: screen)
    }
}

/// One picture, or a part of one, on one plane.
struct PlaneUse: Hashable, Sendable {
    /// The plane's index in the planner's list.
    var plane: Int
    /// The picture's index; `nil` is the black below all pictures.
    var picture: Int?
    var source: SourceRect
    var destination: PixelRect
    var turn: PlaneTurn.Set
    /// The depth to give to the plane; `nil` if it can't be set.
    var depth: UInt64?
}

/// One way of putting pictures on planes. Only a test-only commit tells whether the hardware takes it.
struct PlaneArrangement: Hashable, Sendable {
    /// The ways of showing a drawing that is mostly transparent.
    enum Drawings: Hashable, Sendable {
        /// A plane for each part with anything in it, so that the least is read from memory.
        case eachPart
        /// One plane for the rectangle around the parts.
        case around
        case whole
    }

    var drawings: Drawings
    /// True if black lies on the primary plane below all pictures: some hardware wants that plane to cover the TV.
    var hasBackdrop: Bool

    /// All arrangements, the best first.
    static let all: [PlaneArrangement] = [false, true].flatMap { hasBackdrop in
        [Drawings.eachPart, .around, .whole].map { PlaneArrangement(drawings: $0, hasBackdrop: hasBackdrop) }
    }
}

/// Puts pictures on planes, as far as the planes' traits tell.
struct PlanePlanner: Sendable {
    let planes: [PlaneTraits]
    /// The TV's size in pixels.
    let screen: VideoSize
    /// The planes that may be used, from the back to the front.
    private let order: [Int]

    init(planes: [PlaneTraits], screen: VideoSize) {
        self.planes = planes
        self.screen = screen
        // The cursor's plane is small on much hardware, and the rest has planes enough.
        order = planes.indices.filter { planes[$0].kind != .cursor }.sorted { one, other in
            let (a, b) = (planes[one], planes[other])
            if a.depth.lowest != b.depth.lowest { return a.depth.lowest < b.depth.lowest }
            if a.kind != b.kind { return a.kind == .primary }
            return one < other
        }
    }

    /// Returns which plane shows what, or `nil` if there aren't suitable planes.
    func layout(_ pictures: [PictureTraits], way: PlaneArrangement) -> [PlaneUse]? {
        var uses: [PlaneUse] = []
        var planes = order[...]
        var depth: UInt64?
        if way.hasBackdrop {
            let all = PixelRect(screen)
            let source = SourceRect(x: 0, y: 0, width: UInt32(screen.width) << 16, height: UInt32(screen.height) << 16)
            guard let index = planes.first, self.planes[index].formats.contains(FourCC.xrgb8888),
                let use = take(
                    &planes, &depth, fourcc: FourCC.xrgb8888, flipsX: false, flipsY: false, picture: nil,
                    (source, all))
            else { return nil }
            uses.append(use)
        }
        for (index, picture) in pictures.enumerated() {
            guard let geometry = picture.geometry(on: screen) else { return nil }
            for part in Self.parts(of: picture, geometry: geometry, drawings: way.drawings) {
                guard
                    let use = take(
                        &planes, &depth, fourcc: picture.fourcc, flipsX: geometry.flipsX,
                        flipsY: geometry.flipsY, picture: index, part)
                else { return nil }
                uses.append(use)
            }
        }
        return uses
    }

    /// Returns the parts of the picture that are shown; `nil` for the whole picture. Only these parts are copied for the display.
    static func region(of picture: PictureTraits, screen: VideoSize, drawings: PlaneArrangement.Drawings) -> [PixelRect]? {
        guard let used = picture.used, drawings != .whole, let geometry = picture.geometry(on: screen),
            geometry.isPixelForPixel
        else { return nil }
        let inside = used.map { $0.intersection(PixelRect(picture.size)) }.filter { !$0.isEmpty }
        guard drawings == .around, let first = inside.first else { return inside }
        return [inside.dropFirst().reduce(first) { $0.union($1) }]
    }

    private static func parts(
        of picture: PictureTraits, geometry: PlaneGeometry,
        drawings: PlaneArrangement.Drawings
    ) -> [(source: SourceRect, destination: PixelRect)] {
        guard let region = region(of: picture, screen: geometry.screen.size, drawings: drawings) else {
            return geometry.visible().map { [$0] } ?? []
        }
        return region.compactMap { geometry.visible(part: $0) }
    }

    /// Takes the next plane towards the front that can show this; returns `nil` if there is no such plane.
    private func take(
        _ left: inout ArraySlice<Int>, _ depth: inout UInt64?, fourcc: UInt32, flipsX: Bool, flipsY: Bool,
        picture: Int?, _ part: (source: SourceRect, destination: PixelRect)
    ) -> PlaneUse? {
        while let index = left.popFirst() {
            let plane = planes[index]
            guard plane.formats.contains(fourcc),
                let turn = PlaneTurn.bits(flipsX: flipsX, flipsY: flipsY, of: plane.turns)
            else { continue }
            var use = PlaneUse(plane: index, picture: picture, source: part.source, destination: part.destination, turn: turn)
            switch plane.depth {
            case .listed:
                break
            case .fixed(let fixed):
                guard depth.map({ fixed >= $0 }) ?? true else { continue }
                depth = fixed
            case .settable(let range):
                let wanted = depth.map { max($0 + 1, range.lowerBound) } ?? range.lowerBound
                guard wanted <= range.upperBound else { continue }
                depth = wanted
                use.depth = wanted
            }
            return use
        }
        return nil
    }
}
