// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Finds the way in which the hardware shows some pictures: asks it once with test-only commits, best way first, and remembers the answer.
/// Thread-bound.
struct PlaneChooser {
    struct Choice {
        var way: PlaneArrangement
        var uses: [PlaneUse]
        /// The parts of each picture that are shown; `nil` for the whole picture.
        var regions: [[PixelRect]?]
    }

    /// The result for pictures that were examined a moment ago; the same ones come again at the next vblank.
    private struct Recent {
        var traits: [PictureTraits]
        var choice: Choice?
    }

    private let output: KMSOutput
    /// For each kind of pictures, the first way of `PlaneArrangement.all` that isn't known to be refused.
    private var verdicts: [[PictureTraits]: Int] = [:]
    private var recent: [Recent] = []
    private var nextRecent = 0
    /// The number of test-only commits that the hardware was asked for.
    private(set) var testCount = 0

    private static let recentCount = 4
    /// The most verdicts that are kept. Pictures in motion have ever new positions, so their verdicts aren't kept for ever.
    private static let verdictCount = 256

    init(output: KMSOutput) {
        self.output = output
        recent.reserveCapacity(Self.recentCount)
    }

    /// Returns the best way that the hardware takes, or `nil` if it takes no way.
    mutating func choice(for pictures: [PlacedPicture], surfaces: inout PictureSurfaces) throws(DRMFault) -> Choice? {
        for index in recent.indices where isSame(recent[index].traits, pictures, &surfaces) { return recent[index].choice }
        guard pictures.allSatisfy(\.isPlaneLike), Self.isInPlaneOrder(pictures) else { return nil }
        var traits: [PictureTraits] = []
        for picture in pictures { traits.append(surfaces.traits(of: picture)) }
        let choice: Choice?
        do throws(DRMFault) {
            choice = try search(pictures, traits, surfaces: &surfaces)
        } catch  where error.isOutOfMemory {
            // Lack of memory is no verdict: the next pictures ask again.
            return nil
        }
        let entry = Recent(traits: traits, choice: choice)
        if recent.count < Self.recentCount {
            recent.append(entry)
        } else {
            recent[nextRecent] = entry
            nextRecent = (nextRecent + 1) % Self.recentCount
        }
        return choice
    }

    /// Notes that the hardware refused this way after all, although its test had passed.
    mutating func refuse(_ way: PlaneArrangement, for pictures: [PlacedPicture], surfaces: inout PictureSurfaces) {
        var traits: [PictureTraits] = []
        for picture in pictures { traits.append(surfaces.traits(of: picture)) }
        recent.removeAll(keepingCapacity: true)
        nextRecent = 0
        let index = PlaneArrangement.all.firstIndex(of: way) ?? 0
        verdicts[Self.kind(traits)] = max(verdicts[Self.kind(traits)] ?? 0, index + 1)
    }

    /// Returns true if no picture but the front one is a drawing. In any other order the pictures are composed, because each drawing that
    /// changes or moves would take a plane and a copy of its own.
    private static func isInPlaneOrder(_ pictures: [PlacedPicture]) -> Bool {
        !pictures.dropLast().contains { $0.buffer.format == .bgra }
    }

    private mutating func search(
        _ pictures: [PlacedPicture], _ traits: [PictureTraits],
        surfaces: inout PictureSurfaces
    ) throws(DRMFault) -> Choice? {
        let kind = Self.kind(traits)
        let known = verdicts[kind]
        var refused: [PlaneUse]?
        for index in (known ?? 0)..<PlaneArrangement.all.count {
            let way = PlaneArrangement.all[index]
            guard let uses = output.planner.layout(traits, way: way), uses != refused else { continue }
            let choice = Choice(
                way: way, uses: uses,
                regions: traits.map {
                    PlanePlanner.region(of: $0, screen: output.mode.size, drawings: way.drawings)
                })
            if index == known { return choice }
            if try isTaken(uses, pictures, surfaces: &surfaces) {
                remember(index, for: kind)
                return choice
            }
            refused = uses
        }
        remember(PlaneArrangement.all.count, for: kind)
        return nil
    }

    private mutating func isTaken(
        _ uses: [PlaneUse], _ pictures: [PlacedPicture],
        surfaces: inout PictureSurfaces
    ) throws(DRMFault) -> Bool {
        testCount += 1
        var samples: [PictureSurface] = []
        do throws(DRMFault) {
            for picture in pictures { samples.append(try surfaces.sample(of: picture)) }
            try output.test(uses, surfaces: samples, pictures: pictures)
            return true
        } catch  where error.isCardGone || error.isNotMaster || error.isOutOfDate || error.isOutOfMemory {
            throw error
        } catch {
            return false
        }
    }

    private mutating func remember(_ verdict: Int, for kind: [PictureTraits]) {
        if verdicts.count >= Self.verdictCount { verdicts.removeAll(keepingCapacity: true) }
        verdicts[kind] = verdict
    }

    /// Returns the kind of pictures that a verdict holds for: the parts of a drawing in use come and go, and only their number matters.
    private static func kind(_ traits: [PictureTraits]) -> [PictureTraits] {
        traits.map { traits in
            var kind = traits
            kind.used = traits.used.map { used in used.map { _ in PixelRect(left: 0, top: 0, right: 0, bottom: 0) } }
            return kind
        }
    }

    private func isSame(_ traits: [PictureTraits], _ pictures: [PlacedPicture], _ surfaces: inout PictureSurfaces) -> Bool {
        guard traits.count == pictures.count else { return false }
        for index in traits.indices where traits[index] != surfaces.traits(of: pictures[index]) { return false }
        return true
    }
}
