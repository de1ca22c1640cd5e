import HomeModel

/// One attribute of a device and its path below the device, such as `relay/on/$datatype`.
struct Homie4Attribute: Hashable, Sendable {
    let device: String
    /// The levels of the topic below the device: `$name`, `relay/$name` or `relay/on/$name`.
    let path: String
    let name: String

    /// Returns nil if a level is not a valid id.
    init?(_ levels: [Substring]) {
        guard Self.isAttributeTopic(levels),
            levels.dropLast().allSatisfy({ HomieID.isValid(String($0)) || $0 == "$fw" })
        else {
            return nil
        }
        device = String(levels[1])
        path = levels[2...].joined(separator: "/")
        name = levels[2] == "$fw" ? "$fw/name" : String(levels[levels.count - 1])
    }

    // MARK: Topics

    static let filters =
        ofDevices.map { "+/+/\($0)" } + ["+/+/$fw/name"] + ofNodes.map { "+/+/+/\($0)" }
        + ofProperties.map { "+/+/+/+/\($0)" }

    static func isAttributeTopic(_ levels: [Substring]) -> Bool {
        switch levels.count {
        case 3: ofDevices.contains(levels[2])
        case 4: levels[2] == "$fw" ? levels[3] == "name" : ofNodes.contains(levels[3])
        case 5: ofProperties.contains(levels[4])
        default: false
        }
    }

    private static let ofDevices: [Substring] = ["$homie", "$name", "$nodes", "$mac", "$state"]
    private static let ofNodes: [Substring] = ["$name", "$type", "$properties"]
    private static let ofProperties: [Substring] = ["$name", "$datatype", "$format", "$settable", "$retained", "$unit"]
}

// MARK: Values

extension Homie4Attribute {
    /// Decodes the payload. Throws if the gateway cannot use it.
    func read(_ payload: [UInt8]) throws(DialectError) -> String {
        let limit = isList ? Self.maximumListBytes : HomieDescription.maximumTextBytes
        guard payload.count <= limit else { throw .tooLarge(bytes: payload.count, limit: limit) }
        guard let text = String(validating: payload, as: UTF8.self) else { throw .notUTF8 }
        switch name {
        case "$homie": try HomieConvention.four.check(text)
        case "$settable", "$retained":
            guard ["true", "false"].contains(text) else { throw .badField(name, expected: "true or false") }
        default: break
        }
        return text
    }

    /// The reason why a part of the value is ignored; nil if all of it is used.
    func ignoredReason(_ text: String) -> DialectError? {
        if isList, !Self.entries(text).allSatisfy({ HomieID.isValid(String($0)) }) {
            return .badField(name, expected: "a list of ids of a–z, 0–9 and -; arrays are not supported")
        }
        if isList, Self.entries(text).count > listLimit {
            return .tooMany(name == "$nodes" ? "nodes" : "properties in a node", limit: listLimit)
        }
        if name == "$datatype", HomieDatatype(homie4: text) == nil {
            return .badField(name, expected: "integer, float, boolean, string, enum or color")
        }
        return nil
    }

    /// The valid ids of a list, at most `limit` entries.
    static func ids(_ text: String, limit: Int) -> [String] {
        entries(text).prefix(limit).map(String.init).filter(HomieID.isValid)
    }

    private var listLimit: Int {
        name == "$nodes" ? HomieDescription.maximumNodes : HomieDescription.maximumPropertiesPerNode
    }

    var isList: Bool { name == "$nodes" || name == "$properties" }

    private static let maximumListBytes = HomieDescription.maximumNodes * (HomieID.maximumBytes + 1)

    private static func entries(_ list: String) -> [Substring] {
        list.split { $0 == "," || $0 == " " }
    }
}

extension HomieDatatype {
    /// Returns nil for datatypes that only Homie 5 defines.
    init?(homie4 word: String) {
        guard let datatype = HomieDatatype(rawValue: word), ![.datetime, .duration, .json].contains(datatype) else {
            return nil
        }
        self = datatype
    }
}
