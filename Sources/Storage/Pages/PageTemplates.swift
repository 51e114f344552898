// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Mustache

/// The pages' templates, parsed once.
///
/// Templates are part of the program, so they can't be wrong on one machine and right on another. A test renders each.
enum PageTemplates {
    /// The bytes near a page's beginning if VIR wrote it.
    static let brand = Array("<p class=\"brand\">VIR</p>".utf8)
    /// The number of bytes within which they lie.
    static let beginning = 256 << 10

    enum Name: String, CaseIterable {
        case index, session, archer, help

        var text: String {
            switch self {
            case .index: IndexTemplate.text
            case .session: SessionTemplate.text
            case .archer: ArcherTemplate.text
            case .help: HelpTemplate.text
            }
        }
    }

    /// The beginning of each page, with the names `windowTitle`, `style` and `words` of its value.
    private static let head = #"""
        <!doctype html>
        <html lang="{{words.language}}">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>{{windowTitle}}</title>
        <link rel="icon" href="data:,">
        <style>{{{style}}}</style>
        </head>

        """#

    /// The title of the window or tab of a page that isn't a session's.
    static func windowTitle(_ title: String) -> String { "\(title) – VIR" }

    /// - Parameter page: the value in which the template's names are looked up.
    static func bytes(of page: some Sendable, template: Name) throws(CardError) -> [UInt8] {
        let library = try library.get()
        guard let text = library.render(PageValue.of(page) ?? page, withTemplate: template.rawValue) else {
            throw .failed(operation: "find", subject: "template \(template.rawValue)", reason: .isMissing)
        }
        return Array(text.utf8)
    }

    private static let library: Result<MustacheLibrary, CardError> = {
        MustacheContentTypes.register(PageContent(), named: PageContent.name)
        do {
            var library = MustacheLibrary()
            for (name, text) in Name.allCases.map({ ($0.rawValue, $0.text) }) + [("head", head)] + SessionTemplate.parts {
                try library.register("{{% CONTENT_TYPE:\(PageContent.name)}}\n" + text, named: name)
            }
            return .success(library)
        } catch {
            return .failure(.failed(operation: "read", subject: "the pages' templates", reason: "\(error)"))
        }
    }()
}

/// A value of a page whose stored properties are read only once. The template library would read all of them again for each name in a
/// template, and that takes most of a page's time.
private struct PageValue: MustacheParent {
    private let values: [String: Any]

    func child(named name: String) -> Any? { values[name] }

    /// - Returns: `nil` for an optional without a value.
    static func of(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { of($0.value) }
        case .collection: return mirror.children.compactMap { of($0.value) }
        case .struct where !mirror.children.isEmpty:
            let pairs = mirror.children.compactMap { child in child.label.flatMap { label in of(child.value).map { (label, $0) } } }
            return PageValue(values: Dictionary(pairs) { first, _ in first })
        default: return value
        }
    }
}

/// Escapes the values in a template. The library's own way reads whole characters, and a quotation mark with a combining accent is another
/// character than the mark alone; a browser reads scalar by scalar.
private struct PageContent: MustacheContentType {
    static let name = "PAGE"

    func escapeText(_ text: String) -> String { PageText.escaped(text) }
}
