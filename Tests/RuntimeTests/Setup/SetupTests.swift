// SPDX-License-Identifier: GPL-3.0-or-later

import Devices
import Foundation
import Testing

@testable import Runtime

/// `vir setup`: what it does follows from the facts of the machine, and it does nothing that it hasn't said.
@Suite struct SetupPlanTests {
    private func plan(_ wish: SetupPlan.Wish = .on, _ change: (inout SetupFacts) -> Void = { _ in }) -> SetupPlan {
        var facts = SetupFacts()
        change(&facts)
        return SetupPlan(wish, facts)
    }

    @Test func aBoxWithoutADesktopStartsVIRAtOnce() {
        #expect(plan().steps == [.enable(now: true)])
        #expect(plan { $0.isEnabled = true }.steps == [])
    }

    /// A desktop that runs keeps the TV until the next start, and setting up says so.
    @Test func aMachineWithADesktopStartsWithoutItFromTheNextStartOn() throws {
        let steps = plan {
            $0.desktop = "lightdm.service"
            $0.startsDesktop = true
        }.steps
        #expect(steps == [.startWithoutDesktop("lightdm.service"), .enable(now: false)])
        #expect(try #require(steps.first).description.contains("lightdm.service"))
        #expect(plan { $0.desktop = "lightdm.service" }.steps == [.enable(now: false)])
    }

    /// Whatever it did, `--off` undoes.
    @Test func offBringsTheDesktopBack() {
        let off = plan(.off) {
            $0.desktop = "lightdm.service"
            $0.isEnabled = true
            $0.cameraFault = .missing
        }
        #expect(off.steps == [.disable, .startWithDesktop("lightdm.service")])
        #expect(plan(.off).steps == [])
    }

    @Test(arguments: [CameraObject.Fault.missing, .refused("libcamera.so.0.3: no such file")])
    func anObjectThatDoesntFitIsMadeAnewAndARunningVIRTakesIt(fault: CameraObject.Fault) {
        #expect(plan { $0.cameraFault = fault }.steps == [.makeCameraObject, .enable(now: true)])
        let again = plan {
            $0.cameraFault = fault
            $0.isEnabled = true
        }
        #expect(again.steps == [.makeCameraObject, .restart])
        #expect(plan(.camera) { $0.cameraFault = fault }.steps == [.makeCameraObject, .restart])
        #expect(plan(.camera).steps == [])
    }

    @Test func withoutACompilerItSaysWhatToInstall() throws {
        let plan = plan {
            $0.cameraFault = .missing
            $0.hasCompiler = false
            $0.hasHeaders = false
        }
        #expect(plan.steps == [.enable(now: true)])
        #expect(try #require(plan.objections.first).contains("sudo apt install g++ libcamera-dev"))
    }

    @Test func withoutRootItSaysSoFirst() {
        #expect(plan { $0.isRoot = false }.objections.first?.contains("sudo vir setup") == true)
        #expect(
            plan {
                $0.isRoot = false
                $0.isEnabled = true
            }.objections == [], "nothing to do takes no root")
    }

    @Test func withoutSystemdNothingIsStarted() {
        let plan = plan {
            $0.hasServiceManager = false
            $0.cameraFault = .missing
        }
        #expect(plan.steps == [.makeCameraObject] && plan.objections.count == 1)
        #expect(SetupPlan(.camera, SetupFacts(hasServiceManager: false, cameraFault: .missing)).steps == [.makeCameraObject])
    }

    @Test func theOverlaysAreCopiedOnceAndTheLineIsAlwaysSaid() {
        let steps = plan { $0.overlays = "/boot/firmware/overlays" }.steps
        #expect(steps == [.copyOverlays(to: "/boot/firmware/overlays"), .enable(now: true)])
        let there = plan {
            $0.overlays = "/boot/firmware/overlays"
            $0.hasOverlays = true
        }
        #expect(there.steps == [.enable(now: true)] && there.remarks.contains { $0.contains("dtoverlay=vir-panel") })
    }
}

/// The compiler of the camera's object, which has no rights, and the installing of what it made.
@Suite struct CameraCompilerTests {
    /// The compiler never runs as root, with or without systemd, and reads only the sources.
    @Test func theCompilerHasNoRights() throws {
        let transient = CameraCompiler().command(user: nil)
        #expect(transient.path == "/usr/bin/systemd-run" && transient.arguments.contains("DynamicUser=yes"))
        #expect(transient.arguments.contains("NoNewPrivileges=yes") && transient.arguments.contains("PrivateTmp=yes"))
        let user = try #require(CameraCompiler.freeUser())
        #expect((61_184...65_519).contains(user))
        let plain = CameraCompiler().command(user: user)
        #expect(plain.path == "/usr/bin/setpriv" && plain.arguments.contains("--reuid=\(user)") && plain.arguments.contains("--clear-groups"))
        for command in [transient, plain] { #expect(command.arguments.last == "/usr/share/vir/camera") }
    }

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vir-setup-\(UUID().uuidString)").path

    /// The compiler's output is checked before anything is replaced.
    @Test(arguments: [Data(), Data("#!/bin/sh".utf8), Data([0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 60))])
    func outputThatIsNoObjectChangesNothing(bytes: Data) {
        #expect(throws: Failure.self) { try CameraCompiler(folder: folder).install(bytes) }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    /// An object that can't be opened doesn't take the place of the one before, and leaves nothing behind.
    @Test func anObjectThatDoesntFitReplacesNothing() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("before".utf8).write(to: URL(fileURLWithPath: folder + "/camera.so"))
        var head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 60)
        head[16] = 3
        #expect(throws: Failure.self) { try CameraCompiler(folder: folder).install(Data(head)) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["camera.so"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/camera.so")) == Data("before".utf8))
    }

    /// Without systemd, this test compiles the object for this machine's libcamera as `vir setup` does.
    @Test(.enabled(if: geteuid() == 0 && access("/usr/include/libcamera/libcamera/version.h", F_OK) == 0, "needs root and libcamera-dev"))
    func theObjectIsCompiledWithoutRightsAndInstalledAsRoots() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/Shims")
        // Readable for the user without rights, which a checkout needn't be.
        let copy = folder + "-sources"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer {
            try? FileManager.default.removeItem(atPath: copy)
            try? FileManager.default.removeItem(atPath: folder)
        }
        let objects = try FileManager.default.contentsOfDirectory(atPath: sources.path + "/CameraObject").map { "CameraObject/\($0)" }
        for file in objects + ["CCamera/include/CCamera.h"] {
            let name = file.split(separator: "/").last.map(String.init) ?? file
            try FileManager.default.copyItem(atPath: "\(sources.path)/\(file)", toPath: "\(copy)/\(name)")
        }
        try CameraCompiler(sources: copy, folder: folder).make(hasServiceManager: false)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/camera.so")
        #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 0 && (attributes[.groupOwnerAccountID] as? NSNumber)?.intValue == 0)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
        #expect(CameraObject.fault(at: folder + "/camera.so") == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["camera.so"])
    }
}
