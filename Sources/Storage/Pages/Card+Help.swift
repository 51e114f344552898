// SPDX-License-Identifier: GPL-3.0-or-later

extension Card {
    /// Writes the help beside the card's page. A file of its name that is somebody's own stays as it is.
    /// - Returns: true if the page of the help is there.
    func writeHelp() throws(CardError) -> Bool {
        var hasPage = false
        for file in try HelpPage.files() {
            let place = "\(path)/\(file.path)"
            if !files.holds(place, file.bytes) {
                guard try mayReplaceHelp(at: place) else { continue }
                try files.replace(place, with: file.bytes)
            }
            hasPage = hasPage || file.path == CardLayout.help
        }
        return hasPage
    }

    private func mayReplaceHelp(at place: String) throws(CardError) -> Bool {
        switch try files.kind(of: place) {
        case nil: return true
        case .folder?, .other?: return false
        case .file?:
            let beginning = try files.read(place, from: 0, count: PageTemplates.beginning)
            return beginning.starts(with: HelpPage.firstLine.utf8) || beginning.contains(PageTemplates.brand)
        }
    }
}
