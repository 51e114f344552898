// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Handles the rows whose values come from the camera, and not from the table of settings.
extension Context {
    /// The values for the camera: the box's own choice, each camera that is there, the current value, and the value that the program was
    /// started with.
    private var cameraWords: [String] {
        var words = [Settings.automatic] + (cameras.isEmpty ? [Settings.anyCamera] : cameras.map(\.word))
        for word in [startedCamera, settings.camera] where !words.contains(word) { words.append(word) }
        return words
    }

    /// Returns the settings with a row's value moved by a number of steps.
    /// - Parameter archer: the archer whose page has the row; `nil` on other pages.
    func adjusted(_ row: MenuRow, of archer: String?, by steps: Int) -> Settings {
        var changed = settings.changing(archer: archer) { row.adjusted($0, by: steps) }
        switch row {
        case .setting(.camera): changed.camera = settings.camera.moved(by: steps, in: cameraWords)
        case .setting(.width): changed.width = min(changed.width, diagnostics.largestSize?.width ?? changed.width)
        case .setting(.height): changed.height = min(changed.height, diagnostics.largestSize?.height ?? changed.height)
        default: break
        }
        return changed
    }

    func value(of row: MenuRow, of archer: String?) -> String {
        guard row == .setting(.camera), let index = chosenCamera else {
            return row.value(in: archer.map(settings.shooting) ?? settings, shooter: settings.shooter?.name)
        }
        return Strings.camera(index + 1, cameras[index])
    }

    func help(for row: MenuRow, of archer: String?) -> String {
        let help = row.help(in: archer.map(settings.shooting) ?? settings, available: line?.capacitySeconds)
        guard row == .setting(.camera), let index = chosenCamera else { return help }
        return Strings.placed(cameras[index]) + " " + help
    }

    private var chosenCamera: Int? { cameras.firstIndex { $0.word == settings.camera } }
}
