package import HomeModel

/// The type of a property's payloads.
package enum HomieDatatype: String, Sendable, Codable, CaseIterable {
    case integer, float, boolean, string, `enum`, color, datetime, duration, json
}

/// A property as its device describes it.
package struct HomieProperty: Hashable, Sendable {
    package let name: String?
    package let datatype: HomieDatatype
    package let format: String?
    package let settable: Bool
    package let retained: Bool
    package let unit: String?

    package init(
        name: String? = nil, datatype: HomieDatatype, format: String? = nil, settable: Bool = false,
        retained: Bool = true, unit: String? = nil
    ) {
        self.name = name
        self.datatype = datatype
        self.format = format
        self.settable = settable
        self.retained = retained
        self.unit = unit
    }
}

/// A node: a logical part of a device.
package struct HomieNode: Hashable, Sendable {
    package let name: String?
    package let type: String?
    package let properties: [String: HomieProperty]

    package init(name: String? = nil, type: String? = nil, properties: [String: HomieProperty] = [:]) {
        self.name = name
        self.type = type
        self.properties = properties
    }
}

/// The `$description` document of a device, or the same facts collected from the attributes of Homie 3 and 4.
package struct HomieDescription: Hashable, Sendable {
    /// The version of the convention: `5.x`, or an earlier one.
    package let homie: String
    package let version: Int64
    package let name: String?
    package let type: String?
    package let nodes: [String: HomieNode]
    package let children: [String]
    /// Nil for a root device.
    package let root: String?
    package let parent: String?
    package let extensions: [String]
    /// Only Homie 3 and 4 define it.
    package let mac: HardwareID?
    /// Nodes and properties that violated a rule, each with the reason. They are left out, as the convention requires.
    package let ignored: [String]

    package init(
        homie: String = "5.0", version: Int64, name: String? = nil, type: String? = nil,
        nodes: [String: HomieNode] = [:], children: [String] = [], root: String? = nil, parent: String? = nil,
        extensions: [String] = [], mac: HardwareID? = nil, ignored: [String] = []
    ) {
        self.homie = homie
        self.version = version
        self.name = name
        self.type = type
        self.nodes = nodes
        self.children = children
        self.root = root
        self.parent = parent
        self.extensions = extensions
        self.mac = mac
        self.ignored = ignored
    }
}

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
