// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import CVideo
import Core
import Glibc

/// A USB camera's node, open: the camera's formats, sizes and rates, and the stream that they are set to. Thread-bound; its end closes the
/// node.
///
/// The numbers that the kernel passes on come from the camera, and are believed only within limits.
final class USBCameraHandle {
    let device: any VideoDevice
    private let name: String

    /// The formats that are taken: those of nearly every USB camera.
    private static let formats: [CameraFormat] = [.yuyv, .jpeg]
    /// No list of a camera is read further than this, whatever the camera says.
    private static let longestList: UInt32 = 256
    /// No side and no row is longer than this, in pixels and in bytes.
    private static let mostPixels: UInt32 = 16_384
    private static let longestRow: UInt32 = 65_536

    /// Opens a camera.
    /// - Throws: `.gone` if it isn't there, `.refused` if its node gives no pictures or can't be opened.
    init(_ node: VideoNode, name: String, kernel: any VideoKernel) throws(CameraError) {
        self.name = name
        do {
            device = try kernel.open(node)
        } catch {
            // A node that is gone has no name any more, or no device behind its name.
            throw CameraError.of([-ENOENT, -ENXIO].contains(error.status) ? -ENODEV : error.status, name, "can't be opened")
        }
        var capability = v4l2_capability()
        let status = device.control(vir_video_capability, &capability)
        guard status == 0 else { throw CameraError.of(status, name, "can't be opened") }
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
        let has = capability.capabilities & V4L2_CAP_DEVICE_CAPS != 0 ? capability.device_caps : capability.capabilities
        guard has & needed == needed else { throw .refused(name, reason: "\(node.path) gives no pictures") }
    }

    /// False once the camera was pulled: then this node is dead, even if the camera is back.
    var isAlive: Bool {
        var capability = v4l2_capability()
        return device.control(vir_video_capability, &capability) != -ENODEV
    }

    // MARK: Lists of the camera's formats, sizes and rates

    /// Returns the camera's sizes in the formats that are taken.
    func offers() -> [CameraOffer] {
        var offers: [CameraOffer] = []
        for index in 0..<Self.longestList {
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard device.control(vir_video_list_formats, &entry) == 0 else { break }
            guard let format = CameraFormat(fourcc: entry.pixelformat), Self.formats.contains(format) else { continue }
            offers += sizes(of: format)
        }
        return offers
    }

    private func sizes(of format: CameraFormat) -> [CameraOffer] {
        var offers: [CameraOffer] = []
        for index in 0..<Self.longestList {
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format.fourcc
            guard device.control(vir_video_list_sizes, &entry) == 0 else { break }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                guard let size = Self.size(entry.discrete.width, entry.discrete.height) else { continue }
                offers.append(CameraOffer(format: format, smallest: size, largest: size))
            } else {
                let range = entry.stepwise
                guard let smallest = Self.size(range.min_width, range.min_height), let largest = Self.size(range.max_width, range.max_height),
                    smallest.width <= largest.width, smallest.height <= largest.height
                else { break }
                offers.append(
                    CameraOffer(
                        format: format, smallest: smallest, largest: largest, widthStep: Int(max(1, range.step_width)),
                        heightStep: Int(max(1, range.step_height))))
                break
            }
        }
        return offers
    }

    private static func size(_ width: UInt32, _ height: UInt32) -> VideoSize? {
        guard (1...mostPixels).contains(width), (1...mostPixels).contains(height) else { return nil }
        return VideoSize(width: Int(width), height: Int(height))
    }

    /// Returns the times between frames that the camera has in this size; empty if it doesn't say.
    func intervals(of choice: CameraChoice) -> USBCameraIntervals {
        var fractions: [v4l2_fract] = []
        for index in 0..<Self.longestList {
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = choice.format.fourcc
            entry.width = UInt32(clamping: choice.size.width)
            entry.height = UInt32(clamping: choice.size.height)
            guard device.control(vir_video_list_intervals, &entry) == 0 else { break }
            guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                return USBCameraIntervals([entry.stepwise.min, entry.stepwise.max], isRange: true)
            }
            fractions.append(entry.discrete)
        }
        return USBCameraIntervals(fractions, isRange: false)
    }

    // MARK: The stream

    /// Sets the size and the format, and returns the stream that the camera made of them.
    func configure(_ choice: CameraChoice) throws(CameraError) -> vir_camera_stream {
        // A start begins from a known state: while a capture has buffers, no other format is taken.
        _ = USBCameraStream.request(0, of: device)
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        format.fmt.pix.width = UInt32(clamping: choice.size.width)
        format.fmt.pix.height = UInt32(clamping: choice.size.height)
        format.fmt.pix.pixelformat = choice.format.fourcc
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        let status = device.control(vir_video_set_format, &format)
        guard status == 0 else { throw CameraError.of(status, name, "doesn't take \(choice.size) as \(choice.format)") }
        let got = format.fmt.pix
        let isWhole = choice.format == .jpeg || (got.bytesperline / 2 >= got.width && got.bytesperline <= Self.longestRow)
        guard got.pixelformat == choice.format.fourcc, Self.size(got.width, got.height) != nil, isWhole else {
            throw .refused(name, reason: "it gives pictures in a format that can't be used; choose another size")
        }
        var stream = vir_camera_stream()
        stream.fourcc = got.pixelformat
        (stream.width, stream.height) = (got.width, got.height)
        stream.pitch = choice.format == .jpeg ? 0 : got.bytesperline
        stream.matrix = Int32(Self.matrix(got))
        stream.is_full_range =
            got.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
            || (got.quantization == V4L2_QUANTIZATION_DEFAULT.rawValue && got.colorspace == V4L2_COLORSPACE_JPEG.rawValue)
        return stream
    }

    /// Returns the colour matrix; if the camera names only its colour space, the kernel's default for that.
    private static func matrix(_ format: v4l2_pix_format) -> Int {
        switch v4l2_ycbcr_encoding(format.ycbcr_enc) {
        case V4L2_YCBCR_ENC_601: return VIR_CAMERA_MATRIX_601
        case V4L2_YCBCR_ENC_709: return VIR_CAMERA_MATRIX_709
        case V4L2_YCBCR_ENC_BT2020: return VIR_CAMERA_MATRIX_2020
        default: break
        }
        return switch v4l2_colorspace(format.colorspace) {
        case V4L2_COLORSPACE_DEFAULT: VIR_CAMERA_MATRIX_UNKNOWN
        case V4L2_COLORSPACE_REC709: VIR_CAMERA_MATRIX_709
        case V4L2_COLORSPACE_BT2020: VIR_CAMERA_MATRIX_2020
        default: VIR_CAMERA_MATRIX_601
        }
    }

    /// Sets the rate, if the camera has one to set, and returns the rate that it will run at.
    /// - Parameter wanted: `nil` for the highest up to 60 Hz.
    func setRate(_ wanted: FrameRate?, for choice: CameraChoice) throws(CameraError) -> FrameRate {
        let asked = intervals(of: choice).choice(for: wanted)
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        if let asked {
            parameters.parm.capture.timeperframe = asked
            let status = device.control(vir_video_set_parameters, &parameters)
            if status == -ENODEV || status == -EBUSY { throw CameraError.of(status, name, "can't be set") }
            if status != 0 { parameters = v4l2_streamparm() }
        }
        if parameters.parm.capture.timeperframe.interval == nil {
            parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            _ = device.control(vir_video_get_parameters, &parameters)
        }
        let interval = parameters.parm.capture.timeperframe.interval
        return CameraRate(wanted: wanted, frames: interval.map { $0...$0 }).rate
    }
}
