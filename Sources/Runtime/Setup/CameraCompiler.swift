// SPDX-License-Identifier: GPL-3.0-or-later

import Devices
import Foundation
import Glibc

/// Compiles the camera's object for the libcamera of this machine, and installs it.
///
/// The compiler runs as a user that exists only meanwhile and may write nothing but a folder that nobody else sees. The object comes out of
/// it as bytes, so root opens no file that this user has a hand on.
struct CameraCompiler {
    var sources = SetupPaths.cameraSources
    var folder = SetupPaths.cameraFolder

    /// An object has some hundred kilobytes.
    static let mostBytes = 16 << 20
    /// Compiles into a folder of the user's own, and prints the object.
    private static let script = """
        folder=$(mktemp -d) && "$1"/build "$folder/camera.so" >&2 && cat "$folder/camera.so"
        status=$?
        rm -rf "$folder"
        exit $status
        """

    /// Returns the program and the words that compile the object and print it.
    /// - Parameter user: an id that no account has, for a machine that systemd doesn't run; `nil` lets systemd invent the user.
    func command(user: UInt32?) -> (path: String, arguments: [String]) {
        let shell = ["/bin/sh", "-c", Self.script, "vir-camera", sources]
        guard let user else {
            let limits = [
                "DynamicUser=yes", "PrivateTmp=yes", "PrivateNetwork=yes", "PrivateDevices=yes", "ProtectSystem=strict", "ProtectHome=yes",
                "ProtectProc=invisible", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "UMask=0077", "MemoryMax=1G", "RuntimeMaxSec=600",
            ]
            return (
                "/usr/bin/systemd-run",
                ["--quiet", "--wait", "--pipe", "--collect", "--service-type=exec"] + limits.flatMap { ["--property", $0] } + shell
            )
        }
        return (
            "/usr/bin/setpriv",
            [
                "--reuid=\(user)", "--regid=\(user)", "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--bounding-set=-all", "--",
                "/usr/bin/timeout", "600",
            ] + shell
        )
    }

    /// Returns an id of systemd's range for users that exist only for a while, which no account has.
    static func freeUser() -> UInt32? {
        (61_184...65_519).map(UInt32.init).first { getpwuid($0) == nil && getgrgid($0) == nil }
    }

    /// Compiles and installs. The object that is there stays if this fails.
    /// - Throws: `Failure` with one line that says what failed; the compiler's own words are on standard error.
    func make(hasServiceManager: Bool) throws(Failure) {
        let (path, arguments) = command(user: hasServiceManager ? nil : Self.freeUser())
        guard let bytes = SystemCommand.bytes(path, arguments, atMost: Self.mostBytes) else {
            throw Failure(.unavailable, "VIR's part for libcamera can't be compiled (the lines above say why)")
        }
        try install(bytes)
    }

    /// Puts an object into place: whole or not at all, root's, and readable for everybody.
    func install(_ bytes: Data) throws(Failure) {
        guard Self.isSharedObject(bytes) else { throw Failure(.unavailable, "the compiler's output is no shared object; nothing is changed") }
        let path = "\(folder)/camera.so"
        let part = "\(folder)/.camera.so.\(getpid())"
        if mkdir(folder, 0o755) == 0 { chmod(folder, 0o755) }
        unlink(part)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw Failure(.cannotWrite, "\(part) can't be written: \(String(cString: strerror(errno)))") }
        let isWritten = bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return fchmod(file, 0o644) == 0 && fsync(file) == 0
        }
        Glibc.close(file)
        guard isWritten else {
            unlink(part)
            throw Failure(.cannotWrite, "\(part) can't be written: is there room?")
        }
        if let fault = CameraObject.fault(at: part) {
            unlink(part)
            throw Failure(.unavailable, "the new part doesn't fit: \(fault)")
        }
        guard rename(part, path) == 0 else {
            unlink(part)
            throw Failure(.cannotWrite, "\(path) can't be written: \(String(cString: strerror(errno)))")
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            Glibc.close(directory)
        }
    }

    /// Returns true if the bytes begin as a shared object does: the ELF mark, and the type ET_DYN of either byte order.
    static func isSharedObject(_ bytes: Data) -> Bool {
        let head = [UInt8](bytes.prefix(18))
        return head.count == 18 && head[0...3] == [0x7F, 0x45, 0x4C, 0x46] && UInt16(head[16]) | UInt16(head[17]) << 8 == 3
    }
}
