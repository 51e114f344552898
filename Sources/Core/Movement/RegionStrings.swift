// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the page with the frame round the archer.
    package enum Region {
        package static var title: String { Phrases.Region.title }
        package static var help: String { Phrases.Region.help }
        package static var whole: String { Phrases.Region.whole }
        package static var use: String { Phrases.Region.use }
        package static var isSet: String { Phrases.Region.isSet }
        package static var isFound: String { Phrases.Region.isFound }
    }
}
