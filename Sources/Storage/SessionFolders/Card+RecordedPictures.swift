// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Returns the size and the orientation of the pictures of a session's clips, by the clips' numbers. Only clips on which an angle was
    /// drawn are included, because only an angle's degrees depend on them. The record's orientation takes precedence over that of the
    /// clip's file. A clip whose file is gone or can't be read is left out.
    ///
    /// Reads the index of each such file.
    /// - Throws: a refusal of the card as a whole.
    func recordedPictures(of record: SessionRecord, named name: String) throws(CardError) -> [Int: RecordedPicture] {
        var found: [Int: RecordedPicture] = [:]
        for clip in record.clips where clip.judgement.annotations.contains(where: { $0.kind.isAngle }) {
            let place = "\(path)/\(name)/\(clip.file)"
            // Anybody may have edited the file that the name comes from, so it mustn't lead out of the session's folder.
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
