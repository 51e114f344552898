// SPDX-License-Identifier: GPL-3.0-or-later

import Storage

extension ReopenedSession {
    var folder: SessionFolder? { if case .open(let folder) = self { folder } else { nil } }
    var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }
    var isAbsent: Bool { if case .absent = self { true } else { false } }
}
