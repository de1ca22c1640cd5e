/// A JSON value. Integers are kept exactly, because accessory ids have up to 64 bits.
package enum HomeKitJSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer that does not fit into `integer`.
    case unsigned(UInt64)
    case number(Double)
    case text(String)
    case list([HomeKitJSON])
    case object([String: HomeKitJSON])

    /// The member of an object with this key; nil for every other value.
    package subscript(_ key: String) -> HomeKitJSON? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The elements of a list; nil for every other value.
    package var elements: [HomeKitJSON]? {
        guard case .list(let elements) = self else { return nil }
        return elements
    }

    /// The text; nil for every other value.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}
