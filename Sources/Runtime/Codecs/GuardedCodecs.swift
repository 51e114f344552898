// SPDX-License-Identifier: GPL-3.0-or-later

import Media

/// Codecs on threads of their own, as hardware codecs run in a virtual run. `vir bench` measures with them what these threads cost.
package enum GuardedCodecs {
    package static func guarding(_ encoder: any Encoder) -> any Encoder { GuardedEncoder(encoder, limit: CodecLimits.virtual.call) }

    package static func guarding(_ decoder: any Decoder) -> any Decoder { GuardedDecoder(decoder, limit: CodecLimits.virtual.call) }
}
