// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The connected TV's output, with the framebuffers that it scans out and the results of testing its planes. Thread-bound.
///
/// It is dropped as a whole when the TV goes: none of its state is valid for another TV.
final class ActiveOutput {
    let output: KMSOutput
    private var surfaces: PictureSurfaces
    private var chooser: PlaneChooser
    private var frames = PlaneFramePool()
    private var descriptions: Set<String> = []

    init(output: KMSOutput, device: DRMDevice) {
        self.output = output
        surfaces = PictureSurfaces(device: device)
        chooser = PlaneChooser(output: output)
    }

    /// The number of test-only commits that the hardware was asked for.
    var testCount: Int { chooser.testCount }

    func accepts(_ pictures: [PlacedPicture]) throws(DRMFault) -> Bool {
        try chooser.choice(for: pictures, surfaces: &surfaces) != nil
    }

    /// Returns these pictures as a frame for the hardware, or `nil` if it can't show them.
    func frame(for pictures: [PlacedPicture]) throws(DRMFault) -> PlaneFrame? {
        guard let choice = try chooser.choice(for: pictures, surfaces: &surfaces) else { return nil }
        return try frames.take(pictures, choice, surfaces: &surfaces)
    }

    /// Notes that the hardware refused this frame although its test had passed: its arrangement isn't used again.
    func refuse(_ frame: PlaneFrame) {
        chooser.refuse(frame.way, for: frame.pictures, surfaces: &surfaces)
    }

    /// Releases the pictures that are on no plane any more.
    func sweep() {
        frames.sweep()
        surfaces.sweep()
    }

    /// Returns a text that says which format lies on which plane, if that hasn't been told of this TV.
    func news(of frame: PlaneFrame) -> String? {
        guard !frame.isKnown else { return nil }
        frame.isKnown = true
        let parts = frame.uses.map { use -> String in
            let plane = output.planes[use.plane].id
            guard let picture = use.picture else { return "black on plane \(plane)" }
            let kind = frame.surfaces[picture].isImported ? "" : ", copied"
            return "\(FourCC.text(frame.fourcc(of: picture))) on plane \(plane)\(kind)"
        }
        let description = parts.joined(separator: "; ")
        return descriptions.insert(description).inserted ? description : nil
    }
}
