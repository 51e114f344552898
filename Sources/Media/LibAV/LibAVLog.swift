import CLibAV
import Synchronization

/// What libav itself wants to say. By default it would go to standard error, between the box's own lines.
public enum LibAVLog {
    private static let sink = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Hands libav's warnings and errors to `line`, one at a time, without the newline. Thread-safe; `line` is called
    /// from whatever thread libav is on.
    public static func route(to line: @escaping @Sendable (String) -> Void) {
        sink.withLock { $0 = line }
        av_log_set_level(AV_LOG_WARNING)
        vir_log_route { _, text in
            guard let text else { return }
            var words = Substring(String(cString: text))
            while words.last?.isNewline == true { words.removeLast() }
            guard !words.isEmpty, let sink = LibAVLog.sink.withLock({ $0 }) else { return }
            sink(String(words))
        }
    }

    /// Silences libav. Thread-safe.
    public static func quiet() {
        vir_log_route(nil)
        sink.withLock { $0 = nil }
    }
}
