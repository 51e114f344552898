import CALSA
import Core
import Glibc

/// A microphone through ALSA: a USB one on the box, whatever `default` is on a laptop.
///
/// Thread-bound. Reads never block beyond their deadline; an overrun loses samples, and the next block's time shows it.
public final class ALSAMicrophone: Microphone {
    public let name: String
    public let sampleRate: Int
    public let channels: Int

    static let samplesPerBlock = 1024
    private static let wantedRate: UInt32 = 48_000
    /// Half a second, so that a busy moment loses nothing.
    private static let bufferSamples: snd_pcm_uframes_t = 24_000

    private let device: String
    private let pcm: OpaquePointer
    private var clock: SampleClock
    private var block: [Int16]
    /// Samples of the block that are there already, for each channel, and when the first of them was heard.
    private var filled = 0
    private var blockTime = Timestamp.zero

    /// Opens the device, one channel at 48 kHz or what it has nearest to that.
    public init(device: String = "default") throws(MicrophoneError) {
        Self.quieten()
        var handle: OpaquePointer?
        let opened = snd_pcm_open(&handle, device, SND_PCM_STREAM_CAPTURE, Int32(SND_PCM_NONBLOCK))
        guard opened >= 0, let handle else {
            throw MicrophoneError("microphone \(device): can't be opened: \(Self.text(opened)); `vir devices` lists what there is")
        }
        do {
            (sampleRate, channels) = try Self.configure(handle, device: device)
        } catch {
            snd_pcm_close(handle)
            throw error
        }
        self.device = device
        name = "alsa:" + device
        pcm = handle
        clock = SampleClock(rate: sampleRate)
        block = [Int16](repeating: 0, count: Self.samplesPerBlock * channels)
    }

    deinit { snd_pcm_close(pcm) }

    public func start() throws(MicrophoneError) {
        snd_pcm_drop(pcm)
        try check(snd_pcm_prepare(pcm), "can't be prepared")
        try check(snd_pcm_start(pcm), "can't be started")
        filled = 0
        clock.restart()
    }

    public func nextBlock(until deadline: Timestamp) throws(MicrophoneError) -> SoundBlock? {
        while true {
            if filled == 0 { blockTime = oldestSampleTime() }
            let read = block.withUnsafeMutableBufferPointer { samples in
                snd_pcm_readi(pcm, samples.baseAddress?.advanced(by: filled * channels), snd_pcm_uframes_t(Self.samplesPerBlock - filled))
            }
            if read < 0, read != -Int(EAGAIN) {
                try recover(Int32(read))
            } else if read > 0 {
                filled += Int(read)
                guard filled == Self.samplesPerBlock else { continue }
                filled = 0
                return SoundBlock(timestamp: clock.stamp(reading: blockTime, count: Self.samplesPerBlock), samples: block)
            }
            let left = Self.now().duration(to: deadline).inMilliseconds
            guard left > 0 else { return nil }
            let waited = snd_pcm_wait(pcm, Int32(min(left.rounded(.up), 1000)))
            if waited < 0 { try recover(waited) }
        }
    }

    public func stop() {
        snd_pcm_drop(pcm)
    }

    /// The names under which sound can be recorded here.
    public static func list() -> [String] {
        quieten()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var names: [String] = []
        var index = 0
        while let hint = hints[index] {
            index += 1
            // Without a direction a device has both.
            if let direction = string(of: hint, "IOID"), direction != "Input" { continue }
            if let name = string(of: hint, "NAME"), name != "null" { names.append(name) }
        }
        return names
    }

    private static func string(of hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    private static func configure(_ pcm: OpaquePointer, device: String) throws(MicrophoneError) -> (rate: Int, channels: Int) {
        func check(_ code: Int32, _ what: String) throws(MicrophoneError) {
            guard code >= 0 else { throw MicrophoneError("microphone \(device): \(what): \(text(code))") }
        }
        var parameters: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&parameters), "no memory for its settings")
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(pcm, parameters), "says nothing about itself")
        try check(snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED), "can't be read in order")
        try check(snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16), "has no 16-bit samples; try plughw:")
        var channels: UInt32 = 1
        try check(snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "has no channel")
        guard (1...2).contains(channels) else {
            throw MicrophoneError("microphone \(device): has \(channels) channels; one or two can be recorded, try plughw:")
        }
        var rate = wantedRate
        try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "has no rate near \(wantedRate) Hz")
        var buffer = bufferSamples
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "takes no buffer")
        var period = snd_pcm_uframes_t(samplesPerBlock)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "takes no period")
        try check(snd_pcm_hw_params(pcm, parameters), "refuses its settings")
        try stampMonotonically(pcm, check)
        return (Int(rate), Int(channels))
    }

    /// Asks for time stamps on the box's clock. A driver that has none gives zeros, and then the reading is our own.
    private static func stampMonotonically(_ pcm: OpaquePointer,
                                           _ check: (Int32, String) throws(MicrophoneError) -> Void) throws(MicrophoneError) {
        var parameters: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&parameters), "no memory for its settings")
        defer { snd_pcm_sw_params_free(parameters) }
        try check(snd_pcm_sw_params_current(pcm, parameters), "says nothing about itself")
        try check(snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE), "takes no time stamps")
        try check(snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC), "has another clock")
        try check(snd_pcm_sw_params(pcm, parameters), "refuses its settings")
    }

    /// When the oldest sample not yet read was heard.
    private func oldestSampleTime() -> Timestamp {
        var available: snd_pcm_uframes_t = 0
        var time = timespec()
        let now = Self.now()
        guard snd_pcm_htimestamp(pcm, &available, &time) >= 0 else { return now }
        let stamp = Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
        // A stamp from another clock, or none, is seconds away from now.
        let isOurs = abs(stamp.duration(to: now).nanoseconds) < 2_000_000_000
        return (isOurs ? stamp : now).advanced(by: .zero - FrameRate(Int64(sampleRate)).offset(of: Int64(available)))
    }

    /// After an overrun or a suspend it goes on, with what was lost left out. What can't be recovered is thrown.
    private func recover(_ code: Int32) throws(MicrophoneError) {
        guard code != -EAGAIN, code != -EINTR else { return }
        filled = 0
        clock.restart()
        try check(snd_pcm_recover(pcm, code, 1), "is gone")
        if snd_pcm_state(pcm) != SND_PCM_STATE_RUNNING { try check(snd_pcm_start(pcm), "is gone") }
    }

    private func check(_ code: Int32, _ what: String) throws(MicrophoneError) {
        guard code >= 0 else { throw MicrophoneError("microphone \(device): \(what): \(Self.text(code))") }
    }

    private static func text(_ code: Int32) -> String {
        snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }

    /// The library prints its own account of each error; ours is one line.
    private static func quieten() {
        vir_snd_quiet()
    }

    /// The clock that the card stamps with.
    private static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
