// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA
import Core
import Glibc

/// One direction of a sound card, opened and configured: 16-bit samples, interleaved, and no call that blocks.
///
/// Thread-bound. The card is closed in `deinit`: a card that was pulled only goes when nobody has it open any more.
final class ALSAStream {
    enum Direction {
        case capture, playback

        var noun: String { self == .capture ? "microphone" : "speaker" }
        var kind: snd_pcm_stream_t { self == .capture ? SND_PCM_STREAM_CAPTURE : SND_PCM_STREAM_PLAYBACK }
    }

    /// The configuration that is asked of the hardware, in samples per channel.
    struct Wish {
        var rate: UInt32
        var channels: UInt32
        /// True if another rate, and one or two channels, will do.
        var takesNear: Bool
        var bufferSamples: Int
        var periodSamples: Int
    }

    let pcm: OpaquePointer
    let rate: Int
    let channels: Int
    /// The number of times that samples were lost or missing since the stream was opened.
    private(set) var breaks = 0
    private let direction: Direction
    private let device: String

    init(_ direction: Direction, device: String, _ wish: Wish) throws(SoundError) {
        Self.quieten()
        var handle: OpaquePointer?
        let opened = snd_pcm_open(&handle, device, direction.kind, Int32(SND_PCM_NONBLOCK))
        guard opened >= 0, let handle else {
            throw SoundError("\(direction.noun) \(device): can't be opened: \(Self.text(opened)); `vir devices` lists what there is")
        }
        do {
            (rate, channels) = try Self.configure(handle, "\(direction.noun) \(device)", wish)
        } catch {
            snd_pcm_close(handle)
            throw error
        }
        pcm = handle
        self.direction = direction
        self.device = device
    }

    deinit { snd_pcm_close(pcm) }

    /// Discards the buffer and gets ready. A microphone runs from here on, a speaker from its first samples on.
    func begin() throws(SoundError) {
        snd_pcm_drop(pcm)
        try check(snd_pcm_prepare(pcm), "can't be prepared")
        if direction == .capture { try check(snd_pcm_start(pcm), "can't be started") }
    }

    /// Handles the error of a call. After an overrun, an underrun or a suspend the stream goes on, and `breaks` counts it.
    /// - Returns: true if the stream goes on; `false` if the card is still waking up, after a short wait.
    /// - Throws: if the stream can't go on, for example because the card was pulled.
    @discardableResult
    func recover(from code: Int32) throws(SoundError) -> Bool {
        switch -code {
        case EAGAIN, EINTR:
            return true
        case EPIPE:
            breaks += 1
            try restart()
            return true
        case ESTRPIPE:
            let resumed = snd_pcm_resume(pcm)
            if resumed == -EAGAIN {
                _ = poll(nil, 0, Self.wakingMilliseconds)
                return false
            }
            breaks += 1
            if resumed < 0 { try restart() }
            return true
        default:
            throw SoundError("\(direction.noun) \(device) is gone: \(Self.text(code))")
        }
    }

    /// Waits until something can be read or written, or until `deadline`, but at most a second.
    func wait(until deadline: Timestamp) throws(SoundError) {
        let left = Self.now().duration(to: deadline).inMilliseconds
        let waited = snd_pcm_wait(pcm, Int32(min(max(left.rounded(.up), 0), 1000)))
        if waited < 0 { try recover(from: waited) }
    }

    func check(_ code: Int32, _ what: String) throws(SoundError) {
        try Self.check(code, "\(direction.noun) \(device)", what)
    }

    /// The length of one wait for a card that is waking up.
    private static let wakingMilliseconds: Int32 = 5

    private func restart() throws(SoundError) {
        try check(snd_pcm_prepare(pcm), "is gone")
        if direction == .capture { try check(snd_pcm_start(pcm), "is gone") }
    }

    // MARK: Setup

    private static func configure(_ pcm: OpaquePointer, _ subject: String, _ wish: Wish) throws(SoundError) -> (rate: Int, channels: Int) {
        func check(_ code: Int32, _ what: String) throws(SoundError) { try Self.check(code, subject, what) }
        var parameters: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&parameters), "no memory for its settings")
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(pcm, parameters), "says nothing about itself")
        try check(snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "takes no samples in order")
        try check(snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16), "has no 16-bit samples; try plughw:")
        var channels = wish.channels
        var rate = wish.rate
        if wish.takesNear {
            try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "has no channel")
            guard (1...2).contains(channels) else {
                throw SoundError("\(subject): has \(channels) channels; one or two can be used, try plughw:")
            }
            try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "has no rate near \(rate) Hz")
        } else {
            try check(snd_pcm_hw_params_set_channels(pcm, parameters, channels), "hasn't just \(channels) channels; try plughw:")
            try check(snd_pcm_hw_params_set_rate(pcm, parameters, rate, 0), "has no \(rate) Hz; try plughw:")
        }
        var buffer = snd_pcm_uframes_t(wish.bufferSamples)
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "takes no buffer")
        var period = snd_pcm_uframes_t(wish.periodSamples)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "takes no period")
        try check(snd_pcm_hw_params(pcm, parameters), "refuses its settings")
        try stampMonotonically(pcm, subject)
        return (Int(rate), Int(channels))
    }

    /// Asks for timestamps of the box's clock. A driver without timestamps gives zeros.
    private static func stampMonotonically(_ pcm: OpaquePointer, _ subject: String) throws(SoundError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&parameters), subject, "no memory for its settings")
        defer { snd_pcm_sw_params_free(parameters) }
        try check(snd_pcm_sw_params_current(pcm, parameters), subject, "says nothing about itself")
        try check(snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE), subject, "takes no time stamps")
        try check(snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC), subject, "has another clock")
        try check(snd_pcm_sw_params(pcm, parameters), subject, "refuses its settings")
    }

    private static func check(_ code: Int32, _ subject: String, _ what: String) throws(SoundError) {
        guard code >= 0 else { throw SoundError("\(subject): \(what): \(text(code))") }
    }

    private static func text(_ code: Int32) -> String {
        snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// Silences the library, which prints its own account of each error; VIR reports one line.
    private static func quieten() {
        vir_snd_quiet()
    }

    /// Returns the present instant of the clock that the card stamps with.
    static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

extension ALSAStream {
    /// Returns the names of the devices that can record or play sound here.
    static func list(_ direction: Direction) -> [String] {
        quieten()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        let other = direction == .capture ? "Output" : "Input"
        var names: [String] = []
        var index = 0
        while let hint = hints[index] {
            index += 1
            // A device without a direction has both.
            if string(of: hint, "IOID") == other { continue }
            if let name = string(of: hint, "NAME"), !isPartOfAnother(name) { names.append(name) }
        }
        return names
    }

    /// Returns true for names of one loudspeaker set or for sharing, whose cards are listed by their plain names too, and for devices that
    /// are no card.
    private static func isPartOfAnother(_ name: String) -> Bool {
        ["null", "surround", "front:", "rear:", "center_lfe:", "side:", "dmix:", "dsnoop:", "usbstream:"].contains { name.hasPrefix($0) }
    }

    private static func string(of hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
