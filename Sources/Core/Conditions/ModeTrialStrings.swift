// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static var modeTrialKeep: String { Phrases.ModeTrial.keep }
    package static func modeTrialGoesOn(_ seconds: Int) -> String { Phrases.ModeTrial.goesOn(seconds) }
    package static func modeTrialKept(_ mode: TVResolution) -> String { Phrases.ModeTrial.kept(tvMode(mode)) }
}
