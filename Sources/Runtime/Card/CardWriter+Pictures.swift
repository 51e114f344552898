// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension CardWriter {
    /// Puts a picture into a session's folder, and tells what came of it.
    func keepPicture(_ jpeg: [UInt8], of session: SessionRef) throws(CardError) {
        guard let name = filing.folderName(of: session) else { return tell(.pictureNotKept(session, reason: .noSession)) }
        var file: String?
        let refusal = try refusal(of: { () throws(CardError) in file = try self.filing.card.keepPicture(jpeg, inSession: name) })
        tell(file.map { .pictureKept(session, file: $0) } ?? .pictureNotKept(session, reason: refusal?.message ?? .isMissing))
    }
}
