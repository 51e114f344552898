// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV

/// The way in which libavformat opens a film from elsewhere: the MP4 reader alone, this one file alone, and only as long as somebody
/// waits for it.
///
/// Thread-bound.
final class ForeignAccess {
    /// The path by which libavformat opens the file.
    let path: String
    private let mayGoOn: () -> Bool

    /// - Parameter mayGoOn: asked while the file is read; after false, reading fails.
    init(path: String, mayGoOn: @escaping () -> Bool) {
        self.path = path
        self.mayGoOn = mayGoOn
        _ = Self.limitAllocations
    }

    /// The most bytes that libav reserves at once. The largest picture here takes a quarter of it; a table that claims more is refused.
    private static let largestAllocation = 256 << 20

    private static let limitAllocations: Void = av_max_alloc(largestAllocation)

    /// Returns a context to open the file in, which asks whether to go on. This object has to live as long as the context.
    func context() -> UnsafeMutablePointer<AVFormatContext>? {
        guard let context = avformat_alloc_context() else { return nil }
        context.pointee.interrupt_callback = AVIOInterruptCB(
            callback: { access in
                guard let access else { return 0 }
                return Unmanaged<ForeignAccess>.fromOpaque(access).takeUnretainedValue().mayGoOn() ? 0 : 1
            },
            opaque: Unmanaged.passUnretained(self).toOpaque())
        return context
    }

    /// Returns the options that keep libavformat from opening anything else. The caller frees them.
    func options() -> OpaquePointer? {
        var options: OpaquePointer?
        for (name, value) in [
            ("format_whitelist", "mov"), ("protocol_whitelist", "file"),
            // Films that point to other files: by relative paths and by absolute ones.
            ("enable_drefs", "0"), ("use_absolute_path", "0"),
        ] {
            av_dict_set(&options, name, value, 0)
        }
        return options
    }
}
