// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Glibc
import Synchronization

/// Switches the TV on and off over its HDMI cable, through the kernel's CEC adapters.
///
/// For the TV, VIR is then a playback device named "VIR", and the keys of the TV's remote come as those of a keyboard. A request waits for
/// a TV; without a TV nothing happens. Thread-safe; only `stop` waits. The thread `vir-cec` owns the adapters, because a message takes up
/// to a second.
public final class TVControl: Sendable {
    private let mailbox: TVRequests
    private let handle: pthread_t
    private let isRunning = Atomic(true)

    /// - Parameter tell: takes one line when there is no adapter or no right to use it, when a TV was found, woken or sent to sleep, and
    ///   when it doesn't answer. Called on the thread of this call, and later on `vir-cec`.
    /// - Returns: `nil` if there is no adapter that VIR may use.
    public convenience init?(timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) {
        self.init(paths: (0..<8).map { "/dev/cec\($0)" }, timebase: timebase, tell: tell)
    }

    init?(paths: [String], timebase: any Timebase, tell: @escaping @Sendable (String) -> Void) {
        var adapters: [CECAdapter] = []
        var trouble: String?
        for path in paths {
            do throws(CECAdapter.Fault) {
                adapters.append(try CECAdapter(path: path))
            } catch  where error.code == ENOENT || error.code == ENODEV {
                continue
            } catch {
                let hint = error.code == EACCES ? "; put VIR's user into the group that \(path) belongs to (video)" : ""
                trouble = trouble ?? "\(path): \(error)\(hint)"
            }
        }
        guard !adapters.isEmpty else {
            tell("the TV can't be switched: \(trouble ?? "this machine has no CEC adapter (/dev/cec0)")")
            return nil
        }
        guard let mailbox = TVRequests() else {
            tell("the TV can't be switched: no file descriptor is left to wake its thread")
            return nil
        }
        let runner = Unmanaged.passRetained(TVControlRunner(adapters: adapters, requests: mailbox, timebase: timebase, tell: tell))
        var handle = pthread_t()
        let result = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                vir_name_thread("vir-cec")
                Unmanaged<TVControlRunner>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, runner.toOpaque())
        guard result == 0 else {
            runner.release()
            tell("the TV can't be switched: no thread can be started: \(String(cString: strerror(result)))")
            return nil
        }
        self.mailbox = mailbox
        self.handle = handle
    }

    deinit { stop() }

    /// Switches the TV on and has it show VIR's picture, at once or when it is plugged in.
    public func wake() { mailbox.put(.wake) }

    /// Sends the TV to standby if it shows VIR's picture; leaves it alone if it shows another.
    public func standby() { mailbox.put(.standby) }

    /// Sends what was requested before, and ends the thread. Nothing is sent afterwards.
    public func stop() {
        guard isRunning.exchange(false, ordering: .relaxed) else { return }
        mailbox.close()
        pthread_join(handle, nil)
    }
}
