// SPDX-License-Identifier: GPL-3.0-or-later

import CVoice
import Core

/// The voice of libespeak-ng, which is loaded when the first voice is made: neither a build nor a start needs the library.
///
/// Thread-bound. The library's state is global, so a second voice shares it, and waits while the first one speaks.
public final class EspeakVoice: Voice {
    public let sampleRate: Int

    /// - Parameter library: the name by which the system finds the library.
    public init(library: String = "libespeak-ng.so.1") throws(VoiceError) {
        var objection = [CChar](repeating: 0, count: 256)
        sampleRate = Int(vir_voice_open(library, &objection, objection.count))
        guard sampleRate > 0 else {
            let end = objection.firstIndex(of: 0) ?? objection.endIndex
            let reason = String(decoding: objection[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw VoiceError("this box has no voice (\(reason)): install libespeak-ng1")
        }
    }

    /// Collects the sound while the library speaks.
    private final class Listener {
        let goesOn: () -> Bool
        var samples: [Int16] = []
        var isEnded = false

        init(_ goesOn: @escaping () -> Bool) {
            self.goesOn = goesOn
        }
    }

    public func say(_ words: String, language: String, goesOn: () -> Bool) throws(VoiceError) -> [Int16]? {
        let (samples, isWhole): ([Int16]?, Bool) = withoutActuallyEscaping(goesOn) { goesOn in
            let listener = Listener(goesOn)
            let isWhole = vir_voice_speak(words, language, Unmanaged.passUnretained(listener).toOpaque()) { context, samples, count in
                guard let context else { return false }
                let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
                listener.isEnded = !listener.goesOn()
                if !listener.isEnded { listener.samples += UnsafeBufferPointer(start: samples, count: Int(count)) }
                return !listener.isEnded
            }
            return (listener.isEnded ? nil : listener.samples, isWhole)
        }
        guard isWhole || samples == nil else { throw VoiceError("the voice can't say “\(words)”") }
        return samples
    }
}
