// SPDX-License-Identifier: GPL-3.0-or-later

import CCamera
import Core

/// The object through which libcamera is reached: a file of its own, made for one libcamera and opened when it is first needed.
///
/// libcamera's library has another name with each of its minor versions. The program isn't linked with it, so it starts on each system, and
/// without libcamera too. Where the object lies is fixed (`Loader.c`). Thread-safe.
public enum CameraObject {
    /// Why libcamera can't be reached. Its `description` is one line for the log, which says what to do.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// No object is at any of its places.
        case missing
        /// An object is there, and this is why it was refused: mostly that libcamera is another one now.
        case refused(String)

        public var description: String {
            switch self {
            case .missing: "VIR's part for libcamera isn't on this machine: sudo vir setup (in a checkout: make camera)"
            case .refused(let reason): "libcamera has changed: sudo vir setup (in a checkout: make camera). \(reason)"
            }
        }
    }

    /// Opens the object unless it is open, and returns why it can't be opened; `nil` if it can. Trying again costs a millisecond, so an
    /// object that is put there later is found without a restart.
    public static var fault: Fault? {
        switch Int(vir_camera_load()) {
        case VIR_CAMERA_LOADED: nil
        case VIR_CAMERA_MISSING: .missing
        default: .refused(objection { vir_camera_objection($0, $1) })
        }
    }

    /// The version of the libcamera that is in use, such as `v0.3.2`; `nil` without an object.
    public static var libcameraVersion: String? {
        guard fault == nil, let version = vir_camera_library_version() else { return nil }
        return String(cString: version)
    }

    /// Tries the object at a path, and returns why it is refused; `nil` if it fits.
    public static func fault(at path: String) -> Fault? {
        var object: OpaquePointer?
        var status: Int32 = 0
        let words = objection { status = vir_camera_try(path, &object, $0, $1) }
        return switch Int(status) {
        case VIR_CAMERA_LOADED: nil
        case VIR_CAMERA_MISSING: .missing
        default: .refused(words)
        }
    }

    private static func objection(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
            guard let base = text.baseAddress else { return "" }
            base.pointee = 0
            fill(base, text.count)
            return String(cString: base)
        }
    }
}

extension CameraError {
    /// The trouble by which the TV chooses its advice.
    public var trouble: CameraTrouble {
        switch self {
        case .unreachable(_, .missing): .partMissing
        case .unreachable(_, .refused): .libcameraChanged
        case .notFound, .unreadable, .refused, .gone: .silent
        }
    }
}
