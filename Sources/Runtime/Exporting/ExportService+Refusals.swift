// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension ExportService {
    /// Returns the reason for a refusal, in words for people.
    func reason(_ error: CardError, _ place: ExportDestination) -> Message {
        guard place == .stick else { return error.message }
        switch error {
        case .absent:
            // The clips are read from the card, so either the card or the stick is away.
            if let stick, case .ready = stick.state { return error.message }
            return .stickPulled
        case .full: return .stickFull
        case .readOnly: return .stickReadOnly
        case .failed(_, _, let reason):
            // A pulled stick refuses in many ways.
            if let stick, case .ready = stick.state { return reason }
            return .stickPulled
        }
    }
}
