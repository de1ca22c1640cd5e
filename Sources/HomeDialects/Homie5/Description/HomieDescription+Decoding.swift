import Foundation
import HomeModel

extension HomieDescription {
    package static let maximumBytes = 65_536
    package static let maximumNodes = 64
    package static let maximumPropertiesPerNode = 64
    package static let maximumTextBytes = 1024

    /// Reads a `$description`. Unknown fields are passed over; nodes and properties that break a rule are left out and
    /// listed in `ignored`; what is wrong with the device itself is thrown.
    package init(json: [UInt8]) throws(DialectError) {
        try JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: 16).check(json)
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(json))
        } catch {
            throw DialectError(decoding: error)
        }
        try document.check()
        var ignored: [String] = []
        let nodes = try Self.nodes(document.nodes ?? [:], &ignored)
        self.init(
            homie: document.homie, version: document.version.value, name: document.name, type: document.type,
            nodes: nodes,
            children: document.children ?? [], root: document.root, parent: document.parent ?? document.root,
            extensions: document.extensions ?? [], ignored: ignored.sorted())
    }

    private static func nodes(
        _ documents: [String: Lenient<NodeDocument>], _ ignored: inout [String]
    ) throws(DialectError) -> [String: HomieNode] {
        guard documents.count <= maximumNodes else { throw .tooMany("nodes", limit: maximumNodes) }
        var nodes: [String: HomieNode] = [:]
        for (id, lenient) in documents {
            guard let node = lenient.checked(id, in: nil, &ignored) else { continue }
            let properties = node.properties ?? [:]
            guard properties.count <= maximumPropertiesPerNode else {
                throw .tooMany("properties in a node", limit: maximumPropertiesPerNode)
            }
            var kept: [String: HomieProperty] = [:]
            for (propertyID, lenient) in properties {
                kept[propertyID] = lenient.checked(propertyID, in: id, &ignored)?.property
            }
            nodes[id] = HomieNode(name: node.name, type: node.type, properties: kept)
        }
        return nodes
    }
}

/// A part of the document that can be left out when it breaks a rule. Source: Homie 5 §“Forward compatibility”.
private struct Lenient<Content: Checked>: Decodable {
    let content: Result<Content, DialectError>

    init(from decoder: any Decoder) throws {
        do {
            content = .success(try Content(from: decoder))
        } catch {
            content = .failure(DialectError(decoding: error))
        }
    }

    func checked(_ id: String, in node: String?, _ ignored: inout [String]) -> Content? {
        do throws(DialectError) {
            guard HomieID.isValid(id) else { throw .badField("id", expected: "made of a–z, 0–9 and -") }
            let content = try content.get()
            try content.check()
            return content
        } catch {
            let place = InertText([node, id].compactMap(\.self).joined(separator: "/"), limit: 128)
            ignored.append("\(place): \(error)")
            return nil
        }
    }
}

private protocol Checked: Decodable {
    func check() throws(DialectError)
}

private struct Document: Checked {
    let homie: String
    let version: WholeNumber
    let name: String?
    let type: String?
    let nodes: [String: Lenient<NodeDocument>]?
    let children: [String]?
    let root: String?
    let parent: String?
    let extensions: [String]?

    func check() throws(DialectError) {
        guard homie.hasPrefix("5."), UInt16(homie.dropFirst(2)) != nil else {
            throw .unsupportedVersion(InertText(homie, limit: 16))
        }
        try checkLength(["name": name, "type": type])
        guard (children ?? []).allSatisfy(HomieID.isValid) else {
            throw .badField("children", expected: "a list of device ids")
        }
        guard root.map(HomieID.isValid) ?? true else { throw .badField("root", expected: "a device id") }
        guard parent.map(HomieID.isValid) ?? true else { throw .badField("parent", expected: "a device id") }
    }
}

/// Foundation tells a number that does not fit from broken JSON only by its text.
private struct WholeNumber: Decodable {
    let value: Int64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = try? container.decode(Int64.self) else {
            throw DecodingError.typeMismatch(
                Int64.self, .init(codingPath: decoder.codingPath, debugDescription: "not a 64-bit whole number"))
        }
        self.value = value
    }
}

private struct NodeDocument: Checked {
    let name: String?
    let type: String?
    let properties: [String: Lenient<PropertyDocument>]?

    func check() throws(DialectError) { try checkLength(["name": name, "type": type]) }
}

private struct PropertyDocument: Checked {
    let name: String?
    let datatype: String
    let format: String?
    let settable: Bool?
    let retained: Bool?
    let unit: String?

    func check() throws(DialectError) {
        guard let datatype = HomieDatatype(rawValue: datatype) else {
            let known = HomieDatatype.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badField("datatype", expected: "one of \(known)")
        }
        // A JSON schema may be long; nothing here reads it.
        try checkLength(["name": name, "unit": unit, "format": datatype == .json ? nil : format])
    }

    /// Nil for an unknown datatype, which `check` has refused.
    var property: HomieProperty? {
        HomieDatatype(rawValue: datatype).map { datatype in
            HomieProperty(
                name: name, datatype: datatype, format: datatype == .json ? nil : format, settable: settable ?? false,
                retained: retained ?? true, unit: unit)
        }
    }
}

private func checkLength(_ texts: KeyValuePairs<String, String?>) throws(DialectError) {
    for (field, text) in texts where (text?.utf8.count ?? 0) > HomieDescription.maximumTextBytes {
        throw .badField(field, expected: "at most \(HomieDescription.maximumTextBytes) bytes long")
    }
}

extension DialectError {
    fileprivate init(decoding error: any Error) {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): self = .badField(Self.name([key]), expected: "present")
        case .typeMismatch(let type, let context) where !context.codingPath.isEmpty,
            .valueNotFound(let type, let context) where !context.codingPath.isEmpty:
            self = .badField(Self.name(context.codingPath), expected: Self.phrase(type))
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self = .badField(Self.name(context.codingPath), expected: "readable")
        case .typeMismatch: self = .badField("$description", expected: "an object")
        default: self = .notJSON
        }
    }

    private static func phrase(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is Int64.Type: "a whole number"
        case is [String].Type, is [Any].Type: "a list of texts"
        default: "an object"
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        InertText(path.last?.stringValue ?? "", limit: 64).description
    }
}
