// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Commits, and the vblanks at which they come on the TV.
extension KMSDisplay {
    /// Hands the waiting frame to the hardware, unless that is busy with the one before.
    func push() throws(DisplayError) {
        while let tv, let frame = scanout.beginCommit() {
            let readsBack = if case .asked = readBack { true } else { false }
            do {
                try tv.output.commit(frame, readsBack: readsBack)
            } catch  where error.isBusy {
                // The frame goes with the next vblank.
                scanout.commitRefused(keep: true)
                return
            } catch  where error.isCardGone || error.isNotMaster || error.isOutOfDate {
                throw failure(after: error)
            } catch {
                scanout.commitRefused(keep: false)
                try submitAnotherWay(frame, on: tv, readsBack: readsBack, fault: error)
                continue
            }
            scanout.committed()
            queuedAt = timebase.now()
            if readsBack { readBack = .queued }
            if let news = tv.news(of: frame) { tell("the TV shows \(news)") }
        }
    }

    /// Submits the pictures in another arrangement, because the hardware refused a frame that had passed its test.
    private func submitAnotherWay(_ frame: PlaneFrame, on tv: ActiveOutput, readsBack: Bool, fault: DRMFault) throws(DisplayError) {
        if readsBack {
            // The hardware may have refused the reading back: try once more without it.
            readBack = .idle
            scanout.submit(frame)
            return
        }
        tv.refuse(frame)
        let other: PlaneFrame?
        do {
            other = try tv.frame(for: frame.pictures)
        } catch {
            throw failure(after: error)
        }
        guard let other else { throw .commitFailed("\(fault); it has to be composed") }
        scanout.submit(other)
    }

    /// Waits for the next event of this TV.
    /// - Returns: `nil` if there was no vblank yet, by the deadline or by what the hardware reports.
    func nextEvent(of tv: ActiveOutput, on device: DRMDevice, until deadline: Timestamp) throws(DRMFault) -> Vblank? {
        requestVblank(of: tv, on: device)
        let byClock = scanout.queued == nil && !hasVblankEvents ? track.upcoming(at: timebase.now()).timestamp : nil
        let flipDue = scanout.queued == nil ? nil : queuedAt.advanced(by: Self.flipLimit)
        let end = min(deadline, byClock ?? deadline, flipDue ?? deadline)
        _ = try device.waitForEvents(until: end, timebase: timebase)
        var vblank: Vblank?
        if let flip = device.inbox.takeFlip() {
            vblank = flipped(at: flip)
        } else if let flipDue, timebase.now() >= flipDue {
            try replaceLostFlip(of: tv)
        }
        if let passed = device.inbox.takeVblank() {
            vblankRequest = nil
            // With a commit queued, its flip is the vblank: the commit is on the TV when the flip is reported.
            if scanout.queued == nil { vblank = vblank ?? track.observe(passed) }
        } else if let byClock, timebase.now() >= byClock {
            vblank = track.observe(byClock)
        }
        if vblank != nil { pushWaiting() }
        return vblank
    }

    private func flipped(at flip: Timestamp) -> Vblank? {
        scanout.flipped()
        let vblank = track.observe(track.plausible(flip, askedFor: queuedAt))
        if case .queued = readBack { readBack = .shown(vblank ?? track.last, scanout.active) }
        tv?.sweep()
        return vblank
    }

    /// Asks the kernel for an event at the next vblank: without a commit no flip reports it.
    private func requestVblank(of tv: ActiveOutput, on device: DRMDevice) {
        guard scanout.queued == nil, hasVblankEvents else { return }
        let now = timebase.now()
        if let vblankRequest {
            // The event was promised and never came: from here on the clock tells the vblanks.
            hasVblankEvents = now < vblankRequest.advanced(by: Self.flipLimit)
            return
        }
        do {
            try device.requestVblank(tv.output.crtc)
            vblankRequest = now
        } catch {
            hasVblankEvents = false
        }
    }

    /// Commits the waiting frame with this vblank. A refusal has no caller to be told to: the next commit brings another picture.
    private func pushWaiting() {
        do {
            try push()
        } catch {
            if tv != nil { tell(error.description) }
        }
    }

    /// Sets the mode anew with the queued frame, because its flip never came.
    private func replaceLostFlip(of tv: ActiveOutput) throws(DRMFault) {
        tell("\(tv.output.connector.name): a picture didn't come on the TV; the mode is set anew")
        try tv.output.relight(scanout.queued)
        scanout.flipped()
        readBack = .idle
        vblankRequest = nil
        tv.sweep()
    }

    /// Returns the next vblank while there is no TV: the box's clock makes it.
    func idleVblank(until deadline: Timestamp) -> Vblank? {
        let upcoming = track.upcoming(at: timebase.now())
        guard upcoming.timestamp <= deadline else {
            timebase.wait(until: deadline)
            return nil
        }
        timebase.wait(until: upcoming.timestamp)
        return track.observe(upcoming.timestamp)
    }
}
