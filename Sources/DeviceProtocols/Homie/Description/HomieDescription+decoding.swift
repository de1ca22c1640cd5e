import HomeModel

extension HomieDescription {
    package static let maximumBytes = 65_536
    package static let maximumNodes = 64
    package static let maximumPropertiesPerNode = 64
    package static let maximumTextBytes = 1024

    /// Parses a `$description`. Unknown fields are ignored. Nodes and properties that violate a rule are left out and
    /// listed in `ignored`. Throws if the device's own fields are invalid.
    package init(json: [UInt8], _ convention: HomieConvention = .five) throws(DialectError) {
        let document = try JSONValue(parsing: json, limits: .telemetry)
        guard case .object = document else { throw .badField("$description", expected: "an object") }
        var ignored: [String] = []
        let nodes = try Self.nodes(document, ignored: &ignored)
        let root = try Self.id(document, key: "root")
        self.init(
            homie: try Self.version(document, convention: convention),
            version: try JSONValue.require(try document.wholeNumber(at: "version"), key: "version"),
            name: try document.shortText(at: "name"), type: try document.shortText(at: "type"), nodes: nodes,
            children: try Self.children(document), root: root, parent: try Self.id(document, key: "parent") ?? root,
            extensions: try document.texts(at: "extensions") ?? [],
            mac: convention == .four ? try document.text(at: "mac").flatMap(HardwareID.init) : nil,
            ignored: Self.bounded((try document.texts(at: "ignored") ?? []) + ignored.sorted()))
    }

    /// Limits the reasons to 64 of bounded length, because they are stored with the description.
    private static func bounded(_ reasons: [String]) -> [String] {
        let most = 64
        let shown = reasons.prefix(reasons.count > most ? most - 1 : most).map {
            EscapedText($0, limit: 256).description
        }
        return reasons.count > most ? shown + ["\(reasons.count - shown.count) more cannot be read"] : shown
    }

    private static func version(
        _ document: JSONValue, convention: HomieConvention
    ) throws(DialectError) -> String {
        let version = try JSONValue.require(try document.text(at: "homie"), key: "homie")
        try convention.check(version)
        return version
    }

    private static func id(_ document: JSONValue, key: String) throws(DialectError) -> String? {
        guard let id = try document.text(at: key) else { return nil }
        guard HomieID.isValid(id) else { throw .badField(key, expected: "a device id") }
        return id
    }

    private static func children(_ document: JSONValue) throws(DialectError) -> [String] {
        let children = try document.texts(at: "children") ?? []
        guard children.allSatisfy(HomieID.isValid) else {
            throw .badField("children", expected: "a list of device ids")
        }
        return children
    }

    private static func nodes(
        _ document: JSONValue, ignored: inout [String]
    ) throws(DialectError) -> [String: HomieNode] {
        let members = try document.object(at: "nodes") ?? []
        if members.count > maximumNodes {
            ignored.append("\(DialectError.tooMany("nodes", limit: maximumNodes))")
        }
        var nodes: [String: HomieNode] = [:]
        for member in members.prefix(maximumNodes) {
            let all = (try? member.value.object(at: "properties")) ?? []
            if all.count > maximumPropertiesPerNode {
                let error = DialectError.tooMany("properties in a node", limit: maximumPropertiesPerNode)
                ignored.append("\(EscapedText(member.key, limit: 128)): \(error)")
            }
            let properties = all.prefix(maximumPropertiesPerNode)
            nodes[member.key] = unlessBroken(member, in: nil, ignored: &ignored) { json, ignored throws(DialectError) in
                _ = try json.object(at: "properties")
                var kept: [String: HomieProperty] = [:]
                for property in properties {
                    kept[property.key] = unlessBroken(property, in: member.key, ignored: &ignored) {
                        json, _ throws(DialectError) in try HomieProperty(json)
                    }
                }
                return HomieNode(
                    name: try json.shortText(at: "name"), type: try json.shortText(at: "type"), properties: kept)
            }
        }
        return nodes
    }

    /// Returns nil and adds a reason to `ignored` if the member violates a rule. Source: Homie 5 §“Forward
    /// compatibility”.
    private static func unlessBroken<Content>(
        _ member: JSONObject.Member, in node: String?, ignored: inout [String],
        read: (JSONValue, inout [String]) throws(DialectError) -> Content
    ) -> Content? {
        do throws(DialectError) {
            guard HomieID.isValid(member.key) else { throw .badField("id", expected: "made of a–z, 0–9 and -") }
            guard case .object = member.value else { throw .badField(member.key, expected: "an object") }
            return try read(member.value, &ignored)
        } catch {
            let place = EscapedText([node, member.key].compactMap(\.self).joined(separator: "/"), limit: 128)
            ignored.append("\(place): \(error)")
            return nil
        }
    }
}

extension HomieProperty {
    fileprivate init(_ json: JSONValue) throws(DialectError) {
        let word = try JSONValue.require(try json.text(at: "datatype"), key: "datatype")
        guard let datatype = HomieDatatype(rawValue: word) else {
            let known = HomieDatatype.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badField("datatype", expected: "one of \(known)")
        }
        self.init(
            name: try json.shortText(at: "name"), datatype: datatype,
            // A JSON schema may be long, and the gateway does not use it.
            format: datatype == .json ? nil : try json.shortText(at: "format"),
            settable: try json.boolean(at: "settable") ?? false, retained: try json.boolean(at: "retained") ?? true,
            unit: try json.shortText(at: "unit"))
    }
}

extension JSONValue {
    fileprivate func shortText(at key: String) throws(DialectError) -> String? {
        let text = try text(at: key)
        guard (text?.utf8.count ?? 0) <= HomieDescription.maximumTextBytes else {
            throw .badField(key, expected: "at most \(HomieDescription.maximumTextBytes) bytes long")
        }
        return text
    }
}
