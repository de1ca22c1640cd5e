import Foundation

extension HomieDescription: Encodable {
    private enum Key: String, CodingKey {
        case homie, version, name, type, nodes, children, root, parent, extensions
    }

    /// The document's bytes; the same description always gives the same bytes.
    package func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and whole numbers only: nothing in here can fail to encode.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(homie, forKey: .homie)
        try object.encode(version, forKey: .version)
        try object.encodeIfPresent(name, forKey: .name)
        try object.encodeIfPresent(type, forKey: .type)
        try object.encode(nodes, forKey: .nodes)
        if !children.isEmpty { try object.encode(children, forKey: .children) }
        try object.encodeIfPresent(root, forKey: .root)
        try object.encodeIfPresent(parent, forKey: .parent)
        if !extensions.isEmpty { try object.encode(extensions, forKey: .extensions) }
    }
}

extension HomieNode: Encodable {
    private enum Key: String, CodingKey { case name, type, properties }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encodeIfPresent(name, forKey: .name)
        try object.encodeIfPresent(type, forKey: .type)
        try object.encode(properties, forKey: .properties)
    }
}

extension HomieProperty: Encodable {
    private enum Key: String, CodingKey { case name, datatype, format, settable, retained, unit }

    /// Leaves out what the convention takes for granted.
    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encodeIfPresent(name, forKey: .name)
        try object.encode(datatype, forKey: .datatype)
        try object.encodeIfPresent(format, forKey: .format)
        if settable { try object.encode(true, forKey: .settable) }
        if !retained { try object.encode(false, forKey: .retained) }
        try object.encodeIfPresent(unit, forKey: .unit)
    }
}
