// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

extension SystemMonitor {
    /// Makes the monitor of a run's machine; `nil` if there is nothing to monitor.
    convenience init?(_ plan: RunPlan, timebase: any Timebase, events: RunEvents, post: @escaping (BoxNews) -> Void) {
        guard plan.sys != nil || plan.notices != nil else { return nil }
        let listCameras: (() -> [CameraOption])? = plan.asksForCameras ? { MachineCameras.options() } : nil
        // Without a camera of the machine no microphone of the machine is opened either.
        let hasMicrophone: (() -> Bool)? = plan.asksForCameras ? { CaptureDevices().isAnyThere } : nil
        self.init(
            power: plan.sys.map(PowerFiles.init(sys:)), notices: plan.notices.map(NoticeFolder.init(path:)), cameras: listCameras,
            hasMicrophone: hasMicrophone, timebase: timebase, events: events, post: post)
    }
}
