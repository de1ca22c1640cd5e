/// Encodes and decodes bodies of the form type, length, value, with one byte for the type and one for the length.
///
/// A value of more than 255 bytes is split into fragments of 255 bytes and a shorter last one. Implementations differ
/// in what they do with two neighbouring items of one type:
/// - HomeKitADK joins them only after a fragment of 255 bytes, and refuses the body otherwise.
/// - aiohomekit joins all neighbours. HAP-python and HAP-NodeJS join even items that are not neighbours. A bridge that
///   repeats an item then appears to have sent a longer one (aiohomekit issue 24: state `06 05`).
///
/// This decoder joins after a fragment of 255 bytes and otherwise keeps both items. The readers of pairing messages use
/// the first item of a type. A last fragment of length zero, which HomeKitADK refuses, is accepted.
package enum TLV8 {
    /// The longest fragment of a value.
    static let maximumFragment = 255
    /// The type of the empty item that separates the entries of a list.
    static let separatorType: UInt8 = 0xFF

    /// Returns the items of a body in their order, separators included.
    package static func decode(
        _ bytes: [UInt8], limits: TLV8Limits = .pairing
    ) throws(TLV8Error) -> [TLV8Item] {
        guard bytes.count <= limits.maximumBytes else { throw .tooManyBytes(limit: limits.maximumBytes) }
        var items: [TLV8Item] = []
        var position = 0
        var lastLength = 0
        // Each turn consumes two bytes or more, so that the loop ends for every input.
        while position < bytes.count {
            guard bytes.count - position >= 2 else { throw .truncated }
            let type = bytes[position]
            let length = Int(bytes[position + 1])
            position += 2
            guard bytes.count - position >= length else { throw .truncated }
            let fragment = bytes[position..<position + length]
            position += length
            if let last = items.last, last.type == type, lastLength == maximumFragment {
                items[items.count - 1] = TLV8Item(type: type, value: last.value + fragment)
            } else {
                guard items.count < limits.maximumItems else { throw .tooManyItems(limit: limits.maximumItems) }
                items.append(TLV8Item(type: type, value: Array(fragment)))
            }
            lastLength = length
        }
        return items
    }

    /// Returns the body that has these items. Between two neighbours of one type it puts a separator, because a decoder
    /// could join them without one.
    package static func encode(_ items: [TLV8Item]) -> [UInt8] {
        var bytes: [UInt8] = []
        var lastType: UInt8?
        for item in items {
            if item.type == lastType, item.type != separatorType { bytes += [separatorType, 0] }
            lastType = item.type
            var rest = item.value[...]
            // An empty value is one fragment of length zero. A value of exactly 255 bytes is one fragment, and nothing
            // follows it: HomeKitADK refuses an empty fragment after it.
            repeat {
                let fragment = rest.prefix(maximumFragment)
                bytes.append(item.type)
                bytes.append(UInt8(truncatingIfNeeded: fragment.count))
                bytes += fragment
                rest = rest.dropFirst(maximumFragment)
            } while !rest.isEmpty
        }
        return bytes
    }
}
