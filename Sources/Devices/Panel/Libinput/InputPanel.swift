// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Glibc
import Synchronization

/// Keyboards, presenters, foot pedals, the TV's remote, mice and touch panels, through libinput. Devices may come and go.
///
/// Thread-safe. Its own thread, `vir-input`, owns libinput and calls the sink.
public final class InputPanel: Panel {
    public let name = "input devices"
    private let tell: @Sendable (String) -> Void
    private let reading = Mutex<Reading?>(nil)
    private let pose = TVPoseBoard()

    /// - Parameter tell: takes one line when a device comes or goes, and when no device may be read. Called on the panel's thread, and by
    ///   `start` if there is no thread.
    public init(tell: @escaping @Sendable (String) -> Void) {
        self.tell = tell
    }

    deinit { stop() }

    public func start(_ sink: @escaping @Sendable (PanelInput) -> Void) {
        let tell = tell
        stop()
        let next = Reading(pose: pose, sink: sink, tell: tell)
        guard next.begin() else {
            tell("input: no thread can be started for keyboards and mice")
            return
        }
        reading.withLock { $0 = next }
    }

    /// These devices have no lamp and no buzzer that belongs to the box.
    public func signal(_ signal: PanelSignal) {}

    public func follow(_ pose: TVPose) { self.pose.set(pose) }

    /// Returns when the thread has ended: no input comes after it.
    public func stop() {
        let current = reading.withLock { current in
            defer { current = nil }
            return current
        }
        current?.end()
    }
}

/// The way in which the TV hangs, for the thread that reads the devices. Thread-safe.
final class TVPoseBoard: Sendable {
    private let state = Mutex(TVPose(size: .hd1080))

    var current: TVPose { state.withLock { $0 } }

    func set(_ pose: TVPose) { state.withLock { $0 = pose } }
}

/// The thread that reads the devices, from its beginning to its end.
private final class Reading: @unchecked Sendable {
    // `handle` is set before another thread has the object, and read by the thread that ends it; the rest never changes.
    private let pose: TVPoseBoard
    private let sink: @Sendable (PanelInput) -> Void
    private let tell: @Sendable (String) -> Void
    /// A pipe. The thread ends when its write end is written to or closed.
    private let ending: (read: Int32, write: Int32)
    private var handle = pthread_t()

    init(pose: TVPoseBoard, sink: @escaping @Sendable (PanelInput) -> Void, tell: @escaping @Sendable (String) -> Void) {
        self.pose = pose
        self.sink = sink
        self.tell = tell
        var ends: [Int32] = [-1, -1]
        ending = pipe(&ends) == 0 ? (ends[0], ends[1]) : (-1, -1)
        for end in ends where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        for end in [ending.read, ending.write] where end >= 0 { close(end) }
    }

    /// - Returns: true if there is a thread now.
    func begin() -> Bool {
        guard ending.read >= 0 else { return false }
        let argument = Unmanaged.passRetained(self)
        let result = pthread_create(
            &handle, nil,
            { argument in
                guard let argument else { return nil }
                vir_name_thread("vir-input")
                Unmanaged<Reading>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        if result != 0 { argument.release() }
        return result == 0
    }

    /// Ends the thread; on that thread itself it doesn't wait.
    func end() {
        var word: UInt8 = 1
        write(ending.write, &word, 1)
        if pthread_equal(pthread_self(), handle) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    private func run() {
        guard let context = InputContext(pose: pose, tell: tell) else {
            tell("input: no keyboards and mice: there is no seat that libinput could read")
            return
        }
        context.dispatch(sink)
        var waiting = [
            pollfd(fd: context.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: ending.read, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&waiting, nfds_t(waiting.count), -1)
            guard count > 0 || errno == EINTR else { return }
            if waiting[1].revents != 0 { return }
            if waiting[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return }
            context.dispatch(sink)
        }
    }
}
