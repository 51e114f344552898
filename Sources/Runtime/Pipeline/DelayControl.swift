import Core
import Synchronization

/// The delay as it is set: written by the box's thread, read at every vblank and by the decoder. Thread-safe.
final class DelayControl: Sendable {
    private struct Setting {
        var delay: Duration
        var glide = 0
    }

    private let setting: Mutex<Setting>

    init(_ delay: Duration) {
        setting = Mutex(Setting(delay: delay))
    }

    /// The delay, and a number that rises with each change: what was decoded for another one isn't for this.
    var current: (delay: Duration, glide: Int) { setting.withLock { ($0.delay, $0.glide) } }

    func set(_ delay: Duration) {
        setting.withLock { setting in
            guard setting.delay != delay else { return }
            setting.delay = delay
            setting.glide += 1
        }
    }
}
