// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM

/// One property of a card's object (a plane, a CRTC, a connector): its number for commits, its value, and the values that it may have.
struct DRMProperty {
    let id: UInt32
    let value: UInt64
    /// The words of an enumeration or of a bit mask, with their values.
    let words: [String: UInt64]
    /// The lowest and the highest value, if it is a range.
    let range: ClosedRange<UInt64>?
    let isImmutable: Bool
}

/// The properties of an object by name, since their numbers differ from card to card.
struct DRMProperties {
    private var byName: [String: DRMProperty] = [:]

    init(of object: UInt32, type: UInt32, on device: DRMDevice) throws(DRMFault) {
        guard let list = drmModeObjectGetProperties(device.descriptor, object, type) else {
            throw .last("reading an object's properties")
        }
        defer { drmModeFreeObjectProperties(list) }
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(device.descriptor, list.pointee.props[index]) else { continue }
            defer { drmModeFreeProperty(property) }
            byName[Self.text(property.pointee.name)] = DRMProperty(property.pointee, value: list.pointee.prop_values[index])
        }
    }

    subscript(name: String) -> DRMProperty? { byName[name] }

    /// Returns the number of a property that every atomic driver has.
    func required(_ name: String) throws(DRMFault) -> UInt32 {
        guard let property = byName[name] else { throw .missing("the property \(name)") }
        return property.id
    }

    /// Returns the value that stands for a word of a property; `nil` if the object lacks the property or the word.
    func choice(_ name: String, _ word: String) -> PropertyValue? {
        guard let property = byName[name], !property.isImmutable, let value = property.words[word] else { return nil }
        return PropertyValue(id: property.id, value: value)
    }

    /// Returns a name from a fixed array of characters, which need not end with a zero.
    static func text<Characters>(_ characters: Characters) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// A property and the value that a commit gives it.
struct PropertyValue: Hashable {
    var id: UInt32
    var value: UInt64
}

extension DRMProperty {
    fileprivate init(_ property: drmModePropertyRes, value: UInt64) {
        id = property.prop_id
        self.value = value
        let flags = property.flags
        isImmutable = flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0
        var words: [String: UInt64] = [:]
        let isMask = flags & UInt32(DRM_MODE_PROP_BITMASK) != 0
        if let enums = property.enums {
            for index in 0..<Int(property.count_enums) where !isMask || enums[index].value < 64 {
                words[DRMProperties.text(enums[index].name)] = isMask ? 1 << enums[index].value : enums[index].value
            }
        }
        self.words = words
        let isRange = flags & UInt32(DRM_MODE_PROP_RANGE) != 0
        if isRange, property.count_values == 2, let values = property.values, values[0] <= values[1] {
            range = values[0]...values[1]
        } else {
            range = nil
        }
    }
}
