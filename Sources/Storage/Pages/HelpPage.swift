// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The help that lies on the card beside its page: `help.html`, and the same as plain text for whoever looks there first.
struct HelpPage {
    struct Section {
        var heading: String
        var lines: [String]
    }

    let title = Strings.CardHelp.title
    let windowTitle = PageTemplates.windowTitle(Strings.CardHelp.title)
    let about = Strings.CardHelp.about
    let sections = Strings.CardHelp.sections.map { Section(heading: $0.heading, lines: $0.lines) }
    let style = PageStyle.text
    let words = PageWords()

    /// The first line of the text. A file of that name that begins otherwise is somebody's own.
    static let firstLine = "VIR\r\n"

    /// The text, with line ends that every editor shows as such.
    var text: [UInt8] {
        let parts = [about] + sections.map { section in ([section.heading] + section.lines.map { "- \($0)" }).joined(separator: "\r\n") }
        let foot = Strings.Page.writtenOnTheCard(ProgramVersion.text)
        return Array((Self.firstLine + "\r\n" + (parts + [foot]).joined(separator: "\r\n\r\n") + "\r\n").utf8)
    }

    /// Returns both files, by their names on the card.
    static func files() throws(CardError) -> [Scorebook.File] {
        let page = HelpPage()
        return [
            Scorebook.File(path: CardLayout.help, bytes: try PageTemplates.bytes(of: page, template: .help)),
            Scorebook.File(path: CardLayout.readMe, bytes: page.text),
        ]
    }
}

/// The template of the help. Values in double braces are escaped; values in triple braces were written by the program itself.
enum HelpTemplate {
    static let text = #"""
        {{> head}}
        <body class="index">
        <header class="top">
        <p class="brand">VIR</p>
        <h1>{{title}}</h1>
        <p class="lead">{{about}}</p>
        </header>
        <main>
        {{#sections}}
        <section>
        <h2>{{heading}}</h2>
        <ul>
        {{#lines}}
        <li>{{.}}</li>
        {{/lines}}
        </ul>
        </section>
        {{/sections}}
        </main>
        <footer><p>{{words.writtenOnTheCard}} <a href="index.html">{{words.allSessions}}</a></p></footer>
        </body>
        </html>

        """#
}
