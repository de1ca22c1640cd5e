import HomeModel

/// What one device has said of itself so far: fact by fact, in any order.
struct Homie4Device: Sendable {
    /// What it holds in memory, roughly; the texts are the device's to choose.
    private(set) var bytes = Self.bytesPerText
    private var texts: [String: String] = [:]
    /// Nil until heard.
    var availability: Availability?
    /// What was last made known of it.
    var native: String?

    private static let bytesPerText = 64

    /// Whether that is news.
    mutating func keep(_ text: String, of attribute: Homie4Attribute) -> Bool {
        // A node without properties says so with nothing; of all else that means that it was taken back.
        let text = text.isEmpty && attribute.name != "$properties" ? nil : text
        let old = texts[attribute.place]
        texts[attribute.place] = text
        bytes += cost(attribute, text) - cost(attribute, old)
        return old != text
    }

    private func cost(_ attribute: Homie4Attribute, _ text: String?) -> Int {
        text.map { Self.bytesPerText + attribute.place.utf8.count + $0.utf8.count } ?? 0
    }

    /// Nil until everything that it names has said what it is.
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
            let place = "\(id)/\(property)"
            // Homie 3 takes a text for granted, 4 nothing.
            guard let word = texts["\(place)/$datatype"] ?? (isLenient ? "string" : nil) else { return nil }
            properties[property] = HomieDatatype(homie4: word).map { self.property(place, $0) }
        }
        return HomieNode(name: texts["\(id)/$name"], type: texts["\(id)/$type"], properties: properties)
    }

    private func property(_ place: String, _ datatype: HomieDatatype) -> HomieProperty {
        HomieProperty(
            name: texts["\(place)/$name"], datatype: datatype, format: texts["\(place)/$format"],
            settable: texts["\(place)/$settable"] == "true", retained: texts["\(place)/$retained"] != "false",
            unit: texts["\(place)/$unit"])
    }
}
