// SPDX-License-Identifier: GPL-3.0-or-later

/// The colours of the archer and the gear.
enum ArcherColors {
    static let skin = Paint(0xE3AF8A), skinShade = Paint(0xB97F5C), skinLight = Paint(0xF3CBAA)
    static let shirt = Paint(0xC9172F), shirtShade = Paint(0x8C0F22), shirtLight = Paint(0xE5485A)
    static let trim = Paint(0xF4F4F0)
    static let trousers = Paint(0x26324F), trousersShade = Paint(0x161D31), trousersLight = Paint(0x3C4B70)
    static let shoe = Paint(0xEDEDED), sole = Paint(0x3A3A3A)
    static let hair = Paint(0x3B2518)
    static let cap = Paint(0x1B2A4A), capLight = Paint(0x33497A)
    static let leather = Paint(0x2A2422), leatherLight = Paint(0x4A403C)
    static let riser = Paint(0x2F86F6), riserEdge = Paint(0x123E7C), bowGrip = Paint(0x1B1B1D)
    static let limb = Paint(0xF2F3F5), limbEdge = Paint(0x2B2E35)
    static let metal = Paint(0x33373E)
    static let string = Paint(0xFFF6D8)
    static let shaft = Paint(0x1C1D20), point = Paint(0xB9BDC4), vane = Paint(0xFF9F0A), nock = Paint(0x39FF6A)
    static let shadow = Paint(0x1A2A10)
}
