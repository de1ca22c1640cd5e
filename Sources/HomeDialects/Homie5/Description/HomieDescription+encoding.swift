import HomeModel

extension HomieDescription {
    /// Encodes the document. Equal descriptions give equal bytes.
    package func json() -> [UInt8] { document.bytes }

    private var document: JSONValue {
        .members([
            ("homie", .text(homie)), ("version", .integer(version)), ("name", name.map(JSONValue.text)),
            ("type", type.map(JSONValue.text)), ("nodes", .members(nodes.sortedPairs { $0.document })),
            ("children", children.isEmpty ? nil : .list(children.map(JSONValue.text))),
            ("root", root.map(JSONValue.text)), ("parent", parent.map(JSONValue.text)),
            ("extensions", extensions.isEmpty ? nil : .list(extensions.map(JSONValue.text))),
            ("mac", mac.map { .text($0.digits) }),
            ("ignored", ignored.isEmpty ? nil : .list(ignored.map(JSONValue.text))),
        ])
    }
}

extension HomieNode {
    fileprivate var document: JSONValue {
        .members([
            ("name", name.map(JSONValue.text)), ("type", type.map(JSONValue.text)),
            ("properties", .members(properties.sortedPairs { $0.document })),
        ])
    }
}

extension HomieProperty {
    /// Leaves out fields that have the default value of the convention.
    fileprivate var document: JSONValue {
        .members([
            ("name", name.map(JSONValue.text)), ("datatype", .text(datatype.rawValue)),
            ("format", format.map(JSONValue.text)), ("settable", settable ? true : nil),
            ("retained", retained ? nil : false), ("unit", unit.map(JSONValue.text)),
        ])
    }
}

extension Dictionary where Key == String {
    fileprivate func sortedPairs(_ document: (Value) -> JSONValue) -> [(String, JSONValue?)] {
        sorted { $0.key < $1.key }.map { ($0.key, document($0.value)) }
    }
}
