// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// How the pictures of a session's clips lie, by the clips' numbers: of those on which an angle was drawn, for whose degrees alone it
    /// counts. What the record says goes before what the clip's file says. A clip whose file is gone or can't tell is left out.
    ///
    /// Reads the index of each such file.
    /// - Throws: what the card as a whole refuses.
    func recordedPictures(of record: SessionRecord, named name: String) throws(CardError) -> [Int: RecordedPicture] {
        var found: [Int: RecordedPicture] = [:]
        for clip in record.clips where clip.judgement.annotations.contains(where: { $0.kind.isAngle }) {
            let place = "\(path)/\(name)/\(clip.file)"
            // The name may come from a file that anybody has edited: it mustn't lead out of the session's folder.
            guard CardLayout.isClipFile(clip.file), try files.isFile(place), var picture = try recordedPicture(in: place) else { continue }
            if let known = clip.orientation { picture.orientation = known }
            found[clip.number] = picture
        }
        return found
    }

    private func recordedPicture(in place: String) throws(CardError) -> RecordedPicture? {
        do throws(MP4Fault) {
            return try MP4Retagging(path: place, files: files).picture
        } catch {
            switch error {
            case .broken, .unread(.failed): return nil
            case .unread(let refusal): throw refusal
            }
        }
    }
}
