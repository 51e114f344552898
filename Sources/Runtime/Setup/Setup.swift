// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// `vir setup`: says what it will do on this machine, and does it. Thread-bound.
public struct Setup {
    private let facts: SetupFacts
    private let plan: SetupPlan

    /// - Parameters:
    ///   - cameraOnly: only makes the camera's object, if libcamera can't be reached.
    ///   - isOff: undoes what starts VIR with the machine.
    public init(cameraOnly: Bool, isOff: Bool) {
        facts = SetupFacts.found()
        plan = SetupPlan(isOff ? .off : cameraOnly ? .camera : .on, facts)
    }

    /// True if there is something to do.
    public var hasSteps: Bool { !plan.steps.isEmpty }

    /// The steps, the objections and the remarks, a line each.
    public var announcement: [String] {
        plan.remarks.map { "  \($0)" } + plan.objections.map { "! \($0)" } + plan.steps.map { "> \($0)" }
    }

    /// Does all steps, each even if the one before failed.
    /// - Throws: the first `Failure` once all have been tried, or at once without root.
    public func carryOut() throws(Failure) {
        guard facts.isRoot || plan.steps.isEmpty else { throw Failure(.unavailable, "this needs root: sudo vir setup") }
        var first: Failure?
        for step in plan.steps {
            do { try carryOut(step) } catch { first = first ?? error }
        }
        if let first { throw first }
        if let objection = plan.objections.first { throw Failure(.unavailable, objection) }
    }

    private func carryOut(_ step: SetupStep) throws(Failure) {
        switch step {
        case .makeCameraObject: try CameraCompiler().make(hasServiceManager: facts.hasServiceManager)
        case .copyOverlays(let folder): try copyOverlays(to: folder)
        case .startWithoutDesktop: try systemctl("set-default", "multi-user.target")
        case .startWithDesktop: try systemctl("set-default", "graphical.target")
        case .enable(let now): try systemctl(["enable"] + (now ? ["--now"] : []) + ["vir.service"])
        case .restart: try systemctl("try-restart", "vir.service")
        case .disable: try systemctl("disable", "--now", "vir.service")
        }
    }

    private func systemctl(_ words: String...) throws(Failure) { try systemctl(words) }

    private func systemctl(_ words: [String]) throws(Failure) {
        guard SystemCommand.status(SetupPaths.systemctl, words) == 0 else {
            throw Failure(.unavailable, "systemctl \(words.joined(separator: " ")) failed")
        }
    }

    /// The firmware's partition is FAT, where a file can't be replaced under its name at once: each is written beside it first.
    private func copyOverlays(to folder: String) throws(Failure) {
        for name in SetupPaths.overlayNames {
            do {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(SetupPaths.overlaySources)/\(name)"))
                try bytes.write(to: URL(fileURLWithPath: "\(folder)/\(name)"), options: .atomic)
            } catch {
                throw Failure(.cannotWrite, "\(folder)/\(name) can't be written: \(error.localizedDescription)")
            }
        }
    }
}
