// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The tools of the top screen.
extension Path {
    /// Returns the top screen's tools in their two layers, with Undo and Redo.
    func toolLayers(in context: Context) -> ToolLayers {
        ToolLayers(screen.tools(in: context), canUndo: screen.undo(in: context) != nil, canRedo: screen.redo(in: context) != nil)
    }

    /// Returns what has the controls, in words: the tools, the zoom or the top screen.
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        if let tools { return tools.spoken(toolLayers(in: context), undo: screen.undo(in: context), redo: screen.redo(in: context)) }
        return zooming == nil ? screen.spoken(in: context, at: now) : context.zoom.spoken
    }

    /// Returns the row of tools, if it is open.
    func toolLayer(in context: Context) -> Layer? {
        guard let tools else { return nil }
        var sketch = DrawingBuilder(Theme(context.settings))
        tools.draw(toolLayers(in: context), undo: screen.undo(in: context), redo: screen.redo(in: context), on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }
}
