// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import Core
import Glibc

/// TVs and cards that come and go.
extension KMSDisplay {
    /// The time after which a missing TV or card is looked for again, even if the kernel reports nothing.
    private static let patience: Duration = .milliseconds(250)

    /// Checks whether anything has changed about the TV, the card or the master.
    func look(forced: Bool) {
        followConsole()
        guard !isAway else { return }
        let forced = followWish() || forced
        let news = hotplug?.poll() ?? Hotplug.News()
        // A card's driver may pretend that the card is there until the last program that has it open lets go.
        if let device, news.removed.contains(device.path) {
            lose(after: DRMFault(operation: "the card", code: ENODEV))
        }
        let isMissing = tv == nil && timebase.now() >= nextLook
        // Without the kernel's messages, the socket has to be checked from time to time.
        let isBlind = hotplug == nil && timebase.now() >= nextLook
        guard forced || news.isAny || isMissing || isBlind else { return }
        nextLook = timebase.now().advanced(by: Self.patience)
        guard let device = device ?? reopened() else { return }
        if !isMaster {
            guard device.becomeMaster() else { return }
            isMaster = true
            tell("\(device.path): VIR has the display again")
        }
        do {
            try see(KMSConnector.all(on: device, probe: forced || news.isAny || isBlind), on: device)
        } catch {
            lose(after: error)
        }
    }

    /// Gives up the TV if a person wants another mode, so that it is lit in that one.
    /// - Returns: true if so.
    private func followWish() -> Bool {
        let wanted = wish.size
        guard wanted != followedWish else { return false }
        followedWish = wanted
        guard let tv else { return true }
        do {
            try tv.output.extinguish()
            forgetTV()
            tell("TV: \(wanted.map { "\($0)" } ?? "its own mode") is wanted")
        } catch {
            lose(after: error)
        }
        return true
    }

    /// Leaves the display to another text console, and takes it again when VIR's own is shown.
    private func followConsole() {
        guard let console, let change = console.nextSwitch() else { return }
        switch change {
        case .away:
            isAway = true
            isMaster = false
            forgetTV()
            device?.dropMaster()
            console.letGo()
            tell("TV lost: another text console is shown")
        case .back:
            console.welcomeBack()
            isAway = false
            nextLook = timebase.now()
        }
    }

    private func reopened() -> DRMDevice? {
        guard let found = try? openCard() else { return nil }
        device = found
        isMaster = found.becomeMaster()
        tell("\(found.path): the display's card is back")
        return found
    }

    /// Compares the sockets with the TV that is lit, and follows a change.
    private func see(_ connectors: [KMSConnector], on device: DRMDevice) throws(DRMFault) {
        if let lit = tv?.output.connector {
            if let now = connectors.first(where: { $0.id == lit.id }), now.isConnected, now.hasSameTV(as: lit), !now.isLinkBad {
                return
            }
            try tv?.output.extinguish()
            forgetTV()
            tell("TV lost: \(lit.name)")
        }
        let sockets = connectors.filter { $0.isConnected && !$0.isWriteback }
        guard !sockets.isEmpty else { return say("\(device.path): no TV is plugged in; the picture comes when one is") }
        for socket in sockets where try light(socket, among: connectors, on: device) {
            lastTrouble = nil
            return
        }
    }

    /// Lights a TV in the best mode that its card takes. Returns `false` if it takes none.
    private func light(_ socket: KMSConnector, among connectors: [KMSConnector], on device: DRMDevice) throws(DRMFault) -> Bool {
        var trouble: DRMFault?
        let planes = try KMSPlane.all(on: device)
        let crtcs = try KMSCRTC.all(on: device).filter { socket.possibleCRTCs & $0.bit != 0 }
        for crtc in crtcs.sorted(by: { $0.id == socket.currentCRTC && $1.id != socket.currentCRTC }) {
            let writeback =
                device.hasWriteback
                ? connectors.first { $0.isWriteback && $0.possibleCRTCs & crtc.bit != 0 } : nil
            for mode in ranked(socket) {
                for writeback in writeback == nil ? [nil] : [writeback, nil] {
                    do throws(DRMFault) {
                        let output = try KMSOutput(
                            socket, crtc: crtc, timing: mode.timing, mode: mode.mode, planes: planes,
                            writeback: writeback, on: device)
                        begin(output, on: device)
                        return true
                    } catch  where error.isCardGone || error.isNotMaster {
                        throw error
                    } catch {
                        trouble = error
                    }
                }
            }
        }
        say("\(device.path): \(socket.name) takes no mode: \(trouble?.description ?? "it has no CRTC")")
        return false
    }

    private func begin(_ output: KMSOutput, on device: DRMDevice) {
        tv = ActiveOutput(output: output, device: device)
        track.change(rate: output.mode.refresh)
        hasVblankEvents = true
        // A mode that is only tried, or that a person chose, isn't the TV's best.
        if followedWish == nil { goodModes[output.connector.edid] = output.mode }
        let monitor = output.connector.monitor.map { "\($0) on " } ?? ""
        tell("TV: \(monitor)\(output.connector.name), \(Self.text(output.mode)) (\(device.driver))")
    }

    private func ranked(_ socket: KMSConnector) -> [KMSMode] {
        var choice = modes
        choice.lastGood = goodModes[socket.edid]
        if let followedWish { choice.wanted = DisplayMode(size: followedWish, refresh: FrameRate(60)) }
        return choice.ranked(socket.modes, hasEDID: !socket.edid.isEmpty)
    }

    // MARK: Losing the TV

    /// Gives up the TV, and also the card or the master if the fault took it. All of them are then looked for anew.
    func lose(after fault: DRMFault) {
        let hadTV = tv != nil
        forgetTV()
        nextLook = timebase.now().advanced(by: Self.patience)
        if fault.isCardGone {
            device = nil
            say("TV lost: the display's card is gone")
        } else if fault.isNotMaster {
            isMaster = false
            say("TV lost: another program has the display; the picture comes when it is free")
        } else if hadTV {
            tell("TV lost: \(fault)")
        } else {
            say("the TV can't be had: \(fault)")
        }
    }

    func failure(after fault: DRMFault) -> DisplayError {
        guard fault.isCardGone || fault.isNotMaster || fault.isOutOfDate else { return .commitFailed(fault.description) }
        lose(after: fault)
        return .gone(name)
    }

    /// Forgets the TV: nothing is on screen or on its way there.
    func forgetTV() {
        scanout.lost()
        tv = nil
        readBack = .idle
        vblankRequest = nil
        track.change(rate: Self.idleRate)
    }

    /// Tells a lasting trouble once, and not at every check.
    private func say(_ trouble: String) {
        guard lastTrouble != trouble else { return }
        lastTrouble = trouble
        tell(trouble)
    }
}

extension KMSConnector {
    /// Returns true if the same TV is plugged in, as far as it says.
    fileprivate func hasSameTV(as other: KMSConnector) -> Bool {
        edid == other.edid && modes.count == other.modes.count
            && zip(modes, other.modes).allSatisfy { one, another in
                withUnsafeBytes(of: one) { one in withUnsafeBytes(of: another) { one.elementsEqual($0) } }
            }
    }
}
