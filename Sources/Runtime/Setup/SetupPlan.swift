// SPDX-License-Identifier: GPL-3.0-or-later

/// A thing that `vir setup` does. Its `description` says so before it is done.
enum SetupStep: Hashable, CustomStringConvertible {
    /// Compile the camera's object for the libcamera of this machine.
    case makeCameraObject
    /// Copy the panel's overlays to the firmware's folder.
    case copyOverlays(to: String)
    /// Let the machine start without its desktop, which would keep the TV for itself.
    case startWithoutDesktop(String)
    /// Let VIR start with the machine; `now` if it starts at once too.
    case enable(now: Bool)
    /// Let a running VIR take the new object.
    case restart
    case disable
    case startWithDesktop(String)

    var description: String {
        switch self {
        case .makeCameraObject:
            "compile VIR's part for libcamera, as a user without rights, and put it into \(SetupPaths.cameraFolder): a minute"
        case .copyOverlays(let folder): "copy the panel's overlays to \(folder)"
        case .startWithoutDesktop(let desktop):
            "from the next start on, start without the desktop (\(desktop)), which would keep the TV: systemctl set-default multi-user.target"
        case .enable(let now): "start VIR with the machine\(now ? ", and now" : ""): systemctl enable\(now ? " --now" : "") vir.service"
        case .restart: "restart VIR if it runs, so that it takes the new part: systemctl try-restart vir.service"
        case .disable: "stop VIR, and no longer start it with the machine: systemctl disable --now vir.service"
        case .startWithDesktop(let desktop): "from the next start on, start the desktop again (\(desktop)): systemctl set-default graphical.target"
        }
    }
}

/// The plan of `vir setup` for a machine: its steps, and what stands in their way. Pure: it follows from the facts.
struct SetupPlan: Equatable {
    /// The caller's wish.
    enum Wish: Equatable {
        /// Everything that lets the TV show the picture at the next start.
        case on
        /// Only the camera's object; the package's trigger asks for that.
        case camera
        /// The machine as it was before.
        case off
    }

    /// In the order in which they are done.
    private(set) var steps: [SetupStep] = []
    /// The things that can't be done here, each with what would help. The other steps are done all the same.
    private(set) var objections: [String] = []
    /// The things that are already as they should be, or that a person has to do by hand.
    private(set) var remarks: [String] = []

    init(_ wish: Wish, _ facts: SetupFacts) {
        if wish != .off { planCamera(facts) }
        if wish == .on { planOverlays(facts) }
        switch wish {
        case .camera: if steps.contains(.makeCameraObject), facts.hasServiceManager, facts.hasUnit { steps.append(.restart) }
        case .on: planStart(facts)
        case .off: planEnd(facts)
        }
        if !facts.isRoot, !steps.isEmpty { objections.insert("this needs root: sudo vir setup", at: 0) }
    }

    private mutating func planCamera(_ facts: SetupFacts) {
        guard let fault = facts.cameraFault else { return remarks.append("libcamera is reached") }
        guard facts.hasSources else {
            return objections.append("libcamera can't be reached (\(fault)), and \(SetupPaths.cameraSources) has no sources of VIR's part for it")
        }
        let missing = [("g++", facts.hasCompiler), ("libcamera-dev", facts.hasHeaders)].filter { !$0.1 }.map(\.0)
        guard missing.isEmpty else {
            return objections.append(
                "libcamera can't be reached; to make VIR's part for it: sudo apt install \(missing.joined(separator: " ")), then sudo vir setup")
        }
        steps.append(.makeCameraObject)
    }

    private mutating func planOverlays(_ facts: SetupFacts) {
        guard let folder = facts.overlays else { return }
        if !facts.hasOverlays { steps.append(.copyOverlays(to: folder)) }
        remarks.append("for the panel add one line to config.txt, beside \(folder): dtoverlay=vir-panel (on a Pi 5: dtoverlay=vir-panel-pi5)")
    }

    private mutating func planStart(_ facts: SetupFacts) {
        guard facts.hasServiceManager, facts.hasUnit else {
            let why = facts.hasServiceManager ? "its unit isn't installed" : "systemd doesn't run it"
            return objections.append("VIR can't be started with this machine: \(why)")
        }
        if let desktop = facts.desktop, facts.startsDesktop { steps.append(.startWithoutDesktop(desktop)) }
        if facts.isEnabled {
            remarks.append("VIR starts with the machine")
            if steps.contains(.makeCameraObject) { steps.append(.restart) }
        } else {
            // A desktop that runs has the TV until the next start.
            steps.append(.enable(now: facts.desktop == nil))
        }
    }

    private mutating func planEnd(_ facts: SetupFacts) {
        guard facts.hasServiceManager, facts.hasUnit else { return }
        if facts.isEnabled { steps.append(.disable) } else { remarks.append("VIR doesn't start with the machine") }
        if let desktop = facts.desktop, !facts.startsDesktop { steps.append(.startWithDesktop(desktop)) }
    }
}
