// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Devices

/// The object through which libcamera is reached: it is taken if it is made for this VIR and for the libcamera that is here, and any other
/// one is refused with words that say why.
@Suite struct CameraObjectTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Shims")

    /// Compiles an object whose table says what the test wants, and returns its path.
    private func make(
        _ name: String, interface: String = "VIR_CAMERA_INTERFACE", size: String = "sizeof(vir_camera_object)", builtFor: String = "libcamera.so.0.3",
        version: String = "v0.3.2", symbol: String = "vir_camera_object_table", more: [String] = []
    ) throws -> String {
        let text = """
            #include "CameraObject.h"
            static const char *version(void) { return "\(version)"; }
            const vir_camera_object *\(symbol)(void) {
                static const vir_camera_object table = {.interface = \(interface), .size = \(size), .libcamera = "\(builtFor)", .library_version = version};
                return &table;
            }
            """
        let source = try TestVideo.write(Data(text.utf8), "\(name).c")
        let object = TestVideo.path("\(name).so")
        try compile(
            ["-I\(Self.sources.path)/CameraObject", "-I\(Self.sources.path)/CCamera/include", source, "-o", object] + more)
        return object
    }

    private func compile(_ words: [String]) throws {
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["cc", "-shared", "-fPIC"] + words
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        // As the system's own places have it, whatever this user's mask is.
        if let index = words.firstIndex(of: "-o") { chmod(words[index + 1], 0o644) }
    }

    private func refusal(_ path: String) -> String? {
        if case .refused(let reason) = CameraObject.fault(at: path) { reason } else { nil }
    }

    @Test(.enabled(if: geteuid() == 0, "only root's objects are taken"))
    func anObjectForThisLibcameraIsTaken() throws {
        #expect(CameraObject.fault(at: try make("fits")) == nil)
        #expect(CameraObject.fault(at: try make("no-v", builtFor: "libcamera.so.0.3", version: "0.3.0+dfsg")) == nil)
        #expect(CameraObject.fault(at: try make("two-digits", builtFor: "libcamera.so.0.12", version: "v0.12.1")) == nil)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root's objects are opened at all"),
        arguments: [("libcamera.so.0.3", "v0.4.0"), ("libcamera.so.0.3", "v0.30.1"), ("libcamera.so.0.30", "v0.3.0"), ("", "v0.3.2")])
    func anObjectForAnotherLibcameraIsRefusedAndBothAreNamed(builtFor: String, version: String) throws {
        let reason = try #require(refusal(try make("other-\(builtFor)-\(version)", builtFor: builtFor, version: version)))
        #expect(reason.contains("made for \(builtFor)") && reason.contains(version), "\(reason)")
        #expect("\(CameraObject.Fault.refused(reason))".hasPrefix("libcamera has changed: sudo vir setup"))
    }

    /// The library's name changes with each minor version: the object of another one finds no library.
    @Test(.enabled(if: geteuid() == 0, "only root's objects are opened at all"))
    func anObjectWhoseLibraryIsGoneIsRefused() throws {
        let library = TestVideo.path("libcamera-of-old.so.0.1")
        let nothing = try TestVideo.write(Data("int vir_nothing(void) { return 1; }".utf8), "nothing.c")
        try compile([nothing, "-o", library, "-Wl,-soname,libcamera-of-old.so.0.1"])
        let object = try make("orphan", more: ["-Wl,--no-as-needed", library])
        try FileManager.default.removeItem(atPath: library)
        #expect(try #require(refusal(object)).contains("libcamera-of-old.so.0.1"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root's objects are opened at all"))
    func anObjectOfAnotherVIRIsRefused() throws {
        #expect(refusal(try make("older", interface: "VIR_CAMERA_INTERFACE - 1"))?.contains("another version of VIR") == true)
        #expect(refusal(try make("shorter", size: "sizeof(vir_camera_object) - sizeof(void *)"))?.contains("another version of VIR") == true)
        #expect(refusal(try make("nameless", symbol: "something_else"))?.contains("no camera object") == true)
    }

    @Test func whatIsNoObjectIsRefusedOrMissing() throws {
        #expect(CameraObject.fault(at: TestVideo.path("nothing-here.so")) == .missing)
        #expect(refusal("camera.so") != nil, "a relative name")
        #expect(refusal("") != nil)
        #expect(refusal(TestVideo.folder.path) != nil, "a folder")
        let text = try TestVideo.write(Data("no object".utf8), "text.so")
        chmod(text, 0o644)
        #expect(refusal(text) != nil)
    }

    /// Whoever can write the file could run code with the program's rights.
    @Test func aFileThatOthersMayWriteIsNotOpened() throws {
        let object = try make("open")
        for mode: mode_t in [0o664, 0o646, 0o666] {
            chmod(object, mode)
            #expect(refusal(object)?.contains("isn't root's alone") == true)
        }
    }
}
