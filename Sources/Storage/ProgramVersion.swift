// SPDX-License-Identifier: GPL-3.0-or-later

import CVersion

/// The version of this program, which the build wrote into it.
public enum ProgramVersion {
    /// Such as `0.3.0`, or `0.3.0-dev+1a2b3c4d` between two releases. The text has no blanks.
    public static let text = String(cString: vir_version())
}
