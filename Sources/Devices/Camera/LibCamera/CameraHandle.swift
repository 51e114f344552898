// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core

/// A camera that this process has taken through libcamera; the handle's end gives it back. Thread-bound.
final class CameraHandle {
    private let camera: OpaquePointer

    /// - Throws: `.gone` if the camera isn't there, `.refused` if another program has it.
    init(id: String, name: String) throws(CameraError) {
        var opened: OpaquePointer?
        let status = vir_camera_open(id, &opened)
        guard let opened else { throw CameraError.of(status, name, "can't be opened") }
        camera = opened
    }

    deinit { vir_camera_close(camera) }

    /// Returns the camera that a word means, by the rule of `CameraDescription.choice`; `nil` if no camera fits. Thread-safe.
    static func find(_ word: String?) -> CameraDescription? {
        if let camera = CameraDescription.choice(word, among: known()) { return camera }
        vir_camera_look_again()
        return CameraDescription.choice(word, among: known())
    }

    /// Returns the cameras that are there, in libcamera's order, without their modes. Thread-safe.
    static func list() -> [CameraDescription] {
        let cameras = known()
        guard cameras.isEmpty else { return cameras }
        vir_camera_look_again()
        return known()
    }

    /// Returns the cameras that libcamera knows of now. Thread-safe.
    static func known() -> [CameraDescription] {
        var cameras: [CameraDescription] = []
        withUnsafeMutablePointer(to: &cameras) { cameras in
            _ = vir_camera_list(cameras) { context, entry in
                guard let entry = entry?.pointee, let id = entry.id, let model = entry.model else { return }
                let location: CameraDescription.Location =
                    switch Int(entry.location) {
                    case VIR_CAMERA_FRONT: .front
                    case VIR_CAMERA_BACK: .back
                    case VIR_CAMERA_EXTERNAL: .external
                    default: .unknown
                    }
                context?.assumingMemoryBound(to: [CameraDescription].self).pointee
                    .append(CameraDescription(id: String(cString: id), model: String(cString: model), location: location))
            }
        }
        return cameras
    }

    /// Returns the camera's offers in the formats that the box knows.
    func offers() -> [CameraOffer] {
        var offers: [CameraOffer] = []
        withUnsafeMutablePointer(to: &offers) { offers in
            _ = vir_camera_offers(camera, offers) { context, offer in
                guard let offer = offer?.pointee, let format = CameraFormat(fourcc: offer.fourcc) else { return }
                context?.assumingMemoryBound(to: [CameraOffer].self).pointee.append(
                    CameraOffer(
                        format: format, smallest: VideoSize(width: Int(offer.width), height: Int(offer.height)),
                        largest: VideoSize(width: Int(offer.largest_width), height: Int(offer.largest_height)),
                        widthStep: Int(offer.width_step), heightStep: Int(offer.height_step)))
            }
        }
        return offers
    }

    /// Sets the size and the format, and returns the stream that the camera made of them.
    func configure(_ choice: CameraChoice, controls: CameraControls, name: String) throws(CameraError) -> vir_camera_stream {
        var wish = vir_camera_wish(
            fourcc: choice.format.fourcc, width: UInt32(choice.size.width), height: UInt32(choice.size.height),
            buffer_count: Self.bufferCount, is_upside_down: controls.isUpsideDown,
            is_mirrored: controls.isMirrored)
        var stream = vir_camera_stream()
        let status = vir_camera_configure(camera, &wish, &stream)
        guard status == 0, stream.width > 0, stream.height > 0 else {
            throw CameraError.of(status, name, "doesn't take \(choice.size) as \(choice.format)")
        }
        return stream
    }

    func start(frame: Duration?, controls: vir_camera_controls, name: String) throws(CameraError) {
        var controls = controls
        let status = vir_camera_start(camera, frame?.nanoseconds ?? 0, &controls)
        guard status == 0 else { throw CameraError.of(status, name, "doesn't start") }
    }

    func adjust(_ controls: vir_camera_controls) {
        var controls = controls
        vir_camera_adjust(camera, &controls)
    }

    func stop() {
        vir_camera_stop(camera)
    }

    /// The buffers of the running capture.
    var buffers: [vir_camera_buffer] {
        (0..<vir_camera_buffer_count(camera)).compactMap { vir_camera_buffer_at(camera, $0)?.pointee }
    }

    /// Returns the next frame, which must be given back, or `nil` if none came in time.
    func next(patience: Duration, name: String) throws(CameraError) -> vir_camera_frame? {
        var frame = vir_camera_frame()
        let status = vir_camera_next(camera, max(patience, .zero).nanoseconds, &frame)
        guard status >= 0 else { throw .gone(name) }
        return status == 1 ? frame : nil
    }

    /// One buffer is shown, one is encoded, and the others let the camera go on meanwhile.
    private static let bufferCount: UInt32 = 6
}
