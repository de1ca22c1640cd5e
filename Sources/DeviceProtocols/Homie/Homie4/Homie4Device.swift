import HomeModel

/// The attributes that a device has published so far. They arrive one by one and in any order.
struct Homie4Device: Sendable {
    /// The approximate memory use. The device chooses the texts, so the caller limits it.
    private(set) var bytes = Self.bytesPerText
    private var texts: [String: String] = [:]
    /// Nil until `$state` was received.
    var availability: Availability?
    /// The native description that was announced last.
    var native: String?

    private static let bytesPerText = 64

    /// Stores the value of an attribute. Returns whether it changed.
    mutating func store(_ text: String, of attribute: Homie4Attribute) -> Bool {
        // For `$properties`, an empty text means a node without properties. For every other attribute it means that the
        // attribute was cleared.
        let text = text.isEmpty && attribute.name != "$properties" ? nil : text
        let old = texts[attribute.path]
        texts[attribute.path] = text
        bytes += cost(attribute, text: text) - cost(attribute, text: old)
        return old != text
    }

    private func cost(_ attribute: Homie4Attribute, text: String?) -> Int {
        text.map { Self.bytesPerText + attribute.path.utf8.count + $0.utf8.count } ?? 0
    }

    /// The description; nil until all listed nodes and properties are described.
    var document: HomieDescription? {
        guard let homie = texts["$homie"], let list = texts["$nodes"] else { return nil }
        var nodes: [String: HomieNode] = [:]
        for id in Homie4Attribute.ids(list, limit: HomieDescription.maximumNodes) {
            guard let node = node(id, isLenient: homie.hasPrefix("3")) else { return nil }
            nodes[id] = node
        }
        return HomieDescription(
            homie: homie, version: 0, name: texts["$name"], type: texts["$fw/name"], nodes: nodes,
            mac: texts["$mac"].flatMap(HardwareID.init))
    }

    private func node(_ id: String, isLenient: Bool) -> HomieNode? {
        guard let list = texts["\(id)/$properties"] else { return nil }
        var properties: [String: HomieProperty] = [:]
        for property in Homie4Attribute.ids(list, limit: HomieDescription.maximumPropertiesPerNode) {
            let path = "\(id)/\(property)"
            // Homie 3 has a default datatype, Homie 4 has none.
            guard let word = texts["\(path)/$datatype"] ?? (isLenient ? "string" : nil) else { return nil }
            properties[property] = HomieDatatype(homie4: word).map { self.property(path, datatype: $0) }
        }
        return HomieNode(name: texts["\(id)/$name"], type: texts["\(id)/$type"], properties: properties)
    }

    private func property(_ path: String, datatype: HomieDatatype) -> HomieProperty {
        HomieProperty(
            name: texts["\(path)/$name"], datatype: datatype, format: texts["\(path)/$format"],
            settable: texts["\(path)/$settable"] == "true", retained: texts["\(path)/$retained"] != "false",
            unit: texts["\(path)/$unit"])
    }
}
