/// A field of an HTTP head.
package struct HAPHeader: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension [HAPHeader] {
    /// The value of the first field with this name, in upper or lower case.
    package func value(of name: String) -> String? { values(of: name).first }

    /// The values of all fields with this name, in upper or lower case.
    package func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return filter { $0.name.lowercased() == wanted }.map(\.value)
    }
}
